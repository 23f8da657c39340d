// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
)

// TestReadStoredPlacement reads every field of what a server returned, and ignores those of a later version.
func TestReadStoredPlacement(t *testing.T) {
	for name, text := range placementTexts {
		later := strings.Replace(strings.Replace(text, "spec:\n", "spec:\n  laterField: { a: 1 }\n", 1), "spec: {",
			"spec: { laterField: 1,", 1)
		for _, text := range []string{text, later} {
			raw, err := yaml.YAMLToJSON([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			got, err := manifest.ReadStoredPlacement(raw)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if diff := cmp.Diff(placements[name], got); diff != "" {
				t.Errorf("%s: -want +got:\n%s", name, diff)
			}
		}
		if _, err := manifest.ReadPlacement(t.Context(), later); err == nil ||
			!strings.Contains(err.Error(), "spec.laterField: unknown field") {
			t.Errorf("%s: a text: %v", name, err)
		}
	}
	for object, want := range map[string]string{
		`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}`: "ConfigMap/a: found ConfigMap; it must be a placement",
		`{"apiVersion":"placement.kubernetes-fleet.io/v1","kind":"ResourcePlacement","metadata":{"name":"a","namespace":"b"},"spec":{"revisionHistoryLimit":"x"}}`: "ResourcePlacement/a, " +
			"spec.revisionHistoryLimit: found text; it must be a whole number",
		`[]`: "found a list",
	} {
		if _, err := manifest.ReadStoredPlacement([]byte(object)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", object, err)
		}
	}
}
