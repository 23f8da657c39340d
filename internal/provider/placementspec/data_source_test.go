// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementspec_test

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Test data of values.
type (
	object  = providertest.Object
	list    = providertest.List
	unknown = providertest.Unknown
)

// specs has the struct of each dialect.
var specs = map[placement.Dialect]reflect.Type{
	placement.DialectOCM:       reflect.TypeFor[ocm.Spec](),
	placement.DialectKubeFleet: reflect.TypeFor[kubefleet.Spec](),
	placement.DialectHybrid:    reflect.TypeFor[hybrid.Spec](),
}

func typeName(dialect placement.Dialect) string {
	return "multicluster_" + string(dialect) + "_placement"
}

// TestFields makes sure that each data source has every field of its spec, and no other.
func TestFields(t *testing.T) {
	for _, dialect := range placement.Dialects {
		of := maps.Clone(blockType(t, dialect).AttributeTypes)
		delete(of, "spec")
		if got, want := (tftypes.Object{AttributeTypes: of}), tfvalue.TypeOf(specs[dialect]); !got.Equal(want) {
			t.Errorf("%s: the schema has the type\n%s\nand the spec\n%s", dialect, got, want)
		}
	}
}

// TestRequired makes sure that what must be set in a struct must be set in its block.
func TestRequired(t *testing.T) {
	schema := providertest.DataSchema(typeName(placement.DialectKubeFleet))
	if schema.Attributes["placement_type"].Required {
		t.Error("placement_type is required")
	}
	diags := validate(t, placement.DialectKubeFleet, object{
		"placement_type": "PickN", "number_of_clusters": int64(1), "topology_spread_constraints": list{object{"max_skew": int64(1)}},
	})
	if len(diags) != 1 || !strings.Contains(diags[0].Detail, "topology_spread_constraints[0].topology_key") {
		t.Errorf("found %v", diags)
	}
}

// TestSpec compares the spec that is built from blocks with the same spec as an object.
func TestSpec(t *testing.T) {
	for _, dialect := range placement.Dialects {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			server := providertest.NewServer()
			rapid.Check(t, func(r *rapid.T) {
				data := drawObject(r, blockType(t, dialect), "spec")
				got := decode(t, dialect, build(t, server, dialect, data))
				want := decode(t, dialect, providertest.DynamicOf(t, data))
				if diff := cmp.Diff(want, got); diff != "" {
					r.Fatalf("the blocks (+) mean something else than the object (-):\n%s", diff)
				}
			})
		})
	}
}

// TestUnknown makes sure that an unknown value in the place of every value is no mistake, and is unknown in the spec at its place,
// and there only.
func TestUnknown(t *testing.T) {
	for dialect, data := range examples {
		server := providertest.NewServer()
		for at, variant := range providertest.Replaced(data, unknown{}) {
			config, _ := variant.(object)
			if at == "" {
				continue
			}
			if diags := validate(t, dialect, config); len(diags) > 0 {
				t.Errorf("%s: an unknown value at %s: %s", dialect, at, providertest.Shown(diags[0]))
			}
			got, want := build(t, server, dialect, config), providertest.DynamicOf(t, config)
			if diff := cmp.Diff(unknownPaths(t, want), unknownPaths(t, got)); diff != "" {
				t.Errorf("%s: an unknown value at %s (-want +got):\n%s", dialect, at, diff)
			}
		}
	}
}

// TestNull makes sure that a null value means that the argument is not set.
func TestNull(t *testing.T) {
	for dialect, data := range examples {
		server := providertest.NewServer()
		for at, variant := range providertest.Replaced(data, nil) {
			config, _ := variant.(object)
			if strings.HasSuffix(at, "]") || strings.Contains(at, "match_labels.") {
				continue // Terraform passes no null block, and elements of lists and maps are passed on as they are.
			}
			if got := build(t, server, dialect, config); strings.Contains(got.String(), "<null>") {
				t.Errorf("%s: a null value at %s is in the spec: %s", dialect, at, got)
			}
		}
	}
}

