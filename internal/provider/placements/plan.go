// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// Keys of private state.
const (
	// FingerprintKey is where the fingerprint of what the decisions answer is kept: the arguments in the state may be newer than
	// decisions that were kept.
	FingerprintKey = "question"
	// PassKey is where the pass that made the decisions is kept, for the comparison with the next one.
	PassKey = "pass"
)

// placementPlan is a plan of a placement.
type placementPlan struct {
	planner.Transition
	config *placementconfig.Config
	from   *framework.Readers
	reader *tfvalue.Reader
	// last is the state that the placement keeps to; nil if it is created, imported or replaced.
	last *placementconfig.PriorState
	// immutable are the reasons why a hub refuses to change it. It is replaced then.
	immutable planner.Findings
}

// readPlan finds out what a plan is to change.
func readPlan(ctx context.Context, read *framework.Readers, req *resource.ModifyPlanRequest) (*placementPlan, diag.Diagnostics) {
	var diags diag.Diagnostics
	noted := framework.Noted(ctx, req.Private, &diags)
	last, err := placementconfig.ReadPriorState(ctx, read, req.State.Raw)
	if err != nil {
		diags.AddError("The state cannot be read", err.Error())
		return nil, diags
	}
	if encoded := framework.ReadNote[[]byte](noted(PassKey)); last != nil && encoded != nil {
		last.Pass = *encoded
	}
	p := &placementPlan{from: read, last: last}
	p.Imported = !req.State.Raw.IsNull() && last == nil
	if known := framework.ReadNote[planner.Fingerprint](noted(FingerprintKey)); known != nil {
		p.LastFingerprint = *known
	}
	renamed := framework.IDOf(req.State.Raw, placementconfig.Keys) != framework.IDOf(req.Plan.Raw, placementconfig.Keys)
	if diags.Append(p.read(ctx, req, last == nil || renamed)...); diags.HasError() {
		return nil, diags
	}
	switch {
	case req.State.Raw.IsNull():
		p.Replaced = framework.ReadNote[planner.Predecessor](noted(placed.PredecessorKey))
	case !renamed && p.replaces():
		diags.Append(p.read(ctx, req, true)...)
		p.replace()
	case renamed:
		p.replace()
	case last != nil:
		p.Last = &last.State
	}
	return p, diags
}

// replaces reports whether a hub refuses to change the placement into the configured one. A type that is not known yet may be
// another one.
func (p *placementPlan) replaces() bool {
	old := p.LastFingerprint.KubeFleet
	if old != nil && p.reader.IsUnknown(tfvalue.Root(placementconfig.DialectKubeFleet).Attribute("placement_type")) {
		path := placementconfig.DialectKubeFleet + ".placementType"
		p.immutable = planner.Findings{{At: path, Title: p.config.Title("is replaced"), Warning: true,
			Text: "placement_type is immutable on a hub, and its new value is not known during plan."}}
	} else {
		p.immutable = p.config.Replaces(old)
	}
	return len(p.immutable) > 0
}

// replace makes the state that of the placement that is replaced.
func (p *placementPlan) replace() {
	if p.last != nil {
		p.Replaced, p.last = p.last.Predecessor(false), nil
	}
}

// read reads the configuration. The previous decisions in it apply to a placement that is created.
func (p *placementPlan) read(ctx context.Context, req *resource.ModifyPlanRequest, creates bool) diag.Diagnostics {
	var unneeded []string
	if !creates {
		unneeded = []string{"previous_decisions"}
	}
	config, reader, err := placementconfig.Read(ctx, p.from, req.Config.Raw, unneeded...)
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("The configuration cannot be read", err.Error())}
	}
	p.config, p.reader = config, reader
	p.Request, p.Limit = &config.Request, config.Limit
	return framework.Diagnostics(reader)
}

