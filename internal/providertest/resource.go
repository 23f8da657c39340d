// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
)

// Resource drives one resource as Terraform does: every step plans, and plans again before it applies.
type Resource struct {
	T        Fataler
	Ctx      context.Context //nolint:containedctx // It lives as long as the test.
	Server   tfprotov6.ProviderServer
	TypeName string
	Schema   Schema

	State    tftypes.Value
	Private  []byte
	Identity *tfprotov6.ResourceIdentityData
	// HubWarnings keeps the warning about arguments without a hub. Most tests set all arguments.
	HubWarnings bool
	// Ignored is a part of the titles of warnings that are left out of plans; empty for none.
	Ignored string
	// StateAlone are the warnings that a new object is in the state alone.
	StateAlone []string
}

// Fataler is what testing.T and rapid.T have in common.
type Fataler interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// Planned is a plan of a lifecycle.
type Planned struct {
	Config, State tftypes.Value
	Private       []byte
	Identity      *tfprotov6.ResourceIdentityData
	Replace       []string
	// Replaces says that the resource is destroyed and created anew.
	Replaces bool
	Diags    []*tfprotov6.Diagnostic
}

// NewResource starts with nothing. Failures go to fail, which may be a rapid.T.
func NewResource(t testing.TB, fail Fataler, typeName string) *Resource {
	t.Helper()
	l := &Resource{T: fail, Ctx: t.Context(), Server: NewServer(), TypeName: typeName, Schema: ResourceSchema(typeName)}
	ConfigureWith(t, l.Server, nil)
	l.State = tftypes.NewValue(l.Type(), nil)
	return l
}

// Type is the type of the configuration and of the state.
func (l *Resource) Type() tftypes.Type { return l.Schema.Type }

// Validate validates a configuration.
func (l *Resource) Validate(config tftypes.Value) []*tfprotov6.Diagnostic {
	l.T.Helper()
	resp, err := l.Server.ValidateResourceConfig(l.Ctx, &tfprotov6.ValidateResourceConfigRequest{
		TypeName: l.TypeName, Config: l.Encode(config),
	})
	if err != nil {
		l.T.Fatal(err)
	}
	return resp.Diagnostics
}

// Proposed is what Terraform proposes: the arguments as configured, and the computed attributes as they are.
func (l *Resource) Proposed(state, config tftypes.Value) tftypes.Value {
	var attributes, prior map[string]tftypes.Value
	if config.IsNull() {
		return config
	}
	if err := config.As(&attributes); err != nil {
		l.T.Fatal(err)
	}
	if state.IsNull() {
		return config
	}
	if err := state.As(&prior); err != nil {
		l.T.Fatal(err)
	}
	merged := map[string]tftypes.Value{}
	for name, value := range attributes {
		merged[name] = value
		if l.Schema.Attributes[name].Computed && value.IsKnown() && value.IsNull() {
			merged[name] = prior[name]
		}
	}
	return tftypes.NewValue(config.Type(), merged)
}

// Plan plans a configuration; null destroys. A resource that has to be replaced is planned once more.
func (l *Resource) Plan(config tftypes.Value) Planned {
	l.T.Helper()
	p := l.PlanOnce(l.State, l.Private, l.Identity, config)
	if !p.Failed() && len(p.Replace) > 0 && !l.State.IsNull() {
		return l.planAnew(p)
	}
	return p
}

// PlanReplacement plans as with -replace: the first plan does not know that the resource is replaced.
func (l *Resource) PlanReplacement(config tftypes.Value) Planned {
	l.T.Helper()
	p := l.PlanOnce(l.State, l.Private, l.Identity, config)
	if p.Failed() || l.State.IsNull() {
		return p
	}
	return l.planAnew(p)
}

// planAnew plans to create what replaces the resource: without its state, but with the private state of the plan before.
// Terraform drops the warnings of this plan.
func (l *Resource) planAnew(first Planned) Planned {
	l.T.Helper()
	p := l.PlanOnce(l.Nothing(), first.Private, nil, first.Config)
	if !p.Failed() {
		p.Diags = nil
	}
	p.Diags = append(first.Diags, p.Diags...)
	p.Replace, p.Replaces = first.Replace, true
	return p
}

