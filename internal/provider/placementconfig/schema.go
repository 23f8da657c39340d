// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementconfig

import (
	"maps"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
)

// DataSourceSchema describes the data source.
//
// # Data source placement
//
// Decides which clusters of a fleet get a workload, as the scheduler of the hub would, while Terraform plans. The decisions are
// known in the very first plan and can drive `for_each`; the [resource](../resources/placement) also stores them.
//
// If `clusters` and `manifests` are not set, the provider's `manifests` or `hub` are used. What a hub has decided for the
// placement counts as its previous decisions, and the result is what its scheduler would decide next. Only `get` and `list` [are
// needed](../guides/hub-permissions#plan).
//
// Pass values that come from managed resources through a `local` or a module output: Terraform defers reading a data source until
// apply if an argument refers directly to a resource with pending changes. [Decisions at plan
// time](../guides/decisions-at-plan-time) explains it.
func DataSourceSchema() schema.Schema {
	return schema.Schema{Attributes: framework.Join(
		framework.Arguments[planner.Request](
			"name", "namespace", "on_unsatisfied", "now", DialectOCM, DialectKubeFleet, DialectHybrid, "decision_strategy", "offers",
		),
		framework.Arguments[planner.Details]("with_report", "with_labels", "with_claims"),
		FleetAttributes(), framework.ComputedAttributes[planner.OfferedOutputs](),
	)}
}

// ResultNames has the names of the outputs. Every plan needs them several times.
var ResultNames = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(ResultAttributes())) })

// ResultAttributes are the outputs.
func ResultAttributes() map[string]schema.Attribute {
	return framework.ComputedAttributes[planner.Outputs]()
}

// ResultType is the object with the outputs of a placement to which clusters can be offered.
var ResultType = framework.TypeOf[planner.OfferedOutputs]()

// FleetAttributes are the arguments that describe the fleet, and what was decided before.
func FleetAttributes() map[string]schema.Attribute {
	return framework.Join(framework.Arguments[planner.Fleet](
		"clusters", "kind", "cluster_sets", "cluster_set_bindings", "scores", "targets", "placement_decisions",
	), framework.Arguments[planner.Prior]("previous_decisions"), framework.Arguments[Arguments]("manifests"))
}

// ClusterType is a cluster as functions and data sources return it.
var ClusterType = framework.TypeOf[placement.Cluster]()

// ClusterAttributes are the attributes of a cluster but for its name.
func ClusterAttributes() map[string]schema.Attribute {
	return framework.Join(framework.Arguments[placement.Cluster](
		"kind", "labels", "annotations", "claims", "allocatable", "capacity", "available", "properties", "namespaces", "deleting",
		"agent", "kubernetes_version",
	), map[string]schema.Attribute{
		// A map keeps every name, so a misspelt one is still found. A dynamic attribute would have its type beside every cluster,
		// which Terraform reads and writes as often as the clusters.
		"taints": schema.ListAttribute{
			Optional: true, ElementType: types.MapType{ElemType: types.StringType},
			MarkdownDescription: framework.Describe[placement.Cluster]("taints"),
		},
	})
}
