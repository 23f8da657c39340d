// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placements"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// longestText is the size to which the server cuts a text, with the mark that it was cut.
const longestText = 16<<10 + 3

// checkDiagnostics wants a title and a text of each, of a size that somebody reads, and without control characters.
func checkDiagnostics(t *testing.T, diags []*tfprotov6.Diagnostic) (failed bool) {
	t.Helper()
	checkShown(t, diags)
	for _, d := range diags {
		if d.Summary == "" || d.Detail == "" || len(d.Summary) > 1<<10+3 || len(d.Detail) > longestText {
			t.Fatalf("a diagnostic of %d and %d bytes: %.300s", len(d.Summary), len(d.Detail), providertest.Shown(d))
		}
		failed = failed || d.Severity == tfprotov6.DiagnosticSeverityError
	}
	return failed
}

// fuzzConfigs are the configurations of the data source that a fuzzer starts from, in a fixed order.
func fuzzConfigs(typ tftypes.Type, configs map[string]object, t testing.TB) []tftypes.Value {
	t.Helper()
	values := []tftypes.Value{}
	for _, name := range slices.Sorted(maps.Keys(configs)) {
		values = append(values, providertest.Config(t, typ, configs[name]))
	}
	return values
}

// configurable leaves out the attributes that nobody can configure, as Terraform does with an error.
func configurable(config tftypes.Value, isArgument func(attribute string) bool) tftypes.Value {
	var attributes map[string]tftypes.Value
	if err := config.As(&attributes); err != nil {
		return config
	}
	attributes = maps.Clone(attributes)
	for name, value := range attributes {
		if !isArgument(name) {
			attributes[name] = tftypes.NewValue(value.Type(), nil)
		}
	}
	return tftypes.NewValue(config.Type(), attributes)
}

// FuzzDataSources reads any configuration: a state whose arguments are as configured, or diagnostics.
func FuzzDataSources(f *testing.F) {
	addChoices(f, 8)
	server := providertest.NewServer()
	providertest.ConfigureWith(f, server,
		list{`{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster","metadata":{"name":"a"}}`})
	schemas := map[string]providertest.Schema{}
	types := map[string]tftypes.Type{}
	for _, name := range []string{"multicluster_placement", "multicluster_clusters", "multicluster_rollout"} {
		schemas[name] = providertest.DataSchema(name)
		types[name] = schemas[name].Type
	}
	placements := fuzzConfigs(types["multicluster_placement"], providertest.FullConfigs(), f)
	rollouts := fuzzConfigs(types["multicluster_rollout"], providertest.FullRollouts(), f)
	f.Fuzz(func(t *testing.T, bytes []byte) {
		c := &choices{bytes}
		name, config := "multicluster_placement", placements[c.of(len(placements))]
		switch c.of(8) {
		case 0, 2:
			name, config = "multicluster_rollout", rollouts[c.of(len(rollouts))]
		case 1:
			name = "multicluster_clusters"
			config = c.value(types[name], 0)
			if config.IsNull() || !config.IsKnown() {
				return
			}
		}
		config = configurable(c.mutated(config), func(attribute string) bool {
			return schemas[name].Attributes[attribute].Optional || schemas[name].Attributes[attribute].Required
		})
		checkDataSource(t, server, name, config)
	})
}

// checkDataSource validates a configuration and reads it, if it is valid and known.
func checkDataSource(t *testing.T, server tfprotov6.ProviderServer, name string, config tftypes.Value) {
	encoded, err := tfprotov6.NewDynamicValue(config.Type(), config)
	if err != nil {
		t.Fatal(err)
	}
	if config, err = encoded.Unmarshal(config.Type()); err != nil { // Numbers have another precision now.
		t.Fatal(err)
	}
	validated, err := server.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{TypeName: name,
		Config: &encoded})
	if err != nil {
		t.Fatal(err)
	}
	if checkDiagnostics(t, validated.Diagnostics) || !config.IsFullyKnown() {
		return
	}
	read, err := server.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: name, Config: &encoded})
	if err != nil {
		t.Fatal(err)
	}
	if checkDiagnostics(t, read.Diagnostics) {
		return
	}
	state, err := read.State.Unmarshal(config.Type())
	if err != nil || !state.IsFullyKnown() {
		t.Fatalf("the state is not known: %v", err)
	}
	checkKept(t, config, state)
}

