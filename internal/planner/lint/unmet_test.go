// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint_test

import (
	"fmt"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// environments is a fleet with two environments, of the kind of a placement.
func environments(p planner.Placement) planner.Fleet {
	kind := placement.ManagedCluster
	if p.KubeFleet != nil {
		kind = placement.MemberCluster
	}
	var fleet planner.Fleet
	for i := range 14 {
		c := placement.Cluster{
			Name: fmt.Sprintf("c-%02d", i), Kind: kind,
			Labels: map[string]string{
				"env": []string{"dev", "prod"}[i%2], "example.com/zone": fmt.Sprintf("z%02d", i), "empty": "",
			},
		}
		if kind == placement.ManagedCluster {
			c.Claims = map[string]string{"platform.open-cluster-management.io": "AWS"}
		} else {
			c.Properties = map[string]string{"example.com/cost": []string{"4", "8"}[i%2]}
		}
		fleet.Clusters = append(fleet.Clusters, c)
	}
	return fleet
}

func wants(labels metav1.LabelSelector, claims ...metav1.LabelSelectorRequirement) planner.Placement {
	return planner.Placement{OCM: &ocm.Spec{Predicates: []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{
		LabelSelector: &labels, ClaimSelector: &placement.ClaimSelector{MatchExpressions: claims},
	}}}}}
}

func wantsTerm(term kubefleet.ClusterSelectorTerm) planner.Placement {
	return affine(kubefleet.ClusterAffinity{
		Required: &kubefleet.ClusterSelector{ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{term}},
	})
}

func equal(key, value string) metav1.LabelSelector {
	return metav1.LabelSelector{MatchLabels: map[string]string{key: value}}
}

// TestUnmet: a requirement that no cluster meets is told with the nearest name and the values that there are, in every dialect.
func TestUnmet(t *testing.T) {
	selector := equal("evn", "prod")
	cost := kubefleet.ClusterSelectorTerm{PropertySelector: &kubefleet.PropertySelector{
		MatchExpressions: []kubefleet.PropertySelectorRequirement{
			{Name: "example.com/cost", Operator: kubefleet.GreaterThan, Values: []string{"9"}},
		},
	}}
	for name, tt := range map[string]struct {
		placement planner.Placement
		want      string
	}{
		"ocm, key": {
			wants(selector),
			`predicates[0]: label "evn" exists on no cluster; did you mean "env" (values: dev, prod)?`,
		},
		"kubefleet, key": {
			wantsTerm(kubefleet.ClusterSelectorTerm{LabelSelector: &selector}),
			`cluster_selector_terms[0]: label "evn" exists on no cluster; did you mean "env" (values: dev, prod)?`,
		},
		"hybrid, key": {
			planner.Placement{Hybrid: &hybrid.Spec{TargetLabels: &selector}},
			`target_labels: label "evn" exists on no cluster; did you mean "env" (values: dev, prod)?`,
		},
		"key, not near": {
			wants(equal("owner", "x")),
			`predicates[0]: label "owner" exists on no cluster; the labels are empty, env, example.com/zone.`,
		},
		"key of an owner": {
			wants(expression("example.org/zone", metav1.LabelSelectorOpExists)),
			`label "example.org/zone" exists on no cluster; did you mean "example.com/zone" ` +
				`(values: z00, z01, z02, z03, z04, z05, z06, z07, z08, z09 and 4 more)?`,
		},
		"value": {
			wants(equal("env", "prdo")),
			`predicates[0]: label "env" is "prdo" on no cluster; did you mean "prod" (values: dev, prod)?`,
		},
		"value, not near": {
			wants(equal("env", "staging")),
			`predicates[0]: label "env" is "staging" on no cluster; its values are dev, prod.`,
		},
		"values": {
			wants(expression("env", metav1.LabelSelectorOpIn, "qa", "staging")),
			`label "env" is "qa" or "staging" on no cluster; its values are dev, prod.`,
		},
		"empty value": {wants(equal("empty", "x")), `label "empty" is "x" on no cluster; its values are "".`},
		"claim": {
			wants(metav1.LabelSelector{}, expression("platform.open-cluster-managment.io",
				metav1.LabelSelectorOpExists).MatchExpressions...),
			`predicates[0]: claim "platform.open-cluster-managment.io" exists on no cluster; ` +
				`did you mean "platform.open-cluster-management.io" (values: AWS)?`,
		},
		"value of a claim": {
			wants(metav1.LabelSelector{}, expression("platform.open-cluster-management.io", metav1.LabelSelectorOpIn,
				"aws").MatchExpressions...),
			`claim "platform.open-cluster-management.io" is "aws" on no cluster; did you mean "AWS" (values: AWS)?`,
		},
		"property": {
			wantsTerm(cost),
			`cluster_selector_terms[0]: property "example.com/cost" is Gt 9 on no cluster; its values are 4, 8.`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, found := planner.Decide(t.Context(), &planner.Request{Placement: tt.placement, Fleet: environments(tt.placement)})
			if len(found) != 1 || !strings.Contains(found[0].Text, tt.want) || strings.Count(found[0].Text, "on no cluster") != 1 {
				t.Errorf("got %s\nwant %s", plannertest.Texts(found), tt.want)
			}
		})
	}
}

// TestUnmetTogether: each requirement is met by some cluster, so nothing is misspelt, and nobody is told so. The same is true of
// a placement that asks for no cluster.
func TestUnmetTogether(t *testing.T) {
	together := wants(metav1.LabelSelector{MatchLabels: map[string]string{"env": "dev", "example.com/zone": "z01"}})
	none := wants(equal("evn", "prod"))
	none.OCM.NumberOfClusters = new(int32(0))
	for _, p := range []planner.Placement{together, none} {
		_, found := planner.Decide(t.Context(), &planner.Request{Placement: p, Fleet: environments(p)})
		if len(found) != 1 || strings.Contains(found[0].Text, "on no cluster") {
			t.Errorf("got %s", plannertest.Texts(found))
		}
	}
}

// TestUnmetTooFew: a term beside one that is met is told as well if there are too few clusters.
func TestUnmetTooFew(t *testing.T) {
	p := wants(equal("env", "dev"))
	p.OCM.Predicates = append(p.OCM.Predicates, wants(equal("env", "prd")).OCM.Predicates...)
	p.OCM.NumberOfClusters = new(int32(10))
	_, found := planner.Decide(t.Context(), &planner.Request{Placement: p, Fleet: environments(p)})
	want := `predicates[1]: label "env" is "prd" on no cluster; did you mean "prod" (values: dev, prod)?`
	if !strings.Contains(plannertest.Texts(found), want) {
		t.Errorf("got %s\nwant %s", plannertest.Texts(found), want)
	}
}
