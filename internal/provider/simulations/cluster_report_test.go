// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/clusterreport"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// fullReport has every argument but manifests and placement.
func fullReport() object {
	config := fullQuestion()
	delete(config, "failure_domains")
	delete(config, "drill")
	config["cluster_names"], config["placement_names"] = list{"a", "c"}, list{"web", "rule"}
	return config
}

// TestClusterReport: the data source and the function say the same, and explain makes a page of it.
func TestClusterReport(t *testing.T) {
	state, diags := asked(t, "cluster_report", fullReport())
	if providertest.Failed(diags) {
		t.Fatal(providertest.Said(diags))
	}
	typ := framework.TypeOf[clusterreport.Outputs]().TerraformType(t.Context())
	result, mistake := providertest.Call(t, "cluster_report", typ, fullReport())
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	reports := providertest.AttributeOf(t, result, "reports")
	if diff := cmp.Diff(providertest.Plain(t, reports), providertest.Plain(t, state["reports"])); diff != "" {
		t.Errorf("-function +data source:\n%s", diff)
	}
	text := providertest.CallText(t, "explain", result)
	for _, want := range []string{
		"### Cluster a: 3 placements\n", "| web | ", "| api |  |  | ", "\n### Cluster c: ", "| rule | ",
		"set hybrid.replicas to 3",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// TestClusterReportUnknownAndNull puts an unknown value and a null in the place of every value. What is unknown is no mistake; a
// null is no more than one.
func TestClusterReportUnknownAndNull(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		value   any
		allowed int
	}{{unknown{}, 0}, {nil, 1}} {
		count := 0
		for at, variant := range providertest.Replaced(fullReport(), tt.value) {
			count++
			_, diags := asked(t, "cluster_report", variant.(object))
			if diags = errorsOf(diags); len(diags) > tt.allowed {
				t.Errorf("%v in the place of %s: %s", tt.value, at, providertest.Said(diags))
			}
		}
		if count < 30 {
			t.Errorf("only %d places were tried", count)
		}
	}
}

// TestClusterReportMistakes: each mistake is one error at its place.
func TestClusterReportMistakes(t *testing.T) {
	for name, tt := range map[string]struct {
		changed object
		want    string
	}{
		"no cluster":          {object{"cluster_names": list{"aa"}}, `cluster_names[0]: There is no cluster "aa"`},
		"no placement":        {object{"placement_names": list{"wep"}}, `placement_names[0]: There is no placement "wep"; did you mean "web"?`},
		"nothing to ask":      {object{"cluster_names": list{}}, "cluster_names: the list is empty; name at least one cluster"},
		"without any cluster": {object{"cluster_names": nil}, "cluster_names"},
	} {
		_, diags := asked(t, "cluster_report", providertest.Merged(fullReport(), tt.changed))
		if diags = errorsOf(diags); len(diags) != 1 || !strings.Contains(providertest.Said(diags), tt.want) {
			t.Errorf("%s: want one error with %q, got %s", name, tt.want, providertest.Said(diags))
		}
	}
}

// TestClusterReportOfManifests: every placement of the manifests is asked about, with its own decisions.
func TestClusterReportOfManifests(t *testing.T) {
	text, err := os.ReadFile("../../../examples/what_if/fleet.yaml")
	if err != nil {
		t.Fatal(err)
	}
	state, diags := asked(t, "cluster_report", object{"manifests": list{string(text)}, "cluster_names": list{"eu-1"}})
	if len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	var got []string
	report := providertest.Plain(t, state["reports"]).([]any)[0].(map[string]any)
	for _, placement := range report["placements"].([]any) {
		p := placement.(map[string]any)
		got = append(got, fmt.Sprint(p["placement"], " leaves: ", p["leaves"], " for ", p["joined"], p["drain_reason"]))
	}
	if diff := cmp.Diff([]string{"api leaves: true for map[count:1 names:[eu-2]] <nil>", "shop/web leaves: true for map[count:1 names:[us-1]] <nil>"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
