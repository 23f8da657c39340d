// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"encoding/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// The kinds of placements. v1 of KubeFleet's kinds lacks parts of the strategy.
var (
	Placement = newKind(Kind{
		GroupKind: api.PlacementKinds[placement.DialectOCM].Namespaced, IsNamespaced: true,
		Defaults: map[string]any{
			"sortBy": "ClusterName", "scoreRateLimit": "1m", "prioritizerPolicy.mode": "Additive",
			"decisionStrategy.groupStrategy.clustersPerDecisionGroup": "100%",
		},
	})
	ClusterResourcePlacement = newKind(Kind{
		GroupKind: api.PlacementKinds[placement.DialectKubeFleet].Cluster, Preferred: "v1beta1", Defaults: fleetPlacementDefaults,
	})
	ResourcePlacement = newKind(Kind{
		GroupKind: api.PlacementKinds[placement.DialectKubeFleet].Namespaced, IsNamespaced: true, Preferred: "v1beta1",
		Defaults: fleetPlacementDefaults,
	})
	PlacementRule = newKind(Kind{GroupKind: api.PlacementKinds[placement.DialectHybrid].Namespaced, IsNamespaced: true})
)

var fleetPlacementDefaults = map[string]any{
	"revisionHistoryLimit": int64(10), "statusReportingScope": "ClusterScopeOnly",
	"strategy.type":                                   "RollingUpdate",
	"strategy.rollingUpdate.maxUnavailable":           "25%",
	"strategy.rollingUpdate.maxSurge":                 "25%",
	"strategy.rollingUpdate.unavailablePeriodSeconds": int64(60),
	"strategy.applyStrategy.type":                     "ClientSideApply",
	"strategy.applyStrategy.comparisonOption":         "PartialComparison",
	"strategy.applyStrategy.whenToApply":              "Always",
	"strategy.applyStrategy.whenToTakeOver":           "Always",
	"strategy.deleteStrategy.propagationPolicy":       "Delete",
	"strategy.reportBackStrategy.type":                "Disabled",
}

// ApplyPlacement returns what a placement sets in its object. The error wraps a *field.Error.
func ApplyPlacement(p *manifest.Placement) (Applied, error) {
	spec, err := manifest.ObjectSpec(p)
	if err != nil {
		return Applied{}, err
	}
	return newApplied(nil, nil, spec)
}

// DisruptionBudget is the kind that bounds the evictions of the ClusterResourcePlacement of its name.
var DisruptionBudget = fleetKind("ClusterResourcePlacementDisruptionBudget")

// ApplyDisruptionBudget returns what a budget sets in its object.
func ApplyDisruptionBudget(_ *Kind, b *kubefleet.DisruptionBudget) (Applied, error) {
	return newApplied(nil, nil, b.DisruptionBudgetSpec)
}

// ReadDisruptionBudget reads a budget from the JSON of its object.
func ReadDisruptionBudget(_ *Kind, object []byte) (*kubefleet.DisruptionBudget, error) {
	var o stored[kubefleet.DisruptionBudgetSpec]
	err := json.Unmarshal(object, &o)
	return &kubefleet.DisruptionBudget{Name: o.Metadata.Name, DisruptionBudgetSpec: o.Spec}, err
}
