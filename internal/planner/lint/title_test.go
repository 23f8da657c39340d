// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint_test

import (
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/lint"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

func selects(selector ocm.ClusterSelector) *ocm.Spec {
	return &ocm.Spec{Predicates: []ocm.Predicate{{RequiredClusterSelector: selector}}}
}

// TestTitle: a placement without a name is known by what it asks for.
func TestTitle(t *testing.T) {
	zone := expression("zone", metav1.LabelSelectorOpIn, "a", "b", "c", "d")
	two := map[string]string{"env": "prod", "area": "eu"}
	for want, p := range map[string]planner.Placement{
		`"web"`:                              {Name: "web", OCM: &ocm.Spec{}},
		`"ops/web"`:                          {Name: "web", Namespace: "ops", OCM: &ocm.Spec{}},
		`(ocm)`:                              {OCM: &ocm.Spec{}},
		`(ocm, 1 cluster)`:                   {Name: lint.DefaultName, OCM: &ocm.Spec{NumberOfClusters: new(int32(1))}},
		`(ocm, predicates[0] wants area=eu)`: {OCM: selects(ocm.ClusterSelector{LabelSelector: &metav1.LabelSelector{MatchLabels: two}})},
		`(ocm, namespace ops, predicates[0] wants name=x)`: {Namespace: "ops", OCM: plannertest.Labelled("x")},
		`(ocm, predicates[0] wants zone In a,b,c)`:         {OCM: selects(ocm.ClusterSelector{LabelSelector: &zone})},
		`(ocm, predicates[0] wants claim zone In a,b,c)`: {OCM: selects(ocm.ClusterSelector{
			ClaimSelector: &placement.ClaimSelector{MatchExpressions: zone.MatchExpressions},
		})},
		`(ocm, predicates[0] wants true && false)`: {OCM: selects(ocm.ClusterSelector{
			CELSelector: &ocm.CELSelector{CELExpressions: []string{"true\n  && false"}},
		})},
		`(ocm, cluster set prod)`:                              {OCM: &ocm.Spec{ClusterSets: []string{"prod"}}},
		`(ocm, prefers usage/cpuratio)`:                        prefers(addOn("usage", "cpuratio", nil)),
		`(ocm, prefers Steady)`:                                prefers(ocm.PrioritizerConfiguration{ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: ocm.Steady}}),
		`(kubefleet, PickAll)`:                                 {KubeFleet: &kubefleet.Spec{}},
		`(kubefleet, PickFixed, cluster a)`:                    {KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickFixed, ClusterNames: []string{"a"}}},
		`(kubefleet, PickN, 1 cluster, prefers x)`:             affine(sorts(1, "x")),
		`(kubefleet, PickN, 1 cluster, prefers zone In a,b,c)`: affine(prefersLabels(zone)),
		`(kubefleet, PickN, 1 cluster, spreads over zone)`:     affine(kubefleet.ClusterAffinity{}, "zone"),
		`(kubefleet, PickAll, wants cost Gt 0)`: {KubeFleet: &kubefleet.Spec{Affinity: &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{
			Required: &kubefleet.ClusterSelector{ClusterSelectorTerms: requires("cost").Required.ClusterSelectorTerms[1:]},
		}}}},
		`(hybrid, 2 clusters, wants area=eu)`: {Hybrid: &hybrid.Spec{Replicas: new(int32(2)), TargetLabels: &metav1.LabelSelector{MatchLabels: two}}},
		`(hybrid, target vm)`:                 {Hybrid: &hybrid.Spec{Targets: []hybrid.TargetReference{{Name: "vm"}}}},
		`(hybrid, advisor cost)`:              {Hybrid: &hybrid.Spec{Advisors: []hybrid.Advisor{{Name: "cost"}}}},
		"(ocm, predicates[0] wants name=" + strings.Repeat("x", 30) + "…)": {OCM: plannertest.Labelled(strings.Repeat("x", 10_000))},
	} {
		t.Run(want, func(t *testing.T) {
			r := planner.Request{Placement: p}
			if got := r.Title("moves"); got != "The placement "+want+" moves" {
				t.Errorf("got %s", got)
			}
		})
	}
}

// TestTitlesDiffer: the warnings of a scheduler about one placement have different titles.
func TestTitlesDiffer(t *testing.T) {
	names := strings.Split("abcdefghijklmnopqrstuvwxyz", "")
	_, found := planner.Decide(t.Context(), &planner.Request{
		Placement: planner.Placement{Name: "web", KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickFixed, ClusterNames: names}},
		Fleet:     plannertest.Clusters("a"), OnUnsatisfied: planner.UnsatisfiedAccept,
	})
	titles := map[string]bool{}
	for _, f := range found {
		titles[f.Title] = true
	}
	if len(found) != 21 || len(titles) != len(found) || !titles[`The placement "web" has warning 20 of 25`] {
		t.Errorf("%d findings have the titles %v", len(found), titles)
	}
}
