// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementconfig

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
)

// FleetAttributes are the arguments that describe the fleet, and what was decided before.
func FleetAttributes() map[string]schema.Attribute {
	return framework.Join(framework.Arguments[planner.Fleet](
		"clusters", "kind", "cluster_sets", "cluster_set_bindings", "scores", "targets", "placement_decisions",
	), framework.Arguments[planner.Prior]("previous_decisions"), map[string]schema.Attribute{
		"manifests": framework.OptionalList("The fleet as texts of Kubernetes objects, YAML or JSON, for thousands of " +
			"clusters. [The fleet](../guides/reference-fleet) says which kinds each scheduler reads; `skipped_kinds` " +
			"counts the others. If neither `clusters` nor `targets` is set, it defaults to the `manifests` of the " +
			"provider; the data source then reads the provider's `hub` if there is one."),
	})
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
