// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// TestUnsatisfied: the message names the argument that is the cause, and repeats nothing.
func TestUnsatisfied(t *testing.T) {
	many := make([]string, 30)
	for i := range many {
		many[i] = fmt.Sprintf("gone-%02d", i)
	}
	fixed := func(names ...string) planner.Placement {
		return planner.Placement{KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickFixed, ClusterNames: names}}
	}
	for name, tt := range map[string]struct {
		placement planner.Placement
		want      string
		never     string
	}{
		"ocm, no clusters": {
			planner.Placement{OCM: &ocm.Spec{NumberOfClusters: new(int32(0))}},
			"number_of_clusters is 0; to choose clusters, set it to at least 1. Chosen: 0; the fleet has 2 clusters.\n\nOne of these", "matches",
		},
		"kubefleet, no clusters": {
			planner.Placement{KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: new(int32(0))}},
			"number_of_clusters is 0; to choose clusters, set it to at least 1. Chosen: 0; the fleet has 2 clusters.", "passes",
		},
		"hybrid, no clusters": {
			planner.Placement{Hybrid: &hybrid.Spec{Replicas: new(int32(0))}},
			"replicas is 0; to choose clusters, set it to at least 1. Chosen: 0; the fleet has 2 clusters.", "passes",
		},
		"ocm, too few clusters": {
			planner.Placement{OCM: &ocm.Spec{NumberOfClusters: new(int32(4))}},
			"2 cluster decisions unscheduled (NotAllDecisionsScheduled). Chosen: 2; number_of_clusters is 4; the fleet has 2 " +
				"clusters.\n\nOne of these", "2 of 2",
		},
		"ocm, nothing matches": {planner.Placement{OCM: plannertest.Labelled("x")}, "NoManagedClusterMatched", "is 0;"},
		"a name that the fleet does not have": {
			fixed("eu-1", "far", "EU-2"),
			`Chosen: 1; cluster_names has 3 names; the fleet has 2 clusters.` + "\n" +
				"\n" + `  - kubefleet.cluster_names[1] is "far", which is not in the fleet` +
				"\n" + `  - kubefleet.cluster_names[2] is "EU-2", which is not in the fleet; did you mean "eu-2"?` +
				"\n  - 1: ClusterNames: ",
			"Specified cluster",
		},
		"many names": {
			fixed(many...), "cluster_names[9] is \"gone-09\", which is not in the fleet\n  - and 20 more names\n", "cluster_names[10]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			fleet := plannertest.Clusters("eu-1", "eu-2")
			for i := range fleet.Clusters {
				fleet.Clusters[i].Kind = map[bool]placement.ClusterKind{true: placement.ManagedCluster,
					false: placement.MemberCluster}[tt.placement.KubeFleet == nil]
			}
			r := planner.Request{Placement: tt.placement, Fleet: fleet}
			_, found := planner.Decide(t.Context(), &r)
			if len(found) != 1 || !strings.Contains(found[0].Text, tt.want) || strings.Contains(found[0].Text, tt.never) {
				t.Fatalf("got %s\nwant %s", plannertest.Texts(found), tt.want)
			}
			r.OnUnsatisfied = planner.UnsatisfiedAccept
			answer, found := planner.Decide(t.Context(), &r)
			if answer == nil || len(found) != len(answer.Result.Unknown) && len(found) != 21 {
				t.Errorf("accepted: %d findings about %d names: %s", len(found), len(answer.Result.Unknown), plannertest.Texts(found))
			}
		})
	}
}
