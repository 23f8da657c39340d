// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// TestDottedNames: a name that no binding can have is an error of the pass that creates one, and a warning before. A simulation
// has the error as its answer.
func TestDottedNames(t *testing.T) {
	one, none := int32(1), int32(0)
	long := strings.Repeat("a", 27)
	for name, tt := range map[string]struct {
		placement string
		spec      kubefleet.Spec
		clusters  []string
		// title is the beginning of that of the finding, and text what it says.
		title, text string
	}{
		"a placement": {"shop.v2", kubefleet.Spec{PlacementType: kubefleet.PickAll}, []string{"a"},
			"error name: The placement cannot be scheduled", `found "shop.v2" with a dot in its first 26 characters: KubeFleet cannot ` +
				`create bindings for the placement, so it never chooses a cluster. Use a name without dots, such as "shop-v2"`},
		"a placement that creates nothing": {"shop.v2", kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: &none},
			[]string{"a"}, "warning name: ", "such as \"shop-v2\"."},
		"a cluster": {"shop", kubefleet.Spec{PlacementType: kubefleet.PickAll}, []string{"a", "n.a"},
			"error kubefleet: The placement cannot be scheduled", `found "n.a" with a dot in its first 27 characters: KubeFleet ` +
				`cannot create a binding for the cluster, and a placement that would choose it chooses no new cluster at all. Use a name ` +
				`without dots, such as "n-a"`},
		"a cluster of a list": {"shop", kubefleet.Spec{PlacementType: kubefleet.PickFixed, ClusterNames: []string{"n.a"}},
			[]string{"n.a"}, "error kubefleet.clusterNames: The placement cannot be scheduled", `such as "n-a"`},
		"a candidate": {"shop", kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: &one}, []string{"n.a", "z"},
			"warning kubefleet: ", `such as "n-a", or select the cluster out`},
		"behind the part that counts": {long + ".b", kubefleet.Spec{PlacementType: kubefleet.PickAll}, []string{long + ".c"}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := &Request{Placement: Placement{Name: tt.placement, KubeFleet: &tt.spec}, OnUnsatisfied: UnsatisfiedAccept, Now: epoch}
			for _, name := range tt.clusters {
				r.Clusters = append(r.Clusters, placement.Cluster{Kind: placement.MemberCluster, Name: name, Agent: &placement.MemberAgent{
					Online: true, LastHeartbeat: epoch, Joined: placement.AgentCondition{Status: "True"},
					Healthy: placement.AgentCondition{Status: "True"},
				}})
			}
			_, found := Decide(t.Context(), r)
			if titles := plannertest.Titles(found); !strings.HasPrefix(titles, tt.title) || (titles == "") != (tt.title == "") ||
				!strings.Contains(plannertest.Texts(found), tt.text) || len(found) > 1 {
				t.Fatalf("got %s\n%s", titles, plannertest.Texts(found))
			}
			answer, found := Again(t.Context(), r)
			if len(found) > 0 || (answer.Misconfigured == "") == strings.HasPrefix(tt.title, "error") {
				t.Errorf("a simulation has %q: %v", answer.Misconfigured, found)
			}
		})
	}
}
