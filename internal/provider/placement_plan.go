package provider

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// ModifyPlan decides. Terraform asks again when it applies and wants the very same answer, so the answer is a function of
// the configuration, of the prior state and of the provider's fleet alone.
func (r *placementResource) ModifyPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	if req.Plan.Raw.IsNull() {
		return
	}
	last, err := readMemory(ctx, req.State.Raw)
	if err != nil {
		resp.Diagnostics.AddError("The state cannot be read", err.Error())
		return
	}
	if idOf(req.State.Raw, placementKeys) != idOf(req.Plan.Raw, placementKeys) {
		// Another name is another placement. Terraform will ask again, without the state of this one.
		last = nil
	}
	var unneeded []string
	if last != nil {
		unneeded = []string{"previous_decisions"}
	}
	config, reader, err := readPlacementConfig(ctx, req.Config.Raw, unneeded...)
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	if resp.Diagnostics.Append(reader.diagnostics()...); resp.Diagnostics.HasError() {
		return
	}
	var outputs map[string]any
	if waiting := r.waitsFor(&config, reader); waiting != nil {
		resp.Diagnostics.Append(waiting)
		outputs = map[string]any{}
		for _, name := range resultNames() {
			outputs[name] = unknownValue
		}
	} else if outputs = r.answer(ctx, &config, last, req, resp); resp.Diagnostics.HasError() {
		return
	}
	outputs["id"] = idOf(req.Plan.Raw, placementKeys)
	resp.Plan.Raw, err = fill(ctx, req.Plan.Raw, outputs)
	if err == nil && last != nil {
		resp.Plan.Raw, err = last.keepTime(ctx, resp.Plan.Raw)
	}
	if err != nil {
		resp.Diagnostics.AddError("The plan cannot be written", err.Error())
	}
}

// waitsFor says what is not known yet, if something is not.
func (r *placementResource) waitsFor(config *placementConfig, reader *valueReader) diag.Diagnostic {
	summary := config.warning("is decided only after apply")
	const consequence = " Nothing is decided before, and a for_each over the decisions fails in this run. Give the placement values " +
		"that are known while Terraform plans."
	if len(reader.unknown) == 0 {
		if r.provider.unknownFleet && config.usesFleetOfProvider() {
			return diag.NewWarningDiagnostic(summary, "The manifests of the provider are not known yet."+consequence)
		}
		return nil
	}
	names := make([]string, len(reader.unknown))
	for i, at := range reader.unknown {
		names[i] = at.String()
	}
	slices.Sort(names)
	const shown = 5
	more := ""
	if len(names) > shown {
		more = fmt.Sprintf(" and %d more", len(names)-shown)
		names = names[:shown]
	}
	hint := ""
	if reader.isUnknown(path.Root("now")) {
		hint = " Terraform knows timestamp() only after apply, and plantimestamp() in the plan."
	}
	return diag.NewAttributeWarningDiagnostic(topOf(reader.unknown[0]), summary,
		"Not known yet, because it depends on something that this run creates or changes: "+strings.Join(names, ", ")+more+"."+
			consequence+hint)
}

// topOf is the attribute of the configuration that a path is in.
func topOf(at path.Path) path.Path {
	for len(at.Steps()) > 1 {
		at = at.ParentPath()
	}
	return at
}

// answer decides and tells what moves. It returns the computed attributes: new ones, or the last ones where these stand.
func (r *placementResource) answer(
	ctx context.Context, config *placementConfig, last *memory, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) map[string]any {
	asked, err := r.question(ctx, config)
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return nil
	}
	private, diags := req.Private.GetKey(ctx, questionKey)
	resp.Diagnostics.Append(diags...)
	askedLast := readQuestion(private)
	last.remind(config, askedLast.KubeFleet)
	decided, diags := config.decide(ctx, r.provider, nil)
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return nil
	}
	if last != nil {
		if asked.Whole == askedLast.Whole && last.holdsAt(config.Now) {
			resp.Diagnostics.Append(config.unsatisfied(&decided.result)...)
			return last.outputs
		}
		moves, err := last.moves(&decided.result, asked.policyChanged(askedLast))
		if err != nil {
			resp.Diagnostics.AddError("The state cannot be read", err.Error())
			return nil
		}
		if exceeded := config.exceeded(moves, len(last.Decisions)); exceeded != nil {
			resp.Diagnostics.Append(exceeded)
			return last.outputs
		}
		if len(moves.Joined)+len(moves.Left) > 0 {
			resp.Diagnostics.AddAttributeWarning(path.Root(config.dialect()), config.warning("moves"), moves.String())
		}
	}
	resp.Diagnostics.Append(config.unsatisfied(&decided.result)...)
	outputs, err := decided.outputs()
	if err == nil {
		private, err = asked.private()
	}
	if err != nil {
		resp.Diagnostics.AddError("The result cannot be written", err.Error())
		return nil
	}
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, questionKey, private)...)
	return outputs
}