// notePredecessor keeps the names of the clusters that the state has chosen for a plan without it.
func (p *placementPlan) notePredecessor(ctx context.Context, resp *resource.ModifyPlanResponse) diag.Diagnostics {
	known := p.Replaced
	if p.last != nil {
		known = p.last.Predecessor(false)
	}
	if known == nil {
		return nil
	}
	return framework.Note(ctx, resp.Private, placed.PredecessorKey, planner.Predecessor{Clusters: known.Clusters})
}

// stateStore has a placement in the Terraform state alone: its plan has everything.
type stateStore struct {
	read *framework.Readers
	// source has no HTTP advisors: they may answer differently when Terraform applies.
	source *providerdata.FleetSource
}

// planInState decides a placement without a hub. Terraform asks again when it applies and wants the very same answer, so the
// answer is a function of the configuration, of the prior state and of the provider's fleet alone.
func planInState(
	ctx context.Context, r *framework.Resource[providerdata.Data],
	req *resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	s := &stateStore{r.Readers, r.Provider.Source.WithoutAdvisors()}
	p, diags := readPlan(ctx, s.read, req)
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	if len(p.immutable) > 0 {
		resp.Diagnostics.Append(placementconfig.Findings(p.immutable)...)
		resp.RequiresReplace.Append(path.Root(placementconfig.DialectKubeFleet))
	}
	configured := func(name string) (isNull, isKnown bool) { return framework.IsConfigured(ctx, req.Config.Raw, name) }
	resp.Diagnostics.Append(placementconfig.Findings(managed.WithoutHub(placementconfig.Title(req.Plan.Raw), configured))...)
	resp.Diagnostics.Append(p.config.WarningDiagnostics(p.reader)...)
	resp.Diagnostics.Append(p.notePredecessor(ctx, resp)...)
	outputs, diags := s.outputs(ctx, p, req, resp)
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	outputs["id"] = framework.IDOf(req.Plan.Raw, placementconfig.Keys)
	for _, ofHub := range []string{managed.HubUID, managed.UID, placed.ExpectedOutput} {
		outputs[ofHub] = nil
	}
	framework.KeepForms[placementconfig.Config](ctx, s.read, nil, placementconfig.UnorderedAttributes...)
	var err error
	resp.Plan.Raw, err = framework.Fill(ctx, req.Plan.Raw, outputs)
	if err == nil && p.last != nil {
		resp.Plan.Raw, err = p.last.KeepTime(ctx, resp.Plan.Raw)
	}
	if err != nil {
		resp.Diagnostics.AddError("The plan cannot be written", err.Error())
	}
}

// outputs are the computed attributes: new ones, the last ones where these stand, or unknown as long as an argument is.
func (s *stateStore) outputs(
	ctx context.Context, p *placementPlan, req *resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) (map[string]any, diag.Diagnostics) {
	if waiting := s.unknownInputs(p.config, p.reader); waiting != nil {
		if p.Known() {
			return p.last.Computed, nil
		}
		outputs := map[string]any{}
		for _, name := range placementconfig.ResultNames() {
			outputs[name] = tfvalue.Unknown
		}
		return outputs, append(diag.Diagnostics{waiting},
			placementconfig.Findings(p.Unguarded(p.reader.IsUnknown(tfvalue.Root("max_moves"))))...)
	}
	diags := p.config.ReadFleet(ctx, s.source)
	if diags.HasError() {
		return nil, diags
	}
	p.Fingerprint = s.fingerprint(p.config)
	outcome, findings := p.Decide(ctx)
	if diags.Append(placementconfig.Findings(findings)...); diags.HasError() {
		return nil, diags
	}
	diags.Append(p.nearest(ctx, req)...)
	diags.Append(framework.Note(ctx, resp.Private, FingerprintKey, outcome.Fingerprint)...)
	if outcome.Answer != nil {
		diags.Append(placementconfig.Findings(outcome.Answer.AbsentDetails(ctx, &p.config.Details))...)
	}
	if !outcome.Stands {
		diags.Append(framework.Note(ctx, resp.Private, PassKey, outcome.Answer.Pass())...)
	}
	outputs, err := p.computed(ctx, outcome)
	if err != nil {
		diags.AddError("The result cannot be written", err.Error())
	}
	return outputs, diags
}

