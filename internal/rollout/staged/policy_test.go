// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import (
	"strconv"
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
	var failure *Failure
	policy.wanted, failure = policy.PolicySnapshot.wanted()
	return policy, failure
}

// bindings are the bindings of a placement by what a run does with them.
type bindings struct {
	sortedBindings
	byCluster map[string]*Binding
	remove    []*Binding
}

// sortBindings finds the bindings that are selected under the policy, and those to delete. It does not matter whether
// a binding is being deleted.
func (r *Request) sortBindings(policy policy) (bindings, *Failure) {
	start := Start{Placement: r.Placement.Name, Policy: policy.PolicySnapshot}
	for i := range r.Bindings {
		start.Bindings = append(start.Bindings, r.Bindings[i].ResourceBinding)
	}
	sorted, failure := start.sortBindings(policy.wanted)
	found := bindings{sortedBindings: sorted, byCluster: make(map[string]*Binding, len(sorted.byCluster))}
	for name, i := range sorted.byCluster {
		found.byCluster[name] = &r.Bindings[i]
	}
	for _, i := range sorted.remove {
		found.remove = append(found.remove, &r.Bindings[i])
	}
	return found, failure
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
