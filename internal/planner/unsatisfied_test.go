package planner_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
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
			planner.Placement{OCM: &ocm.Spec{NumberOfClusters: number(0)}},
			"number_of_clusters is 0; to choose clusters, set it to at least 1. Chosen: 0; the fleet has 2 clusters.\n\nChange", "matches",
		},
		"kubefleet, no clusters": {
			planner.Placement{KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: number(0)}},
			"number_of_clusters is 0; to choose clusters, set it to at least 1. Chosen: 0; the fleet has 2 clusters.", "passes",
		},
		"hybrid, no clusters": {
			planner.Placement{Hybrid: &hybrid.Spec{Replicas: number(0)}},
			"replicas is 0; to choose clusters, set it to at least 1. Chosen: 0; the fleet has 2 clusters.", "passes",
		},
		"ocm, too few clusters": {
			planner.Placement{OCM: &ocm.Spec{NumberOfClusters: number(4)}},
			"2 cluster decisions unscheduled (NotAllDecisionsScheduled). Chosen: 2; number_of_clusters is 4; the fleet has 2 clusters.\n\nChange", "2 of 2",
		},
		"ocm, nothing matches": {planner.Placement{OCM: labelled("x")}, "NoManagedClusterMatched", "is 0;"},
		"a name that the fleet does not have": {
			fixed("eu-1", "far", "EU-2"),
			`Chosen: 1; cluster_names has 3 names; the fleet has 2 clusters.` + "\n" +
				"\n" + `  - kubefleet.cluster_names[1] is "far", which is not in the fleet` +
				"\n" + `  - kubefleet.cluster_names[2] is "EU-2", which is not in the fleet; did you mean "eu-2"?` + "\n  - 1: ClusterNames: ",
			"Specified cluster",
		},
		"many names": {fixed(many...), "cluster_names[9] is \"gone-09\", which is not in the fleet\n  - and 20 more names\n", "cluster_names[10]"},
	} {
		t.Run(name, func(t *testing.T) {
			fleet := clusters("eu-1", "eu-2")
			for i := range fleet.Clusters {
				fleet.Clusters[i].Kind = map[bool]placement.ClusterKind{true: placement.ManagedCluster, false: placement.MemberCluster}[tt.placement.KubeFleet == nil]
			}
			r := planner.Request{Placement: tt.placement, Fleet: fleet}
			_, found := planner.Decide(t.Context(), &r)
			if len(found) != 1 || !strings.Contains(found[0].Text, tt.want) || strings.Contains(found[0].Text, tt.never) {
				t.Fatalf("got %s\nwant %s", texts(found), tt.want)
			}
			r.OnUnsatisfied = planner.UnsatisfiedAccept
			answer, found := planner.Decide(t.Context(), &r)
			if answer == nil || len(found) != len(answer.Result.Unknown) && len(found) != 21 {
				t.Errorf("accepted: %d findings about %d names: %s", len(found), len(answer.Result.Unknown), texts(found))
			}
		})
	}
}

// TestConditionsOfZero: the condition of the hub stays as it is.
func TestConditionsOfZero(t *testing.T) {
	r := planner.Request{
		Placement: planner.Placement{OCM: &ocm.Spec{NumberOfClusters: number(0)}}, Fleet: clusters("a"), OnUnsatisfied: planner.UnsatisfiedWarn,
	}
	answer, found := planner.Decide(t.Context(), &r)
	if got := answer.Result.Condition(ocm.ConditionSatisfied).Message; got != "No ManagedCluster matches any of the cluster predicate" {
		t.Errorf("got %q, and %s", got, texts(found))
	}
}

// TestEmptyFleet is an error, or what on_unsatisfied says.
func TestEmptyFleet(t *testing.T) {
	for on, want := range map[string]string{
		"": "error clusters: The fleet has no clusters", planner.UnsatisfiedError: "error clusters: The fleet has no clusters",
		planner.UnsatisfiedWarn: `warning ocm: The placement "web" is not satisfied: There is no cluster to choose from.`, planner.UnsatisfiedAccept: "",
	} {
		r := planner.Request{
			Placement: planner.Placement{Name: "web", OCM: &ocm.Spec{}}, Fleet: planner.Fleet{Clusters: []placement.Cluster{}}, OnUnsatisfied: on,
		}
		answer, found := planner.Decide(t.Context(), &r)
		if got := texts(found); !strings.HasPrefix(got, want) || len(found) > 1 || (want == "") != (got == "") {
			t.Errorf("%q: got %s, want %s", on, got, want)
		}
		if (answer == nil) != found.HasError() {
			t.Errorf("%q: there is an answer: %t", on, answer != nil)
		}
	}
}

// TestRejectionSummary names what was compared, and what was not.
func TestRejectionSummary(t *testing.T) {
	fleet := clusters("a", "b", "c")
	for name, tt := range map[string]struct {
		placement planner.Placement
		want      string
	}{
		"ocm":                        {planner.Placement{OCM: &ocm.Spec{NumberOfClusters: number(1)}}, "NotPicked: others have a better score"},
		"ocm, none":                  {planner.Placement{OCM: &ocm.Spec{NumberOfClusters: number(0)}}, "NotPicked: no cluster is requested"},
		"kubefleet, all have chosen": {pickN(1), "NotPicked: not compared, because the placement already has all its clusters"},
	} {
		r := planner.Request{Placement: tt.placement, Fleet: fleet, OnUnsatisfied: planner.UnsatisfiedAccept}
		if tt.placement.KubeFleet != nil {
			r.PreviousDecisions = []planner.PreviousDecision{{ClusterName: "b"}}
		}
		for i := range fleet.Clusters {
			fleet.Clusters[i].Kind = map[bool]placement.ClusterKind{true: placement.ManagedCluster, false: placement.MemberCluster}[tt.placement.KubeFleet == nil]
		}
		answer, found := planner.Decide(t.Context(), &r)
		if answer == nil {
			t.Fatal(texts(found))
		}
		outputs, err := answer.Outputs(&planner.Details{})
		if err != nil || len(outputs.RejectionSummary) != 1 || outputs.RejectionSummary[tt.want] == 0 {
			t.Errorf("%s: got %v, want %s", name, outputs.RejectionSummary, tt.want)
		}
	}
}

func pickN(n int32) planner.Placement {
	return planner.Placement{Name: "web", KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: number(n)}}
}
