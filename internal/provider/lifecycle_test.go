package provider

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/tinylib/msgp/msgp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
)

// lifecycle drives one resource as Terraform does: every step plans, and plans again before it applies.
type lifecycle struct {
	t        fataler
	ctx      context.Context //nolint:containedctx // It lives as long as the test.
	server   tfprotov6.ProviderServer
	typeName string
	schema   typeSchema

	state    tftypes.Value
	private  []byte
	identity *tfprotov6.ResourceIdentityData
	// hubWarnings keeps the warning about arguments without a hub. Most tests set all arguments.
	hubWarnings bool
}

// fataler is what testing.T and rapid.T have in common.
type fataler interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// planned is a plan of a lifecycle.
type planned struct {
	config, state tftypes.Value
	private       []byte
	identity      *tfprotov6.ResourceIdentityData
	replace       []string
	// replaces says that the resource is destroyed and created anew.
	replaces bool
	diags    []*tfprotov6.Diagnostic
}

// newLifecycle starts with nothing. Failures go to fail, which may be a rapid.T.
func newLifecycle(t testing.TB, fail fataler, typeName string) *lifecycle {
	t.Helper()
	l := &lifecycle{t: fail, ctx: t.Context(), server: testServer(), typeName: typeName, schema: resourceSchema(typeName)}
	configureWith(t, l.server, nil)
	l.state = tftypes.NewValue(l.typ(), nil)
	return l
}

func (l *lifecycle) typ() tftypes.Type { return l.schema.typ }

func (l *lifecycle) encode(v tftypes.Value) *tfprotov6.DynamicValue {
	l.t.Helper()
	encoded, err := tfprotov6.NewDynamicValue(v.Type(), v)
	if err != nil {
		l.t.Fatal(err)
	}
	return &tfprotov6.DynamicValue{MsgPack: inOrder(encoded.MsgPack)}
}

// inOrder sorts all maps and objects of an encoded value, as Terraform does and the encoder of the plugins does not.
func inOrder(encoded []byte) []byte {
	switch msgp.NextType(encoded) {
	case msgp.MapType:
		return fieldsInOrder(encoded)
	case msgp.ArrayType:
		return itemsInOrder(encoded)
	}
	return encoded
}

func fieldsInOrder(encoded []byte) []byte {
	size, rest, err := msgp.ReadMapHeaderBytes(encoded)
	if err != nil {
		return encoded
	}
	fields := make(map[string][]byte, size)
	for range size {
		var name string
		if name, rest, err = msgp.ReadStringBytes(rest); err != nil {
			return encoded
		}
		field := rest
		if rest, err = msgp.Skip(rest); err != nil {
			return encoded
		}
		fields[name] = inOrder(field[:len(field)-len(rest)])
	}
	ordered := msgp.AppendMapHeader(nil, size)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		ordered = append(msgp.AppendString(ordered, name), fields[name]...)
	}
	return ordered
}

func itemsInOrder(encoded []byte) []byte {
	size, rest, err := msgp.ReadArrayHeaderBytes(encoded)
	if err != nil {
		return encoded
	}
	ordered := msgp.AppendArrayHeader(nil, size)
	for range size {
		item := rest
		if rest, err = msgp.Skip(rest); err != nil {
			return encoded
		}
		ordered = append(ordered, inOrder(item[:len(item)-len(rest)])...)
	}
	return ordered
}

// changed lists the differences of two states, an attribute a line.
func (l *lifecycle) changed(from, to tftypes.Value) string {
	differences, err := from.Diff(to)
	if err != nil {
		l.t.Fatal(err)
	}
	var text strings.Builder
	for _, d := range differences {
		if d.Value1 != nil && d.Value2 != nil && d.Path != nil && d.Value1.Type().Is(tftypes.String) {
			fmt.Fprintf(&text, "\n%s: %s, then %s", pathOf(d.Path), d.Value1, d.Value2)
		} else {
			fmt.Fprintf(&text, "\n%s", pathOf(d.Path))
		}
	}
	return text.String()
}

