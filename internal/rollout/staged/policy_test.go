// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import (
	"slices"
	"strconv"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// policy is the latest scheduling policy snapshot, and how many clusters it wants; -1 means any number.
type policy struct {
	*PolicySnapshot
	wanted int
}

// checkPlacement checks the placement.
func (r *Request) checkPlacement() *Failure {
	if r.Placement == nil {
		return &Failure{Cause: PlacementNotFound}
	}
	if r.Placement.StrategyType != "External" {
		return &Failure{Cause: NotExternal, Found: r.Placement.StrategyType}
	}
	return nil
}

// policy finds the latest scheduling policy snapshot, whose scheduling must be done.
func (r *Request) policy() (policy, *Failure) {
	policy := policy{wanted: -1}
	for i := range r.PolicySnapshots {
		if !r.PolicySnapshots[i].Latest {
			continue
		}
		if policy.PolicySnapshot != nil {
			return policy, &Failure{Cause: SeveralPolicySnapshots}
		}
		policy.PolicySnapshot = &r.PolicySnapshots[i]
	}
	if policy.PolicySnapshot == nil {
		return policy, &Failure{Cause: NoPolicySnapshot}
	}
	if policy.Index == "" {
		return policy, &Failure{Cause: PolicyIndexMissing}
	}
	switch policy.PlacementType {
	case "PickN":
		number, err := strconv.Atoi(policy.NumberOfClusters)
		if err != nil || number < 0 {
			return policy, &Failure{Cause: ClusterCountAnnotation, Found: policy.NumberOfClusters}
		}
		policy.wanted = number
	case "PickFixed":
		policy.wanted = len(policy.ClusterNames)
	}
	if !policy.Scheduled {
		return policy, &Failure{Cause: NotScheduled}
	}
	return policy, nil
}

// bindings are the bindings of a placement by what a run does with them.
type bindings struct {
	// selected is how many bindings the scheduler has selected.
	selected int
	// byCluster has the selected binding of a cluster. Of two bindings, it is the one with the later name.
	byCluster map[string]*Binding
	// remove are the Unscheduled bindings of any policy, in the order of their names.
	remove []*Binding
}

// sortBindings finds the bindings that are selected under the policy, and those to delete. It does not matter whether
// a binding is being deleted.
func (r *Request) sortBindings(policy policy) (bindings, *Failure) {
	found := bindings{byCluster: make(map[string]*Binding, len(r.Bindings))}
	var old *Binding
	for i := range r.Bindings {
		b := &r.Bindings[i]
		switch {
		case b.Placement != r.Placement.Name:
		case b.State == placement.BindingUnscheduled:
			found.remove = append(found.remove, b)
		case b.PolicySnapshot != policy.Name:
			if old == nil || b.Name < old.Name {
				old = b
			}
		default:
			found.selected++
			if other := found.byCluster[b.TargetCluster]; other == nil || other.Name < b.Name {
				found.byCluster[b.TargetCluster] = b
			}
		}
	}
	switch {
	case old != nil:
		return found, &Failure{Cause: OldPolicyBinding, Cluster: old.TargetCluster, Found: old.PolicySnapshot}
	case found.selected == 0 && len(found.remove) == 0:
		return found, &Failure{Cause: NoBindings}
	case policy.wanted >= 0 && policy.wanted != found.selected:
		return found, &Failure{Cause: CountMismatch, Found: strconv.Itoa(found.selected)}
	}
	slices.SortFunc(found.remove, func(a, b *Binding) int { return strings.Compare(a.Name, b.Name) })
	return found, nil
}

// resourceSnapshot finds the resource snapshot that a new run rolls out. Without an index it is the latest one or, if
// the resources have changed since, a new one that the pass creates.
func (r *Request) resourceSnapshot() (index, name string, created bool, failure *Failure) {
	index = r.Run.ResourceSnapshotIndex
	if index != "" {
		if number, err := strconv.Atoi(index); err != nil || number < 0 {
			return "", "", false, &Failure{Cause: SnapshotIndexInvalid, Found: index}
		}
		for _, snapshot := range r.ResourceSnapshots {
			if snapshot.Index == index {
				return index, snapshot.Name, false, nil
			}
		}
		return "", "", false, &Failure{Cause: SnapshotNotFound, Found: index}
	}
	next := 0
	for _, snapshot := range r.ResourceSnapshots {
		if snapshot.Latest && !r.SelectionChanged {
			return snapshot.Index, snapshot.Name, false, nil
		}
		if number, err := strconv.Atoi(snapshot.Index); err == nil {
			next = max(next, number+1)
		}
	}
	index = strconv.Itoa(next)
	return index, r.Placement.Name + "-" + index + "-snapshot", true, nil
}