// checkKept checks that the state has what is configured.
func checkKept(t *testing.T, config, state tftypes.Value) {
	var given, got map[string]tftypes.Value
	if config.As(&given) != nil || state.As(&got) != nil {
		t.Fatal("no objects")
	}
	for name, value := range given {
		if !value.IsNull() && !got[name].Equal(value) {
			t.Fatalf("%s is %s; it is configured as %s", name, got[name], value)
		}
	}
}

// FuzzResources takes any configuration through validation, plan, apply, refresh and a second plan, and imports any id.
func FuzzResources(f *testing.F) {
	addChoices(f, 8)
	starts := []*providertest.Resource{}
	configs := [][]tftypes.Value{}
	placement := providertest.NewPlacement(f, f)
	starts, configs = append(starts, placement),
		append(configs, fuzzConfigs(placement.Type(), providertest.FullResourceConfigs(), f))
	objects := providertest.FullObjects()
	for _, name := range slices.Sorted(maps.Keys(objects)) {
		l := providertest.NewObject(f, name)
		starts, configs = append(starts, l), append(configs, []tftypes.Value{providertest.Config(f, l.Type(), objects[name])})
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		c := &choices{bytes}
		kind := c.of(2) * c.of(len(starts))
		l := *starts[kind]
		l.T, l.Ctx = t, t.Context()
		if c.of(8) == 0 {
			checkDiagnostics(t, l.Imported(c.text()+"/"+c.text(), nil))
			checkDiagnostics(t, l.Imported(c.text(), nil))
			return
		}
		for range 1 + c.of(2) {
			config := c.mutated(configs[kind][c.of(len(configs[kind]))])
			config = l.Decode(l.Encode(configurable(config, func(attribute string) bool {
				return l.Schema.Attributes[attribute].Optional || l.Schema.Attributes[attribute].Required
			})))
			if checkDiagnostics(t, l.Validate(config)) {
				continue
			}
			p := l.Plan(config)
			if checkDiagnostics(t, p.Diags) || !config.IsFullyKnown() || len(p.Replace) > 0 {
				continue
			}
			l.Apply(p)
			l.Settled(config)
		}
	})
}

// FuzzRollouts takes any configuration of a rollout through validation, plan, apply and refresh, a few times. It plans with
// anything in its state, too.
func FuzzRollouts(f *testing.F) {
	addChoices(f, 16)
	start := providertest.NewRollout(f, f)
	configs := fuzzConfigs(start.Type(), providertest.FullRolloutResources(), f)
	f.Fuzz(func(t *testing.T, bytes []byte) {
		c, l := &choices{bytes}, *start
		l.T, l.Ctx = t, t.Context()
		kind := c.of(len(configs))
		for range 1 + c.of(4) {
			checkCarried(t, &l, c.mutated(configs[kind]))
		}
		if state := c.mutated(l.State); !state.IsNull() && state.IsFullyKnown() {
			resp, err := l.Server.PlanResourceChange(l.Ctx, &tfprotov6.PlanResourceChangeRequest{
				TypeName: l.TypeName, PriorState: l.Encode(state), ProposedNewState: l.Encode(l.Proposed(state, configs[kind])),
				Config: l.Encode(configs[kind]), PriorPrivate: l.Private, PriorIdentity: l.Identity,
			})
			if err != nil || !checkDiagnostics(t, resp.Diagnostics) && resp.PlannedState == nil {
				t.Fatalf("neither a plan nor a diagnostic: %v", err)
			}
		}
	})
}

