// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

const (
	// togetherNotes is the key of private state that has an [entryNote] for each placement.
	togetherNotes = "placements"
	outcomesName  = "outcomes"
)

// entryNote is what is remembered of a placement beside its state.
type entryNote struct {
	Fingerprint planner.Fingerprint `json:"fingerprint"`
	Pass        []byte              `json:"pass,omitempty"`
}

// togetherConfig is the configuration of the resource. MaxMoves limits all placements together.
type togetherConfig struct {
	together
	// How many of the currently chosen clusters one plan may drop, of all placements together: a number, or a percentage such as
	// `"25%"`, rounded down. A cluster counts once for each placement that it leaves. A placement that is removed from the map drops
	// all of its clusters. Each placement can have its own `max_moves` besides. Defaults to no limit.
	MaxMoves *intstr.IntOrString `json:"maxMoves,omitempty"`
}

func (c *togetherConfig) limit() planner.Limit { return planner.Limit{MaxMoves: c.MaxMoves} }

// togetherPlan is a plan of several placements.
type togetherPlan struct {
	config *togetherConfig
	reader *tfvalue.Reader
	// prior are the attributes of the prior state, and priorStates are its answers by key.
	prior       map[string]tftypes.Value
	priorStates map[string]*placementconfig.PriorState
	notes       map[string]entryNote
	// isImported says that there is a state that no apply has written.
	isImported bool
	outcomes   map[string]any
	losses     planner.Losses
}

// ModifyPlan decides. Terraform asks again when it applies and wants the very same answer, so the answer is a function of the
// configuration, of the prior state and of the provider's fleet alone.
func (r *togetherResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() || r.Provider == nil {
		return
	}
	p, diags := r.readPlan(ctx, req)
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(r.plan(ctx, p)...)
	if resp.Diagnostics.HasError() {
		return
	}
	outputs := map[string]any{"id": framework.IDOf(req.Plan.Raw, togetherKeys), outcomesName: p.outcomes}
	if p.outcomes == nil {
		outputs[outcomesName] = tfvalue.Unknown
	} else {
		resp.Diagnostics.Append(framework.Note(ctx, resp.Private, togetherNotes, p.notes)...)
	}
	framework.KeepForms[togetherConfig](ctx, r.Readers, nil, placementconfig.UnorderedAttributes...)
	var err error
	resp.Plan.Raw, err = framework.Fill(ctx, req.Plan.Raw, outputs)
	if err == nil {
		resp.Plan.Raw, err = placementconfig.KeepTime(ctx, resp.Plan.Raw, p.prior, outcomesName)
	}
	if err != nil {
		resp.Diagnostics.AddError("The plan cannot be written", err.Error())
	}
}

// readPlan finds out what a plan is to change.
func (r *togetherResource) readPlan(ctx context.Context, req resource.ModifyPlanRequest) (*togetherPlan, diag.Diagnostics) {
	p := &togetherPlan{config: &togetherConfig{}, priorStates: map[string]*placementconfig.PriorState{}}
	noted, diags := req.Private.GetKey(ctx, togetherNotes)
	err := p.readPrior(ctx, r.Readers, req.State.Raw, noted)
	if err != nil {
		diags.AddError("The state cannot be read", err.Error())
		return nil, diags
	}
	if p.reader, err = r.Readers.Config(ctx, req.Config.Raw, nil, p.config); err != nil {
		diags.AddError("The configuration cannot be read", err.Error())
		return nil, diags
	}
	p.config.checkAll(p.reader)
	return p, append(diags, framework.Diagnostics(p.reader)...)
}

