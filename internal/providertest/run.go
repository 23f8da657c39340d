// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Run drives one object as runs of Terraform do: each has a new process of the provider, refreshes, plans, plans again and
// applies.
type Run struct {
	*Resource
	T *testing.T
	// Provider is the configuration of the provider.
	Provider object
	// FirstDecision is how long an apply that creates a placement waits for its first decisions.
	FirstDecision time.Duration
}

// NewRun starts with nothing, for the resource of a noun.
func NewRun(t *testing.T, noun string, provider object) *Run {
	t.Helper()
	return &Run{Resource: NewObject(t, noun), T: t, Provider: provider}
}

// Start starts a process of the provider.
func (r *Run) Start() {
	r.T.Helper()
	r.Server = Guarded(0, r.FirstDecision)
	if resp := ConfigureRaw(r.T, r.Server, r.Provider); len(resp.Diagnostics) > 0 {
		r.T.Fatalf("configuring the provider: %s", Said(resp.Diagnostics))
	}
}

// Refresh reads the object. It may have changed.
func (r *Run) Refresh() []*tfprotov6.Diagnostic {
	r.T.Helper()
	if r.State.IsNull() {
		return nil
	}
	resp, err := r.Server.ReadResource(r.Ctx, &tfprotov6.ReadResourceRequest{
		TypeName: r.TypeName, CurrentState: r.Encode(r.State), Private: r.Private, CurrentIdentity: r.Identity,
	})
	if err != nil {
		r.T.Fatal(err)
	}
	if Failed(resp.Diagnostics) {
		return resp.Diagnostics
	}
	r.State, r.Private, r.Identity = r.Decode(resp.NewState), resp.Private, resp.NewIdentity
	if r.State.IsNull() {
		r.Private, r.Identity = nil, nil
	}
	return resp.Diagnostics
}

// Try plans what a run would do. Data that is nil destroys.
func (r *Run) Try(data object) Planned {
	r.T.Helper()
	if data == nil {
		return r.TryConfig(r.Nothing())
	}
	return r.TryConfig(Config(r.T, r.Type(), data))
}

// TryConfig is Try for a configuration.
func (r *Run) TryConfig(config tftypes.Value) Planned {
	r.T.Helper()
	r.Start()
	diags := r.Refresh()
	if Failed(diags) {
		return Planned{Diags: diags}
	}
	if !config.IsNull() {
		diags = append(diags, r.Validate(config)...)
	}
	if Failed(diags) {
		return Planned{Diags: diags}
	}
	p := r.Plan(config)
	p.Diags = append(diags, p.Diags...)
	return p
}

// Do is a whole run. It returns what was said.
func (r *Run) Do(data object) []*tfprotov6.Diagnostic {
	r.T.Helper()
	p := r.Try(data)
	if p.Failed() || p.State.Equal(r.State) {
		return p.Diags
	}
	return append(p.Diags, r.CarryOut(p)...)
}

// CarryOut applies a plan. After an error the state is what the provider says.
func (r *Run) CarryOut(p Planned) []*tfprotov6.Diagnostic {
	r.T.Helper()
	if p.Replaces {
		destroy := r.PlanOnce(r.State, r.Private, r.Identity, r.Nothing())
		if diags := r.CarryOut(destroy); Failed(diags) {
			return diags
		}
	}
	again := r.PlanOnce(r.State, r.Private, r.Identity, p.Config)
	if again.Failed() {
		return again.Diags
	}
	r.refined("the plan during apply", p.State, again.State)
	resp, err := r.Server.ApplyResourceChange(r.Ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: r.TypeName, PriorState: r.Encode(r.State), PlannedState: r.Encode(again.State), Config: r.Encode(p.Config),
		PlannedPrivate: again.Private, PlannedIdentity: again.Identity,
	})
	if err != nil {
		r.T.Fatal(err)
	}
	resp.Diagnostics = r.WithoutStateAlone(resp.Diagnostics)
	state := r.Decode(resp.NewState)
	if !Failed(resp.Diagnostics) {
		if !state.IsFullyKnown() {
			r.T.Fatalf("the state is not known: %s", state)
		}
		r.refined("the state", again.State, state)
	}
	r.State, r.Private, r.Identity = state, resp.Private, resp.NewIdentity
	if state.IsNull() {
		r.Private, r.Identity = nil, nil
	}
	return resp.Diagnostics
}

