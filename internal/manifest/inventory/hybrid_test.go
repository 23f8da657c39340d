// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// TestReadHybrid reads deployers and a placement rule.
func TestReadHybrid(t *testing.T) {
	fleet, err := inventory.ReadFleet(t.Context(), `
apiVersion: core.hybridapp.io/v1alpha1
kind: Deployer
metadata: { name: vmware, namespace: ops, labels: { zone: a } }
spec: { type: ibminfra, placementTarget: { group: infra, version: v1, resource: virtualmachines } }
---
apiVersion: core.hybridapp.io/v1alpha1
kind: PlacementRule
metadata: { name: web, namespace: default }
spec: { replicas: 1 }
status: { decisions: [{ name: cluster1 }, { name: vm, namespace: ops }] }
`)
	if err != nil {
		t.Fatal(err)
	}
	want := inventory.Fleet{
		PlacementRules: []apiobject.PlacementRule{
			{Name: "web", Namespace: "default", Spec: &hybrid.Spec{Replicas: new(int32(1))}, Decisions: []string{"cluster1", "ops/vm"}},
		},
		TargetPlaces: []document.Place{{Document: 1}},
	}
	want.Targets = []placement.Target{{
		Kind: "deployer", Name: "vmware", Namespace: "ops", Labels: map[string]string{"zone": "a"},
		DeployerType: "ibminfra", PlacementTarget: "virtualmachines",
	}}
	if len(fleet.Placements) != 1 || fleet.Placements[0].Object.Number != 2 {
		t.Errorf("the placements are %v", fleet.Placements)
	}
	fleet.Placements = nil
	if diff := cmp.Diff(want, fleet); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}

	_, err = inventory.ReadFleet(t.Context(), "{apiVersion: core.hybridapp.io/v1alpha1, kind: Deployer, metadata: {name: a}}")
	var mistake *document.Error
	if !errors.As(err, &mistake) || mistake.Field != "spec.type" {
		t.Errorf("a deployer without a type: %v", err)
	}
}

// TestReadRuleDecisions reads the decisions of the published example, whose cluster is in a namespace of its name.
func TestReadRuleDecisions(t *testing.T) {
	const rule = `{"apiVersion":"core.hybridapp.io/v1alpha1","kind":"PlacementRule","metadata":{"name":"web","namespace":"default"},
		"status":{"lastUpdateTime":"2020-12-01T13:53:082","decisions":[
			{"apiVersion":"clusterregistry.k8s.io/v1alpha1","kind":"Cluster","name":"mycluster1","namespace":"mycluster1"},
			{"apiVersion":"clusterregistry.k8s.io/v1alpha1","kind":"Cluster","name":"mycluster2","namespace":"clusters"},
			{"kind":"Deployer","name":"vm","namespace":"vm"},
			{"name":"mycluster3","namespace":"mycluster3"}]}}`
	fleet, err := inventory.ReadFleet(t.Context(), rule)
	if err != nil {
		t.Fatal(err)
	}
	// Whether the last one is a cluster depends on the fleet.
	want := []string{"mycluster1", "mycluster2", "vm/vm", "mycluster3/mycluster3"}
	if diff := cmp.Diff(want, fleet.PlacementRules[0].Decisions); diff != "" {
		t.Errorf("in manifests: -want +got:\n%s", diff)
	}
	decided, err := decisions.ReadDecided(t.Context(), decisions.DecidedObjects{Placement: []byte(rule)})
	if err != nil {
		t.Fatal(err)
	}
	want[3] = "mycluster3"
	if diff := cmp.Diff(want, decided.Names()); diff != "" {
		t.Errorf("on a hub: -want +got:\n%s", diff)
	}
}

// TestReadRuleStatus reads the answers of the advisors, and the candidates that they are about.
func TestReadRuleStatus(t *testing.T) {
	const rule = `{apiVersion: core.hybridapp.io/v1alpha1, kind: PlacementRule, metadata: {name: web, generation: 2},
spec: {deployerType: null, targets: [{name: null}], advisors: [{name: cost}]},
status: {observedGeneration: 1,
  candidates: [{kind: Cluster, name: c1, namespace: ns}, {name: c2}],
  eliminators: [{kind: Cluster, name: c3, namespace: c3}],
  recommendations: {rhacm: [{kind: Cluster, name: c1, namespace: ns, score: 20}, {name: c2}], grc: [], veto: [{uid: none}], cost: null}}}`
	fleet, err := inventory.ReadFleet(t.Context(), rule)
	if err != nil {
		t.Fatal(err)
	}
	want := apiobject.PlacementRule{
		Name: "web", Candidates: []string{"c1", "c2"}, Eliminators: []string{"c3"}, Outdated: true,
		Spec: &hybrid.Spec{Targets: []hybrid.TargetReference{{}}, Advisors: []hybrid.Advisor{{Name: "cost"}}},
		Recommendations: map[string][]hybrid.StaticRecommendation{
			"rhacm": {{Name: "c1", Score: new(int32(20))}, {Name: "c2"}}, "grc": {}, "veto": {},
		},
	}
	if diff := cmp.Diff(want, fleet.PlacementRules[0]); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for name, test := range map[string]struct{ recommendations, want string }{
		"a score": {"[{name: a, score: 101}]", "status.recommendations[mine][0].score: found 101: must be between 0 and 100"},
		"twice": {
			"[{name: a}, {name: a, namespace: a}]",
			"status.recommendations[mine][1].name: found \"a\": status.recommendations[mine][0].name already",
		},
		"text": {"[{name: a, score: high}]", "status.recommendations.mine[0].score: found text"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := inventory.ReadFleet(t.Context(), `{apiVersion: core.hybridapp.io/v1alpha1, kind: PlacementRule, metadata: {name: web},
				status: {recommendations: {mine: `+test.recommendations+`}}}`)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}
