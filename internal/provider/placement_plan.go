package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// predecessorKey is where a plan keeps the decisions that the state has, beside the state. With -replace Terraform plans once
// more without the state, and this is all that such a plan knows of it.
const predecessorKey = "decisions"

// placementChange is a plan of a placement: what it was, and what it is to become.
type placementChange struct {
	config *placementConfig
	reader *tfvalue.Reader
	// last is the answer that the placement keeps to; nil if it is created, imported or replaced.
	last      *memory
	askedLast question
	// replaced are the decisions of the placement that Terraform replaces; nil if there is none. The plan that is made during
	// apply does not know them: they can make an error or a warning, and nothing else.
	replaced *predecessor
	// immutable says that it is replaced because a hub refuses to change it.
	immutable bool
	// imported says that there is a state, in which nothing is decided.
	imported bool
}

// readChange finds out what a plan is to change.
func readChange(ctx context.Context, req resource.ModifyPlanRequest) (*placementChange, diag.Diagnostics) {
	var diags diag.Diagnostics
	private, more := req.Private.GetKey(ctx, questionKey)
	diags.Append(more...)
	noted, more := req.Private.GetKey(ctx, predecessorKey)
	diags.Append(more...)
	last, err := readMemory(ctx, req.State.Raw)
	if err != nil {
		diags.AddError("The state cannot be read", err.Error())
		return nil, diags
	}
	c := &placementChange{last: last, askedLast: readQuestion(private), imported: !req.State.Raw.IsNull() && last == nil}
	renamed := idOf(req.State.Raw, placementKeys) != idOf(req.Plan.Raw, placementKeys)
	if diags.Append(c.read(ctx, req, last == nil || renamed)...); diags.HasError() {
		return nil, diags
	}
	switch {
	case req.State.Raw.IsNull():
		c.replaced = readPredecessor(noted)
		return c, diags
	case !renamed && c.config.immutable(c.askedLast.KubeFleet, c.reader):
		c.immutable = true
		diags.Append(c.read(ctx, req, true)...)
	case !renamed:
		return c, diags
	}
	if last != nil {
		c.replaced, c.last = last.predecessor(false), nil
	}
	return c, diags
}

// read reads the configuration. The previous decisions in it count for a placement that is created.
func (c *placementChange) read(ctx context.Context, req resource.ModifyPlanRequest, creates bool) diag.Diagnostics {
	var diags diag.Diagnostics
	var unneeded []string
	if !creates {
		unneeded = []string{"previous_decisions"}
	}
	config, reader, err := readPlacementConfig(ctx, req.Config.Raw, unneeded...)
	if err != nil {
		diags.AddError("The configuration cannot be read", err.Error())
		return diags
	}
	c.config, c.reader = &config, reader
	return diagnostics(reader)
}

// notePredecessor keeps the decisions that the state has for a plan without it.
func (c *placementChange) notePredecessor(ctx context.Context, resp *resource.ModifyPlanResponse) diag.Diagnostics {
	known := c.replaced
	if c.last != nil {
		known = c.last.predecessor(false)
	}
	if known == nil {
		return nil
	}
	noted, err := json.Marshal(known)
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("The plan cannot be written", err.Error())}
	}
	return resp.Private.SetKey(ctx, predecessorKey, noted)
}

// readPredecessor reads the decisions that the plan before has noted; nil if it has not.
func readPredecessor(noted []byte) *predecessor {
	var p predecessor
	if err := json.Unmarshal(noted, &p); err != nil {
		return nil
	}
	return &p
}

// ModifyPlan decides. Terraform asks again when it applies and wants the very same answer, so the answer is a function of
// the configuration, of the prior state and of the provider's fleet alone.
func (r *placementResource) ModifyPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	if req.Plan.Raw.IsNull() {
		return
	}
	c, diags := readChange(ctx, req)
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	if c.immutable {
		resp.RequiresReplace.Append(path.Root(dialectKubeFleet))
	}
	resp.Diagnostics.Append(c.notePredecessor(ctx, resp)...)
	var outputs map[string]any
	if waiting := r.waitsFor(c.config, c.reader); waiting != nil {
		resp.Diagnostics.Append(waiting)
		resp.Diagnostics.Append(c.unguarded()...)
		outputs = map[string]any{}
		for _, name := range resultNames() {
			outputs[name] = tfvalue.Unknown
		}
	} else {
		decided, diags := r.outcome(ctx, c)
		if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
			return
		}
		resp.Diagnostics.Append(decided.asked.note(ctx, resp.Private)...)
		outputs = decided.outputs
	}
	outputs["id"] = idOf(req.Plan.Raw, placementKeys)
	var err error
	resp.Plan.Raw, err = fill(ctx, req.Plan.Raw, outputs)
	if err == nil && c.last != nil {
		resp.Plan.Raw, err = c.last.keepTime(ctx, resp.Plan.Raw)
	}
	if err != nil {
		resp.Diagnostics.AddError("The plan cannot be written", err.Error())
	}
}

// waitsFor says what is not known yet, if something is not.
func (r *placementResource) waitsFor(config *placementConfig, reader *tfvalue.Reader) diag.Diagnostic {
	summary := config.warning("is decided only after apply")
	if reader.IsUnknown(tfvalue.Root("name")) {
		summary = "The placement is decided only after apply"
	}
	const consequence = " Nothing is decided before, and a for_each over the decisions fails in this run. Give the placement values " +
		"that are known while Terraform plans."
	if len(reader.Unknown()) == 0 {
		if r.provider.unknownFleet && config.usesFleetOfProvider() {
			return diag.NewWarningDiagnostic(summary, "The manifests of the provider are not known yet."+consequence)
		}
		return nil
	}
	names := make([]string, len(reader.Unknown()))
	for i, at := range reader.Unknown() {
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
	if reader.IsUnknown(tfvalue.Root("now")) {
		hint = " Terraform knows timestamp() only after apply, and plantimestamp() in the plan."
	}
	return diag.NewAttributeWarningDiagnostic(path.Root(reader.Unknown()[0].Steps()[0].Name), summary,
		"Not known yet, because it depends on something that this run creates or changes: "+strings.Join(names, ", ")+more+"."+
			consequence+hint)
}
