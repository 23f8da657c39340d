// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
)

// TestWithoutDefaults: what a CRD sets by itself is left out, and what is empty then; another value, an empty object that
// somebody has set and the items of lists stay.
func TestWithoutDefaults(t *testing.T) {
	type fields = map[string]any
	object := fields{"apiVersion": "cluster.open-cluster-management.io/v1beta1", "kind": "Placement",
		"metadata": fields{"name": "web"}, "spec": fields{
			"sortBy": "ClusterName", "scoreRateLimit": "5m", "prioritizerPolicy": fields{"mode": "Additive"},
			"predicates":  []any{fields{"requiredClusterSelector": fields{"labelSelector": fields{}}}},
			"tolerations": []any{fields{"key": "gpu", "operator": "Equal"}, fields{"operator": "Exists"}},
		}}
	want := fields{"apiVersion": object["apiVersion"], "kind": object["kind"], "metadata": fields{"name": "web"}, "spec": fields{
		"scoreRateLimit": "5m",
		"predicates":     []any{fields{"requiredClusterSelector": fields{"labelSelector": fields{}}}},
		"tolerations":    []any{fields{"key": "gpu", "operator": "Equal"}, fields{"operator": "Exists"}},
	}}
	if diff := cmp.Diff(want, Placement.WithoutDefaults(object)); diff != "" {
		t.Error(diff)
	}
	if spec, _ := object["spec"].(fields); spec["sortBy"] != "ClusterName" {
		t.Error("the object was changed")
	}
}

// TestDefaultsOfHub: the defaults are those of the JSON of a hub, also the numbers.
func TestDefaultsOfHub(t *testing.T) {
	for _, kind := range slices.Concat(FleetKinds, DeliveryKinds) {
		object := map[string]any{"spec": map[string]any{}}
		for path, value := range kind.Defaults {
			object["spec"] = withField(asFields(object["spec"]), strings.Split(path, "."), value)
		}
		read, err := document.Fields(object)
		if err != nil {
			t.Fatal(err)
		}
		if rest := kind.WithoutDefaults(read); len(asFields(rest["spec"])) > 0 {
			t.Errorf("%s: left are %v", kind, rest)
		}
	}
}
