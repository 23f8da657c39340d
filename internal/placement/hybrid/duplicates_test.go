// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid_test

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// TestDuplicates: two targets of the same kind and key are an error, but not one key in two kinds or one name in two
// namespaces.
func TestDuplicates(t *testing.T) {
	deployer := placement.Target{Kind: placement.TargetDeployer, DeployerType: "vm", Namespace: "ops", Name: "a"}
	elsewhere := deployer
	elsewhere.Namespace = ""
	for name, tt := range map[string]struct {
		inv  placement.Inventory
		says string
	}{
		"clusters": {
			placement.Inventory{Clusters: []placement.Cluster{{Name: "a"}, {Name: "b"}, {Name: "a"}}},
			`the fleet has two targets of kind "cluster" named "a"`,
		},
		"a cluster and a target of that kind": {
			placement.Inventory{
				Clusters: []placement.Cluster{{Name: "a"}}, Targets: []placement.Target{{Kind: placement.TargetCluster, Name: "a"}},
			},
			`the fleet has two targets of kind "cluster" named "a"`,
		},
		"deployers": {
			placement.Inventory{Targets: []placement.Target{deployer, deployer}},
			`the fleet has two targets of kind "deployer" named "ops/a"`,
		},
		"two kinds and namespaces": {
			placement.Inventory{Clusters: []placement.Cluster{{Name: "a"}}, Targets: []placement.Target{deployer, elsewhere}}, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := hybrid.Schedule(t.Context(), hybrid.Placement{}, tt.inv, nil)
			if got := message(err); got != tt.says {
				t.Errorf("got %q, want %q", got, tt.says)
			}
		})
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
