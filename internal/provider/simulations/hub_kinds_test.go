// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations_test

import (
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestHubKinds: a simulation lists what the schedulers of its placements read, as the placements alone do.
func TestHubKinds(t *testing.T) {
	both := map[*hubobject.Kind][]string{
		hubobject.ManagedCluster: withB(providertest.ManagedA), hubobject.MemberCluster: withB(providertest.MemberA),
		hubobject.ManagedClusterSet: nil, hubobject.ManagedClusterSetBinding: nil, hubobject.PlacementDecision: nil,
	}
	const typeName, ocmKinds = "multicluster_simulation", "managedclusters managedclustersets placementdecisions"
	const boundKinds = "managedclusters managedclustersetbindings managedclustersets placementdecisions"
	lose := object{"lose": object{"clusters": list{"b"}}}
	bind := object{"binding": object{"add": object{"name": "global", "namespace": "x"}}}
	for name, tt := range map[string]struct {
		placement, edit object
		kind            any
		listed          string
	}{
		"hybrid":                    {object{"hybrid": object{}}, lose, nil, "managedclusters"},
		"hybrid with another kind":  {object{"hybrid": object{}}, lose, "MemberCluster", "memberclusters"},
		"ocm":                       {object{"ocm": object{}}, lose, nil, ocmKinds},
		"ocm with a binding edited": {object{"ocm": object{}}, bind, nil, boundKinds},
	} {
		t.Run(name, func(t *testing.T) {
			h := providertest.NewFakeHub(t, both)
			_, diags := providertest.PlanDataWith(t, h.Provider("ManagedCluster"), typeName,
				providertest.Config(t, providertest.DataSchema(typeName).Type, object{
					"placements": list{providertest.Merged(object{"name": "web"}, tt.placement)}, "steps": list{list{tt.edit}}, "kind": tt.kind,
				}))
			h.Check(t, diags, tt.listed, "")
		})
	}
}

// withB is a cluster a, and b that is the same.
func withB(a string) []string { return []string{a, strings.Replace(a, `"a"`, `"b"`, 1)} }
