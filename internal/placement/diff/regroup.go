// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Regroup is a cluster that stays in the decisions, in another group.
type Regroup struct {
	ClusterName string `json:"cluster_name"`
	// From and To are the names of the groups, or "group" and the index of a group without a name. Of two groups of the same name
	// the index follows the name.
	From string `json:"from"`
	To   string `json:"to"`
	// Reason is a sentence on one line.
	Reason string `json:"reason"`
}

// String is the change without the name of the cluster.
func (r *Regroup) String() string { return fmt.Sprintf("from %s to %s: %s", r.From, r.To, r.Reason) }

// CompareGroups finds the clusters that stay in the decisions and change their group, and those that stay in their group and
// change their PlacementDecision, each by name. PolicyChanged is that of [Compare].
//
// A group that only gets another index is the same group: its name is the same, and so is the number of groups of that name
// before it.
func CompareGroups(accepted, after []placement.PlacementDecision, policyChanged bool) (regrouped []Regroup, shifted []string) {
	prior, later := membersOf(accepted), membersOf(after)
	for _, name := range slices.Sorted(maps.Keys(later)) {
		from, stays := prior[name]
		switch to := later[name]; {
		case !stays:
		case from.group != to.group || from.part != to.part:
			regrouped = append(regrouped, newRegroup(name, from, to, policyChanged))
		case from.decision != to.decision:
			shifted = append(shifted, name)
		}
	}
	return regrouped, shifted
}

// member is where a cluster is: in a PlacementDecision, and in one of the groups of a name, counted from 0.
type member struct {
	decision, group string
	part, index     int
}

// membersOf are the places of clusters by name. PlacementDecisions are in the order of their groups.
func membersOf(decisions []placement.PlacementDecision) map[string]member {
	sorted := slices.Clone(decisions)
	slices.SortStableFunc(sorted, func(a, b placement.PlacementDecision) int { return cmp.Compare(a.GroupIndex, b.GroupIndex) })
	members, parts := map[string]member{}, map[string]int{}
	for i := range sorted {
		d := &sorted[i]
		if i == 0 || sorted[i-1].GroupIndex != d.GroupIndex {
			parts[d.GroupName]++
		}
		for _, name := range d.Clusters {
			members[name] = member{d.Name, d.GroupName, parts[d.GroupName] - 1, d.GroupIndex}
		}
	}
	return members
}

func newRegroup(name string, from, to member, policyChanged bool) Regroup {
	regroup := Regroup{ClusterName: name, From: from.text(), To: to.text()}
	switch {
	case from.group == to.group:
		regroup.Reason = "groups are filled in the order of names"
		if from.group != "" {
			regroup.From, regroup.To = regroup.From+" "+strconv.Itoa(from.index), regroup.To+" "+strconv.Itoa(to.index)
		}
	case to.group == "":
		regroup.Reason = "its labels and claims no longer match the selector of " + from.text()
	default:
		regroup.Reason = "its labels and claims match the selector of " + to.text()
	}
	if policyChanged {
		// The groups of before are known, and their selectors are not.
		regroup.Reason += policyToo
	}
	return regroup
}

// text is the name of the group, or its index.
func (m *member) text() string {
	if m.group == "" {
		return "group " + strconv.Itoa(m.index)
	}
	return excerpt.Text(m.group)
}
