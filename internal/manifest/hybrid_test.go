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
