package provider

import (
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// furtherAttributes are what resources and data sources have beside the fields of the vocabulary. A function is given them
// as they are and has no use for these.
var furtherAttributes = sync.OnceValue(func() map[reflect.Type][]string {
	return map[reflect.Type][]string{
		reflect.TypeFor[manifest.Placement]():   slices.Collect(maps.Keys(placementResourceSchema().Attributes)),
		reflect.TypeFor[placement.Cluster]():    {"id", "cluster_set"},
		reflect.TypeFor[placement.ClusterSet](): {"id", "clusters", "member_names"},
		reflect.TypeFor[placement.Binding]():    {"id"},
		reflect.TypeFor[placement.Score]():      {"id"},
		reflect.TypeFor[previousDecision]():     {"group", "group_name"},
	}
})

// refuseOthers finds attributes that the vocabulary does not know, which Terraform itself finds only where a schema has
// given a value its type.
func (r *valueReader) refuseOthers(attributes map[string]tftypes.Value, t reflect.Type, at path.Path) {
	known := slices.Clone(furtherAttributes()[t])
	for _, f := range fieldsOf(t) {
		known = append(known, f.attribute)
	}
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		if slices.Contains(known, name) || attributes[name].IsKnown() && attributes[name].IsNull() {
			continue
		}
		slices.Sort(known)
		r.mistakes = append(r.mistakes, mistake{
			at: at.AtName(name), summary: "Unknown attribute",
			message: fmt.Sprintf("there is no such attribute; there are %s", strings.Join(known, ", ")),
		})
	}
}

// elements are the elements of a list and where they are. Those of a map, such as the instances of a resource with for_each,
// are in the order of the keys.
func (r *valueReader) elements(v tftypes.Value, at path.Path) (items []tftypes.Value, places []path.Path, ok bool) {
	if v.Type().Is(tftypes.Map{}) || v.Type().Is(tftypes.Object{}) {
		var values map[string]tftypes.Value
		ok = r.as(v, &values, at)
		for _, key := range slices.Sorted(maps.Keys(values)) {
			items, places = append(items, values[key]), append(places, at.AtMapKey(key))
		}
		return items, places, ok
	}
	ok = r.as(v, &items, at)
	for i := range items {
		places = append(places, at.AtListIndex(i))
	}
	return items, places, ok
}

// kindOf names the kind of a value as HCL does.
func kindOf(v tftypes.Value) string {
	switch t := v.Type(); {
	case t.Is(tftypes.String):
		return "text"
	case t.Is(tftypes.Number):
		return "a number"
	case t.Is(tftypes.Bool):
		return "a bool"
	case t.Is(tftypes.Map{}), t.Is(tftypes.Object{}):
		return "an object"
	}
	return "a list"
}

// wanted names what v.As(target) would have taken.
func wanted(target any) string {
	switch target.(type) {
	case *string:
		return "text"
	case *bool:
		return "true or false"
	case *big.Float:
		return "a number"
	case *map[string]tftypes.Value:
		return "an object"
	}
	return "a list"
}
