// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestPlacementDecisions_noHub needs a hub whose configuration is known.
func TestPlacementDecisions_noHub(t *testing.T) {
	for name, tt := range map[string]struct {
		provider object
		says     string
	}{
		"none":      {nil, "ERROR: : There is no hub: The data source needs a hub: set hub in the configuration of the provider."},
		"manifests": {object{"manifests": list{providertest.Members}}, "There is no hub"},
		"unknown":   {object{"hub": object{"host": unknown{}}}, "the configuration of the provider's hub is not known yet: hub.host"},
	} {
		t.Run(name, func(t *testing.T) {
			_, diags := providertest.ReadDecisions(t, tt.provider, object{"name": "web"})
			if len(diags) != 1 || !strings.Contains(providertest.Shown(diags[0]), tt.says) {
				t.Errorf("want %q:\n%s", tt.says, providertest.Said(diags))
			}
		})
	}
}

// TestPlacementDecisions_missingKinds says which kinds the hub lacks. A kind that it lacks is not looked for unless it is asked
// for.
func TestPlacementDecisions_missingKinds(t *testing.T) {
	for name, tt := range map[string]struct {
		kinds  []*hubobject.Kind
		config object
		says   string
	}{
		"no kind of placements": {[]*hubobject.Kind{hubobject.ManagedCluster}, object{"namespace": "x"},
			"ERROR: kind: The hub lacks a kind of objects: The hub has none of placements.cluster.open-cluster-management.io, " +
				"resourceplacements.placement.kubernetes-fleet.io and placementrules.core.hybridapp.io"},
		"not the default": {
			[]*hubobject.Kind{hubobject.Placement}, object{}, "the hub has no clusterresourceplacements.placement.kubernetes-fleet.io: " +
				"is KubeFleet installed?",
		},
		"not the one that is asked for": {[]*hubobject.Kind{hubobject.Placement}, object{"namespace": "x", "kind": "ResourcePlacement"},
			"the hub has no resourceplacements.placement.kubernetes-fleet.io: is KubeFleet installed?"},
		"the only one": {
			[]*hubobject.Kind{hubobject.Placement}, object{"namespace": "x"},
			`ERROR: name: The placement does not exist: The hub has no Placement "web" in the namespace "x".`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			objects := map[*hubobject.Kind][]string{}
			for _, kind := range tt.kinds {
				objects[kind] = nil
			}
			tt.config["name"] = "web"
			_, diags := providertest.ReadDecisions(t, providertest.NewFakeHub(t, objects).Provider(nil), tt.config)
			if len(diags) != 1 || !strings.Contains(strings.ToLower(providertest.Shown(diags[0])), strings.ToLower(tt.says)) {
				t.Errorf("want %q:\n%s", tt.says, providertest.Said(diags))
			}
		})
	}
}
