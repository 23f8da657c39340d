// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// WaveType is a wave as the function and the data source return it.
var WaveType = framework.TypeOf[step.Wave]()

// sharedArguments are the arguments of the data source and of the resource.
func sharedArguments() map[string]schema.Attribute {
	return framework.Join(
		framework.Arguments[step.PassRequest](
			"strategy", "decisions", "decision_groups", "decision_group_names", "number_of_clusters", "cluster_status", "approved_stages",
			"now",
		),
		map[string]schema.Attribute{
			"clusters": framework.Dynamic(framework.WithExample[[]placement.Cluster]("clusters",
				"The fleet as values, in the form of `multicluster_placement`: stages select clusters by these "+
					"labels. Only a strategy of type `External` needs a fleet.")),
			"manifests": framework.OptionalList(framework.WithDefault("The fleet as texts of Kubernetes objects, as in "+
				"`multicluster_placement`. Strategies of KubeFleet use MemberClusters.", "the provider's `manifests` if `clusters` is not "+
				"set either and the strategy needs a fleet")),
		},
	)
}

// DataSourceSchema describes the data source.
//
// # Data source rollout
//
// Computes the next step of a rollout, as the hub would, while Terraform plans. It says which clusters get a change now, which
// wait, and why. It has no memory, unlike the [resource](../resources/rollout): `cluster_status` says how far the clusters are.
// It must not depend on what the rollout drives, which would be a cycle.
func DataSourceSchema() schema.Schema {
	return schema.Schema{Attributes: framework.Join(sharedArguments(), framework.Arguments[step.PassRequest]("revision"),
		framework.ComputedAttributes[step.Outputs]())}
}