// readPrior reads the prior state, and what was noted beside it.
func (p *togetherPlan) readPrior(ctx context.Context, read *framework.Readers, state tftypes.Value, noted []byte) error {
	if state.IsNull() {
		return nil
	}
	value, err := rawserver.FromContext(ctx).PriorState(state, outcomesName)
	if err == nil {
		err = value.As(&p.prior)
	}
	if err != nil {
		return err
	}
	if notes := framework.ReadNote[map[string]entryNote](noted); notes != nil {
		p.notes = *notes
	}
	p.isImported = p.notes == nil
	var outcomes map[string]tftypes.Value
	if err := p.prior[outcomesName].As(&outcomes); err != nil {
		return err
	}
	now, _ := framework.TextOf(state, "now")
	for key, outcome := range outcomes {
		decided, err := placementconfig.PriorStateOf(read, outcome)
		if err != nil {
			return err
		}
		if decided == nil {
			continue
		}
		decided.Pass = p.notes[key].Pass
		decided.Now, _ = time.Parse(time.RFC3339, now) // Without a time it is zero.
		p.priorStates[key] = decided
	}
	return nil
}

// plan decides the placements that can be decided, and keeps those that stand.
func (r *togetherResource) plan(ctx context.Context, p *togetherPlan) diag.Diagnostics {
	isWaiting, diags := p.waiting(r.source().IsUnknown && p.config.usesFleetOfProvider())
	if p.config.Placements == nil {
		return diags
	}
	p.outcomes = map[string]any{}
	var keys []string
	for _, key := range p.config.keys() {
		if isWaiting(key) {
			p.outcomes[key] = tfvalue.Unknown
		} else {
			keys = append(keys, key)
		}
	}
	diags.Append(p.config.warnings(p.reader, keys)...)
	changes, more := r.changes(p, keys)
	diags.Append(more...)
	subjects := make([]world.Placement, len(keys))
	for i, key := range keys {
		subjects[i] = p.config.placement(key)
		subjects[i].Prior = changes[i].Prior
	}
	var outcomes []world.Outcome
	if len(keys) > 0 {
		outcomes, more = p.config.settle(ctx, r.source(), subjects, world.Options{})
		if diags.Append(more...); diags.HasError() {
			return diags
		}
	}
	notes := map[string]entryNote{}
	for key := range p.outcomes {
		if note, ok := p.notes[key]; ok {
			notes[key] = note
		}
	}
	for i, key := range keys {
		note, more := p.decided(ctx, key, changes[i], &outcomes[i])
		diags.Append(more...)
		notes[key] = note
	}
	if p.notes = notes; diags.HasError() {
		return diags
	}
	return append(diags, p.checkLosses()...)
}

// checkLosses compares what all placements lose with the limit. A placement that is removed loses all of its clusters.
func (p *togetherPlan) checkLosses() diag.Diagnostics {
	limit := p.config.limit()
	if p.isImported && limit.MaxMoves != nil && !p.losses.Known() {
		return framework.Findings[togetherConfig](planner.Findings{finding.Failure("max_moves", "max_moves cannot be checked",
			"The placements are imported without previous decisions, so max_moves cannot limit the moves. Set previous_decisions in "+
				"each of them to the current decisions, to [] if there are none, or set max_moves after the import.")})
	}
	for _, key := range slices.Sorted(maps.Keys(p.priorStates)) {
		if _, stays := p.outcomes[key]; !stays {
			p.losses.Remove(key+" (removed)", &p.priorStates[key].State)
		}
	}
	return framework.Findings[togetherConfig](p.losses.Check(&limit))
}

