// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestWorkloadStatus_mistakes: each is one error at its attribute, in the plan.
func TestWorkloadStatus_mistakes(t *testing.T) {
	for says, config := range map[string]object{
		"manifest_works: set it, or add_on, placement or staged_update_run": {},
		"There is no hub":                                        {"add_on": "logs"},
		`completed_by: found "available"`:                        {"manifest_works": object{"name": "a", "completed_by": "available"}, "clusters": list{}},
		`unsupported attribute`:                                  {"manifest_works": object{"nam": "a"}, "clusters": list{"c"}},
		"A manifest cannot be used":                              {"add_on": "logs", "manifests": list{"a: {"}},
		"staged_update_run: another source of the status is set": {"add_on": "logs", "staged_update_run": "a"},
		"manifest_works.label_selector: must select some labels": {
			"manifest_works": object{"label_selector": object{"match_labels": object{}}}, "clusters": list{"c"},
		},
		"clusters: set the names of the clusters": {"manifest_works": object{"name": "a"}},
	} {
		_, diags := providertest.WorkloadStatus(t, object{}, config)
		providertest.FailsWith(t, diags, says)
	}
	text := `{apiVersion: v1, kind: List, items: [{apiVersion: work.open-cluster-management.io/v1, kind: ManifestWork, metadata: {name: web, namespace: c, generation: 2,
		annotations: {terraform-provider-multicluster/revision: v2}}, spec: {manifestConfigs: [{resourceIdentifier: {resource: a, name: b}, conditionRules: [{condition: Progressing,
		type: CEL}]}]}}, {apiVersion: v1, kind: Pod}]}`
	outputs, diags := providertest.WorkloadStatus(t, object{}, object{"manifest_works": object{"name": "web"},
		"clusters": list{"c", "d"}, "manifests": list{text}})
	if diff := cmp.Diff(map[string]string{"c": "ToApply v2"}, providertest.StatesOf(outputs)); diff != "" || len(diags) > 0 {
		t.Errorf("%s %s", diff, providertest.Said(diags))
	}

	// Those of clusters that nobody has asked for are named and not read.
	outputs, diags = providertest.WorkloadStatus(t, object{}, object{"manifest_works": object{"name": "web"}, "clusters": list{"d"},
		"manifests": list{text}})
	if got := providertest.StatesOf(outputs); len(got) > 0 || len(outputs["revisions"].(map[string]any)) > 0 {
		t.Errorf("it has %v", outputs)
	}
	if says := providertest.Said(diags); !strings.Contains(says, "Other clusters have such objects") || !strings.Contains(says, "ManifestWork c/web") {
		t.Errorf("it says %s", says)
	}
}
