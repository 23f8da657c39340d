// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// resourcePlan is a plan of a rollout.
type resourcePlan struct {
	config *carryConfig
	reader *tfvalue.Reader
	prior  *priorState
	// memory is the rollout as the prior state has it or, without one, as it begins.
	memory *step.Memory
	// imported says that the state has nothing but the name. Replaced is what is noted of a rollout that Terraform plans once more
	// without its state; nil if it does not.
	imported bool
	replaced *note
	// progress are the outputs; nil as long as they are unknown.
	progress *step.Progress
}

// readPlan finds out what a plan is to change.
func readPlan(ctx context.Context, read *framework.Readers, req resource.ModifyPlanRequest) (*resourcePlan, diag.Diagnostics) {
	var diags diag.Diagnostics
	noted, more := req.Private.GetKey(ctx, timesKey)
	diags.Append(more...)
	prior, err := readPriorState(ctx, read, req.State.Raw, noted)
	if err != nil {
		diags.AddError("The state cannot be read", err.Error())
		return nil, diags
	}
	p := &resourcePlan{prior: prior, imported: prior == nil && !req.State.Raw.IsNull()}
	var unneeded []string
	if prior != nil {
		p.memory, unneeded = &prior.Memory, []string{"initial_revisions"}
	} else if !p.imported && noted != nil {
		p.replaced = framework.ReadNote[note](noted)
	}
	if p.config, p.reader, err = readCarryConfig(ctx, read, req.Config.Raw, unneeded...); err != nil {
		diags.AddError("The configuration cannot be read", err.Error())
		return nil, diags
	}
	diags.Append(framework.Diagnostics(p.reader)...)
	diags.Append(p.config.unknownErrors(p.reader)...)
	return p, append(diags, p.unremembered()...)
}

// waysToBegin says how a rollout learns what the clusters have.
const waysToBegin = "If no cluster has the workload yet:\n\n  initial_revisions = {}\n\nIf clusters have it, write what each " +
	"of them has, for example:\n\n  initial_revisions = { eu-1 = \"v1\", eu-2 = \"v1\" }\n\nThe argument may stay: it is " +
	"read only while no rollout is in the state."

// unremembered is the error of a rollout that does not know what the clusters have. Nothing begins without that by accident: it
// would start with the first clusters, and take the workload from all others.
func (p *resourcePlan) unremembered() diag.Diagnostics {
	var diags diag.Diagnostics
	switch {
	case p.prior != nil || p.config.Initial != nil || p.reader.IsUnknown(tfvalue.Root("initial_revisions")):
	case p.imported:
		diags.AddAttributeError(path.Root("name"), "The rollout does not know the revisions", "The rollout was imported without "+
			"initial_revisions. It would deploy the first wave and remove the workload from all other clusters. "+waysToBegin)
	case p.replaced != nil:
		diags.AddAttributeError(path.Root("name"), "The rollout would start over", "Its replacement does not know what the clusters "+
			"have. It would deploy the first wave and remove the workload from all other clusters. Plan without -replace, or "+
			"set initial_revisions. "+waysToBegin)
	default:
		diags.AddAttributeError(path.Root("name"), "The rollout does not know the revisions", "There is no rollout in the state yet, "+
			"so its first apply must set initial_revisions. If there was one, its state is lost or tainted, or its address has "+
			"changed: restore the state, run terraform untaint, or add a moved block.\n\n"+waysToBegin)
	}
	return diags
}

// ModifyPlan computes the next step. Terraform asks again when it applies and wants the very same answer, so the answer is a
// function of the configuration, of the prior state and of the provider's fleet alone.
func (r *rolloutResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	p, diags := readPlan(ctx, r.Readers, req)
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	outputs, diags := r.outputs(ctx, p)
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	if p.progress != nil {
		resp.Diagnostics.Append(framework.Note(ctx, resp.Private, timesKey, p.note())...)
	}
	outputs["id"] = framework.IDOf(req.Plan.Raw, identityKeys)
	framework.KeepForms(ctx, r.Readers, (*carryConfig).simplify, "decisions", "decision_groups", "clusters")
	var err error
	if p.prior != nil {
		err = keepInitial(ctx)
	}
	if err == nil {
		resp.Plan.Raw, err = framework.Fill(ctx, req.Plan.Raw, outputs)
	}
	if err == nil && p.prior != nil && p.progress != nil {
		resp.Plan.Raw, err = p.prior.keepTime(resp.Plan.Raw, p.progress)
	}
	if err != nil {
		resp.Diagnostics.AddError("The plan cannot be written", err.Error())
	}
}

