// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// fullClustersConfig has a value for every argument.
func fullClustersConfig() object {
	return object{
		"manifests": list{providertest.ManagedClusterYAML("  env: prod")}, "kind": "ManagedCluster", "cluster_sets": list{"global"},
		"label_selector": object{
			"match_labels":      object{"env": "prod"},
			"match_expressions": list{object{"key": "env", "operator": "In", "values": list{"prod"}}},
		},
		"claim_selector": object{"match_expressions": list{object{"key": "region", "operator": "DoesNotExist", "values": list{}}}},
		"cel_selector":   object{"cel_expressions": list{`managedCluster.metadata.name != ""`}},
	}
}

// TestClustersUnknown puts an unknown value in the place of every value: nothing is found wrong.
func TestClustersUnknown(t *testing.T) {
	if read, diags := providertest.ReadClusters(t, fullClustersConfig()); !read || len(diags) > 0 {
		t.Fatalf("the full configuration is wrong: %s", providertest.Said(diags))
	}
	for at, variant := range providertest.Replaced(fullClustersConfig(), unknown{}) {
		if _, diags := providertest.ReadClusters(t, variant); len(diags) > 0 {
			t.Errorf("unknown %s: %s", at, providertest.Said(diags))
		}
	}
}

// TestClustersNull does the same with null: the clusters are listed, or one diagnostic tells what is missing.
func TestClustersNull(t *testing.T) {
	missing := []string{
		".manifests", ".label_selector.match_expressions[0].key", ".label_selector.match_expressions[0].operator",
		".label_selector.match_expressions[0].values", ".claim_selector.match_expressions[0].key",
		".claim_selector.match_expressions[0].operator",
	}
	for at, variant := range providertest.Replaced(fullClustersConfig(), nil) {
		read, diags := providertest.ReadClusters(t, variant)
		wrong := slices.Contains(missing, at) || strings.HasSuffix(at, "[0]")
		if read == wrong || len(diags) > 1 {
			t.Errorf("null %s: read: %t; %s", at, read, providertest.Said(diags))
		}
	}
}

// TestClustersEmpty lists nothing only with a word: a fleet without clusters is an error, selectors that match none a warning.
func TestClustersEmpty(t *testing.T) {
	for says, config := range map[string]object{
		"ERROR: manifests: The fleet has no clusters: There is no cluster to choose from. Skipped 1 object of kind ConfigMap.": {
			"manifests": list{`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"}}`},
		},
		"ERROR: manifests: The fleet has no clusters: There is no cluster to choose from.": {"manifests": list{}},
	} {
		if _, diags := providertest.ReadClusters(t, config); providertest.Said(diags) != says {
			t.Errorf("got %q, want %q", providertest.Said(diags), says)
		}
	}
}