// refined checks that the attributes that were planned as known are the same.
func (r *Run) refined(what string, planned, got tftypes.Value) {
	r.T.Helper()
	if planned.IsNull() || got.IsNull() {
		if !planned.IsNull() || !got.IsNull() {
			r.T.Fatalf("%s is not what was planned: %s instead of %s", what, got, planned)
		}
		return
	}
	for name := range r.Schema.Attributes {
		was, is := r.Attribute(planned, name), r.Attribute(got, name)
		if was.IsFullyKnown() && !was.Equal(is) {
			r.T.Fatalf("%s is not what was planned: %s was %s, and is %s", what, name, was, is)
		}
	}
}

// Has checks what was said: one diagnostic for each text. The texts of errors begin with ERROR.
func (r *Run) Has(diags []*tfprotov6.Diagnostic, texts ...string) {
	r.T.Helper()
	if len(diags) != len(texts) {
		r.T.Fatalf("%d diagnostics, want %d:\n%s", len(diags), len(texts), Said(diags))
	}
	for i, text := range texts {
		rest, isError := strings.CutPrefix(text, "ERROR ")
		if (diags[i].Severity == tfprotov6.DiagnosticSeverityError) != isError ||
			!strings.Contains(Shown(diags[i]), rest) {
			r.T.Fatalf("got %s\nwant %s", Shown(diags[i]), text)
		}
	}
}

// Settles checks that another run has nothing to do.
func (r *Run) Settles(data object) {
	r.T.Helper()
	p := r.Try(data)
	r.Has(p.Diags)
	if !p.State.Equal(r.State) {
		r.T.Fatalf("the plan is not empty:%s", r.Changed(r.State, p.State))
	}
}

// Destroys checks that a run destroys the object. Released is whether a warning says that it stays.
func (r *Run) Destroys(released bool) {
	r.T.Helper()
	diags := r.Do(nil)
	if released {
		r.Has(diags, "An object stays on the hub: ")
	} else {
		r.Has(diags)
	}
	if !r.State.IsNull() {
		r.T.Fatal("the resource still exists")
	}
}

// Value is an attribute of the state as JSON has it.
func (r *Run) Value(name string) any {
	r.T.Helper()
	return Plain(r.T, r.Attribute(r.State, name))
}

// ImportID imports by an id.
func (r *Run) ImportID(id string) []*tfprotov6.Diagnostic {
	r.T.Helper()
	r.Start()
	resp, err := r.Server.ImportResourceState(r.Ctx, &tfprotov6.ImportResourceStateRequest{TypeName: r.TypeName, ID: id})
	if err != nil {
		r.T.Fatal(err)
	}
	if Failed(resp.Diagnostics) {
		return resp.Diagnostics
	}
	found := resp.ImportedResources[0]
	r.State, r.Private, r.Identity = r.Decode(found.State), found.Private, found.Identity
	return append(resp.Diagnostics, r.Refresh()...)
}

// Generated is the configuration that Terraform generates of an imported object: every argument that has a value.
func (r *Run) Generated() tftypes.Value {
	r.T.Helper()
	var attributes map[string]tftypes.Value
	if err := r.State.As(&attributes); err != nil {
		r.T.Fatal(err)
	}
	attributes = maps.Clone(attributes)
	for name, attribute := range r.Schema.Attributes {
		if !attribute.Optional && !attribute.Required {
			attributes[name] = tftypes.NewValue(attribute.Type, nil)
		}
	}
	return tftypes.NewValue(r.Type(), attributes)
}

// Tainted plans as Terraform does for a tainted resource: after a refresh, without the prior state and the private state.
func (r *Run) Tainted(data object) Planned {
	r.T.Helper()
	r.Start()
	if diags := r.Refresh(); Failed(diags) {
		r.T.Fatal(Said(diags))
	}
	p := r.PlanOnce(r.Nothing(), nil, nil, Config(r.T, r.Type(), data))
	p.Replaces = true
	return p
}
