package manifest_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// TestReadHybrid reads deployers and a placement rule.
func TestReadHybrid(t *testing.T) {
	fleet, err := manifest.ReadFleet(t.Context(), `
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
	want := manifest.Fleet{
		PlacementRules: []manifest.PlacementRule{{Name: "web", Namespace: "default", Decisions: []string{"cluster1", "ops/vm"}}},
		TargetPlaces:   []manifest.Place{{Document: 1}},
	}
	want.Targets = []placement.Target{{
		Kind: "deployer", Name: "vmware", Namespace: "ops", Labels: map[string]string{"zone": "a"},
		DeployerType: "ibminfra", PlacementTarget: "virtualmachines",
	}}
	if diff := cmp.Diff(want, fleet); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}

	_, err = manifest.ReadFleet(t.Context(), "{apiVersion: core.hybridapp.io/v1alpha1, kind: Deployer, metadata: {name: a}}")
	var mistake *manifest.Error
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
	fleet, err := manifest.ReadFleet(t.Context(), rule)
	if err != nil {
		t.Fatal(err)
	}
	// Whether the last one is a cluster depends on the fleet.
	want := []string{"mycluster1", "mycluster2", "vm/vm", "mycluster3/mycluster3"}
	if diff := cmp.Diff(want, fleet.PlacementRules[0].Decisions); diff != "" {
		t.Errorf("in manifests: -want +got:\n%s", diff)
	}
	decided, err := manifest.ReadDecided(t.Context(), manifest.DecidedObjects{Placement: []byte(rule)})
	if err != nil {
		t.Fatal(err)
	}
	want[3] = "mycluster3"
	if diff := cmp.Diff(want, decided.Names()); diff != "" {
		t.Errorf("on a hub: -want +got:\n%s", diff)
	}
}
