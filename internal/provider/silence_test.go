// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/functions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// expectOne wants exactly one diagnostic of a severity, with a text.
func expectOne(t *testing.T, diags []*tfprotov6.Diagnostic, severity tfprotov6.DiagnosticSeverity, want string) {
	t.Helper()
	if len(diags) != 1 || diags[0].Severity != severity || !strings.Contains(diags[0].Summary+": "+diags[0].Detail, want) {
		t.Errorf("got %s, want %q", providertest.Said(diags), want)
	}
}

// TestWrongOutput passes another output of a placement than the one that is due: one diagnostic says which is.
func TestWrongOutput(t *testing.T) {
	decisions := list{object{"cluster_name": "a", "reason": "x", "score": "1"},
		object{"cluster_name": "b", "reason": "x", "score": "1"}}
	nothing := object{"kind": nil, "namespace": nil, "labels": nil, "claims": nil}
	byCluster := object{"a": nothing, "b": nothing}
	clusters := list{object{"name": "a"}}
	for name, tt := range map[string]struct {
		config object
		want   string
	}{
		"decisions by cluster": {
			object{"clusters": clusters, "previous_decisions": byCluster}, "previous_decisions: found decisions_by_cluster, which is " +
				"for for_each; pass decisions.",
		},
		"decisions for clusters": {
			object{"clusters": decisions}, "clusters: found the decisions of a placement; pass clusters",
		},
		"decisions by cluster, for clusters": {
			object{"clusters": byCluster}, "clusters: found the decisions of a placement; pass clusters",
		},
	} {
		t.Run(name, func(t *testing.T) {
			tt.config["ocm"] = object{}
			_, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), tt.config))
			expectOne(t, diags, tfprotov6.DiagnosticSeverityError, tt.want)
		})
	}
	t.Run("a rollout", func(t *testing.T) {
		typ := providertest.DataSchema("multicluster_rollout").Type
		_, diags := providertest.PlanData(t, "multicluster_rollout",
			providertest.Config(t, typ, object{"decisions": byCluster, "strategy": object{"type": "All"}}))
		expectOne(t, diags, tfprotov6.DiagnosticSeverityError, "decisions: found decisions_by_cluster")
	})
	t.Run("a placement for place", func(t *testing.T) {
		_, mistake := providertest.Call(t, "place", placementconfig.ResultType.TerraformType(t.Context()),
			object{"name": "web", "id": "web", "clusters": clusters, "ocm": object{}, "decisions": decisions,
				"decisions_by_cluster": byCluster, "satisfied": true})
		if mistake == nil || strings.Count(mistake.Text, "\n") > 1 ||
			!strings.Contains(mistake.Text, "its decisions are attributes of it") {
			t.Errorf("got %+v", mistake)
		}
	})
}

// TestAbsentDetails warns of labels, claims and owners of scores that the fleet does not have.
func TestAbsentDetails(t *testing.T) {
	config := func() object {
		return object{
			"name": "web", "ocm": object{},
			"clusters": list{object{"name": "eu-1", "labels": object{"region": "eu"}, "claims": object{"zone": "a"}}},
		}
	}
	for name, tt := range map[string]struct {
		argument string
		value    any
		want     string
	}{
		"labels": {"with_labels", list{"region", "regoin"}, `no cluster has the label "regoin"; did you mean "region"?`},
		"claims": {"with_claims", list{"zone", "zones"}, `no cluster has the claim "zones"; did you mean "zone"?`},
		"scores": {"scores", list{object{"cluster": "eu-11", "name": "x", "scores": list{object{"name": "y", "value": int64(1)}}}},
			`the fleet does not have the cluster "eu-11"; did you mean "eu-1"? Its scores are not used.`},
	} {
		t.Run(name, func(t *testing.T) {
			asked := config()
			asked[tt.argument] = tt.value
			_, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), asked))
			expectOne(t, diags, tfprotov6.DiagnosticSeverityWarning, tt.want)
			l := providertest.NewPlacement(t, t)
			expectOne(t, l.Plan(providertest.Config(t, l.Type(), asked)).Diags, tfprotov6.DiagnosticSeverityWarning, tt.want)
		})
	}
}

// TestOnlyOnHub warns once of the arguments that have no effect without a hub.
func TestOnlyOnHub(t *testing.T) {
	for _, l := range []*providertest.Resource{providertest.NewPlacement(t, t), providertest.NewObject(t, "cluster")} {
		l.HubWarnings = true
		config := object{"name": "eu-1", "adopt": true, "timeouts": object{"delete": "30m"}}
		if l.TypeName == "multicluster_placement" {
			config["clusters"], config["ocm"] = list{object{"name": "a"}}, object{}
		}
		expectOne(t, l.Plan(providertest.Config(t, l.Type(), config)).Diags, tfprotov6.DiagnosticSeverityWarning,
			`"eu-1": the provider has no hub, and these arguments are about an object on a hub: adopt, timeouts.`)
	}
}

// TestClustersWithoutFleet asks for manifests or a hub, and not for the clusters that the data source computes.
func TestClustersWithoutFleet(t *testing.T) {
	_, diags := providertest.PlanData(t, "multicluster_clusters",
		providertest.Config(t, providertest.DataSchema("multicluster_clusters").Type, object{}))
	expectOne(t, diags, tfprotov6.DiagnosticSeverityError, "manifests is not set, and the provider has neither manifests nor a hub.")
}

// TestDecodeAmongOthers decodes the placement of a file with other objects.
func TestDecodeAmongOthers(t *testing.T) {
	const text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n---\n" +
		"apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\nmetadata: {name: web}\nspec: {}\n---\napiVersion: " +
		"v1\nkind: Namespace\nmetadata: {name: x}\n"
	decoded, mistake := providertest.Call(t, "decode_placement", functions.PlacementObject.TerraformType(t.Context()), text)
	if mistake != nil || !slices.Equal([]any{providertest.Plain(t, providertest.AttributeOf(t, decoded, "name"))}, []any{"web"}) {
		t.Errorf("got %v, %v", decoded, mistake)
	}
}
