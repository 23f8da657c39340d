// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/shortfall"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// TestPlaceShortfall: what a placement lacks that is not satisfied, of which every kind of change has its attributes.
func TestPlaceShortfall(t *testing.T) {
	cluster := func(name, zone string, taints ...any) object {
		return object{"name": name, "labels": object{"zone": zone}, "taints": taints}
	}
	placed, mistake := providertest.Call(t, "place", placementconfig.ResultType.TerraformType(t.Context()), object{
		"clusters":       list{cluster("a", "x"), cluster("b", "x", object{"key": "gpu", "value": "v", "effect": "NoSelect"}), cluster("c", "y")},
		"on_unsatisfied": "accept",
		"ocm": object{"number_of_clusters": int64(2), "predicates": list{object{"required_cluster_selector": object{
			"label_selector": object{"match_labels": object{"zone": "x"}}}}}},
	})
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	var outputs map[string]tftypes.Value
	if err := placed.As(&outputs); err != nil {
		t.Fatal(err)
	}
	var of shortfall.Shortfall
	reader := &tfvalue.Reader{}
	reader.Read(tfvalue.Of(outputs["shortfall"]), &of, tfvalue.Root("shortfall"))
	want := shortfall.Shortfall{Missing: 1, Complete: true, Ways: []shortfall.Way{
		{Text: "set ocm.number_of_clusters to 1", Changes: []shortfall.Remedy{
			{Kind: shortfall.Number, At: "ocm.number_of_clusters", Number: new(int32(1))}}},
		{Text: "tolerate the taint gpu=v:NoSelect in ocm.tolerations", Changes: []shortfall.Remedy{
			{Kind: shortfall.Tolerate, At: "ocm.tolerations", Toleration: &shortfall.Toleration{Key: "gpu", Value: "v", Effect: "NoSelect"}}}},
		{Text: `remove ocm.predicates[0].required_cluster_selector.label_selector.match_labels["zone"] ("x")`, Changes: []shortfall.Remedy{
			{Kind: shortfall.Remove, At: `ocm.predicates[0].required_cluster_selector.label_selector.match_labels["zone"]`}}},
		{Text: `add 1 cluster with the label zone = "x"`, Changes: []shortfall.Remedy{
			{Kind: shortfall.NewClusters, Clusters: &shortfall.Clusters{Count: 1, Labels: map[string]string{"zone": "x"}}}}},
	}}
	if diff := cmp.Diff(want, of); diff != "" || reader.HasMistakes() {
		t.Errorf("-want +got:\n%s", diff)
	}
}
