// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
)

// nextReason is that of a cluster that gets the revision now.
const nextReason = "the change is applied now"

// timedOut is that of a cluster that was given up in an earlier plan. Only a rollout with a memory gives clusters up.
const timedOut = "timed out"

// rolling are the settings of a rolling update.
func (p *strategyPass) rolling() *rollingupdate.Config {
	if p.strategy.RollingUpdate == nil {
		return &rollingupdate.Config{}
	}
	return p.strategy.RollingUpdate
}

// rollingUpdate is a pass of the rollout controller of KubeFleet.
func (p *strategyPass) rollingUpdate() error {
	req := rollingupdate.Request{Strategy: *p.rolling(), TargetNumber: p.number}
	for i := range p.clusters {
		req.Bindings = append(req.Bindings, p.binding(&p.clusters[i]))
	}
	result, err := rollingupdate.Pass(req)
	if err != nil {
		return err
	}
	full := fmt.Sprintf("%s the workload, and with max_surge at most %d may", excerpt.Agree(result.Have, "cluster", "has", "have"),
		result.TargetNumber+result.Surge)
	scarce := fmt.Sprintf("%s ready, and with max_unavailable at least %d must stay so",
		excerpt.Agree(result.Ready, "cluster", "is", "are"), max(result.TargetNumber-result.Unavailable, 0))
	for i := range p.clusters {
		c := &p.clusters[i]
		switch {
		case c.chosen && c.holds == holdsTarget:
			p.progressOf(c)
		case c.holds == holdsNone:
			c.set(Waits, full)
		default:
			c.set(Waits, scarce)
		}
	}
	for _, step := range result.Roll {
		c := p.find(step.Name)
		switch {
		case step.Action == rollingupdate.Remove:
			c.set(Leaves, "the cluster is no longer chosen")
		case step.Action == rollingupdate.Update && c.status == Failed:
			c.set(Starts, "the revision that the cluster has failed")
		default:
			c.set(Starts, nextReason)
		}
	}
	return nil
}

// binding is the binding of a cluster as the controller sees it.
func (p *strategyPass) binding(c *cluster) rollingupdate.Binding {
	b := rollingupdate.Binding{Name: c.name, State: placement.BindingBound, IsLatest: c.holds == holdsTarget}
	switch {
	case c.holds == holdsNone:
		b.State = placement.BindingScheduled
		return b
	case !c.chosen:
		b.State = placement.BindingUnscheduled
	}
	b.Failed, b.Ready = c.status == Failed, p.isReady(c)
	return b
}

// progressOf says how far a cluster with the revision is.
func (p *strategyPass) progressOf(c *cluster) {
	switch {
	case c.status == TimeOut:
		c.set(TimedOut, timedOut)
	case p.isReady(c):
		c.set(Finished, "the resources are available")
	case c.status == Failed:
		c.set(Continues, "failed")
	case c.status == NotTrackable:
		readyAt := p.readyAt(c.since)
		c.set(Continues, "the resources cannot be tracked; they count as available after "+readyAt.UTC().Format(time.RFC3339))
	default:
		c.set(Continues, "the resources are not available yet")
	}
}

// isReady reports whether the workload of the cluster is available, and notes when it will be. In a stage, resources that cannot
// be tracked count as available.
func (p *strategyPass) isReady(c *cluster) bool {
	if c.status != NotTrackable || p.strategy.Type == rollout.TypeExternal {
		return c.status == Available || c.status == NotTrackable
	}
	readyAt := p.readyAt(c.since)
	if p.now.After(readyAt) {
		return true
	}
	// Exactly at that time it is not ready yet. Times are in seconds.
	p.changesAt(readyAt.Add(time.Second))
	return false
}

// readyAt is when a workload that cannot be tracked, and is there since a time, has been there for long enough.
func (p *strategyPass) readyAt(since time.Time) time.Time {
	period, _ := p.rolling().Period() // Validate has reported a mistake.
	return since.Add(period)
}
