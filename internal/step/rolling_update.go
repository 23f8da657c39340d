// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
)

// nextReason is that of a cluster that gets the revision now.
const nextReason = "the change is applied now"

// timedOut is that of a cluster that was given up in an earlier plan. Only a rollout with a memory gives clusters up.
const timedOut = "timed out"

// The resource snapshots of a pass.
const (
	targetSnapshot = "target"
	otherSnapshot  = "other"
)

// rolling are the settings of a rolling update.
func (p *strategyPass) rolling() *rollingupdate.Config {
	if p.strategy.RollingUpdate == nil {
		return &rollingupdate.Config{}
	}
	return p.strategy.RollingUpdate
}

// rollingUpdate is a pass of the rollout controller of KubeFleet.
func (p *strategyPass) rollingUpdate() error {
	req := rollingupdate.Request{
		Strategy: *p.rolling(), TargetNumber: p.number, ResourceSnapshot: targetSnapshot, Now: p.now,
		Bindings: make([]rollingupdate.Binding, len(p.clusters)),
	}
	conditions := make([]metav1.Condition, len(p.clusters))
	for i := range p.clusters {
		p.clusters[i].bind(&req.Bindings[i], conditions[i:i+1:i+1])
	}
	result, err := rollingupdate.Pass(req)
	if err != nil {
		return err
	}
	ready, have := p.after(result.Roll)
	full := fmt.Sprintf("%s the workload, and with max_surge at most %d may", excerpt.Agree(have, "cluster", "has", "have"),
		result.TargetNumber+result.Surge)
	scarce := fmt.Sprintf("%s ready, and with max_unavailable at least %d must stay so",
		excerpt.Agree(ready, "cluster", "is", "are"), max(result.TargetNumber-result.Unavailable, 0))
	for i := range p.clusters {
		c := &p.clusters[i]
		switch {
		case c.chosen && c.holds == holdsTarget:
			p.holdsTarget(c)
		case c.holds == holdsNone:
			c.set(Waits, full)
		default:
			c.set(Waits, scarce)
		}
	}
	for _, step := range result.Roll {
		c := p.find(step.TargetCluster)
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

// after is how many clusters are ready and how many have the workload after the steps. A workload that failed is not one that a
// cluster has, and each removal and update counts as one that was ready.
func (p *strategyPass) after(steps []rollingupdate.Step) (ready, have int) {
	for i := range p.clusters {
		if c := &p.clusters[i]; c.holds != holdsNone && c.status != Failed {
			have++
			if p.isReady(c) {
				ready++
			}
		}
	}
	for _, step := range steps {
		switch {
		case step.Action == rollingupdate.Bind:
			have++
		case step.Action == rollingupdate.Remove || p.find(step.TargetCluster).status != Failed:
			ready--
		}
	}
	return max(ready, 0), have
}

// holdsTarget says how far a cluster with the revision is.
func (p *strategyPass) holdsTarget(c *cluster) {
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

// isReady reports whether the workload of the cluster is available, and notes when it will be.
func (p *strategyPass) isReady(c *cluster) bool {
	if c.status != NotTrackable {
		return c.status == Available
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

// bind sets the binding of the cluster as the controller sees it, and its condition.
func (c *cluster) bind(b *rollingupdate.Binding, conditions []metav1.Condition) {
	b.Name, b.TargetCluster = c.name, c.name
	switch c.holds {
	case holdsNone:
		b.State = placement.BindingScheduled
		return
	case holdsOther:
		b.State, b.ResourceSnapshot = placement.BindingBound, otherSnapshot
	case holdsTarget:
		b.State, b.ResourceSnapshot = placement.BindingBound, targetSnapshot
	}
	if !c.chosen {
		b.State = placement.BindingUnscheduled
	}
	condition := &conditions[0]
	condition.Type, condition.Status, condition.LastTransitionTime = "Available", metav1.ConditionTrue, metav1.NewTime(c.since)
	switch c.status {
	case Available:
		condition.Reason = "AllWorkAreAvailable"
	case NotTrackable:
		condition.Reason = "NotAllWorkAreAvailabilityTrackable"
	case Failed:
		condition.Type, condition.Status, condition.Reason = "Applied", metav1.ConditionFalse, "NotAllWorkHaveBeenApplied"
	default:
		condition.Status, condition.Reason = metav1.ConditionFalse, "ResourceNotAvailableYet"
	}
	b.Conditions = conditions
}
