package rollout

import (
	"slices"
	"strconv"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// stagedPolicy is the latest scheduling policy snapshot, and how many clusters it wants; -1 means any number.
type stagedPolicy struct {
	*StagedPolicySnapshot
	wanted int
}

// checkPlacement checks the placement.
func (r *StagedRequest) checkPlacement() *StagedFailure {
	if r.Placement == nil {
		return &StagedFailure{Cause: StagedPlacementNotFound}
	}
	if r.Placement.StrategyType != "External" {
		return &StagedFailure{Cause: StagedNotExternal, Found: r.Placement.StrategyType}
	}
	return nil
}

// policy finds the latest scheduling policy snapshot, whose scheduling must be done.
func (r *StagedRequest) policy() (stagedPolicy, *StagedFailure) {
	policy := stagedPolicy{wanted: -1}
	for i := range r.PolicySnapshots {
		if !r.PolicySnapshots[i].Latest {
			continue
		}
		if policy.StagedPolicySnapshot != nil {
			return policy, &StagedFailure{Cause: StagedSeveralPolicySnapshots}
		}
		policy.StagedPolicySnapshot = &r.PolicySnapshots[i]
	}
	if policy.StagedPolicySnapshot == nil {
		return policy, &StagedFailure{Cause: StagedNoPolicySnapshot}
	}
	if policy.Index == "" {
		return policy, &StagedFailure{Cause: StagedPolicyIndexMissing}
	}
	switch policy.PlacementType {
	case "PickN":
		number, err := strconv.Atoi(policy.NumberOfClusters)
		if err != nil || number < 0 {
			return policy, &StagedFailure{Cause: StagedClusterCountAnnotation, Found: policy.NumberOfClusters}
		}
		policy.wanted = number
	case "PickFixed":
		policy.wanted = len(policy.ClusterNames)
	}
	if !policy.Scheduled {
		return policy, &StagedFailure{Cause: StagedNotScheduled}
	}
	return policy, nil
}

// stagedBindings are the bindings of a placement by what a run does with them.
type stagedBindings struct {
	// selected is how many bindings the scheduler has selected.
	selected int
	// byCluster has the selected binding of a cluster. Of two bindings, it is the one with the later name.
	byCluster map[string]*StagedBinding
	// remove are the Unscheduled bindings of any policy, in the order of their names.
	remove []*StagedBinding
}

// sortBindings finds the bindings that are selected under the policy, and those to delete. It does not matter whether
// a binding is being deleted.
func (r *StagedRequest) sortBindings(policy stagedPolicy) (stagedBindings, *StagedFailure) {
	found := stagedBindings{byCluster: make(map[string]*StagedBinding, len(r.Bindings))}
	var old *StagedBinding
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
		return found, &StagedFailure{Cause: StagedOldPolicyBinding, Cluster: old.TargetCluster, Found: old.PolicySnapshot}
	case found.selected == 0 && len(found.remove) == 0:
		return found, &StagedFailure{Cause: StagedNoBindings}
	case policy.wanted >= 0 && policy.wanted != found.selected:
		return found, &StagedFailure{Cause: StagedCountMismatch, Found: strconv.Itoa(found.selected)}
	}
	slices.SortFunc(found.remove, func(a, b *StagedBinding) int { return strings.Compare(a.Name, b.Name) })
	return found, nil
}

// resourceSnapshot finds the resource snapshot that a new run rolls out. Without an index it is the latest one or, if
// the resources have changed since, a new one that the pass creates.
func (r *StagedRequest) resourceSnapshot() (index, name string, created bool, failure *StagedFailure) {
	index = r.Run.ResourceSnapshotIndex
	if index != "" {
		if number, err := strconv.Atoi(index); err != nil || number < 0 {
			return "", "", false, &StagedFailure{Cause: StagedSnapshotIndexInvalid, Found: index}
		}
		for _, snapshot := range r.ResourceSnapshots {
			if snapshot.Index == index {
				return index, snapshot.Name, false, nil
			}
		}
		return "", "", false, &StagedFailure{Cause: StagedSnapshotNotFound, Found: index}
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
