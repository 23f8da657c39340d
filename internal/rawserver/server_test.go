// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver_test

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

func serve(t testing.TB, p *testProvider) tfprotov6.ProviderServer {
	t.Helper()
	s := rawserver.New(t.Context(), p)()
	configure(t, s)
	return s
}

func configure(t testing.TB, s tfprotov6.ProviderServer) {
	t.Helper()
	empty := tftypes.Object{AttributeTypes: map[string]tftypes.Type{}}
	config := encode(t, tftypes.NewValue(empty, map[string]tftypes.Value{}))
	resp, err := s.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{Config: config})
	if err != nil || len(resp.Diagnostics) > 0 {
		t.Fatal(err, resp)
	}
}

func encode(t testing.TB, v tftypes.Value) *tfprotov6.DynamicValue {
	t.Helper()
	encoded, err := tfprotov6.NewDynamicValue(v.Type(), v)
	if err != nil {
		t.Fatal(err)
	}
	return &encoded
}

func texts(t tftypes.Type, values map[string]string) tftypes.Value {
	items := make(map[string]tftypes.Value, len(values))
	for name, value := range values {
		items[name] = tftypes.NewValue(tftypes.String, value)
	}
	return tftypes.NewValue(t, items)
}

// clusters is a list of n clusters.
func clusters(n int) tftypes.Value {
	object, _ := types.ObjectType{AttrTypes: clusterType}.TerraformType(context.Background()).(tftypes.Object)
	items := make([]tftypes.Value, n)
	for i := range items {
		items[i] = tftypes.NewValue(object, map[string]tftypes.Value{
			"name":        tftypes.NewValue(tftypes.String, "eu-1"),
			"labels":      texts(object.AttributeTypes["labels"], map[string]string{"env": "prod", "region": "eu", "tier": "gold"}),
			"allocatable": texts(object.AttributeTypes["allocatable"], map[string]string{"cpu": "10", "memory": "64Gi"}),
		})
	}
	return tftypes.NewValue(tftypes.List{ElementType: object}, items)
}

// config is a configuration of the resource, or of the data source if it has a spec.
func config(list tftypes.Value, spec ...tftypes.Value) tftypes.Value {
	result := tftypes.List{ElementType: tftypes.String}
	t := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"name": tftypes.String, "clusters": list.Type(), "result": result}}
	values := map[string]tftypes.Value{
		"name": tftypes.NewValue(tftypes.String, "web"), "clusters": list, "result": tftypes.NewValue(result, nil),
	}
	if len(spec) > 0 {
		t.AttributeTypes["spec"], values["spec"] = tftypes.DynamicPseudoType, spec[0]
	}
	return tftypes.NewValue(t, values)
}

func attributeOf(t testing.TB, object tftypes.Value, name string) tftypes.Value {
	t.Helper()
	var attributes map[string]tftypes.Value
	if err := object.As(&attributes); err != nil {
		t.Fatal(err)
	}
	return attributes[name]
}

// TestDataSource reads a data source: its bypassed arguments come back as they were, its results as it wrote them.
func TestDataSource(t *testing.T) {
	s := serve(t, &testProvider{})
	spec := texts(tftypes.Object{AttributeTypes: map[string]tftypes.Type{"mode": tftypes.String}}, map[string]string{"mode": "x"})
	for name, c := range map[string]tftypes.Value{
		"values": config(clusters(2), spec),
		"null":   config(tftypes.NewValue(clusters(0).Type(), nil), tftypes.NewValue(tftypes.DynamicPseudoType, nil)),
		"unknown": config(tftypes.NewValue(clusters(0).Type(), tftypes.UnknownValue), tftypes.NewValue(tftypes.DynamicPseudoType,
			tftypes.UnknownValue)),
	} {
		t.Run(name, func(t *testing.T) {
			state := readFleet(t, s, c)
			for _, argument := range []string{"name", "clusters", "spec"} {
				if got, want := attributeOf(t, state, argument), attributeOf(t, c, argument); !got.Equal(want) {
					t.Errorf("%s = %s, want %s", argument, got, want)
				}
			}
			if got, want := attributeOf(t, state, "result"), textList(tftypes.List{ElementType: tftypes.String},
				"a", "b"); !got.Equal(want) {
				t.Errorf("result = %s, want %s", got, want)
			}
		})
	}
}

// TestOutputs refuses a configuration that sets a result.
func TestOutputs(t *testing.T) {
	s := serve(t, &testProvider{})
	result := textList(tftypes.List{ElementType: tftypes.String}, "a")
	set := func(c tftypes.Value) *tfprotov6.DynamicValue {
		var values map[string]tftypes.Value
		if err := c.As(&values); err != nil {
			t.Fatal(err)
		}
		values["result"] = result
		return encode(t, tftypes.NewValue(c.Type(), values))
	}
	read, err := s.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: "test_fleet", Config: set(config(clusters(1), tftypes.NewValue(tftypes.DynamicPseudoType, nil))),
	})
	if err != nil || len(read.Diagnostics) != 1 || !strings.HasPrefix(read.Diagnostics[0].Detail, "result: ") {
		t.Errorf("data source: %v, %v", err, read)
	}
	made, err := s.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{
		TypeName: "test_fleet", Config: set(config(clusters(1))),
	})
	if err != nil || len(made.Diagnostics) != 1 || !strings.HasPrefix(made.Diagnostics[0].Detail, "result: ") {
		t.Errorf("resource: %v, %v", err, made)
	}
}

