// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// explicit is a value with null for every attribute that it leaves out.
func explicit(t *testing.T, v tftypes.Value, typ tftypes.Type) tftypes.Value {
	t.Helper()
	if v.IsNull() {
		return v
	}
	switch of := typ.(type) {
	case tftypes.Object:
		given, values := providertest.AttributesOf(t, v), map[string]tftypes.Value{}
		for name, attribute := range of.AttributeTypes {
			if values[name] = tftypes.NewValue(attribute, nil); given[name].Type() != nil {
				values[name] = explicit(t, given[name], attribute)
			}
		}
		return providertest.ObjectOf(values)
	case tftypes.List:
		if v.Type().Is(tftypes.String) {
			return v // One text is a list of one, as in deployer_type.
		}
		var items []tftypes.Value
		if err := v.As(&items); err != nil {
			t.Fatal(err)
		}
		items = slices.Clone(items)
		for i := range items {
			items[i] = explicit(t, items[i], of.ElementType)
		}
		return providertest.TupleOf(items)
	}
	return v
}

// TestSameMeaning writes the arguments of every placement and of every object in each form that means the same: the plan is
// empty, and nothing is decided anew.
func TestSameMeaning(t *testing.T) {
	types, _ := tfvalue.TypeOf(reflect.TypeFor[placementconfig.Config]()).(tftypes.Object)
	check := func(l *providertest.Resource, data object, types tftypes.Object) {
		t.Helper()
		config := providertest.Config(t, l.Type(), data)
		l.Apply(l.Plan(config))
		asked := providertest.FingerprintOf(t, l.Private)
		variants := map[string]tftypes.Value{"nulls": providertest.Reform(t, config, func(name string, v tftypes.Value) tftypes.Value {
			return explicit(t, v, types.AttributeTypes[name])
		})}
		for name, f := range providertest.Forms {
			if name == "further attributes" && l.TypeName == "multicluster_cluster_score" {
				continue // Its scores are not what a placement takes by this name.
			}
			variants[name] = providertest.Reform(t, config,
				func(attribute string, v tftypes.Value) tftypes.Value { return f.Reformed(t, v, attribute, 0) })
		}
		for name, variant := range variants {
			if found := l.Validate(variant); len(found) > 0 {
				t.Errorf("%s: %s: %s", l.TypeName, name, providertest.Said(found))
				continue
			}
			p := l.Plan(variant)
			if len(p.Diags) > 0 || !p.State.Equal(l.State) || providertest.FingerprintOf(t, p.Private) != asked {
				t.Errorf("%s: %s: %s%s", l.TypeName, name, providertest.Said(p.Diags), l.Changed(l.State, p.State))
			}
		}
	}
	for _, data := range providertest.FullResourceConfigs() {
		check(providertest.NewPlacement(t, t), data, types)
	}
	objects := map[string]reflect.Type{
		"cluster": reflect.TypeFor[placement.Cluster](), "cluster_set": reflect.TypeFor[provider.ClusterSet](),
		"cluster_score": reflect.TypeFor[placement.Score](), "resource_override": reflect.TypeFor[hubobject.Override](),
		"disruption_budget": reflect.TypeFor[kubefleet.DisruptionBudget](),
	}
	full := providertest.FullObjects()
	// A value of a patch has one form: "3" is another value than 3.
	full["resource_override"]["policy"].(object)["override_rules"].(list)[0].(object)["json_patch_overrides"] = list{
		object{"op": "remove", "path": "/metadata/annotations"},
	}
	for noun, of := range objects {
		types, _ := tfvalue.TypeOf(of).(tftypes.Object)
		check(providertest.NewObject(t, noun), full[noun], types)
	}
}

// TestSameQuestion: what a release adds to the structs, and leaves unset, is no other question.
func TestSameQuestion(t *testing.T) {
	type release1 struct {
		Name string         `json:"name"`
		Spec map[string]int `json:"spec,omitempty"`
	}
	type added struct {
		Text *string  `json:"text,omitempty"`
		List []string `json:"list,omitzero"`
	}
	type release2 struct {
		Name  string         `json:"name"`
		Spec  map[string]int `json:"spec,omitempty"`
		Added added          `json:"added,omitzero"`
		Flag  bool           `json:"flag,omitempty"`
		More  *added         `json:"more,omitempty"`
	}
	before, after := tfvalue.Canonical(release1{"x", map[string]int{"a": 1}}),
		tfvalue.Canonical(release2{Name: "x", Spec: map[string]int{"a": 1}})
	if string(before) != string(after) {
		t.Errorf("%s, then %s", before, after)
	}
}
