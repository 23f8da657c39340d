package provider

import (
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// hubRun drives one object as runs of Terraform do: each has a new process of the provider, refreshes, plans, plans again and applies.
type hubRun struct {
	*lifecycle
	t *testing.T
	// provider is the configuration of the provider.
	provider object
	// FirstDecision is how long an apply that creates a placement waits for its first decisions.
	firstDecision time.Duration
}

func newHubRun(t *testing.T, noun string, provider object) *hubRun {
	t.Helper()
	return &hubRun{lifecycle: objectLifecycle(t, noun), t: t, provider: provider}
}

// start starts a process of the provider.
func (r *hubRun) start() {
	r.t.Helper()
	r.server = rawserver.NewInterruptible(patientServer(0, r.firstDecision))
	if resp := configureRaw(r.t, r.server, r.provider); len(resp.Diagnostics) > 0 {
		r.t.Fatalf("configuring the provider: %s", said(resp.Diagnostics))
	}
}

func failed(diags []*tfprotov6.Diagnostic) bool {
	p := planned{diags: diags}
	return p.failed()
}

// refresh reads the object. It may have changed.
func (r *hubRun) refresh() []*tfprotov6.Diagnostic {
	r.t.Helper()
	if r.state.IsNull() {
		return nil
	}
	resp, err := r.server.ReadResource(r.ctx, &tfprotov6.ReadResourceRequest{
		TypeName: r.typeName, CurrentState: r.encode(r.state), Private: r.private, CurrentIdentity: r.identity,
	})
	if err != nil {
		r.t.Fatal(err)
	}
	if failed(resp.Diagnostics) {
		return resp.Diagnostics
	}
	r.state, r.private, r.identity = r.decode(resp.NewState), resp.Private, resp.NewIdentity
	if r.state.IsNull() {
		r.private, r.identity = nil, nil
	}
	return resp.Diagnostics
}

// try plans what a run would do. Data that is nil destroys.
func (r *hubRun) try(data object) planned {
	r.t.Helper()
	if data == nil {
		return r.tryConfig(r.nothing())
	}
	return r.tryConfig(configOf(r.t, r.typ(), data))
}

func (r *hubRun) tryConfig(config tftypes.Value) planned {
	r.t.Helper()
	r.start()
	diags := r.refresh()
	if failed(diags) {
		return planned{diags: diags}
	}
	if !config.IsNull() {
		diags = append(diags, r.validate(config)...)
	}
	if failed(diags) {
		return planned{diags: diags}
	}
	p := r.plan(config)
	p.diags = append(diags, p.diags...)
	return p
}

// run is a whole run. It returns what was said.
func (r *hubRun) run(data object) []*tfprotov6.Diagnostic {
	r.t.Helper()
	p := r.try(data)
	if p.failed() || p.state.Equal(r.state) {
		return p.diags
	}
	return append(p.diags, r.carryOut(p)...)
}

// carryOut applies a plan. After an error the state is what the provider says.
func (r *hubRun) carryOut(p planned) []*tfprotov6.Diagnostic {
	r.t.Helper()
	if p.replaces {
		destroy := r.planOnce(r.state, r.private, r.identity, r.nothing())
		if diags := r.carryOut(destroy); failed(diags) {
			return diags
		}
	}
	again := r.planOnce(r.state, r.private, r.identity, p.config)
	if again.failed() {
		return again.diags
	}
	r.refined("the plan during apply", p.state, again.state)
	resp, err := r.server.ApplyResourceChange(r.ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: r.typeName, PriorState: r.encode(r.state), PlannedState: r.encode(again.state), Config: r.encode(p.config),
		PlannedPrivate: again.private, PlannedIdentity: again.identity,
	})
	if err != nil {
		r.t.Fatal(err)
	}
	state := r.decode(resp.NewState)
	if !failed(resp.Diagnostics) {
		if !state.IsFullyKnown() {
			r.t.Fatalf("the state is not known: %s", state)
		}
		r.refined("the state", again.state, state)
	}
	r.state, r.private, r.identity = state, resp.Private, resp.NewIdentity
	if state.IsNull() {
		r.private, r.identity = nil, nil
	}
	return resp.Diagnostics
}

// refined checks that the attributes that were planned as known are the same.
func (r *hubRun) refined(what string, planned, got tftypes.Value) {
	r.t.Helper()
	if planned.IsNull() || got.IsNull() {
		if !planned.IsNull() || !got.IsNull() {
			r.t.Fatalf("%s is not what was planned: %s instead of %s", what, got, planned)
		}
		return
	}
	for name := range r.schema.attributes {
		was, is := r.attribute(planned, name), r.attribute(got, name)
		if was.IsFullyKnown() && !was.Equal(is) {
			r.t.Fatalf("%s is not what was planned: %s was %s, and is %s", what, name, was, is)
		}
	}
}

// has checks what was said: one diagnostic for each text. The texts of errors begin with ERROR.
func (r *hubRun) has(diags []*tfprotov6.Diagnostic, texts ...string) {
	r.t.Helper()
	if len(diags) != len(texts) {
		r.t.Fatalf("%d diagnostics, want %d:\n%s", len(diags), len(texts), said(diags))
	}
	for i, text := range texts {
		rest, isError := strings.CutPrefix(text, "ERROR ")
		if (diags[i].Severity == tfprotov6.DiagnosticSeverityError) != isError || !strings.Contains(shown(diags[i]), rest) {
			r.t.Fatalf("got %s\nwant %s", shown(diags[i]), text)
		}
	}
}

// settles checks that another run has nothing to do.
func (r *hubRun) settles(data object) {
	r.t.Helper()
	p := r.try(data)
	r.has(p.diags)
	if !p.state.Equal(r.state) {
		r.t.Fatalf("the plan is not empty:%s", r.changed(r.state, p.state))
	}
}

// destroys checks that a run destroys the object. Released is whether a warning says that it stays.
func (r *hubRun) destroys(released bool) {
	r.t.Helper()
	diags := r.run(nil)
	if released {
		r.has(diags, "An object stays on the hub: ")
	} else {
		r.has(diags)
	}
	if !r.state.IsNull() {
		r.t.Fatal("the resource still exists")
	}
}

// value is an attribute of the state as JSON has it.
func (r *hubRun) value(name string) any {
	r.t.Helper()
	return plain(r.t, r.attribute(r.state, name))
}

// importID imports by an id.
func (r *hubRun) importID(id string) []*tfprotov6.Diagnostic {
	r.t.Helper()
	r.start()
	resp, err := r.server.ImportResourceState(r.ctx, &tfprotov6.ImportResourceStateRequest{TypeName: r.typeName, ID: id})
	if err != nil {
		r.t.Fatal(err)
	}
	if failed(resp.Diagnostics) {
		return resp.Diagnostics
	}
	found := resp.ImportedResources[0]
	r.state, r.private, r.identity = r.decode(found.State), found.Private, found.Identity
	return append(resp.Diagnostics, r.refresh()...)
}

// generated is the configuration that Terraform generates of an imported object: every argument that has a value.
func (r *hubRun) generated() tftypes.Value {
	r.t.Helper()
	var attributes map[string]tftypes.Value
	if err := r.state.As(&attributes); err != nil {
		r.t.Fatal(err)
	}
	attributes = maps.Clone(attributes)
	for name, attribute := range r.schema.attributes {
		if !attribute.Optional && !attribute.Required {
			attributes[name] = tftypes.NewValue(attribute.Type, nil)
		}
	}
	return tftypes.NewValue(r.typ(), attributes)
}