// TestMistake makes sure that a mistake is found where it is, at any depth.
func TestMistake(t *testing.T) {
	diags := validate(t, placement.DialectOCM, object{"predicates": list{object{"required_cluster_selector": object{
		"label_selector": object{"match_expressions": list{object{"key": "env", "operator": "Is"}}},
	}}}})
	if len(diags) != 1 {
		t.Fatalf("found %d errors, want 1", len(diags))
	}
	const at = "predicates[0].required_cluster_selector.label_selector.match_expressions[0].operator"
	if got := diags[0].Attribute.String(); !strings.Contains(got, `AttributeName("operator")`) {
		t.Errorf("the error is at %s", got)
	}
	if !strings.Contains(diags[0].Detail, at) {
		t.Errorf("the error does not have %s: %s", at, diags[0].Detail)
	}
}

// examples set every kind of value.
var examples = map[placement.Dialect]object{
	placement.DialectOCM: {
		"number_of_clusters": int64(2), "cluster_sets": list{"prod"},
		"predicates": list{object{"required_cluster_selector": object{
			"label_selector": object{"match_labels": object{"env": "prod"}},
			"claim_selector": object{"match_expressions": list{object{"key": "region", "operator": "In", "values": list{"eu"}}}},
			"cel_selector":   object{"cel_expressions": list{`managedCluster.metadata.name != "x"`}},
		}}},
		"prioritizer_policy": object{"configurations": list{
			object{"weight": int64(3), "score_coordinate": object{"type": "AddOn", "add_on": object{
				"resource_name": "cost", "score_name": "price",
			}}},
		}},
		"tolerations":   list{object{"key": "gpu", "operator": "Exists", "toleration_seconds": int64(60)}},
		"spread_policy": object{"spread_constraints": list{object{"topology_key": "zone", "topology_key_type": "Label"}}},
	},
	placement.DialectKubeFleet: {
		"placement_type": "PickN", "number_of_clusters": int64(2),
		"affinity": object{"cluster_affinity": object{
			"required_during_scheduling_ignored_during_execution": object{"cluster_selector_terms": list{
				object{"property_selector": object{"match_expressions": list{
					object{"name": "kubernetes-fleet.io/node-count", "operator": "Gt", "values": list{"3"}},
				}}},
			}},
			"preferred_during_scheduling_ignored_during_execution": list{object{"weight": int64(20), "preference": object{
				"property_sorter": object{"name": "kubernetes-fleet.io/node-count", "sort_order": "Descending"},
			}}},
		}},
		"topology_spread_constraints": list{object{"topology_key": "zone", "max_skew": int64(2)}},
		"tolerations":                 list{object{"key": "gpu", "operator": "Exists"}},
	},
	placement.DialectHybrid: {
		"replicas": int64(1), "deployer_type": list{"kubernetes"},
		"targets":       list{object{"name": "eu-1", "kind": "Cluster"}},
		"target_labels": object{"match_labels": object{"env": "prod"}},
		"advisors": list{object{
			"name": "cost", "type": "priority", "weight": int64(50), "fail_open": false,
			"recommendations": list{object{"name": "eu-1", "score": int64(90)}},
		}},
	},
}

// TestExamples makes sure that the examples of the tests are right.
func TestExamples(t *testing.T) {
	for dialect, data := range examples {
		if diags := validate(t, dialect, data); len(diags) > 0 {
			t.Errorf("%s: %s", dialect, providertest.Shown(diags[0]))
		}
	}
}

func blockType(t testing.TB, dialect placement.Dialect) tftypes.Object {
	t.Helper()
	of, ok := providertest.DataSchema(typeName(dialect)).Type.(tftypes.Object)
	if !ok {
		t.Fatal("the configuration is no object")
	}
	return of
}

// blocks is data as Terraform passes blocks: a block that can be repeated and is not there is an empty list.
func blocks(t testing.TB, of tftypes.Type, data any) tftypes.Value {
	t.Helper()
	if repeated, ok := of.(tftypes.List); ok && repeated.ElementType.Is(tftypes.Object{}) {
		items, isList := data.(list)
		if data != nil && !isList {
			return providertest.Config(t, of, data)
		}
		values := make([]tftypes.Value, len(items))
		for i := range items {
			values[i] = blocks(t, repeated.ElementType, items[i])
		}
		return tftypes.NewValue(of, values)
	}
	block, ok := of.(tftypes.Object)
	given, isObject := data.(object)
	if !ok || !isObject {
		return providertest.Config(t, of, data)
	}
	values := map[string]tftypes.Value{}
	for name, attribute := range block.AttributeTypes {
		values[name] = blocks(t, attribute, given[name])
	}
	return tftypes.NewValue(of, values)
}