func (l *lifecycle) decode(v *tfprotov6.DynamicValue) tftypes.Value {
	l.t.Helper()
	value, err := v.Unmarshal(l.typ())
	if err != nil {
		l.t.Fatal(err)
	}
	return value
}

func (l *lifecycle) validate(config tftypes.Value) []*tfprotov6.Diagnostic {
	l.t.Helper()
	resp, err := l.server.ValidateResourceConfig(l.ctx, &tfprotov6.ValidateResourceConfigRequest{
		TypeName: l.typeName, Config: l.encode(config),
	})
	if err != nil {
		l.t.Fatal(err)
	}
	return resp.Diagnostics
}

// proposed is what Terraform proposes: the arguments as configured, and the computed attributes as they are.
func (l *lifecycle) proposed(state, config tftypes.Value) tftypes.Value {
	var attributes, prior map[string]tftypes.Value
	if config.IsNull() {
		return config
	}
	if err := config.As(&attributes); err != nil {
		l.t.Fatal(err)
	}
	if state.IsNull() {
		return config
	}
	if err := state.As(&prior); err != nil {
		l.t.Fatal(err)
	}
	merged := map[string]tftypes.Value{}
	for name, value := range attributes {
		merged[name] = value
		if l.schema.attributes[name].Computed && value.IsKnown() && value.IsNull() {
			merged[name] = prior[name]
		}
	}
	return tftypes.NewValue(config.Type(), merged)
}

// plan plans a configuration; null destroys. A resource that has to be replaced is planned once more.
func (l *lifecycle) plan(config tftypes.Value) planned {
	l.t.Helper()
	p := l.planOnce(l.state, l.private, l.identity, config)
	if !p.failed() && len(p.replace) > 0 && !l.state.IsNull() {
		return l.planAnew(p)
	}
	return p
}

// planReplacement plans as with -replace: the first plan does not know that the resource is replaced.
func (l *lifecycle) planReplacement(config tftypes.Value) planned {
	l.t.Helper()
	p := l.planOnce(l.state, l.private, l.identity, config)
	if p.failed() || l.state.IsNull() {
		return p
	}
	return l.planAnew(p)
}

// planAnew plans to create what replaces the resource: without its state, but with the private state of the plan before.
// Terraform drops the warnings of this plan.
func (l *lifecycle) planAnew(first planned) planned {
	l.t.Helper()
	p := l.planOnce(l.nothing(), first.private, nil, first.config)
	if !p.failed() {
		p.diags = nil
	}
	p.diags = append(first.diags, p.diags...)
	p.replace, p.replaces = first.replace, true
	return p
}

func (l *lifecycle) nothing() tftypes.Value { return tftypes.NewValue(l.typ(), nil) }

// planOnce is one call of the provider.
func (l *lifecycle) planOnce(state tftypes.Value, private []byte, identity *tfprotov6.ResourceIdentityData, config tftypes.Value) planned {
	l.t.Helper()
	resp, err := l.server.PlanResourceChange(l.ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: l.typeName, PriorState: l.encode(state), ProposedNewState: l.encode(l.proposed(state, config)),
		Config: l.encode(config), PriorPrivate: private, PriorIdentity: identity,
	})
	if err != nil {
		l.t.Fatal(err)
	}
	p := planned{config: config, private: resp.PlannedPrivate, identity: resp.PlannedIdentity, diags: resp.Diagnostics}
	if !l.hubWarnings {
		p.diags = slices.DeleteFunc(p.diags, func(d *tfprotov6.Diagnostic) bool { return d.Summary == hubresource.NoEffectTitle })
	}
	for _, at := range resp.RequiresReplace {
		p.replace = append(p.replace, pathOf(at))
	}
	if resp.PlannedState != nil {
		p.state = l.decode(resp.PlannedState)
	}
	if !p.failed() {
		l.legal(state, p)
	}
	return p
}

func (p *planned) failed() bool {
	for _, d := range p.diags {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			return true
		}
	}
	return false
}

