// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// sets are the cluster sets of a pass.
type sets struct {
	// bound counts the valid bindings of the namespace.
	bound int
	// eligible are the names of the sets to choose from, sorted.
	eligible []string
	members  Membership
}

// eligibleSets finds the sets that are bound to the placement's namespace and that the placement asks for. A binding
// is valid if a set of its name exists; upstream ignores its condition. A wrong selector of an eligible set fails the
// pass.
func (p *pass) eligibleSets() (sets, error) {
	byName := lists.Index(p.inv.Sets, func(c placement.ClusterSet) string { return c.Name })
	var result sets
	for _, binding := range p.inv.Bindings {
		if binding.Namespace != p.req.Namespace || byName[binding.Name] == nil {
			continue
		}
		result.bound++
		if len(p.req.ClusterSets) == 0 || slices.Contains(p.req.ClusterSets, binding.Name) {
			result.eligible = append(result.eligible, binding.Name)
		}
	}
	slices.Sort(result.eligible)
	result.eligible = slices.Compact(result.eligible)
	for _, name := range result.eligible {
		if err := result.members.Add(byName[name]); err != nil {
			return sets{}, fmt.Errorf("failed to get clusters from ClusterSet %q: %w", name, err)
		}
	}
	return result, nil
}

// MismatchClusterSet means that the cluster is in no cluster set that the placement may use. Wanted lists those sets; Key
// is ClusterSetLabel if one of them selects its members by that label.
var MismatchClusterSet = &placement.MismatchKind{
	Name: "cluster set",
	Sentence: func(m *placement.Mismatch) string {
		switch {
		case m.Wanted == "":
			return "no cluster set is open to the placement"
		case m.Key == "":
			return fmt.Sprintf("the cluster is in none of the cluster sets %s: their selectors do not match its labels", m.Wanted)
		}
		return fmt.Sprintf("the cluster is in none of the cluster sets %s: its label %s is %s", m.Wanted, m.Key, m.Value())
	},
	Cause: func(*placement.Mismatch) string {
		return "the cluster is in no cluster set that is open to the placement"
	},
	Before: "it was in no cluster set that is open to the placement",
	Shared: true,
}

// rejectUnavailable returns the members of the eligible sets that are not being deleted. It does not check whether a
// cluster is accepted, joined or healthy: upstream's scheduler sees health only as taints.
func (p *pass) rejectUnavailable(s sets) []int32 {
	wanted := excerpt.List(s.eligible, ", ")
	available := make([]int32, 0, len(p.Clusters))
	for i, c := range p.Clusters {
		position := int32(i)
		switch {
		case !s.members.Contains(c.Labels):
			mismatch := placement.Mismatch{Kind: MismatchClusterSet, Wanted: wanted}
			if len(s.members.exclusive) > 0 {
				mismatch.Key = placement.ClusterSetLabel
				mismatch.Found, mismatch.Present = c.Labels[placement.ClusterSetLabel]
			}
			p.Reject(position, StageAvailability, "", mismatch)
		case c.Deleting:
			p.Reject(position, StageAvailability, "", placement.Mismatch{Kind: placement.MismatchDeletion})
		default:
			available = append(available, position)
		}
	}
	return available
}

// Membership says which clusters are members of some cluster sets. The zero value is the membership of no sets.
type Membership struct {
	// exclusive are the names of the sets whose members carry the set's name in their label.
	exclusive map[string]bool
	selectors []match.Selector
}

// Add adds the members of a set. It fails if the set's selector or its type is wrong. A set of the type LabelSelector without a
// selector has no members.
func (m *Membership) Add(set *placement.ClusterSet) error {
	switch set.SelectorType {
	case "", placement.ExclusiveClusterSetLabel:
		if m.exclusive == nil {
			m.exclusive = map[string]bool{}
		}
		m.exclusive[set.Name] = true
	case placement.LabelSelector:
		if set.LabelSelector == nil {
			return nil
		}
		selector, err := match.CompileSelector(set.LabelSelector)
		if err != nil {
			return err
		}
		m.selectors = append(m.selectors, selector)
	default:
		return fmt.Errorf("selectorType is not right: %s", excerpt.Text(string(set.SelectorType)))
	}
	return nil
}

// Contains reports whether a cluster with these labels is a member of one of the sets.
func (m *Membership) Contains(labels map[string]string) bool {
	if set, ok := labels[placement.ClusterSetLabel]; ok && m.exclusive[set] {
		return true
	}
	return slices.ContainsFunc(m.selectors, func(selector match.Selector) bool { return selector.Matches(labels) })
}
