// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet_test

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// TestLostNamespaces: a placement that depends on the namespaces of its clusters is not decided without them.
func TestLostNamespaces(t *testing.T) {
	fleet := members("a", "b", "c leaving")
	for i := range fleet[1:] {
		fleet[i+1].NamespacesCollected, fleet[i+1].NamespacesLost = true, true
	}
	in := func(namespace string, req kubefleet.Placement) kubefleet.Placement {
		req.Namespace = namespace
		return req
	}
	for name, tt := range map[string]struct {
		req     kubefleet.Placement
		refused bool
	}{
		"PickAll in a namespace":   {in("team-a", pickAll()), true},
		"PickN in a namespace":     {in("team-a", pickN(1)), true},
		"PickFixed in a namespace": {in("team-a", pickFixed("a")), false},
		"PickAll":                  {pickAll(), false},
	} {
		t.Run(name, func(t *testing.T) {
			result, err := kubefleet.Schedule(t.Context(), tt.req, placement.Inventory{Clusters: fleet, Now: now})
			if !tt.refused {
				if err != nil {
					t.Error(err)
				}
				return
			}
			const want = `2 of the 3 clusters, such as "b", were read as MemberClusters of version v1, which leaves out their namespaces: it is ` +
				`not known whether they have the namespace "team-a". Read them as v1beta1, with ` +
				`"kubectl get memberclusters.v1beta1.cluster.kubernetes-fleet.io -o yaml"`
			if err == nil || err.Error() != want {
				t.Errorf("got error %v, want %s", err, want)
			}
			if len(result.Decisions) > 0 {
				t.Errorf("got decisions %v", decided(result))
			}
		})
	}
}