// legal checks what Terraform demands of a plan: an argument is as it is configured or as it was before.
func (l *lifecycle) legal(before tftypes.Value, p planned) {
	l.t.Helper()
	if p.config.IsNull() {
		if !p.state.IsNull() {
			l.t.Fatal("something is left of a resource that is destroyed")
		}
		return
	}
	var config, state, prior map[string]tftypes.Value
	if err := p.config.As(&config); err != nil {
		l.t.Fatal(err)
	}
	if err := p.state.As(&state); err != nil {
		l.t.Fatal(err)
	}
	if !before.IsNull() {
		if err := before.As(&prior); err != nil {
			l.t.Fatal(err)
		}
	}
	for name, value := range state {
		switch {
		case value.Equal(config[name]):
		case config[name].IsNull() && l.schema.attributes[name].Computed:
		case !config[name].IsNull() && prior != nil && !prior[name].IsNull() && value.Equal(prior[name]):
		default:
			l.t.Fatalf("%s is planned as %s; it is configured as %s", name, value, config[name])
		}
	}
}

// apply carries a plan out. Terraform plans again before, and wants to get what was planned, then and from the provider.
func (l *lifecycle) apply(p planned) {
	l.t.Helper()
	if p.failed() {
		l.t.Fatalf("the plan has failed: %s", shown(p.diags[0]))
	}
	if p.replaces {
		l.apply(l.plan(l.nothing()))
	}
	again := l.planOnce(l.state, l.private, l.identity, p.config)
	if again.failed() {
		l.t.Fatalf("the plan during apply has failed: %s", said(again.diags))
	}
	if !again.state.Equal(p.state) {
		l.t.Fatalf("inconsistent final plan: %s", l.changed(p.state, again.state))
	}
	resp, err := l.server.ApplyResourceChange(l.ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: l.typeName, PriorState: l.encode(l.state), PlannedState: l.encode(p.state), Config: l.encode(p.config),
		PlannedPrivate: p.private, PlannedIdentity: p.identity,
	})
	if err != nil {
		l.t.Fatal(err)
	}
	for _, d := range resp.Diagnostics {
		l.t.Fatalf("apply: %s", shown(d))
	}
	state := l.decode(resp.NewState)
	if !state.Equal(p.state) {
		l.t.Fatalf("inconsistent result after apply: %s", l.changed(p.state, state))
	}
	l.state, l.private, l.identity = state, resp.Private, resp.NewIdentity
	if state.IsNull() {
		l.private, l.identity = nil, nil
	}
	l.read()
}

// read refreshes the resource; nothing changes it but Terraform.
func (l *lifecycle) read() {
	l.t.Helper()
	if l.state.IsNull() {
		return
	}
	resp, err := l.server.ReadResource(l.ctx, &tfprotov6.ReadResourceRequest{
		TypeName: l.typeName, CurrentState: l.encode(l.state), Private: l.private, CurrentIdentity: l.identity,
	})
	if err != nil {
		l.t.Fatal(err)
	}
	for _, d := range resp.Diagnostics {
		l.t.Fatalf("read: %s", shown(d))
	}
	if state := l.decode(resp.NewState); !state.Equal(l.state) {
		l.t.Fatalf("read has changed the state: %s", l.changed(l.state, state))
	}
	l.private, l.identity = resp.Private, resp.NewIdentity
}

// settled checks that the same configuration plans no change.
func (l *lifecycle) settled(config tftypes.Value) {
	l.t.Helper()
	p := l.plan(config)
	if p.failed() {
		l.t.Fatalf("the second plan has failed: %s", shown(p.diags[0]))
	}
	if !p.state.Equal(l.state) {
		l.t.Fatalf("the second plan is not empty: %s", l.changed(l.state, p.state))
	}
}

func placementLifecycle(t testing.TB, fail fataler) *lifecycle {
	t.Helper()
	return newLifecycle(t, fail, "multicluster_placement")
}

// attribute is a plain attribute of the state.
func (l *lifecycle) attribute(of tftypes.Value, name string) tftypes.Value {
	l.t.Helper()
	var attributes map[string]tftypes.Value
	if err := of.As(&attributes); err != nil {
		l.t.Fatal(err)
	}
	return attributes[name]
}
