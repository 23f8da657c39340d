// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"reflect"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
)

// disruptionBudgetKind is multicluster_disruption_budget.
//
// # Resource disruption_budget
//
// Bounds how many clusters of a placement of KubeFleet evictions may take at the same time, as a
// ClusterResourcePlacementDisruptionBudget does. Evictions are no resource: [Is an eviction
// allowed?](../guides/what-if#is-an-eviction-allowed) shows them, with what a simulation says before. With the provider's `hub`,
// it is the object there; otherwise it is only in the state.
var disruptionBudgetKind = hubresource.Kind[kubefleet.DisruptionBudget]{
	Element:  reflect.TypeFor[kubefleet.DisruptionBudget](),
	Validate: func(b *kubefleet.DisruptionBudget) field.ErrorList { return b.Validate(nil) },
	Hub: managed.Kind[kubefleet.DisruptionBudget]{
		Name: "disruption_budget", Keys: []string{"name"},
		Kinds: []*hubobject.Kind{hubobject.DisruptionBudget},
		Apply: hubobject.ApplyDisruptionBudget, Read: hubobject.ReadDisruptionBudget,
		Siblings:  budgetOfPlacement,
		Arguments: []string{"max_unavailable", "min_available"},
	},
}

// budgetOfPlacement finds what the hub refuses in a budget of the placement of its name, if it exists and may be read. The hub
// finds it as well unless its webhooks are off, where every eviction would be blocked.
func budgetOfPlacement(ctx context.Context, target *managed.Target, b *kubefleet.DisruptionBudget) (field.ErrorList, error) {
	ref := hub.Reference{Kind: hubobject.ClusterResourcePlacement, Name: b.Name}
	placement, _, err := target.Hub.Client.Shared.Placement(ctx, ref)
	if err != nil || placement == nil || placement.KubeFleet == nil {
		return nil, ctx.Err()
	}
	return b.ValidateFor(placement.KubeFleet), nil
}
