// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package edit has the changes of a fleet that a simulation is asked about: what they are, their mistakes, and what they do to
// the clusters, cluster sets, bindings and scores. Those of a placement and of the time are applied by the simulation.
package edit

import (
	"context"
	"reflect"
	"strings"
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
type Edit struct {
	// Lose takes clusters, or other targets of hybrid placement rules, out of the fleet.
	Lose *Selection `json:"lose,omitempty"`
	// Add puts a cluster into the fleet.
	Add *placement.Cluster `json:"add,omitempty"`
	// Taint adds a taint to clusters, and Untaint removes taints of a key.
	Taint   *Taint   `json:"taint,omitempty"`
	Untaint *Untaint `json:"untaint,omitempty"`
	// Label, Claim and Property change the labels of clusters, the claims of ManagedClusters and the properties of MemberClusters.
	Label    *Texts `json:"label,omitempty"`
	Claim    *Texts `json:"claim,omitempty"`
	Property *Texts `json:"property,omitempty"`
	// Resize changes the resources of clusters.
	Resize *Resize `json:"resize,omitempty"`
	// Score changes what an add-on measured on ManagedClusters.
	Score *Score `json:"score,omitempty"`
	// Set and Binding add or remove a cluster set, and its binding to a namespace.
	Set     *Set     `json:"set,omitempty"`
	Binding *Binding `json:"binding,omitempty"`
	// Evict takes placements of KubeFleet from clusters. Their scheduler may choose the same clusters again.
	Evict *Evict `json:"evict,omitempty"`
	// At is the time from then on.
	At time.Time `json:"at,omitzero"`
	// Spec changes the spec of a placement.
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
	Clusters []string                 `json:"clusters,omitempty"`
	Selector *placement.GroupSelector `json:"selector,omitempty"`
	// Kind is the only kind of the clusters; empty is all kinds.
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
	Key    string                `json:"key"`
	Effect placement.TaintEffect `json:"effect,omitempty"`
}

// Texts set and remove entries of a map of texts of clusters.
type Texts struct {
	Selection
	Set    map[string]string `json:"set,omitempty"`
	Remove []string          `json:"remove,omitempty"`
}

// Resize changes the resources of clusters. An amount is a quantity, or a percentage of what the cluster has.
type Resize struct {
	Selection
	// Resources are what a cluster has and can allocate. What runs on it stays, so what is available changes by the same amount.
	Resources map[string]string `json:"resources,omitempty"`
	// Available is what is left of it on a MemberCluster.
	Available map[string]string `json:"available,omitempty"`
}

// Score sets and removes values of a score of clusters: those of the AddOnPlacementScore of a name.
type Score struct {
	Selection
	Name   string           `json:"name"`
	Set    map[string]int32 `json:"set,omitempty"`
	Remove []string         `json:"remove,omitempty"`
}

// Set adds a cluster set, or removes the one of a name.
type Set struct {
	Add    *placement.ClusterSet `json:"add,omitempty"`
	Remove string                `json:"remove,omitempty"`
}

// Binding adds or removes the binding of a cluster set to a namespace.
type Binding struct {
	Add    *placement.Binding `json:"add,omitempty"`
	Remove *placement.Binding `json:"remove,omitempty"`
}

// Evict takes a placement of KubeFleet, or all of them, from clusters.
type Evict struct {
	Selection
	// Placement is the full name of the placement; empty for all.
	Placement string `json:"placement,omitempty"`
}

// Spec changes the spec of a placement, which keeps its dialect.
type Spec struct {
	// Placement is the full name of the placement: with its namespace and a slash before the name if it has one.
	Placement string          `json:"placement"`
	OCM       *ocm.Spec       `json:"ocm,omitempty"`
	KubeFleet *kubefleet.Spec `json:"kubefleet,omitempty"`
	Hybrid    *hybrid.Spec    `json:"hybrid,omitempty"`
	// DecisionStrategy stays as it is if it is not set.
	DecisionStrategy *placement.DecisionStrategy `json:"decisionStrategy,omitempty"`
}

// Replacement are the fields of the spec as a placement has them.
func (s *Spec) Replacement() planner.Placement {
	return planner.Placement{OCM: s.OCM, KubeFleet: s.KubeFleet, Hybrid: s.Hybrid}
}

// kinds are the names of the fields, in their order, and of those that are set.
func (e *Edit) kinds() (names, set []string) {
	value := reflect.ValueOf(e).Elem()
	for i := range value.NumField() {
		name, _, _ := strings.Cut(value.Type().Field(i).Tag.Get("json"), ",")
		if names = append(names, name); !value.Field(i).IsZero() {
			set = append(set, name)
		}
	}
	return names, set
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

// operation is the change; nil for an edit without any.
func (e *Edit) operation() operation {
	switch {
	case e.Lose != nil:
		return loss{e.Lose}
	case e.Add != nil:
		return addition{e.Add}
	case e.Taint != nil:
		return e.Taint
	case e.Untaint != nil:
		return e.Untaint
	case e.Label != nil:
		return entries{e.Label, &labels}
	case e.Claim != nil:
		return entries{e.Claim, &claims}
	case e.Property != nil:
		return entries{e.Property, &properties}
	case e.Resize != nil:
		return e.Resize
	case e.Score != nil:
		return e.Score
	case e.Set != nil:
		return e.Set
	case e.Binding != nil:
		return e.Binding
	case e.Evict != nil:
		return e.Evict
	case e.Spec != nil:
		return e.Spec
	case !e.At.IsZero():
		return instant(e.At)
	}
	return nil
}

// instant is the time from then on.
type instant time.Time

func (instant) validate(*field.Path) field.ErrorList { return nil }

func (instant) apply(context.Context, *Target, *field.Path) finding.List { return nil }

func (*Evict) apply(context.Context, *Target, *field.Path) finding.List { return nil }

func (*Spec) apply(context.Context, *Target, *field.Path) finding.List { return nil }
