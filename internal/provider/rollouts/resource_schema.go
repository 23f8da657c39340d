// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// ResourceSchema has the arguments of the data source, and what only something with a memory can have.
//
// # Resource rollout
//
// Carries a rollout from apply to apply. It remembers which revision every cluster has, and each plan moves as many clusters to
// the new one as the strategy allows. `revisions` is known during plan and can drive `for_each`.
//
// `cluster_status` must not depend on what takes `revisions`, which would be a cycle: see [where it comes
// from](../guides/progressive-rollouts#where-the-status-comes-from).
func ResourceSchema() schema.Schema {
	attributes := framework.ResourceAttributes(sharedArguments())
	maps.Copy(attributes, framework.ResourceAttributes(framework.ComputedAttributes[step.Progress]()))
	maps.Copy(attributes, framework.ResourceAttributes(framework.Arguments[step.CarryRequest](
		"revision", "approval_groups", "require_status", "on_breach", "max_failures", "progress_deadline", "rollback_concurrency",
		"max_removals", "allow_missing_groups", "paused", "abort", "retry", "initial_revisions", "approved_stages",
	)))
	notEmpty := []validator.String{stringvalidator.LengthAtLeast(1)}
	maps.Copy(attributes, map[string]schema.Attribute{
		"id": framework.ComputedText("`name`."),
		"name": schema.StringAttribute{
			Required: true, Validators: notEmpty,
			MarkdownDescription: "The name in messages. It can be changed.",
		},
		"cluster_status": framework.Dynamic(framework.WithExample[map[string]step.ClusterStatus](
			"cluster_status",
			"The status of each cluster, by name. It applies if its `revision` is that of the cluster, and its "+
				"`last_transition_time` neither after `now` nor more than five minutes before the cluster got it. One of the two may "+
				"be missing; a time alone needs `now`, and clocks that agree. Without a status that applies, a cluster stays as last "+
				"seen: at first in progress. `Skip` always applies: the cluster does not get the revision.")),
		"clusters": framework.Dynamic(framework.WithExample[[]placement.Cluster]("clusters",
			"The fleet as values, by whose labels stages select. A cluster that is neither chosen nor in it leaves the rollout at "+
				"once; without a fleet, all clusters are assumed to exist.")),
		"manifests": framework.OptionalList(framework.WithDefault("The fleet as texts, as in `multicluster_placement`.",
			"the provider's `manifests` if `clusters` is not set either")),
		"now": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The time of the plan (RFC 3339). Without it, what depends on the time is an error. " +
				"With `now = plantimestamp()`, a plan in which nothing else changes is empty.",
		},
	})
	return schema.Schema{Version: stateVersion, Attributes: attributes}
}
