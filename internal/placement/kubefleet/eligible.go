// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"fmt"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// gracePeriod is how long upstream still considers a cluster eligible whose heartbeats stopped or whose agent is unhealthy.
const gracePeriod = 5 * time.Minute

// MismatchEligibility means that the cluster takes no new placements, because of what its agent reports or does not
// report. Found is upstream's reason.
var MismatchEligibility = &placement.MismatchKind{
	Name:     "eligibility",
	Sentence: func(m *placement.Mismatch) string { return m.Found },
	Cause:    func(*placement.Mismatch) string { return "the cluster takes no new placements" },
	Before:   "it took no new placements",
	Origin:   placement.OriginCluster,
}

// filterByEligibility rejects the clusters that take no new placements. It uses only what the member agent reports, and
// ignores the conditions of the MemberCluster itself.
func (p *pass) filterByEligibility(position int32) bool {
	if p.Clusters[position].Deleting {
		p.Reject(position, StageEligibility, leftFleet, append(p.Reserve(1), placement.Mismatch{Kind: placement.MismatchDeletion}))
		return false
	}
	reason := p.ineligible(p.Clusters[position])
	if reason != "" {
		p.Reject(position, StageEligibility, "", append(p.Reserve(1), placement.Mismatch{
			Kind: MismatchEligibility, Found: reason, Present: true,
		}))
	}
	return reason == ""
}

// leftFleet is upstream's reason for a cluster that is being deleted.
const leftFleet = "cluster has left the fleet"

// ineligible is upstream's first reason why the cluster takes no new placements; empty if it does.
func (p *pass) ineligible(c *placement.Cluster) string {
	const unconnected = "cluster is not connected to the fleet: "
	agent := c.Agent
	switch {
	case c.Deleting:
		return leftFleet
	case agent == nil:
		return ""
	case !agent.Online:
		return unconnected + "member agent not online yet"
	}
	if silence := p.inv.Now.Sub(agent.LastHeartbeat); silence > gracePeriod {
		return unconnected + fmt.Sprintf("no recent heartbeat signals (last received %.2f minutes ago)", silence.Minutes())
	}
	switch {
	case agent.Joined.Status != "True":
		return unconnected + "member agent not joined yet"
	case agent.Healthy.Status == "":
		return unconnected + "health condition from member agent is not available"
	case agent.Healthy.Status != "True":
		since := p.inv.Now.Sub(agent.Healthy.LastTransition)
		if since > gracePeriod {
			return unconnected +
				fmt.Sprintf("unhealthy for a prolonged period of time (last transitioned %.2f minutes ago)", since.Minutes())
		}
		p.changesAt(agent.Healthy.LastTransition.Add(gracePeriod + 1))
	}
	p.changesAt(agent.LastHeartbeat.Add(gracePeriod + 1))
	return ""
}
