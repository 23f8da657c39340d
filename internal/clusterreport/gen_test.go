// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package clusterreport_test

import (
	"fmt"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

func chance(t *rapid.T, n int, label string) bool { return rapid.IntRange(1, n).Draw(t, label) == n }

// drawFleet draws two to six clusters in two regions, some of them tainted.
func drawFleet(t *rapid.T) (fleet planner.Fleet) {
	for i := range rapid.IntRange(2, 6).Draw(t, "clusters") {
		c := placement.Cluster{Name: fmt.Sprintf("c%d", i), Labels: map[string]string{}}
		if !chance(t, 4, "no region") {
			c.Labels["region"] = rapid.SampledFrom([]string{"eu", "us"}).Draw(t, "region")
		}
		if chance(t, 4, "tainted") {
			c.Taints = []placement.Taint{{Key: rapid.SampledFrom([]string{"gpu", "maintenance"}).Draw(t, "key"),
				Effect: rapid.SampledFrom([]placement.TaintEffect{placement.NoSelect, placement.NoSchedule}).Draw(t, "effect")}}
		}
		fleet.Clusters = append(fleet.Clusters, c)
	}
	return fleet
}

// drawSubject draws a placement of any scheduler, perhaps with an earlier decision.
func drawSubject(t *rapid.T, i int) (s simulate.Subject) {
	s.Name = fmt.Sprintf("p%d", i)
	var selector *metav1.LabelSelector
	if chance(t, 2, "selects") {
		selector = &metav1.LabelSelector{MatchLabels: map[string]string{"region": "eu"}}
	}
	var number *int32
	if !chance(t, 4, "all") {
		number = new(rapid.Int32Range(1, 4).Draw(t, "number"))
	}
	switch rapid.SampledFrom(placement.Dialects).Draw(t, "dialect") {
	case placement.DialectOCM:
		s.OCM = &ocm.Spec{NumberOfClusters: number, Predicates: []ocm.Predicate{
			{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: selector}},
		}}
	case placement.DialectKubeFleet:
		s.KubeFleet = &kubefleet.Spec{PlacementType: kubefleet.PickAll}
		if number != nil {
			s.KubeFleet.PlacementType, s.KubeFleet.NumberOfClusters = kubefleet.PickN, number
		}
		if selector != nil {
			s.KubeFleet.Affinity = &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{Required: &kubefleet.ClusterSelector{
				ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{LabelSelector: selector}},
			}}}
		}
		if chance(t, 5, "fixed") {
			s.KubeFleet = &kubefleet.Spec{PlacementType: kubefleet.PickFixed, ClusterNames: []string{"c1", "gone"}}
		}
	case placement.DialectHybrid:
		s.Hybrid = &hybrid.Spec{Replicas: number, TargetLabels: selector, Advisors: []hybrid.Advisor{{Name: "alphabet"}}}
	}
	if chance(t, 3, "decided before") {
		s.Prior.PreviousDecisions = []planner.PreviousDecision{{ClusterName: "c0"}}
	}
	return s
}

// begin makes a world that has to be right.
func begin(t testing.TB, fleet planner.Fleet, subjects ...simulate.Subject) world.World {
	t.Helper()
	w, found := simulate.New(t.Context(), fleet, subjects, world.Options{})
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	return w
}
