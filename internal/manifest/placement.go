// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package manifest reads and writes placements as the Kubernetes objects of their APIs, with the objects that have the strategy
// of their rollout. The packages below it read texts, the other objects of a fleet, and what a hub has decided.
package manifest

import (
	"errors"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// Placement is a placement of one of the three dialects, with the fields that all of them have. Exactly one of OCM,
// KubeFleet and Hybrid is set.
type Placement struct {
	// The name of the placement. PlacementDecisions and bindings in `manifests` or on the hub that carry this name are its earlier
	// decisions. Defaults to `placement`.
	Name string `json:"name,omitempty"`
	// The namespace of the placement. In `ocm` it limits the cluster sets to those with a ManagedClusterSetBinding in it. In
	// `kubefleet` it makes the placement a ResourcePlacement.
	Namespace string `json:"namespace,omitempty"`
	// Decide as Open Cluster Management does: the `spec` of a Placement (`cluster.open-cluster-management.io/v1beta1`).
	OCM *ocm.Spec `json:"ocm,omitempty"`
	// Decide as KubeFleet and Azure Kubernetes Fleet Manager do: `spec.policy` of a ClusterResourcePlacement
	// (`placement.kubernetes-fleet.io/v1beta1`), or with a `namespace` of a ResourcePlacement.
	KubeFleet *kubefleet.Spec `json:"kubefleet,omitempty"`
	// Decide as hybrid placement rules do, by the ratings of advisors: the `spec` of a PlacementRule (`core.hybridapp.io/v1alpha1`).
	Hybrid *hybrid.Spec `json:"hybrid,omitempty"`
	// ObjectSpec is the rest of the spec of a placement of KubeFleet. It does not affect decisions.
	kubefleet.ObjectSpec
	// How the decisions are divided into groups, with every scheduler: `spec.decisionStrategy` of an OCM Placement.
	// ---
	// Only the object of Open Cluster Management has one.
	DecisionStrategy placement.DecisionStrategy `json:"decisionStrategy,omitzero"`
	// How a change is rolled out: the `rolloutStrategy` of Open Cluster Management, or `spec.strategy` of KubeFleet with stages.
	// Does not affect decisions.
	// ---
	// A PlacementRule has none.
	Strategy *rollout.Strategy `json:"strategy,omitempty"`
	// The object that has `strategy`: required with `ocm`, and with the stages of `kubefleet`. Does not affect decisions.
	RolloutOf *RolloutOf `json:"rolloutOf,omitempty"`
	// Decided are the keys of the targets that are chosen in the status of a PlacementRule.
	Decided []string `json:"-"`
	// Unscheduled is the reason why the hub does not schedule the placement. It is empty for a placement that is scheduled.
	Unscheduled string `json:"-"`
	// OfRule says that the placement was read from a PlacementRule for Kubernetes resources alone, and Untranslated is what it does
	// not have of the rule.
	OfRule       bool           `json:"-"`
	Untranslated []Untranslated `json:"-"`
}

// NotScheduled is the error that the hub does not schedule the placement; nil if it does.
func (p *Placement) NotScheduled() error {
	if p.Unscheduled == "" {
		return nil
	}
	return errors.New("the hub does not schedule the placement: " + p.Unscheduled)
}

// has reports whether a dialect is set.
func (p *Placement) has(dialect placement.Dialect) bool {
	row := dialects[dialect]
	return row != nil && row.isSet(p)
}

// Dialects are the dialects that are set, in the order of [placement.Dialects]. A valid placement has exactly one.
func (p *Placement) Dialects() []placement.Dialect {
	isOther := func(dialect placement.Dialect) bool { return !p.has(dialect) }
	return slices.DeleteFunc(slices.Clone(placement.Dialects), isOther)
}

// Dialect is the scheduler of the placement; it defaults to DialectOCM.
func (p *Placement) Dialect() placement.Dialect {
	if index := slices.IndexFunc(placement.Dialects, p.has); index >= 0 {
		return placement.Dialects[index]
	}
	return placement.DialectOCM
}

// Wanted is the number of clusters that the placement asks for, and the argument that says so. It is nil if there is none, as for
// a placement without a dialect.
func (p *Placement) Wanted() (argument string, number *int32) {
	if !p.has(p.Dialect()) {
		return "", nil
	}
	return p.dialect().wanted(p)
}

// ClusterNames are the clusters that the placement asks for by name.
func (p *Placement) ClusterNames() []string {
	if p.KubeFleet == nil {
		return nil
	}
	return p.KubeFleet.ClusterNames
}

// Decisive is the placement without what does not affect its decisions.
func (p *Placement) Decisive() Placement {
	decisive := *p
	decisive.ObjectSpec, decisive.Strategy, decisive.RolloutOf = kubefleet.ObjectSpec{}, nil, nil
	decisive.OfRule, decisive.Untranslated = false, nil
	if p.OCM != nil {
		spec := *p.OCM
		spec.Unused = ocm.Unused{}
		decisive.OCM = &spec
	}
	return decisive
}

// Is reports whether an object of a name is the placement, or one of a placement of this name belongs to it.
func (p *Placement) Is(namespace, name string) bool {
	return p.Name == name && p.Namespace == namespace
}

// Own separates the PlacementDecisions of the placement from those of others.
func (p *Placement) Own(decisions []placement.PlacementDecision) (own, others []placement.PlacementDecision) {
	return lists.Partition(decisions, func(d *placement.PlacementDecision) bool { return p.Is(d.Namespace, d.Placement) })
}

// OwnBindings separates the bindings of the placement from those of others.
func (p *Placement) OwnBindings(bindings []placement.ResourceBinding) (own, others []placement.ResourceBinding) {
	return lists.Partition(bindings, func(b *placement.ResourceBinding) bool { return p.Is(b.Namespace, b.Placement) })
}

// FullName is the name, prefixed with the namespace and a slash if the placement has a namespace.
func (p *Placement) FullName() string {
	if p.Namespace == "" {
		return p.Name
	}
	return p.Namespace + "/" + p.Name
}
