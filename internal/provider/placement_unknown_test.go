package provider

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// TestPlacementFullConfig makes sure that the configurations that the tests below vary are right, and name every
// argument of the schema.
func TestPlacementFullConfig(t *testing.T) {
	named := map[string]bool{}
	for dialect, config := range fullConfigs() {
		state, diags := plan(t, configOf(t, placementType(), config))
		for _, d := range diags {
			t.Errorf("%s: %s", dialect, shown(d))
		}
		if state == nil || state["decisions"].IsNull() || !state["decisions"].IsFullyKnown() {
			t.Errorf("%s: decisions are not known", dialect)
		}
		for name := range config {
			named[name] = true
		}
	}
	for name, attribute := range dataSchema("multicluster_placement").attributes {
		if !named[name] && !attribute.Computed {
			t.Errorf("no configuration has %s", name)
		}
	}
}

// TestPlacementUnknown puts an unknown value in the place of every value of the configurations, one after the other,
// down to the leaves. Nothing may be found wrong with any of them: what is unknown is no mistake, and neither is what
// may come of it.
func TestPlacementUnknown(t *testing.T) {
	t.Parallel()
	for dialect, config := range fullConfigs() {
		count := 0
		for at, variant := range replaced(config, unknown{}) {
			count++
			_, diags := plan(t, configOf(t, placementType(), variant))
			for _, d := range diags {
				t.Errorf("%s: unknown %s: %s", dialect, at, shown(d))
			}
		}
		if count < 80 {
			t.Errorf("%s: only %d places were tried", dialect, count)
		}
	}
}

// TestPlacementNull does the same with null, which is how HCL leaves out an argument. Wherever null is allowed by the
// schema, the placement is decided, or one diagnostic tells what is missing.
func TestPlacementNull(t *testing.T) {
	t.Parallel()
	for dialect, config := range fullConfigs() {
		for at, variant := range replaced(config, nil) {
			state, diags := plan(t, configOf(t, placementType(), variant))
			diags = slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool {
				return d.Severity == tfprotov6.DiagnosticSeverityWarning
			})
			if state == nil && len(diags) == 0 {
				t.Errorf("%s: null %s: neither a state nor a diagnostic", dialect, at)
			}
			// Without its type a placement is PickAll, which has neither a number nor constraints.
			if len(diags) > 1 && at != ".kubefleet.placement_type" {
				t.Errorf("%s: null %s: more than one diagnostic: %s; %s", dialect, at, shown(diags[0]), shown(diags[1]))
			}
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