// checkCarried validates, plans and applies a configuration as far as it is valid and known.
func checkCarried(t *testing.T, l *providertest.Resource, config tftypes.Value) {
	config = l.Decode(l.Encode(configurable(config, func(attribute string) bool {
		return l.Schema.Attributes[attribute].Optional || l.Schema.Attributes[attribute].Required
	})))
	if checkDiagnostics(t, l.Validate(config)) {
		return
	}
	p := l.Plan(config)
	if checkDiagnostics(t, p.Diags) || !config.IsFullyKnown() {
		return
	}
	l.Apply(p)
	if !strings.HasSuffix(l.Text(l.State, "waits_for"), "the next plan goes on") {
		l.Settled(config)
	}
}

// whatIf is the argument of a question about a small fleet, with what else it has.
func whatIf(question object) object {
	cluster := func(name string) object { return object{"name": name, "labels": object{"region": name}} }
	return providertest.Merged(object{
		"clusters": list{cluster("a"), cluster("b")}, "placement": object{"name": "web", "ocm": object{"number_of_clusters": int64(1)}},
	}, question)
}

// FuzzFunctions calls every function with any arguments: a value of its type, or an error with a text.
func FuzzFunctions(f *testing.F) {
	addChoices(f, 8)
	server := providertest.NewServer()
	functions, err := server.GetFunctions(f.Context(), &tfprotov6.GetFunctionsRequest{})
	if err != nil {
		f.Fatal(err)
	}
	names := slices.Sorted(maps.Keys(functions.Functions))
	placements := []tftypes.Value{}
	configs := providertest.FullConfigs()
	for _, dialect := range slices.Sorted(maps.Keys(configs)) {
		placements = append(placements, providertest.DynamicOf(f, configs[dialect]), providertest.ResultOf(f, configs[dialect], false))
	}
	placements = append(placements, providertest.DynamicOf(f, providertest.RolloutPass()),
		providertest.DynamicOf(f, providertest.ExplainedResource()), providertest.DynamicOf(f, whatIf(object{
			"steps": list{list{object{"lose": object{"clusters": list{"a"}}}}},
		})), providertest.DynamicOf(f, whatIf(object{"failure_domains": object{"labels": list{"region"}}})))
	f.Fuzz(func(t *testing.T, bytes []byte) {
		c := &choices{bytes}
		name := "place"
		if c.of(2) == 1 {
			name = names[c.of(len(names))]
		}
		req := &tfprotov6.CallFunctionRequest{Name: name}
		for _, parameter := range functions.Functions[name].Parameters {
			argument := c.argument(parameter.Type, placements)
			if argument.IsNull() || !argument.IsFullyKnown() {
				return // Terraform does not call the function.
			}
			encoded, err := tfprotov6.NewDynamicValue(parameter.Type, argument)
			if err != nil {
				t.Fatal(err)
			}
			req.Arguments = append(req.Arguments, &encoded)
		}
		resp, err := server.CallFunction(t.Context(), req)
		switch {
		case err != nil:
			t.Fatal(err)
		case resp.Error != nil && (resp.Error.Text == "" || len(resp.Error.Text) > longestText):
			t.Fatalf("%s: an error of %d bytes", name, len(resp.Error.Text))
		case resp.Error == nil:
			if _, err := resp.Result.Unmarshal(functions.Functions[name].Return.Type); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// argument is a value for a parameter: one of the placements, changed, where any type is allowed.
func (c *choices) argument(typ tftypes.Type, placements []tftypes.Value) tftypes.Value {
	argument := c.dynamic(0)
	switch {
	case !typ.Is(tftypes.DynamicPseudoType):
		argument = c.value(typ, 0)
	case c.of(8) > 0:
		argument = placements[c.of(len(placements))]
		for range c.of(4) {
			argument = c.freely(argument, 0)
		}
	}
	return argument
}

// FuzzExplain explains any report.
func FuzzExplain(f *testing.F) {
	for _, config := range providertest.FullConfigs() {
		state, _ := providertest.PlanPlacement(f, providertest.Config(f, providertest.PlacementType(), config))
		var report string
		if err := state["report"].As(&report); err != nil {
			f.Fatal(err)
		}
		f.Add(report)
	}
	for _, seed := range []string{
		"", "{}", "null", `{"clusters":[]}`, `{"clusters":[null,{"scores":[1,null],"group":9}],"prioritizers":[]}`,
		`{"clusters":[{"name":"a","stage":"Decided","score":"1e999999999"}],"rounds":[{},{"candidates":[{"rating":"x"}]}]}`,
		`{"clusters":[{"name":"a","stage":"Decided","score":-0,"group":-1}],"placement_decisions":[{}],"conditions":[{}]}`,
	} {
		f.Add(seed)
	}
	server := providertest.NewServer()
	f.Fuzz(func(t *testing.T, report string) {
		encoded, err := tfprotov6.NewDynamicValue(tftypes.DynamicPseudoType, tftypes.NewValue(tftypes.String, report))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := server.CallFunction(t.Context(), &tfprotov6.CallFunctionRequest{Name: "explain",
			Arguments: []*tfprotov6.DynamicValue{&encoded}})
		if err != nil {
			t.Fatal(err)
		}
		if resp.Error == nil && sizeOf(resp.Result) < 10 || resp.Error != nil &&
			(resp.Error.Text == "" || len(resp.Error.Text) > longestText) {
			t.Fatalf("%v", resp.Error)
		}
	})
}

// private changes private data, which the framework keeps as JSON by key.
func (c *choices) private(t *testing.T, data []byte) []byte {
	t.Helper()
	var values map[string][]byte
	if err := json.Unmarshal(data, &values); err != nil {
		t.Fatal(err)
	}
	key := []string{placements.FingerprintKey, placed.PredecessorKey, placements.PassKey}[c.of(3)]
	value := slices.Clone(values[key])
	for range c.of(4) {
		if len(value) > 0 {
			value[c.of(len(value))] = byte(c.next())
		}
	}
	if !json.Valid(value) {
		quoted, err := json.Marshal(c.text())
		if err != nil {
			t.Fatal(err)
		}
		value = quoted
	}
	values[key] = value
	changed, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	return changed
}

// FuzzState plans with any state and any private data, as a person or a bug may have left them: a plan, or diagnostics.
func FuzzState(f *testing.F) {
	addChoices(f, 8)
	starts, configs := []*providertest.Resource{}, []tftypes.Value{}
	sticky := providertest.StickyConfigs()
	for _, dialect := range slices.Sorted(maps.Keys(sticky)) {
		l := providertest.NewPlacement(f, f)
		config := providertest.Config(f, l.Type(), sticky[dialect](providertest.Cluster("a", object{}),
			providertest.Cluster("b", object{}), providertest.Cluster("c", object{})))
		l.Apply(l.Plan(config))
		starts, configs = append(starts, l), append(configs, config)
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		c := &choices{bytes}
		was, is := c.of(len(starts)), c.of(len(starts))
		l := *starts[was]
		l.T, l.Ctx = t, t.Context()
		if l.State = c.mutated(l.State); !l.State.IsFullyKnown() || l.State.IsNull() {
			return
		}
		if c.of(3) == 0 {
			l.Private = c.private(t, l.Private)
		}
		resp, err := l.Server.PlanResourceChange(l.Ctx, &tfprotov6.PlanResourceChangeRequest{
			TypeName: l.TypeName, PriorState: l.Encode(l.State), ProposedNewState: l.Encode(l.Proposed(l.State, configs[is])),
			Config: l.Encode(configs[is]), PriorPrivate: l.Private, PriorIdentity: l.Identity,
		})
		if err != nil {
			t.Fatal(err)
		}
		if !checkDiagnostics(t, resp.Diagnostics) && resp.PlannedState == nil {
			t.Fatal("neither a plan nor an error")
		}
	})
}
