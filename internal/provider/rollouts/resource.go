// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"context"
	"maps"
	"reflect"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

var (
	_ resource.ResourceWithValidateConfig = (*rolloutResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*rolloutResource)(nil)
)

// rolloutResource carries a rollout from apply to apply: its state has the revision of every cluster, and a plan moves as many
// clusters as the strategy allows.
type rolloutResource struct {
	framework.Resource[providerdata.Data]
}

// NewResource makes the resource.
func NewResource(read *framework.Readers) resource.Resource {
	return &rolloutResource{framework.Resource[providerdata.Data]{
		Name: "rollout", Keys: identityKeys, IsRenamed: true, EmptyMap: "revisions", Describe: ResourceSchema, Readers: read,
		Provider: &providerdata.Data{},
	}}
}

// identityKeys are the attributes that name a rollout.
var identityKeys = []string{"name"}

// ValidateConfig finds every mistake that the configuration alone shows. Unknown values are no mistakes. The manifests are read
// once, by the plan.
func (r *rolloutResource) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	config, reader, err := readCarryConfig(ctx, r.Readers, req.Config.Raw, "manifests")
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	config.validate(reader)
	resp.Diagnostics.Append(framework.Diagnostics(reader)...)
	if !encodedInput(rawserver.FromContext(ctx), "revisions").IsNull() {
		resp.Diagnostics.AddAttributeError(path.Root("revisions"), "Read-only attribute", "revisions: the provider computes this "+
			"attribute. Write initial_revisions for what the clusters have before the first apply, such as\n\n"+
			"  initial_revisions = {}\n\nIt starts at once, and may stay.")
	}
}

// Create takes the rollout into the state as it was planned, and notes when.
func (r *rolloutResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	r.Resource.Create(ctx, req, resp)
	resp.Diagnostics.Append(r.noteApply(ctx, resp.Private)...)
}

// Update does the same with a rollout that exists.
func (r *rolloutResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	r.Resource.Update(ctx, req, resp)
	resp.Diagnostics.Append(r.noteApply(ctx, resp.Private)...)
}

// noteApply notes in private state when clusters got their revisions: a plan may have waited for hours.
func (r *rolloutResource) noteApply(ctx context.Context, private framework.PrivateState) diag.Diagnostics {
	planned := framework.ReadNote[note](rawserver.FromContext(ctx).PlannedPrivate(timesKey))
	if planned == nil {
		return nil
	}
	clock := r.Provider.Now
	if clock == nil {
		clock = time.Now
	}
	planned.Times = planned.AppliedAt(clock().UTC())
	return framework.Note(ctx, private, timesKey, planned)
}

// ReaderHints are what a reader knows of the decisions that a rollout rolls out to.
func ReaderHints() tfvalue.Hints {
	return tfvalue.Hints{
		Additional: map[reflect.Type]tfvalue.AdditionalAttributes{
			reflect.TypeFor[step.Decision](): {Names: tfvalue.Names(reflect.TypeFor[planner.Decision]())},
			reflect.TypeFor[step.Group]():    {Names: tfvalue.Names(reflect.TypeFor[planner.Group]())},
		},
		Instead: map[reflect.Type]func(first map[string]tfvalue.Input) string{
			reflect.TypeFor[step.Decision](): framework.InsteadOfByCluster,
		},
	}
}

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
