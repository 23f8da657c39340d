// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package edit has the changes of a fleet that a simulation is asked about: what they are, their mistakes, and what they do to
// the clusters, cluster sets, bindings and scores. Those of a placement and of the time are applied by the simulation.
package edit

import (
	"context"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// Edit is one change of a fleet, of a placement or of the time. Exactly one of its fields is set.
//
// Example for guides/reference-simulation#steps:
//
//	{ lose = { clusters = ["eu-1"] } }
type Edit struct {
	// Takes clusters out of the fleet, with their scores. `clusters` may also name other targets of `hybrid`.
	Lose *Selection `json:"lose,omitempty"`
	// Adds a cluster, with the attributes of `clusters`.
	Add *placement.Cluster `json:"add,omitempty"`
	// Adds a taint to clusters. It replaces one with the same key and effect.
	Taint *Taint `json:"taint,omitempty"`
	// Removes the taints of a key.
	Untaint *Untaint `json:"untaint,omitempty"`
	// Changes labels, also that of the cluster set.
	Label *Texts `json:"label,omitempty"`
	// Changes claims of ManagedClusters.
	Claim *Texts `json:"claim,omitempty"`
	// Changes properties of MemberClusters. For CPU and memory use `resize`.
	Property *Texts `json:"property,omitempty"`
	// Changes the resources of clusters.
	Resize *Resize `json:"resize,omitempty"`
	// Changes the values of an AddOnPlacementScore.
	Score *Score `json:"score,omitempty"`
	// Adds or removes a ManagedClusterSet. To change one, remove it and add it.
	Set *Set `json:"set,omitempty"`
	// Adds or removes a ManagedClusterSetBinding.
	Binding *Binding `json:"binding,omitempty"`
	// Takes placements of KubeFleet from clusters, which a taint alone does not. The scheduler may choose the cluster again, unless
	// the same step taints it. What disruption budgets block stays, and is in `blocked_evictions`.
	Evict *Evict `json:"evict,omitempty"`
	// The time from then on (RFC 3339), also in later steps. Tolerations and scores may expire until then.
	At time.Time `json:"at,omitzero"`
	// Changes the spec of a placement.
	Spec *Spec `json:"spec,omitempty"`
}

// Hint is the edit that is meant by a verb of kubectl or of a list.
func (Edit) Hint(attribute string) string {
	switch attribute {
	case "drain", "cordon":
		return "use taint, and for KubeFleet evict as well"
	case "uncordon":
		return "use untaint"
	case "remove", "delete":
		return "use lose"
	}
	return ""
}

// Selection selects clusters by name or by a selector: those that the selector matches in both of its parts.
type Selection struct {
	// The names of the clusters.
	Clusters []string `json:"clusters,omitempty"`
	// Selects the clusters that match both selectors, instead of `clusters`.
	Selector *placement.GroupSelector `json:"selector,omitempty"`
	// Only clusters of this kind, `ManagedCluster` or `MemberCluster`. Defaults to both kinds.
	Kind placement.ClusterKind `json:"kind,omitempty"`
}

// Taint adds a taint to clusters. A cluster whose kind does not have the effect does not get it.
type Taint struct {
	Selection
	placement.Taint
}

// Untaint removes the taints of a key from clusters; those of one effect if that is given.
type Untaint struct {
	Selection
	// The key of the taints.
	Key string `json:"key"`
	// Only taints with this effect. Defaults to every effect.
	Effect placement.TaintEffect `json:"effect,omitempty"`
}

// Texts set and remove entries of a map of texts of clusters.
type Texts struct {
	Selection
	// The new values by name. Others stay.
	Set map[string]string `json:"set,omitempty"`
	// The names that are removed.
	Remove []string `json:"remove,omitempty"`
}

// Resize changes the resources of clusters. An amount is a quantity, or a percentage of what the cluster has.
type Resize struct {
	Selection
	// What a cluster has and can allocate, by resource: a quantity such as `"64Gi"`, or a percentage of it such as `"150%"`.
	// `available` changes by the same amount.
	// ---
	// What runs on a cluster stays.
	Resources map[string]string `json:"resources,omitempty"`
	// What is left of it on a MemberCluster, by resource: a quantity, or a percentage of what is left.
	Available map[string]string `json:"available,omitempty"`
}

// Score sets and removes values of a score of clusters: those of the AddOnPlacementScore of a name.
type Score struct {
	Selection
	// The name of the AddOnPlacementScore.
	Name string `json:"name"`
	// The new values by name, -100 to 100. Others stay.
	Set map[string]int32 `json:"set,omitempty"`
	// The names of the values that are removed.
	Remove []string `json:"remove,omitempty"`
}

// Set adds a cluster set, or removes the one of a name.
type Set struct {
	// The cluster set to add.
	Add *placement.ClusterSet `json:"add,omitempty"`
	// The name of the cluster set to remove.
	Remove string `json:"remove,omitempty"`
}

// Binding adds or removes the binding of a cluster set to a namespace.
type Binding struct {
	// The binding to add.
	Add *placement.Binding `json:"add,omitempty"`
	// The binding to remove.
	Remove *placement.Binding `json:"remove,omitempty"`
}

// Evict takes a placement of KubeFleet, or all of them, from clusters.
type Evict struct {
	Selection
	// The name of the placement: `name`, or `namespace/name` for a ResourcePlacement. Defaults to all placements of KubeFleet but
	// those of type PickFixed.
	Placement string `json:"placement,omitempty"`
}

// Spec changes the spec of a placement, which keeps its dialect.
type Spec struct {
	// The name of the placement: `name`, or `namespace/name` if it has a namespace.
	Placement string `json:"placement"`
	// The new spec of a placement of Open Cluster Management, as a whole.
	OCM *ocm.Spec `json:"ocm,omitempty"`
	// The new policy of a placement of KubeFleet, as a whole.
	KubeFleet *kubefleet.Spec `json:"kubefleet,omitempty"`
	// The new spec of a hybrid placement rule, as a whole.
	Hybrid *hybrid.Spec `json:"hybrid,omitempty"`
	// The new decision strategy. Defaults to as it is.
	DecisionStrategy *placement.DecisionStrategy `json:"decisionStrategy,omitempty"`
}

// Replacement are the fields of the spec as a placement has them.
func (s *Spec) Replacement() planner.Placement {
	return planner.Placement{OCM: s.OCM, KubeFleet: s.KubeFleet, Hybrid: s.Hybrid}
}

// operation is the one change that an edit is.
type operation interface {
	// validate finds the mistakes that the change alone shows. Path is its own.
	validate(path *field.Path) field.ErrorList
	// apply makes the change in a fleet; it does nothing for one of a placement or of the time.
	apply(ctx context.Context, f *Target, path *field.Path) finding.List
	// String is what the change does.
	String() string
}

// change is a field of an edit.
type change struct {
	name  string
	isSet bool
	operation
}

// changes are the fields, in their order, and those that are set.
func (e *Edit) changes() (all, set []change) {
	all = []change{
		{"lose", e.Lose != nil, loss{e.Lose}}, {"add", e.Add != nil, addition{e.Add}}, {"taint", e.Taint != nil, e.Taint},
		{"untaint", e.Untaint != nil, e.Untaint}, {"label", e.Label != nil, entries{e.Label, &labels}},
		{"claim", e.Claim != nil, entries{e.Claim, &claims}}, {"property", e.Property != nil, entries{e.Property, &properties}},
		{"resize", e.Resize != nil, e.Resize}, {"score", e.Score != nil, e.Score}, {"set", e.Set != nil, e.Set},
		{"binding", e.Binding != nil, e.Binding}, {"evict", e.Evict != nil, e.Evict}, {"at", !e.At.IsZero(), instant(e.At)},
		{"spec", e.Spec != nil, e.Spec},
	}
	return all, slices.DeleteFunc(slices.Clone(all), func(c change) bool { return !c.isSet })
}

// instant is the time from then on.
type instant time.Time

func (instant) validate(*field.Path) field.ErrorList { return nil }

func (instant) apply(context.Context, *Target, *field.Path) finding.List { return nil }

func (*Evict) apply(context.Context, *Target, *field.Path) finding.List { return nil }

func (*Spec) apply(context.Context, *Target, *field.Path) finding.List { return nil }