// nearest warns of the smallest change of the fleet after which the changed placement is decided otherwise than the one in the
// state, if a report is asked for. The last decisions are recalled.
func (p *placementPlan) nearest(ctx context.Context, req *resource.ModifyPlanRequest) diag.Diagnostics {
	if p.last == nil || !p.config.WithReport {
		return nil
	}
	to := world.Placement{Placement: p.config.Placement, Prior: p.config.Prior, Kind: p.config.Kind}
	from := world.Placement{Prior: to.Prior, Kind: to.Kind}
	if err := p.from.Prior(ctx, req.State.Raw, &from.Placement); err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("The state cannot be read", err.Error())}
	}
	return placementconfig.Findings(
		comparison.Nearest(ctx, placementconfig.Title(req.Plan.Raw), p.config.Fleet, from, to, p.config.Now))
}

// computed are the outputs of an outcome.
func (p *placementPlan) computed(ctx context.Context, outcome *planner.Outcome) (map[string]any, error) {
	if outcome.Stands {
		return p.standing(ctx, outcome.Answer)
	}
	return p.decided(outcome)
}

// decided are the outputs of a new pass. What the last outputs have of clusters that stay is no difference, and of the moves only
// a pass that moves something is one.
func (p *placementPlan) decided(outcome *planner.Outcome) (map[string]any, error) {
	outputs, err := outcome.Answer.Outputs(&p.config.Details)
	if err != nil {
		return nil, err
	}
	if p.last != nil {
		outputs.Remember(&p.last.State, p.last.Chosen)
	}
	attributes := tfvalue.Attributes(outputs)
	if p.last != nil && !outcome.Moved {
		attributes["moves"] = p.last.Computed["moves"]
	}
	return attributes, nil
}

// standing are the last outputs, with the details that are asked for now.
func (p *placementPlan) standing(ctx context.Context, answer *planner.Answer) (map[string]any, error) {
	outputs := maps.Clone(p.last.Computed)
	if !p.Limit.Paused {
		outputs["decisions_by_cluster"] = answer.ByCluster(p.last.Chosen, &p.config.Details)
	}
	var err error
	switch {
	case !p.config.WithReport:
		outputs["report"] = nil
	case p.last.Plain["report"].IsNull() && answer != nil:
		outputs["report"], err = p.StandingReport(ctx, answer)
	}
	return outputs, err
}

// unknownInputs says what is not known yet, if something is not.
func (s *stateStore) unknownInputs(config *placementconfig.Config, reader *tfvalue.Reader) diag.Diagnostic {
	summary := config.Title("is deferred until apply")
	if reader.IsUnknown(tfvalue.Root("name")) {
		summary = "The placement is deferred until apply"
	}
	const consequence = " Its decisions are unknown until then, and a for_each over them fails in this run. Give the " +
		"placement values that are known during plan."
	waiting := slices.DeleteFunc(slices.Clone(reader.Unknown()), placementconfig.IsObjectAttribute)
	if len(waiting) == 0 {
		if s.source.IsUnknown && config.UsesFleetOfProvider() {
			return diag.NewWarningDiagnostic(summary, "The manifests of the provider are not known yet."+consequence)
		}
		return nil
	}
	return deferral(summary, reader, waiting, consequence)
}

// deferral is the warning about a decision that waits for arguments.
func deferral(summary string, reader *tfvalue.Reader, waiting []*tfvalue.Path, consequence string) diag.Diagnostic {
	names := lists.Map(waiting, (*tfvalue.Path).String)
	slices.Sort(names)
	return diag.NewAttributeWarningDiagnostic(path.Root(waiting[0].Steps()[0].Name), summary,
		framework.Deferral(reader, excerpt.First(names, 5, ", ", 0), consequence))
}
