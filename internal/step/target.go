// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// Target is what a rollout goes to: the clusters that a placement has chosen. Either the decisions or their groups are given.
type Target struct {
	// The chosen clusters: `decisions` of `multicluster_placement`, without groups. Exactly one of `decisions` and `decision_groups`
	// must be set.
	Decisions []Decision `json:"decisions,omitzero"`
	// The chosen clusters in groups, in the order of their indexes: `decision_groups` of `multicluster_placement`, such as `{ eu-1 =
	// 0, us-1 = 1 }`, or a list of groups.
	DecisionGroups Groups `json:"decisionGroups,omitzero"`
	// The names of the groups, by index: `decision_group_names` of `multicluster_placement`. `mandatory_decision_groups` and
	// `approval_groups` refer to them. Defaults to no names.
	DecisionGroupNames []string `json:"decisionGroupNames,omitzero"`
	// The number that percentages of a `RollingUpdate` refer to. Set it for a placement of type `PickN` that found fewer clusters
	// than it asks for. Defaults to the number of chosen clusters.
	NumberOfClusters *int `json:"numberOfClusters,omitempty"`
	// Fleet are the clusters that exist; nil if that is not known.
	Fleet []Member `json:"-"`
}

// Decision is a chosen cluster.
//
// Example for guides/reference-rollout#decisions:
//
//	{ cluster_name = "eu-1", group = 0 }
type Decision struct {
	// The chosen cluster.
	ClusterName string `json:"clusterName"`
	// The index of its decision group. Defaults to `0`.
	Group int `json:"group,omitempty"`
}

// Group is a decision group.
//
// Example for guides/reference-rollout#decision_groups:
//
//	{ index = 0, name = "canary", cluster_names = ["eu-1"] }
type Group struct {
	// The index of the group, from 0. Groups are rolled out in the order of their indexes.
	Index int `json:"index"`
	// The name of the group.
	Name string `json:"name,omitempty"`
	// The clusters of the group.
	ClusterNames []string `json:"clusterNames"`
	// byCluster says that it was given as the group of each of its clusters.
	byCluster bool
}

// Groups are decision groups, or the index of the group of each cluster.
type Groups []Group

// SetNumbers sets the groups from the indexes of the groups of the clusters.
func (g *Groups) SetNumbers(indexes map[string]int) {
	byIndex := map[int][]string{}
	for _, name := range slices.Sorted(maps.Keys(indexes)) {
		byIndex[indexes[name]] = append(byIndex[indexes[name]], name)
	}
	*g = Groups{}
	for _, index := range slices.Sorted(maps.Keys(byIndex)) {
		*g = append(*g, Group{Index: index, ClusterNames: byIndex[index], byCluster: true})
	}
}

// Member is a cluster of the fleet.
type Member = staged.Cluster

// groups are the decision groups, each once, sorted by index and name, and their clusters by name.
func (t *Target) groups() []placement.Group {
	groups := lists.Map(t.DecisionGroups, func(g Group) placement.Group {
		return placement.Group{Index: g.Index, Name: cmp.Or(g.Name, t.nameOf(g.Index)), Clusters: g.ClusterNames}
	})
	byIndex := map[int][]string{}
	for _, d := range t.Decisions {
		byIndex[d.Group] = append(byIndex[d.Group], d.ClusterName)
	}
	for index, clusters := range byIndex {
		groups = append(groups, placement.Group{Index: index, Clusters: clusters})
	}
	groups = ocm.MergeGroups(groups)
	for i := range groups {
		groups[i].Clusters = slices.Clone(groups[i].Clusters)
		slices.Sort(groups[i].Clusters)
	}
	return groups
}

// nameOf is the name of the group with an index.
func (t *Target) nameOf(index int) string {
	if index < 0 || index >= len(t.DecisionGroupNames) {
		return ""
	}
	return t.DecisionGroupNames[index]
}

// clusters are the names of the chosen clusters, with their places.
func (t *Target) clusters() iter.Seq2[string, place] {
	return func(yield func(string, place) bool) {
		for i, d := range t.Decisions {
			if !yield(d.ClusterName, place{index: i}) {
				return
			}
		}
		for i := range t.DecisionGroups {
			for k, name := range t.DecisionGroups[i].ClusterNames {
				if !yield(name, place{&t.DecisionGroups[i], i, k}) {
					return
				}
			}
		}
	}
}

// place is where the arguments name a chosen cluster.
type place struct {
	// group is nil for a cluster of the decisions. Position is that of the group.
	group    *Group
	position int
	// index is that of the decision or, in the group, of the name.
	index int
}

// The paths are those of the arguments, because the text of a duplicate has one.
var decisionsPath, groupsPath = field.NewPath("decisions"), field.NewPath("decision_groups")

func (p place) path() *field.Path {
	switch {
	case p.group == nil:
		return decisionsPath.Index(p.index).Child("cluster_name")
	case p.group.byCluster:
		return groupsPath.Key(p.group.ClusterNames[p.index])
	}
	return groupsPath.Index(p.position).Child("cluster_names").Index(p.index)
}

// indexPath is the path of the index of a group. It is that of the last cluster if each has its own.
func (g *Group) indexPath(position int) *field.Path {
	if g.byCluster {
		return groupsPath.Key(g.ClusterNames[len(g.ClusterNames)-1])
	}
	return groupsPath.Index(position).Child("index")
}

// chosen are the names of the chosen clusters.
func (t *Target) chosen() map[string]bool {
	names := make(map[string]bool, len(t.Decisions))
	for name := range t.clusters() {
		names[name] = true
	}
	return names
}

// Size is the number of chosen clusters.
func (t *Target) Size() int {
	size := 0
	for range t.clusters() {
		size++
	}
	return size
}

// argument is the path of the chosen clusters.
func (t *Target) argument() *field.Path {
	if t.DecisionGroups != nil {
		return groupsPath
	}
	return decisionsPath
}

// validate finds clusters without a name or in two places, and groups without a place.
func (t *Target) validate() field.ErrorList {
	switch {
	case t.Decisions == nil && t.DecisionGroups == nil:
		return field.ErrorList{field.Required(decisionsPath, "pass decisions or decision_groups of a placement")}
	case t.Decisions != nil && t.DecisionGroups != nil:
		return field.ErrorList{field.Forbidden(groupsPath, "decisions is also set; pass one of them")}
	}
	var errs field.ErrorList
	first := map[string]place{}
	for name, place := range t.clusters() {
		switch prior, twice := first[name]; {
		case name == "":
			errs = append(errs, field.Required(place.path(), "names the cluster"))
		case twice:
			errs = append(errs, excerpt.Duplicate(place.path(), name, prior.path()))
		default:
			first[name] = place
		}
	}
	for i, d := range t.Decisions {
		if d.Group < 0 {
			errs = append(errs, field.Invalid(decisionsPath.Index(i).Child("group"), d.Group, "must not be negative"))
		}
	}
	for i := range t.DecisionGroups {
		if g := &t.DecisionGroups[i]; g.Index < 0 {
			errs = append(errs, field.Invalid(g.indexPath(i), g.Index, "must not be negative"))
		}
	}
	if n := t.NumberOfClusters; n != nil && *n < 0 {
		errs = append(errs, field.Invalid(field.NewPath("numberOfClusters"), *n, "must not be negative"))
	}
	return errs
}