func encoded(t testing.TB, dialect placement.Dialect, data object) *tfprotov6.DynamicValue {
	t.Helper()
	config, err := tfprotov6.NewDynamicValue(blockType(t, dialect), blocks(t, blockType(t, dialect), data))
	if err != nil {
		t.Fatal(err)
	}
	return &config
}

func validate(t testing.TB, dialect placement.Dialect, data object) []*tfprotov6.Diagnostic {
	t.Helper()
	resp, err := providertest.NewServer().ValidateDataResourceConfig(context.Background(),
		&tfprotov6.ValidateDataResourceConfigRequest{TypeName: typeName(dialect), Config: encoded(t, dialect, data)})
	if err != nil {
		t.Fatal(err)
	}
	return resp.Diagnostics
}

// build reads the data source and returns the spec.
func build(t testing.TB, server tfprotov6.ProviderServer, dialect placement.Dialect, data object) tftypes.Value {
	t.Helper()
	resp, err := server.ReadDataSource(context.Background(), &tfprotov6.ReadDataSourceRequest{
		TypeName: typeName(dialect), Config: encoded(t, dialect, data),
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(resp.Diagnostics) > 0 {
		t.Fatal(providertest.Shown(resp.Diagnostics[0]))
	}
	state, err := resp.State.Unmarshal(blockType(t, dialect))
	if err != nil {
		t.Fatal(err)
	}
	return providertest.AttributeOf(t, state, "spec")
}

// decode reads a spec as the argument of a placement is read.
func decode(t testing.TB, dialect placement.Dialect, spec tftypes.Value) any {
	t.Helper()
	into := reflect.New(specs[dialect])
	reader := &tfvalue.Reader{}
	reader.Read(tfvalue.Of(spec), into.Interface(), tfvalue.Root(string(dialect)))
	for m := range reader.Mistakes {
		if m.Summary != "Missing required attribute" {
			t.Fatalf("%s: %s", m.At, m.Message)
		}
	}
	return into.Interface()
}

// unknownPaths are the places of the unknown values.
func unknownPaths(t testing.TB, v tftypes.Value) []string {
	t.Helper()
	var paths []string
	err := tftypes.Walk(v, func(at *tftypes.AttributePath, v tftypes.Value) (bool, error) {
		if !v.IsKnown() {
			// An element of a map and an attribute of an object differ in their steps only.
			paths = append(paths, strings.ReplaceAll(at.String(), "ElementKeyString", "AttributeName"))
		}
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(paths)
	return paths
}

// drawObject draws some attributes and blocks.
func drawObject(t *rapid.T, of tftypes.Object, without string) object {
	data := object{}
	for _, name := range slices.Sorted(maps.Keys(of.AttributeTypes)) {
		if name == without || rapid.IntRange(0, 2).Draw(t, name+" is set") == 0 {
			continue
		}
		if value := drawValue(t, of.AttributeTypes[name], name); value != nil {
			data[name] = value
		}
	}
	return data
}

// drawValue draws a value; nil for a block that is not there.
func drawValue(t *rapid.T, of tftypes.Type, name string) any {
	text := rapid.StringMatching(`[a-z0-9-]{0,8}`)
	switch of := of.(type) {
	case tftypes.Object:
		return drawObject(t, of, "")
	case tftypes.Map:
		entries := object{}
		for key, value := range rapid.MapOfN(text, text, 0, 3).Draw(t, name) {
			entries[key] = value
		}
		return entries
	case tftypes.List:
		number := rapid.IntRange(0, 3).Draw(t, name)
		if number == 0 && of.ElementType.Is(tftypes.Object{}) {
			return nil
		}
		items := make(list, number)
		for i := range items {
			items[i] = drawValue(t, of.ElementType, name)
		}
		return items
	}
	switch {
	case of.Is(tftypes.Number):
		return rapid.Int64Range(-5, 500).Draw(t, name)
	case of.Is(tftypes.Bool):
		return rapid.Bool().Draw(t, name)
	}
	return text.Draw(t, name)
}
