// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue_test

import (
	"reflect"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// TestLocate finds the attribute of a field path.
func TestLocate(t *testing.T) {
	root := (*tfvalue.Path)(nil).Attribute("ocm")
	for fieldPath, want := range map[string]string{
		"":                       "ocm",
		"numberOfClusters":       "ocm.number_of_clusters",
		"list[1].values[0]":      "ocm.list[1].values[0]",
		"matchLabels[1]":         `ocm.match_labels["1"]`,
		"matchLabels[a.b/c].x":   `ocm.match_labels["a.b/c"].x`,
		"amounts[2]":             `ocm.amounts["2"]`,
		"object.values[3]":       "ocm.object.values[3]",
		"otherThings[4].fooBar":  "ocm.other_things[4].foo_bar",
		"otherThings[four].list": `ocm.other_things["four"].list`,
	} {
		if got := tfvalue.Locate(root, reflect.TypeFor[*everything](), fieldPath).String(); got != want {
			t.Errorf("%s: got %s, want %s", fieldPath, got, want)
		}
	}
}

// FuzzLocate takes any field path: it does not panic.
func FuzzLocate(f *testing.F) {
	for _, seed := range []string{"list[1].values[0]", "a[", "]", "..", "[[]]", "matchLabels[]"} {
		f.Add(seed)
	}
	f.Fuzz(func(_ *testing.T, fieldPath string) {
		_ = tfvalue.Locate(nil, reflect.TypeFor[everything](), fieldPath).String()
	})
}
