package provider

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

// TestPlacementFullConfig makes sure that the configuration that the tests below vary is right, and names every
// argument of the schema.
func TestPlacementFullConfig(t *testing.T) {
	state, diags := plan(t, configOf(t, placementType(), fullConfig()))
	for _, d := range diags {
		t.Error(shown(d))
	}
	if state == nil {
		t.Fatal("there is no state")
	}
	var decisions []any
	if !state["decisions"].IsFullyKnown() || state["decisions"].IsNull() {
		t.Fatalf("decisions are not known: %v", decisions)
	}
	for name, attribute := range placementSchema().Attributes {
		if _, ok := fullConfig()[name]; !ok && !attribute.IsComputed() {
			t.Errorf("the full configuration leaves out %s", name)
		}
	}
}

// TestPlacementUnknown puts an unknown value in the place of every value of the configuration, one after the other,
// down to the leaves. Nothing may be found wrong with any of them: what is unknown is no mistake, and neither is what
// may come of it.
func TestPlacementUnknown(t *testing.T) {
	count := 0
	for at, variant := range replaced(fullConfig(), unknown{}) {
		count++
		_, diags := plan(t, configOf(t, placementType(), variant))
		for _, d := range diags {
			t.Errorf("unknown %s: %s", at, shown(d))
		}
	}
	if count < 80 {
		t.Errorf("only %d places were tried", count)
	}
}

// TestPlacementNull does the same with null, which is how HCL leaves out an argument. Wherever null is allowed by the
// schema, the placement is decided, or one diagnostic tells what is missing.
func TestPlacementNull(t *testing.T) {
	for at, variant := range replaced(fullConfig(), nil) {
		if at == "" {
			continue
		}
		state, diags := plan(t, configOf(t, placementType(), variant))
		if state == nil && len(diags) == 0 {
			t.Errorf("null %s: neither a state nor a diagnostic", at)
		}
		if len(diags) > 1 {
			t.Errorf("null %s: more than one diagnostic: %s; %s", at, shown(diags[0]), shown(diags[1]))
		}
	}
}

// replaced yields copies of the data in each of which one value is replaced, with the place of that value.
func replaced(data, by any) func(yield func(string, any) bool) {
	return func(yield func(string, any) bool) {
		if data != nil {
			replaceBelow("", data, by, func(at string, variant any) bool { return yield(at, variant) })
		}
	}
}

func replaceBelow(at string, data, by any, yield func(string, any) bool) bool {
	switch v := data.(type) {
	case object:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			put := func(below string, item any) bool {
				variant := maps.Clone(v)
				variant[key] = item
				return yield(below, variant)
			}
			place := at + "." + key
			if !put(place, by) || !replaceBelow(place, v[key], by, put) {
				return false
			}
		}
	case list:
		for i := range v {
			put := func(below string, item any) bool {
				variant := slices.Clone(v)
				variant[i] = item
				return yield(below, variant)
			}
			place := fmt.Sprintf("%s[%d]", at, i)
			if !put(place, by) || !replaceBelow(place, v[i], by, put) {
				return false
			}
		}
	}
	return true
}
