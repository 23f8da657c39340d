// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// An agent of KubeFleet is silent if it has missed some heartbeats. It may be at most that late if its period is short: clocks
// differ.
const (
	defaultPeriod    = 60 * time.Second
	missedHeartbeats = 3
	shortestSilence  = 30 * time.Second
)

// Agent is what says whether the agent of a member of KubeFleet reports at all.
type Agent struct {
	cluster string
	// heartbeat is the time of the last one; zero if there was none.
	heartbeat time.Time
	period    time.Duration
}

// ReadAgent reads a MemberCluster.
func ReadAgent(raw []byte) ([]Agent, error) {
	var o struct {
		object
		Spec struct {
			HeartbeatPeriodSeconds int64 `json:"heartbeatPeriodSeconds"`
		} `json:"spec"`
		Status struct {
			AgentStatus []struct {
				Type                  string    `json:"type"`
				LastReceivedHeartbeat time.Time `json:"lastReceivedHeartbeat"`
			} `json:"agentStatus"`
		} `json:"status"`
	}
	if err := json.Unmarshal(raw, &o); err != nil {
		return nil, err
	}
	a := Agent{cluster: o.Name, period: cmp.Or(time.Duration(o.Spec.HeartbeatPeriodSeconds)*time.Second, defaultPeriod)}
	for _, agent := range o.Status.AgentStatus {
		if agent.Type == "MemberAgent" {
			a.heartbeat = agent.LastReceivedHeartbeat
			break
		}
	}
	return []Agent{a}, nil
}

// silence says since when the agent is silent; empty if it is not.
func (a *Agent) silence(now time.Time) string {
	switch {
	case a.heartbeat.IsZero():
		return "the agent of the cluster has never sent a heartbeat"
	case now.Sub(a.heartbeat) <= max(missedHeartbeats*a.period, shortestSilence):
		return ""
	}
	return "the agent of the cluster has sent no heartbeat since " + a.heartbeat.UTC().Format(time.RFC3339)
}

// ReportedByAgents reports whether the agents of members of KubeFleet report the status.
func (s *Source) ReportedByAgents() bool { return s.Placement != nil || s.StagedUpdateRun != "" }

// Waiting reports whether a cluster of KubeFleet is not available, so that it matters whether its agent reports.
func (s *Statuses) Waiting() bool {
	for _, status := range s.ClusterStatus {
		if isWaiting(status.Status) {
			return true
		}
	}
	return false
}

func isWaiting(status step.Status) bool { return status == step.NotAvailable || status == step.Failed }

// TellSilent says in the status of clusters that are not available that their agents are silent, and returns a warning about
// these; empty if there are none.
func (s *Statuses) TellSilent(agents []Agent, now time.Time) (warning string) {
	agents = slices.Clone(agents)
	slices.SortFunc(agents, func(a, b Agent) int { return cmp.Compare(a.cluster, b.cluster) })
	var silent []string
	for i := range agents {
		status, ok := s.ClusterStatus[agents[i].cluster]
		silence := agents[i].silence(now)
		if !ok || silence == "" || !isWaiting(status.Status) {
			continue
		}
		silent = append(silent, excerpt.Text(agents[i].cluster)+": "+silence)
		if status.Message != "" {
			status.Message += "; "
		}
		status.Message += silence
		s.ClusterStatus[agents[i].cluster] = status
	}
	return strings.TrimSuffix(listed(silent, moreClusters), "\n")
}