// changes are what the plan makes of placements. Either the answers of all of them stand or none does: each may read the
// decisions of others.
func (r *togetherResource) changes(p *togetherPlan, keys []string) ([]*planner.Transition, diag.Diagnostics) {
	var diags diag.Diagnostics
	fleet := fleetHashes(&p.config.Fleet, p.config.Manifests, p.config.usesFleetOfProvider(), r.source())
	for _, key := range keys {
		placement := p.config.Placements[key].Placement
		fleet = append(fleet, policyOf(&placement))
	}
	whole := hashOf([]byte(strings.Join(fleet, " ")))
	changes, stand := make([]*planner.Transition, len(keys)), len(keys) == len(p.priorStates)
	for i, key := range keys {
		entry, prior := p.config.Placements[key], p.priorStates[key]
		c := &planner.Transition{
			Request: &planner.Request{Placement: entry.Placement, Prior: entry.Prior, Now: p.config.Now},
			Limit:   planner.Limit{MaxMoves: entry.MaxMoves}, LastFingerprint: p.notes[key].Fingerprint, Imported: p.isImported,
			Fingerprint: planner.Fingerprint{Whole: whole, Policy: policyOf(&entry.Placement), KubeFleet: entry.KubeFleet},
		}
		if prior != nil {
			c.Prior = planner.Prior{}
			immutable := c.Replaces(c.LastFingerprint.KubeFleet)
			if diags.Append(p.config.findings(key, immutable)...); len(immutable) > 0 {
				c.Replaced = prior.Predecessor(false)
			} else {
				c.Last = &prior.State
			}
		}
		c.Recall()
		changes[i], stand = c, stand && c.Stands()
	}
	for _, c := range changes {
		if !stand {
			c.LastFingerprint.Whole = ""
		}
	}
	return changes, diags
}

// decided compares what is decided for a placement with what was before, and writes its outputs.
func (p *togetherPlan) decided(
	ctx context.Context, key string, c *planner.Transition, o *world.Outcome,
) (note entryNote, diags diag.Diagnostics) {
	entry, prior := p.config.Placements[key], p.priorStates[key]
	if c.Last == nil {
		prior = nil
	}
	c.Request = o.Request()
	c.OnUnsatisfied = entry.OnUnsatisfied
	outcome, findings := c.Accept(ctx, o.Answer(), o.Earlier())
	if diags = p.config.findings(key, findings); diags.HasError() {
		return note, diags
	}
	p.losses.Add(key, outcome)
	one := &placementPlan{Transition: *c, config: &placementconfig.Config{}, last: prior}
	one.config.Details = entry.Details
	diags.Append(p.config.findings(key, outcome.Answer.AbsentDetails(ctx, &entry.Details))...)
	note = entryNote{outcome.Fingerprint, p.notes[key].Pass}
	if !outcome.Stands {
		note.Pass = outcome.Answer.Pass()
	}
	outputs, err := one.computed(ctx, outcome)
	if err != nil {
		diags.AddError("The result cannot be written", err.Error())
	}
	p.outcomes[key] = outputs
	return note, diags
}

// waiting reports which placements cannot be decided yet, and warns of what they wait for: their own arguments, what all of them
// share, or, because Balance may count it, a placement of Open Cluster Management.
func (p *togetherPlan) waiting(isFleetUnknown bool) (isWaiting func(key string) bool, diags diag.Diagnostics) {
	waits, waitsForAll, isCounted := map[string]bool{}, isFleetUnknown, false
	var paths []*tfvalue.Path
	for _, unknown := range p.reader.Unknown() {
		switch steps := unknown.Steps(); {
		case steps[0].Name == "name":
			continue
		case len(steps) == 1 || steps[0].Name != "placements":
			waitsForAll = true
		case len(steps) > 2 && placementconfig.IsObjectAttribute(tfvalue.Root(steps[2].Name)):
			continue
		default:
			entry := p.config.Placements[steps[1].Key]
			waits[steps[1].Key], isCounted = true, isCounted || len(entry.Dialects()) == 0 || entry.OCM != nil
		}
		paths = append(paths, unknown)
	}
	isWaiting = func(key string) bool {
		entry := p.config.Placements[key]
		return waitsForAll || waits[key] || isCounted && entry.OCM != nil
	}
	names := lists.Filter(p.config.keys(), func(key string) (string, bool) { return key, isWaiting(key) })
	const consequence = " The decisions are unknown until then, and a for_each over them fails in this run. Give the placements " +
		"values that are known during plan."
	summary := strings.TrimSuffix("Placements are deferred until apply: "+excerpt.List(names, ", "), ": ")
	switch {
	case len(paths) > 0:
		diags.Append(deferral(summary, p.reader, paths, consequence))
	case isFleetUnknown:
		diags.AddWarning(summary, "The manifests of the provider are not known yet."+consequence)
	}
	return isWaiting, diags
}
