// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint_test

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/lint"
)

// lintOf is a request without what the planner alone needs.
func lintOf(r *planner.Request) *lint.Request {
	return &lint.Request{Placement: &r.Placement, Fleet: &r.Fleet}
}

func addOn(resourceName, scoreName string, weight *int32) ocm.PrioritizerConfiguration {
	return ocm.PrioritizerConfiguration{Weight: weight, ScoreCoordinate: &ocm.ScoreCoordinate{
		Type: ocm.TypeAddOn, AddOn: &ocm.AddOnScore{ResourceName: resourceName, ScoreName: scoreName},
	}}
}

func prefers(configurations ...ocm.PrioritizerConfiguration) planner.Placement {
	return planner.Placement{OCM: &ocm.Spec{PrioritizerPolicy: ocm.PrioritizerPolicy{Configurations: configurations}}}
}

func affine(affinity kubefleet.ClusterAffinity, topologyKeys ...string) planner.Placement {
	spec := &kubefleet.Spec{
		PlacementType: kubefleet.PickN, NumberOfClusters: new(int32(1)), Affinity: &kubefleet.Affinity{ClusterAffinity: &affinity},
	}
	for _, key := range topologyKeys {
		spec.TopologySpreadConstraints = append(spec.TopologySpreadConstraints, kubefleet.TopologySpreadConstraint{TopologyKey: key})
	}
	return planner.Placement{KubeFleet: spec}
}

func requires(names ...string) kubefleet.ClusterAffinity {
	required := &kubefleet.ClusterSelector{ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{}}} // matches all
	for _, name := range names {
		required.ClusterSelectorTerms = append(required.ClusterSelectorTerms, kubefleet.ClusterSelectorTerm{
			PropertySelector: &kubefleet.PropertySelector{MatchExpressions: []kubefleet.PropertySelectorRequirement{
				{Name: name, Operator: kubefleet.GreaterThan, Values: []string{"0"}},
			}},
		})
	}
	return kubefleet.ClusterAffinity{Required: required}
}

func sorts(weight int32, name string) kubefleet.ClusterAffinity {
	return kubefleet.ClusterAffinity{Preferred: []kubefleet.PreferredClusterSelector{{Weight: weight,
		Preference: kubefleet.ClusterSelectorTerm{
			PropertySorter: &kubefleet.PropertySorter{Name: name, SortOrder: kubefleet.Ascending},
		}}}}
}

func prefersLabels(selector metav1.LabelSelector) kubefleet.ClusterAffinity {
	return kubefleet.ClusterAffinity{Preferred: []kubefleet.PreferredClusterSelector{
		{Weight: 1, Preference: kubefleet.ClusterSelectorTerm{LabelSelector: &selector}},
	}}
}

func grouped(selector placement.GroupSelector) planner.Placement {
	return planner.Placement{OCM: &ocm.Spec{}, DecisionStrategy: placement.DecisionStrategy{GroupStrategy: &placement.GroupStrategy{
		DecisionGroups: []placement.DecisionGroup{{GroupName: "canary", GroupClusterSelector: selector}},
	}}}
}

func expression(key string, operator metav1.LabelSelectorOperator, values ...string) metav1.LabelSelector {
	return metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: key, Operator: operator, Values: values}}}
}
