// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package decisions

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// decidedGroup is a decision group in the status of a Placement of Open Cluster Management.
type decidedGroup struct {
	Index int    `json:"decisionGroupIndex"`
	Name  string `json:"decisionGroupName"`
	// PlacementDecisions are the names of those of the group.
	PlacementDecisions []string `json:"decisions"`
	ClusterCount       int      `json:"clusterCount"`
}

// IsComplete reports whether the hub has finished a decision and published all of it. If it has not, a cluster that is missing
// from the decisions may still be chosen.
func (d *Decided) IsComplete() bool {
	switch {
	case d.IsBeingDeleted():
		return false
	case d.Placement.Unscheduled != "":
		// Another client writes the decisions, and no status that says whether they are all.
		return len(d.PlacementDecisions) > 0
	case !d.Scheduled, d.Writing:
		return false
	}
	return d.Current == nil || *d.Current
}

// IsBeingDeleted reports whether the placement waits for its finalizers.
func (d *Decided) IsBeingDeleted() bool { return d.Placement.Unscheduled == apiobject.BeingDeleted }

// isWriting compares the PlacementDecisions with the status of the Placement. A hub writes one object after the other, and may
// write the status first or last.
func (d *Decided) isWriting(counted *int, groups []decidedGroup) bool {
	switch {
	case d.Placement.Unscheduled != "":
		// Another client writes the decisions, and no status.
		return false
	case counted == nil:
		return len(d.PlacementDecisions) > 0
	case d.hasTwice():
		return true
	case len(groups) > 0 && !d.hasGroups(groups):
		return true
	case d.isMisconfigured():
		// A mistake in the groups leaves decisions out for good, although the status counts them.
		return false
	}
	return *counted != len(d.Decisions)
}

func (d *Decided) isMisconfigured() bool {
	misconfigured := lists.Find(d.Conditions, func(c *placement.Condition) bool { return c.Type == ocm.ConditionMisconfigured })
	return misconfigured != nil && misconfigured.Status == "True"
}

// hasTwice reports whether a cluster is in two PlacementDecisions: it is being moved from one to the other.
func (d *Decided) hasTwice() bool {
	named := 0
	for i := range d.PlacementDecisions {
		named += len(d.PlacementDecisions[i].Clusters)
	}
	return named != len(d.Decisions)
}

// hasGroups reports whether the PlacementDecisions are those that the status names, each in its group, with as many clusters.
func (d *Decided) hasGroups(groups []decidedGroup) bool {
	byName := lists.Index(d.PlacementDecisions, func(p placement.PlacementDecision) string { return p.Name })
	named := 0
	for i := range groups {
		g := &groups[i]
		clusters := 0
		for _, name := range g.PlacementDecisions {
			decision := byName[name]
			if decision == nil || decision.GroupIndex != g.Index || decision.GroupName != g.Name {
				return false
			}
			clusters += len(decision.Clusters)
		}
		if clusters != g.ClusterCount {
			return false
		}
		named += len(g.PlacementDecisions)
	}
	return named == len(d.PlacementDecisions)
}

// maxTargets is how many clusters a policy snapshot of KubeFleet names at most.
const maxTargets = 1000

// contradictsBindings reports whether the policy snapshot has selected other clusters than the live bindings have: the hub writes
// the bindings before the snapshot. KubeFleet keeps the binding of a cluster of PickFixed that is no longer eligible.
func (d *Decided) contradictsBindings() bool {
	if d.Snapshot == nil {
		return false
	}
	bound := lists.Set(d.Decisions, func(d DecidedCluster) string { return d.Name })
	targets := d.Snapshot.Status.TargetClusters
	for i := range targets {
		if targets[i].Selected && !bound[targets[i].ClusterName] {
			return true
		}
		if targets[i].Selected {
			delete(bound, targets[i].ClusterName)
		}
	}
	isFixed := d.Placement.KubeFleet != nil && d.Placement.KubeFleet.PlacementType == kubefleet.PickFixed
	return len(bound) > 0 && len(targets) < maxTargets && !isFixed
}