// Nothing is the state without the resource.
func (l *Resource) Nothing() tftypes.Value { return tftypes.NewValue(l.Type(), nil) }

// PlanOnce is one call of the provider.
func (l *Resource) PlanOnce(
	state tftypes.Value, private []byte, identity *tfprotov6.ResourceIdentityData, config tftypes.Value,
) Planned {
	l.T.Helper()
	resp, err := l.Server.PlanResourceChange(l.Ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: l.TypeName, PriorState: l.Encode(state), ProposedNewState: l.Encode(l.Proposed(state, config)),
		Config: l.Encode(config), PriorPrivate: private, PriorIdentity: identity,
	})
	if err != nil {
		l.T.Fatal(err)
	}
	p := Planned{Config: config, Private: resp.PlannedPrivate, Identity: resp.PlannedIdentity, Diags: resp.Diagnostics}
	if !l.HubWarnings {
		p.Diags = slices.DeleteFunc(p.Diags, func(d *tfprotov6.Diagnostic) bool { return d.Summary == managed.NoEffectTitle })
	}
	p.Diags = slices.DeleteFunc(p.Diags, func(d *tfprotov6.Diagnostic) bool {
		return l.Ignored != "" && strings.Contains(d.Summary, l.Ignored)
	})
	for _, at := range resp.RequiresReplace {
		p.Replace = append(p.Replace, PathOf(at))
	}
	if resp.PlannedState != nil {
		p.State = l.Decode(resp.PlannedState)
	}
	if !p.Failed() {
		l.legal(state, p)
	}
	return p
}

// Failed reports whether the plan has an error.
func (p *Planned) Failed() bool {
	for _, d := range p.Diags {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			return true
		}
	}
	return false
}

// legal checks what Terraform demands of a plan: an argument is as it is configured or as it was before.
func (l *Resource) legal(before tftypes.Value, p Planned) {
	l.T.Helper()
	if p.Config.IsNull() {
		if !p.State.IsNull() {
			l.T.Fatal("something is left of a resource that is destroyed")
		}
		return
	}
	var config, state, prior map[string]tftypes.Value
	if err := p.Config.As(&config); err != nil {
		l.T.Fatal(err)
	}
	if err := p.State.As(&state); err != nil {
		l.T.Fatal(err)
	}
	if !before.IsNull() {
		if err := before.As(&prior); err != nil {
			l.T.Fatal(err)
		}
	}
	for name, value := range state {
		switch {
		case value.Equal(config[name]):
		case config[name].IsNull() && l.Schema.Attributes[name].Computed:
		case !config[name].IsNull() && prior != nil && !prior[name].IsNull() && value.Equal(prior[name]):
		default:
			l.T.Fatalf("%s is planned as %s; it is configured as %s", name, value, config[name])
		}
	}
}

// Apply carries a plan out. Terraform plans again before, and wants to get what was planned, then and from the provider.
func (l *Resource) Apply(p Planned) {
	l.T.Helper()
	if p.Failed() {
		l.T.Fatalf("the plan has failed: %s", Shown(p.Diags[0]))
	}
	if p.Replaces {
		l.Apply(l.Plan(l.Nothing()))
	}
	again := l.PlanOnce(l.State, l.Private, l.Identity, p.Config)
	if again.Failed() {
		l.T.Fatalf("the plan during apply has failed: %s", Said(again.Diags))
	}
	if !again.State.Equal(p.State) {
		l.T.Fatalf("inconsistent final plan: %s", l.Changed(p.State, again.State))
	}
	resp, err := l.Server.ApplyResourceChange(l.Ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: l.TypeName, PriorState: l.Encode(l.State), PlannedState: l.Encode(p.State), Config: l.Encode(p.Config),
		PlannedPrivate: p.Private, PlannedIdentity: p.Identity,
	})
	if err != nil {
		l.T.Fatal(err)
	}
	for _, d := range l.WithoutStateAlone(resp.Diagnostics) {
		l.T.Fatalf("apply: %s", Shown(d))
	}
	state := l.Decode(resp.NewState)
	if !state.Equal(p.State) {
		l.T.Fatalf("inconsistent result after apply: %s", l.Changed(p.State, state))
	}
	l.State, l.Private, l.Identity = state, resp.Private, resp.NewIdentity
	if state.IsNull() {
		l.Private, l.Identity = nil, nil
	}
	l.read()
}

