package provider

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placements"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// form writes a value in another form that means the same. At is the attribute that the value is in, and depth how deep.
type form func(t *testing.T, v tftypes.Value, at string, depth int) tftypes.Value

// forms are the forms of values that HCL has beside literals.
var forms = map[string]form{
	"lists": func(_ *testing.T, v tftypes.Value, _ string, _ int) tftypes.Value {
		if items, of, ok := sameType(v); ok {
			return tftypes.NewValue(tftypes.List{ElementType: of}, items)
		}
		return v
	},
	"sets": func(_ *testing.T, v tftypes.Value, at string, depth int) tftypes.Value {
		items, of, ok := sameType(v)
		if ok && (len(items) == 1 || of.Is(tftypes.String) || depth == 0 && slices.Contains(placementconfig.UnorderedAttributes, at)) {
			slices.Reverse(items) // Terraform has an order of its own.
			return tftypes.NewValue(tftypes.Set{ElementType: of}, items)
		}
		return v
	},
	"maps": func(t *testing.T, v tftypes.Value, _ string, _ int) tftypes.Value {
		if !v.Type().Is(tftypes.Object{}) || v.IsNull() {
			return v
		}
		values := attributesOf(t, v)
		for _, value := range values {
			if !value.Type().Is(tftypes.String) {
				return v
			}
		}
		return tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, values)
	},
	"numbers as strings": func(t *testing.T, v tftypes.Value, _ string, _ int) tftypes.Value {
		if !v.Type().Is(tftypes.Number) {
			return v
		}
		var number big.Float
		if err := v.As(&number); err != nil {
			t.Fatal(err)
		}
		return tftypes.NewValue(tftypes.String, number.Text('f', -1))
	},
	"instances of resources": func(_ *testing.T, v tftypes.Value, at string, depth int) tftypes.Value {
		items, _, ok := sameType(v)
		if depth > 0 || !ok || !slices.Contains(placementconfig.UnorderedAttributes, at) {
			return v
		}
		instances := map[string]tftypes.Value{}
		for i, item := range items {
			instances[fmt.Sprint(i)] = item
		}
		return objectOf(instances)
	},
	"further attributes": func(t *testing.T, v tftypes.Value, at string, depth int) tftypes.Value {
		if depth != 1 || !slices.Contains([]string{"clusters", "cluster_sets", "cluster_set_bindings", "scores"}, at) {
			return v
		}
		values := maps.Clone(attributesOf(t, v))
		values["id"] = tftypes.NewValue(tftypes.String, "x")
		return objectOf(values)
	},
}

// sameType returns the elements of a tuple if they are all of one type.
func sameType(v tftypes.Value) (items []tftypes.Value, of tftypes.Type, ok bool) {
	if !v.Type().Is(tftypes.Tuple{}) || v.As(&items) != nil || len(items) == 0 {
		return nil, nil, false
	}
	items = slices.Clone(items)
	for _, item := range items {
		if !item.Type().Equal(items[0].Type()) {
			return nil, nil, false
		}
	}
	return items, items[0].Type(), true
}

func attributesOf(t *testing.T, v tftypes.Value) map[string]tftypes.Value {
	t.Helper()
	var attributes map[string]tftypes.Value
	if err := v.As(&attributes); err != nil {
		t.Fatal(err)
	}
	return attributes
}

// reformed is a value in another form, all the way down.
func (f form) reformed(t *testing.T, v tftypes.Value, at string, depth int) tftypes.Value {
	t.Helper()
	switch {
	case v.IsNull() || !v.IsKnown():
		return v
	case v.Type().Is(tftypes.Tuple{}):
		var items []tftypes.Value
		if err := v.As(&items); err != nil {
			t.Fatal(err)
		}
		items = slices.Clone(items)
		for i := range items {
			items[i] = f.reformed(t, items[i], at, depth+1)
		}
		v = tupleOf(items)
	case v.Type().Is(tftypes.Object{}):
		values := maps.Clone(attributesOf(t, v))
		for name := range values {
			values[name] = f.reformed(t, values[name], at, depth+1)
		}
		v = objectOf(values)
	}
	return f(t, v, at, depth)
}

// reform writes all dynamic attributes of a configuration in another form.
func reform(t *testing.T, config tftypes.Value, of func(name string, v tftypes.Value) tftypes.Value) tftypes.Value {
	t.Helper()
	typ, _ := config.Type().(tftypes.Object)
	values := maps.Clone(attributesOf(t, config))
	for name, attribute := range typ.AttributeTypes {
		if attribute.Is(tftypes.DynamicPseudoType) && !values[name].IsNull() {
			values[name] = of(name, values[name])
		}
	}
	return tftypes.NewValue(typ, values)
}

