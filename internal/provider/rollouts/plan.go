package rollouts

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// resourcePlan is a plan of a rollout.
type resourcePlan struct {
	config *carryConfig
	reader *tfvalue.Reader
	last   *priorState
	// imported says that the state has nothing but the name, replaced that Terraform plans once more without the state of a rollout.
	imported, replaced bool
	// progress are the outputs; nil as long as they are unknown.
	progress *step.Progress
}

// readPlan finds out what a plan is to change.
func readPlan(ctx context.Context, read *framework.Reading, req resource.ModifyPlanRequest) (*resourcePlan, diag.Diagnostics) {
	var diags diag.Diagnostics
	predecessor, more := req.Private.GetKey(ctx, timesKey)
	diags.Append(more...)
	last, err := readPriorState(ctx, read, req.State.Raw, predecessor)
	if err != nil {
		diags.AddError("The state cannot be read", err.Error())
		return nil, diags
	}
	p := &resourcePlan{last: last, imported: last == nil && !req.State.Raw.IsNull()}
	p.replaced = req.State.Raw.IsNull() && predecessor != nil
	if p.config, p.reader, err = readCarryConfig(ctx, read, req.Config.Raw); err != nil {
		diags.AddError("The configuration cannot be read", err.Error())
		return nil, diags
	}
	diags.Append(framework.Diagnostics(p.reader)...)
	diags.Append(p.config.unknownErrors(p.reader)...)
	return p, append(diags, p.unremembered()...)
}

// waysToBegin says how a rollout learns what the clusters have.
const waysToBegin = "If no cluster has the workload yet:\n\n  revisions = {}\n\nIf clusters have it, write what each of " +
	"them has, for example:\n\n  revisions = { eu-1 = \"v1\", eu-2 = \"v1\" }\n\nApply, and remove revisions: the rollout goes " +
	"on from there."

// unremembered is the error of a rollout that does not know what the clusters have. Nothing begins without that by accident: it
// would start with the first clusters, and take the workload from all others.
func (p *resourcePlan) unremembered() diag.Diagnostics {
	var diags diag.Diagnostics
	switch {
	case p.last != nil || p.config.Given != nil || p.reader.IsUnknown(tfvalue.Root("revisions")):
	case p.imported:
		diags.AddAttributeError(path.Root("name"), "The rollout does not know the revisions", "The rollout was imported without "+
			"revisions. It would deploy the first wave and remove the workload from all other clusters. "+waysToBegin)
	case p.replaced:
		diags.AddAttributeError(path.Root("name"), "The rollout would start over", "Its replacement does not know what the clusters "+
			"have. It would deploy the first wave and remove the workload from all other clusters. Plan without -replace, or "+
			"set revisions. "+waysToBegin)
	default:
		diags.AddAttributeError(path.Root("name"), "The rollout does not know the revisions", "There is no rollout in the state yet, "+
			"so its first apply must set revisions. If there was one, its state is lost or tainted, or its address has changed: restore "+
			"the state, run terraform untaint, or add a moved block.\n\n"+waysToBegin)
	}
	return diags
}

// ModifyPlan computes the next step. Terraform asks again when it applies and wants the very same answer, so the answer is a
// function of the configuration, of the prior state and of the provider's fleet alone.
func (r *rolloutResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	p, diags := readPlan(ctx, r.read, req)
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	outputs, diags := r.outputs(ctx, p)
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	if p.progress != nil {
		resp.Diagnostics.Append(framework.Note(ctx, resp.Private, timesKey, p.progress.Times)...)
	}
	outputs["id"] = framework.IDOf(req.Plan.Raw, identityKeys)
	err := framework.KeepForms(ctx, r.read, readCarry, "decisions", "decision_groups", "clusters")
	if err == nil {
		resp.Plan.Raw, err = framework.Fill(ctx, req.Plan.Raw, outputs)
	}
	if err == nil && p.last != nil && p.progress != nil {
		resp.Plan.Raw, err = p.last.keepTime(resp.Plan.Raw, p.progress)
	}
	if err != nil {
		resp.Diagnostics.AddError("The plan cannot be written", err.Error())
	}
}

