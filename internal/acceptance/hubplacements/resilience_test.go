// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubResilience: losses on a hub start from what the hub has decided, in the cluster sets of the namespace. The hub has the
// clusters of other tests as well.
func TestHubResilience(t *testing.T) {
	t.Parallel()
	f := onhub.NewDecidedFleet(t)
	f.Placement("web", "numberOfClusters: 2")
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "b", "c"))
	config := object{
		"placement": object{"name": "web", "namespace": f.Namespace, "ocm": object{
			"number_of_clusters": int64(2),
			"prioritizer_policy": object{"mode": "Exact", "configurations": list{
				object{"score_coordinate": object{"type": "BuiltIn", "built_in": "Steady"}, "weight": int64(1)},
			}},
		}},
		"failure_domains": object{"labels": list{"test"}},
	}
	const name = "multicluster_resilience"
	state, diags := providertest.PlanDataWith(t, onhub.Provider(f.Server), name,
		providertest.Config(t, providertest.DataSchema(name).Type, config))
	if len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	var got []string
	for _, of := range providertest.Plain(t, state["worst"]).([]any) {
		impact := of.(map[string]any)
		text := impact["domain"].(string) + " " + impact["value"].(string) + ":"
		for _, list := range []string{"lost", "joined"} {
			for _, name := range impact[list].(map[string]any)["names"].([]any) {
				text += " " + list + " " + name.(string)
			}
		}
		got = append(got, strings.ReplaceAll(strings.ReplaceAll(text, f.Prefix, ""), strings.TrimSuffix(f.Prefix, "-"), "T"))
	}
	want := []string{"label T: lost b lost c", "cluster b: lost b joined a", "cluster c: lost c joined a"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if bottlenecks := providertest.Plain(t, state["bottlenecks"]).([]any); len(bottlenecks) != 1 {
		t.Errorf("got %v", bottlenecks)
	}
}