// WithoutStateAlone takes the warning that a new object is in the state alone from what an apply says.
func (l *Resource) WithoutStateAlone(diags []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	return slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool {
		if d.Summary == providerdata.StateAloneTitle {
			l.StateAlone = append(l.StateAlone, d.Detail)
		}
		return d.Summary == providerdata.StateAloneTitle
	})
}

// read refreshes the resource; nothing changes it but Terraform.
func (l *Resource) read() {
	l.T.Helper()
	if l.State.IsNull() {
		return
	}
	resp, err := l.Server.ReadResource(l.Ctx, &tfprotov6.ReadResourceRequest{
		TypeName: l.TypeName, CurrentState: l.Encode(l.State), Private: l.Private, CurrentIdentity: l.Identity,
	})
	if err != nil {
		l.T.Fatal(err)
	}
	for _, d := range resp.Diagnostics {
		l.T.Fatalf("read: %s", Shown(d))
	}
	if state := l.Decode(resp.NewState); !state.Equal(l.State) {
		l.T.Fatalf("read has changed the state: %s", l.Changed(l.State, state))
	}
	l.Private, l.Identity = resp.Private, resp.NewIdentity
}

// Settled checks that the same configuration plans no change.
func (l *Resource) Settled(config tftypes.Value) {
	l.T.Helper()
	p := l.Plan(config)
	if p.Failed() {
		l.T.Fatalf("the second plan has failed: %s", Shown(p.Diags[0]))
	}
	if !p.State.Equal(l.State) {
		l.T.Fatalf("the second plan is not empty: %s", l.Changed(l.State, p.State))
	}
}

// NewPlacement is a placement that does not exist yet.
func NewPlacement(t testing.TB, fail Fataler) *Resource {
	t.Helper()
	return NewResource(t, fail, "multicluster_placement")
}

// Attribute is a plain attribute of the state.
func (l *Resource) Attribute(of tftypes.Value, name string) tftypes.Value {
	l.T.Helper()
	var attributes map[string]tftypes.Value
	if err := of.As(&attributes); err != nil {
		l.T.Fatal(err)
	}
	return attributes[name]
}

// StateFile is the state as a state file has it: dynamic values with their types.
func (l *Resource) StateFile(t *testing.T) []byte { return l.inFile(t, l.State) }

func (l *Resource) inFile(t *testing.T, of tftypes.Value) []byte {
	values := map[string]any{}
	for name, attribute := range l.Schema.Attributes {
		value := l.Attribute(of, name)
		if values[name] = Plain(t, value); attribute.Type.Is(tftypes.DynamicPseudoType) && !value.IsNull() {
			typ, err := value.Type().MarshalJSON() //nolint:staticcheck // There is no other way to write a type.
			if err != nil {
				t.Fatal(err)
			}
			values[name] = map[string]any{"value": Plain(t, value), "type": json.RawMessage(typ)}
		}
	}
	encoded, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

// Upgraded is a state that was read from a file.
func (l *Resource) Upgraded(version int64, state []byte) *tfprotov6.UpgradeResourceStateResponse {
	l.T.Helper()
	resp, err := l.Server.UpgradeResourceState(l.Ctx, &tfprotov6.UpgradeResourceStateRequest{
		TypeName: l.TypeName, Version: version, RawState: &tfprotov6.RawState{JSON: state},
	})
	if err != nil {
		l.T.Fatal(err)
	}
	return resp
}

// Text is a text in a state or plan; empty if it is null.
func (l *Resource) Text(of tftypes.Value, name string) string {
	l.T.Helper()
	var text *string
	if err := l.Attribute(of, name).As(&text); err != nil {
		l.T.Fatalf("%s: %s", name, err)
	}
	if text == nil {
		return ""
	}
	return *text
}