// readFleet validates and reads the data source.
func readFleet(t *testing.T, s tfprotov6.ProviderServer, c tftypes.Value) tftypes.Value {
	t.Helper()
	validated, err := s.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: "test_fleet", Config: encode(t, c),
	})
	if err != nil || len(validated.Diagnostics) > 0 {
		t.Fatal(err, validated)
	}
	read, err := s.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: "test_fleet", Config: encode(t, c)})
	if err != nil || len(read.Diagnostics) > 0 {
		t.Fatal(err, read)
	}
	state, err := read.State.Unmarshal(c.Type())
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// TestResource creates and updates a resource. Create and Update get what the plan has put into private state.
func TestResource(t *testing.T) {
	p := &testProvider{}
	s := serve(t, p)
	state := tftypes.NewValue(config(clusters(0)).Type(), nil)
	for i, want := range []*[]byte{&p.created, &p.updated} {
		c := config(clusters(i + 1))
		planned, err := s.PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{
			TypeName: "test_fleet", PriorState: encode(t, state), ProposedNewState: encode(t, c), Config: encode(t, c),
		})
		if err != nil || len(planned.Diagnostics) > 0 {
			t.Fatal(err, planned)
		}
		applied, err := s.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{
			TypeName: "test_fleet", PriorState: encode(t, state), PlannedState: planned.PlannedState, Config: encode(t, c),
			PlannedPrivate: planned.PlannedPrivate, PlannedIdentity: planned.PlannedIdentity,
		})
		if err != nil || len(applied.Diagnostics) > 0 {
			t.Fatal(err, applied.Diagnostics[0])
		}
		if string(*want) != `"noted"` {
			t.Errorf("planned private data: %q", *want)
		}
		if state, err = applied.NewState.Unmarshal(c.Type()); err != nil {
			t.Fatal(err)
		}
		if got, want := attributeOf(t, state, "clusters"), clusters(i+1); !got.Equal(want) {
			t.Errorf("clusters = %s, want %s", got, want)
		}
		if got, want := attributeOf(t, state, "result"), textList(tftypes.List{ElementType: tftypes.String},
			"planned"); !got.Equal(want) {
			t.Errorf("result = %s, want %s", got, want)
		}
	}
	read, err := s.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{TypeName: "test_fleet", CurrentState: encode(t, state)})
	if err != nil || len(read.Diagnostics) > 0 {
		t.Fatal(err, read)
	}
	if refreshed, err := read.NewState.Unmarshal(state.Type()); err != nil || !refreshed.Equal(state) {
		t.Errorf("%v: refreshed to %s, want %s", err, refreshed, state)
	}
}

// TestServers: the provider is configured once for both servers that requests go to, and both are stopped.
func TestServers(t *testing.T) {
	p := &testProvider{planContext: make(chan context.Context)}
	s := serve(t, p)
	if p.configured != 1 {
		t.Errorf("configured %d times, want once for both servers", p.configured)
	}
	done := make(chan error)
	c := config(clusters(1))
	req := &tfprotov6.PlanResourceChangeRequest{
		TypeName: "test_fleet", PriorState: encode(t, tftypes.NewValue(c.Type(), nil)), ProposedNewState: encode(t, c),
		Config: encode(t, c),
	}
	go func() {
		_, err := s.PlanResourceChange(context.Background(), req)
		done <- err
	}()
	<-p.planContext
	if _, err := s.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{}); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil { // It hangs unless the plan is interrupted.
		t.Fatal(err)
	}
}

// TestFromContext: without the server there is no request, which is a bug in the provider.
func TestFromContext(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	rawserver.FromContext(t.Context())
}

// TestMethods: every method of the protocol is forwarded to a server that was chosen for it. If terraform-plugin-go adds
// a method, decide whether its values have bypassed attributes, and add it here.
func TestMethods(t *testing.T) {
	bypass := []string{
		"ApplyResourceChange", "PlanResourceChange", "ReadDataSource", "ReadResource", "ValidateDataResourceConfig",
		"ValidateResourceConfig",
	}
	both := []string{"ConfigureProvider", "StopProvider"}
	full := []string{
		"CallFunction", "CloseEphemeralResource", "GenerateResourceConfig", "GetFunctions", "GetMetadata", "GetProviderSchema",
		"GetResourceIdentitySchemas",
		"ImportResourceState", "MoveResourceState", "OpenEphemeralResource", "RenewEphemeralResource", "UpgradeResourceIdentity",
		"UpgradeResourceState", "ValidateEphemeralResourceConfig", "ValidateProviderConfig",
	}
	known := slices.Concat(bypass, both, full)
	protocol := reflect.TypeFor[tfprotov6.ProviderServer]()
	for i := range protocol.NumMethod() {
		if name := protocol.Method(i).Name; !slices.Contains(known, name) {
			t.Errorf("the protocol's method %s is forwarded to the server of all attributes by chance", name)
		}
	}
}