// outputs are the computed attributes; unknown as long as an argument is.
func (r *rolloutResource) outputs(ctx context.Context, p *resourcePlan) (map[string]any, diag.Diagnostics) {
	if waiting := p.config.waiting(p.reader, r.provider.Source); waiting != nil {
		outputs := map[string]any{}
		for _, name := range ProgressNames() {
			outputs[name] = tfvalue.Unknown
		}
		if p.config.Given != nil {
			delete(outputs, "revisions") // The plan has what is configured, be it known or not.
		}
		if p.refuse(p.leftOut()); len(framework.Diagnostics(p.reader)) > 0 {
			return nil, framework.Diagnostics(p.reader)
		}
		return outputs, diag.Diagnostics{waiting}
	}
	p.config.validate(p.reader)
	diags := framework.Diagnostics(p.reader)
	if diags.HasError() {
		return nil, diags
	}
	members, more := p.config.fleetConfig.known(ctx, &p.config.Strategy, r.provider.Source)
	if diags.Append(more...); diags.HasError() {
		return nil, diags
	}
	p.config.Fleet = members
	var memory *step.Memory
	if p.last != nil {
		memory = &p.last.Memory
	}
	progress, err := step.Carry(ctx, &p.config.CarryRequest, memory)
	var errs field.ErrorList
	if err == nil {
		errs = p.config.Unsafe(progress)
	} else if errs = p.config.Absent(); len(errs) == 0 { // No stage selects a cluster that the fleet does not have.
		errs = strategyErrors(err)
	}
	if p.reader.Check(nil, p.config, errs); len(framework.Diagnostics(p.reader)) > 0 {
		return nil, framework.Diagnostics(p.reader)
	}
	if p.refuse(p.config.TooManyRemovals(memory, progress)); len(framework.Diagnostics(p.reader)) > 0 {
		return nil, framework.Diagnostics(p.reader)
	}
	outputs := tfvalue.Attributes(progress)
	p.progress = progress
	if p.config.Given != nil {
		delete(outputs, "revisions") // The plan has what is configured, with the clusters that are null.
	}
	return outputs, append(diags, p.warnings(ctx, memory, progress)...)
}

// leftOut finds clusters that would lose the workload in a plan that is not known otherwise.
func (p *resourcePlan) leftOut() field.ErrorList {
	if p.last == nil || p.config.Given == nil {
		return nil
	}
	return p.config.LeftOut(&p.last.Memory, func(cluster string) bool {
		return p.reader.IsUnknown(tfvalue.Root("revisions").Key(cluster))
	})
}

// refuse adds the errors of a step that takes the workload from too many clusters. Terraform plans before it destroys, too.
func (p *resourcePlan) refuse(errs field.ErrorList) {
	for _, err := range errs {
		p.reader.Add(tfvalue.Mistake{
			At: tfvalue.Locate(nil, carryConfigType, err.Field), Summary: "Too many clusters would lose the workload",
			Message: excerpt.Sentence(excerpt.FoundAndWanted(err)) + " To destroy the rollout anyway, run terraform destroy " +
				"-refresh=false",
		})
	}
}

// warnings are what is accepted but probably a mistake, and what the reader of a plan must not miss.
func (p *resourcePlan) warnings(ctx context.Context, last *step.Memory, now *step.Progress) diag.Diagnostics {
	p.config.surprisingSizes(ctx, p.reader)
	p.reader.Warn(nil, p.config, p.config.Warnings())
	for _, doubt := range p.config.Doubts(last, now) {
		p.reader.Add(tfvalue.Mistake{
			At: tfvalue.Locate(nil, carryConfigType, doubt.Field), Summary: "has a doubtful value",
			Message: excerpt.FoundAndWanted(doubt), Warning: true,
		})
	}
	diags := framework.Warnings(p.reader, p.config.title)
	if p.config.Given != nil {
		diags.AddAttributeWarning(path.Root("revisions"), p.config.title("does not move while revisions is set"),
			"The clusters are taken to have these revisions. Remove revisions after this apply: the rollout goes on from there.")
	}
	if now.Phase == step.PhaseStuck || now.Phase == step.PhasePartiallyFailed {
		what := map[step.Phase]string{step.PhaseStuck: "is stuck", step.PhasePartiallyFailed: "has partially failed"}[now.Phase]
		diags.AddAttributeWarning(path.Root("revision"), p.config.title(what),
			"Revision "+excerpt.Quote(p.config.Revision)+": "+excerpt.Sentence(now.WaitsFor))
	}
	if now.Breached {
		diags.AddAttributeWarning(path.Root("revision"),
			p.config.title(fmt.Sprintf("has stopped at revision %s", excerpt.Quote(p.config.Revision))),
			"Revision "+excerpt.Quote(p.config.Revision)+": "+excerpt.Sentence(now.WaitsFor))
	}
	return diags
}

// ProgressNames has the names of the outputs. Every plan needs them several times.
var ProgressNames = sync.OnceValue(
	func() []string { return slices.Sorted(maps.Keys(framework.TypeOf[step.Progress]().AttrTypes)) })