// explicit is a value with null for every attribute that it leaves out.
func explicit(t *testing.T, v tftypes.Value, typ tftypes.Type) tftypes.Value {
	t.Helper()
	if v.IsNull() {
		return v
	}
	switch of := typ.(type) {
	case tftypes.Object:
		given, values := attributesOf(t, v), map[string]tftypes.Value{}
		for name, attribute := range of.AttributeTypes {
			if values[name] = tftypes.NewValue(attribute, nil); given[name].Type() != nil {
				values[name] = explicit(t, given[name], attribute)
			}
		}
		return objectOf(values)
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
		return tupleOf(items)
	}
	return v
}

// TestSameMeaning writes the arguments of every placement and of every object in each form that means the same: the plan is
// empty, and nothing is decided anew.
func TestSameMeaning(t *testing.T) {
	types, _ := tfvalue.TypeOf(reflect.TypeFor[placementconfig.Config]()).(tftypes.Object)
	check := func(l *lifecycle, data object, types tftypes.Object) {
		t.Helper()
		config := configOf(t, l.typ(), data)
		l.apply(l.plan(config))
		asked := fingerprintOf(t, l.private)
		variants := map[string]tftypes.Value{"nulls": reform(t, config, func(name string, v tftypes.Value) tftypes.Value {
			return explicit(t, v, types.AttributeTypes[name])
		})}
		for name, f := range forms {
			if name == "further attributes" && l.typeName == "multicluster_cluster_score" {
				continue // Its scores are not what a placement takes by this name.
			}
			variants[name] = reform(t, config, func(attribute string, v tftypes.Value) tftypes.Value { return f.reformed(t, v, attribute, 0) })
		}
		for name, variant := range variants {
			if found := l.validate(variant); len(found) > 0 {
				t.Errorf("%s: %s: %s", l.typeName, name, said(found))
				continue
			}
			p := l.plan(variant)
			if len(p.diags) > 0 || !p.state.Equal(l.state) || fingerprintOf(t, p.private) != asked {
				t.Errorf("%s: %s: %s%s", l.typeName, name, said(p.diags), l.changed(l.state, p.state))
			}
		}
	}
	for _, data := range fullResourceConfigs() {
		check(placementLifecycle(t, t), data, types)
	}
	objects := map[string]reflect.Type{
		"cluster": reflect.TypeFor[placement.Cluster](), "cluster_set": reflect.TypeFor[ClusterSet](),
		"cluster_score": reflect.TypeFor[placement.Score](),
	}
	for noun, of := range objects {
		types, _ := tfvalue.TypeOf(of).(tftypes.Object)
		check(objectLifecycle(t, noun), fullObjects()[noun], types)
	}
}

// fingerprintOf is what private state says of the question that was answered.
func fingerprintOf(t *testing.T, private []byte) string {
	t.Helper()
	values := map[string][]byte{}
	if len(private) > 0 {
		if err := json.Unmarshal(private, &values); err != nil {
			t.Fatal(err)
		}
	}
	return string(values[placements.FingerprintKey])
}

// TestAccSameMeaning does so with the real binary: each step writes the same placement in another form, and its plan is empty.
func TestAccSameMeaning(t *testing.T) {
	config := func(clusters, ocm string) string {
		return `
locals {
  a = { name = "a", labels = { env = "prod" }, allocatable = { cpu = "4" } }
  b = { name = "b", labels = { env = "prod" }, allocatable = { cpu = "8" } }
}
resource "multicluster_cluster" "a" {
  name        = local.a.name
  labels      = local.a.labels
  allocatable = local.a.allocatable
}
resource "multicluster_placement" "web" {
  name     = "web"
  clusters = ` + clusters + `
  ocm      = ` + ocm + `
}`
	}
	const clusters, ocm = "[local.a, local.b]", `{ number_of_clusters = 1, predicates = [{ required_cluster_selector = {
    label_selector = { match_expressions = [{ key = "env", operator = "In", values = ["prod", "dev"] }] }
  } }] }`
	steps := []resource.TestStep{{Config: config(clusters, ocm)}}
	for _, same := range []string{
		config("tolist([local.a, local.b])", ocm),
		config("toset([local.b, local.a])", ocm),
		config("[local.b, local.a]", ocm),
		config("{ x = local.a, y = local.b }", ocm),
		config("[multicluster_cluster.a, local.b]", ocm),
		config("{ a = multicluster_cluster.a, b = local.b }", ocm),
		config("[merge(local.a, { taints = null }), local.b]", ocm),
		config(clusters, strings.Replace(ocm, "number_of_clusters = 1", `number_of_clusters = "1", tolerations = null`, 1)),
		config(clusters, strings.Replace(ocm, `["prod", "dev"]`, `toset(["prod", "dev"])`, 1)),
	} {
		steps = append(steps, resource.TestStep{Config: same, ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectResourceAction("multicluster_placement.web", plancheck.ResourceActionNoop),
		}}})
	}
	testAcceptance(t, steps...)
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
	before, after := tfvalue.Canonical(release1{"x", map[string]int{"a": 1}}), tfvalue.Canonical(release2{Name: "x", Spec: map[string]int{"a": 1}})
	if string(before) != string(after) {
		t.Errorf("%s, then %s", before, after)
	}
}