// outputs are the computed attributes; unknown as long as an argument is.
func (r *rolloutResource) outputs(ctx context.Context, p *resourcePlan) (map[string]any, diag.Diagnostics) {
	if waiting := p.config.waiting(p.reader, r.Provider.Source); waiting != nil {
		outputs := map[string]any{}
		for _, name := range ProgressNames() {
			outputs[name] = tfvalue.Unknown
		}
		return outputs, diag.Diagnostics{waiting}
	}
	p.config.validate(p.reader)
	diags := framework.Diagnostics(p.reader)
	if diags.HasError() {
		return nil, diags
	}
	members, more := p.config.members(ctx, &p.config.Strategy, r.Provider.Source, true)
	if diags.Append(more...); diags.HasError() {
		return nil, diags
	}
	p.config.Fleet = members
	if p.memory == nil {
		p.memory = step.Begin(&p.config.CarryRequest)
	}
	progress, err := step.Carry(ctx, &p.config.CarryRequest, p.memory)
	if err != nil {
		p.reader.Check(nil, p.config, strategyErrors(err))
	} else {
		p.reader.Check(nil, p.config, p.config.Unsafe(progress))
	}
	if diags := framework.Diagnostics(p.reader); len(diags) > 0 {
		return nil, diags
	}
	removals := p.config.TooManyRemovals(p.memory, progress)
	if p.replaced != nil {
		removals = append(removals, p.config.LeftOut(p.replaced.Had)...)
	}
	p.refuse(removals)
	if diags := framework.Diagnostics(p.reader); len(diags) > 0 {
		return nil, diags
	}
	p.progress = progress
	return tfvalue.Attributes(progress), append(diags, p.warnings(ctx, progress)...)
}

// refuse adds the errors of a step that takes the workload from too many clusters. Terraform plans before it destroys, too.
func (p *resourcePlan) refuse(errs field.ErrorList) {
	for _, err := range errs {
		p.reader.Add(tfvalue.Mistake{
			At: tfvalue.Locate(nil, reflect.TypeOf(p.config), err.Field), Summary: "Too many clusters would lose the workload",
			Message: excerpt.Sentence(excerpt.FoundAndWanted(err)) + " To destroy the rollout anyway, run terraform destroy " +
				"-refresh=false",
		})
	}
}

// warnings are what is accepted but probably a mistake, and what the reader of a plan must not miss.
func (p *resourcePlan) warnings(ctx context.Context, now *step.Progress) diag.Diagnostics {
	p.config.surprisingSizes(ctx, p.reader)
	p.reader.Warn(nil, p.config, p.config.Warnings())
	warnings := p.config.StatusWarnings(p.memory, now)
	if p.prior == nil {
		warnings = append(warnings, p.config.InitialWarnings()...)
	}
	warn(p.reader, p.config, "has a doubtful value", warnings)
	diags := framework.Warnings(p.reader, p.config.title)
	if p.prior == nil {
		diags.AddAttributeWarning(path.Root("initial_revisions"), p.config.title("begins with initial_revisions"), p.beginning(now))
	}
	revision := excerpt.Quote(p.config.Revision)
	what := map[step.Phase]string{step.PhaseStuck: "is stuck", step.PhasePartiallyFailed: "has partially failed"}[now.Phase]
	if now.Breached {
		what = "has stopped at revision " + revision
	}
	if what != "" {
		diags.AddAttributeWarning(path.Root("revision"), p.config.title(what),
			"Revision "+revision+": "+excerpt.Sentence(now.WaitsFor))
	}
	return diags
}

// beginning says what initial_revisions means for the clusters.
func (p *resourcePlan) beginning(now *step.Progress) string {
	starts := 0
	for name, revision := range now.Revisions {
		if p.memory.Revisions[name] != revision {
			starts++
		}
	}
	text := "It starts " + excerpt.Quote(p.config.Revision) + " on " + excerpt.Count(starts, "cluster") + " now. "
	if has := len(p.memory.Revisions); has > 0 {
		return text + "All but the " + excerpt.Count(has, "cluster") + " of initial_revisions are taken to have nothing."
	}
	return text + "All clusters are taken to have nothing."
}

// ProgressNames has the names of the outputs. Every plan needs them several times.
var ProgressNames = sync.OnceValue(
	func() []string { return slices.Sorted(maps.Keys(framework.TypeOf[step.Progress]().AttrTypes)) })
