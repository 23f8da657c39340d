// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner_test

import (
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// TestConditionsOfZero: the condition of the hub stays as it is.
func TestConditionsOfZero(t *testing.T) {
	r := planner.Request{
		Placement: planner.Placement{OCM: &ocm.Spec{NumberOfClusters: new(int32(0))}}, Fleet: plannertest.Clusters("a"),
		OnUnsatisfied: planner.UnsatisfiedWarn,
	}
	answer, found := planner.Decide(t.Context(), &r)
	if got := answer.Result.Condition(
		ocm.ConditionSatisfied).Message; got != "No ManagedCluster matches any of the cluster predicate" {
		t.Errorf("got %q, and %s", got, plannertest.Texts(found))
	}
}

// TestEmptyFleet is an error, or what on_unsatisfied says.
func TestEmptyFleet(t *testing.T) {
	for on, want := range map[string]string{
		"": "error clusters: The fleet has no clusters", planner.UnsatisfiedError: "error clusters: The fleet has no clusters",
		planner.UnsatisfiedWarn:   `warning ocm: The placement "web" is not satisfied: There is no cluster to choose from.`,
		planner.UnsatisfiedAccept: "",
	} {
		r := planner.Request{
			Placement: planner.Placement{Name: "web", OCM: &ocm.Spec{}}, Fleet: planner.Fleet{Clusters: []placement.Cluster{}},
			OnUnsatisfied: on,
		}
		answer, found := planner.Decide(t.Context(), &r)
		if got := plannertest.Texts(found); !strings.HasPrefix(got, want) || len(found) > 1 || (want == "") != (got == "") {
			t.Errorf("%q: got %s, want %s", on, got, want)
		}
		if (answer == nil) != found.HasError() {
			t.Errorf("%q: there is an answer: %t", on, answer != nil)
		}
	}
}

// TestEmptyFleet_kind: for clusters of the other kind the error says what to pass.
func TestEmptyFleet_kind(t *testing.T) {
	managed := plannertest.Clusters("a", "b")
	for i := range managed.Clusters {
		managed.Clusters[i].Kind = placement.ManagedCluster
	}
	inManifests := planner.Fleet{}
	inManifests.Manifests.Clusters = managed.Clusters
	const skipped = "There is no cluster to choose from. Skipped 2 objects of kind ManagedCluster.cluster.open-cluster-management.io. "
	for want, r := range map[string]planner.Request{
		"error clusters: The fleet has no clusters: " + skipped + "kubefleet chooses from MemberClusters: pass these, or clusters without " +
			"kind; ocm chooses from ManagedClusters.": {Placement: pickN(1), Fleet: managed},
		"error manifests: The fleet has no clusters: " + skipped + "kubefleet chooses from MemberClusters: pass these, or clusters without " +
			"kind; ocm chooses from ManagedClusters.": {Placement: pickN(1), Fleet: inManifests},
		"error clusters: The fleet has no clusters: " + skipped + "hybrid chooses from MemberClusters: pass these, or clusters without " +
			`kind; ocm chooses from ManagedClusters, or set kind = "ManagedCluster".`: {
			Placement: planner.Placement{Hybrid: &hybrid.Spec{}}, Fleet: planner.Fleet{Kind: placement.MemberCluster, Clusters: managed.Clusters}},
	} {
		if _, found := planner.Decide(t.Context(), &r); plannertest.Texts(found) != want {
			t.Errorf("got  %s\nwant %s", plannertest.Texts(found), want)
		}
	}
}

// TestUnsatisfied_destroy: only a resource can be destroyed.
func TestUnsatisfied_destroy(t *testing.T) {
	r := planner.Request{Placement: planner.Placement{Name: "web", OCM: &ocm.Spec{NumberOfClusters: new(int32(3))}},
		Fleet: plannertest.Clusters("a")}
	if _, found := planner.Decide(t.Context(), &r); !strings.HasSuffix(plannertest.Texts(found), "to go on with these decisions.") {
		t.Errorf("a data source: %s", plannertest.Texts(found))
	}
	c := planner.Transition{Request: &r}
	if _, found := c.Decide(t.Context()); !strings.HasSuffix(plannertest.Texts(found), planner.WithoutDeciding) {
		t.Errorf("a resource: %s", plannertest.Texts(found))
	}
}

// TestRejectionSummary names what was compared, and what was not.
func TestRejectionSummary(t *testing.T) {
	fleet := plannertest.Clusters("a", "b", "c")
	for name, tt := range map[string]struct {
		placement planner.Placement
		want      string
	}{
		"ocm": {
			planner.Placement{OCM: &ocm.Spec{NumberOfClusters: new(int32(1))}}, "NotPicked: others have a better score",
		},
		"ocm, none": {
			planner.Placement{OCM: &ocm.Spec{NumberOfClusters: new(int32(0))}}, "NotPicked: no cluster is requested",
		},
		"kubefleet, all have chosen": {pickN(1), "NotPicked: not compared, because the placement already has all its clusters"},
	} {
		r := planner.Request{Placement: tt.placement, Fleet: fleet, OnUnsatisfied: planner.UnsatisfiedAccept}
		if tt.placement.KubeFleet != nil {
			r.PreviousDecisions = []planner.PreviousDecision{{ClusterName: "b"}}
		}
		for i := range fleet.Clusters {
			fleet.Clusters[i].Kind = map[bool]placement.ClusterKind{true: placement.ManagedCluster,
				false: placement.MemberCluster}[tt.placement.KubeFleet == nil]
		}
		answer, found := planner.Decide(t.Context(), &r)
		if answer == nil {
			t.Fatal(plannertest.Texts(found))
		}
		outputs, err := answer.Outputs(&planner.Details{})
		if err != nil || len(outputs.RejectionSummary) != 1 || outputs.RejectionSummary[tt.want] == 0 {
			t.Errorf("%s: got %v, want %s", name, outputs.RejectionSummary, tt.want)
		}
	}
}

func pickN(n int32) planner.Placement {
	return planner.Placement{Name: "web", KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: new(n)}}
}
