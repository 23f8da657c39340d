// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// checkShown fails for a diagnostic in which something is obeyed.
func checkShown(t providertest.Fataler, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	for _, d := range diags {
		if found := providertest.Obeyed(d.Detail); found != "" || providertest.Obeyed(d.Summary) != "" ||
			strings.Contains(d.Summary, "\n") {
			t.Fatalf("%s: %q: %q", found, d.Summary, d.Detail)
		}
	}
}

// TestHostileTexts puts a hostile text in the place of every value and of every key of the configurations.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	tried, decided := 0, 0
	for dialect, config := range providertest.FullConfigs() {
		config["on_unsatisfied"], config["with_report"] = "warn", true
		for _, variants := range []func(func(string, any) bool){providertest.Replaced(config, providertest.Injected),
			hostilelyNamed(config)} {
			for at, variant := range variants {
				data, typed := typedTexts(variant)
				if !typed {
					continue
				}
				tried++
				state, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), data))
				checkShown(t, diags)
				if state != nil {
					decided++
					checkOutputTexts(t, dialect+at, state)
				}
			}
		}
	}
	if tried < 400 || decided < 10 {
		t.Errorf("%d texts were tried, %d configurations decided", tried, decided)
	}
}

// typedTexts has lists where the schema wants lists of texts; ok is false for a text where it wants a bool.
func typedTexts(variant any) (data object, ok bool) {
	data, _ = variant.(object)
	for _, name := range []string{"manifests", "with_labels", "with_claims"} {
		if data[name] == providertest.Injected {
			data[name] = list{providertest.Injected}
		}
	}
	return data, data["with_report"] != providertest.Injected
}

// checkOutputTexts fails if a reason, a condition or a report has a hostile text as it is.
func checkOutputTexts(t *testing.T, at string, state map[string]tftypes.Value) {
	t.Helper()
	for _, name := range []string{"decisions", "conditions", "rejection_summary"} {
		for _, text := range textsIn(providertest.Plain(t, state[name])) {
			if found := providertest.Obeyed(text); found != "" || strings.Contains(text, "\n") {
				t.Errorf("%s: %s has %s: %q", at, name, found, text)
			}
		}
	}
}

// textsIn are the texts and the keys in data.
func textsIn(data any) []string {
	switch v := data.(type) {
	case string:
		return []string{v}
	case []any:
		var texts []string
		for _, item := range v {
			texts = append(texts, textsIn(item)...)
		}
		return texts
	case map[string]any:
		var texts []string
		for key, item := range v {
			texts = append(append(texts, key), textsIn(item)...)
		}
		return texts
	}
	return nil
}

// hostilelyNamed yields copies of the data in each of which one more attribute or entry has a hostile name.
func hostilelyNamed(data object) func(yield func(string, any) bool) {
	return func(yield func(string, any) bool) {
		namedBelow("", data, yield)
	}
}

func namedBelow(at string, data any, yield func(string, any) bool) bool {
	switch v := data.(type) {
	case object:
		if at != "" {
			variant := maps.Clone(v)
			variant[providertest.Injected] = "1"
			if !yield(at, variant) {
				return false
			}
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if !namedBelow(at+"."+key, v[key], func(below string, item any) bool {
				variant := maps.Clone(v)
				variant[key] = item
				return yield(below, variant)
			}) {
				return false
			}
		}
	case list:
		for i := range v {
			if !namedBelow(at+"[]", v[i], func(below string, item any) bool {
				variant := slices.Clone(v)
				variant[i] = item
				return yield(below, variant)
			}) {
				return false
			}
		}
	}
	return true
}
