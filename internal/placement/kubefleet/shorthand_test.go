// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet_test

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// member returns a cluster from its name and words such as "zone=1" (a label) or "cost:0.3" (a property).
func member(words string) placement.Cluster {
	parts := strings.Fields(words)
	c := placement.Cluster{Name: parts[0], Labels: map[string]string{}, Properties: map[string]string{}}
	for _, word := range parts[1:] {
		if key, value, ok := strings.Cut(word, "="); ok {
			c.Labels[key] = value
		} else if key, value, ok := strings.Cut(word, ":"); ok {
			c.Properties[key] = value
		} else if word == "leaving" {
			c.Deleting = true
		} else if word == "offline" {
			c.Agent = &placement.MemberAgent{}
		} else if word == "tainted" {
			c.Taints = []placement.Taint{{Key: "gpu", Value: "true", Effect: placement.NoSchedule}}
		} else {
			panic("unknown word " + word)
		}
	}
	return c
}

func members(list ...string) []placement.Cluster {
	var fleet []placement.Cluster
	for _, words := range list {
		fleet = append(fleet, member(words))
	}
	return fleet
}

// bound returns bindings from words such as "a Bound" (of the current policy), "a Bound obsolete" and "a Bound 3/50"
// (topology spread and affinity score).
func bound(list ...string) []placement.ResourceBinding {
	var bindings []placement.ResourceBinding
	for _, words := range list {
		parts := strings.Fields(words)
		b := placement.ResourceBinding{
			Name: "web-" + parts[0], Placement: "web", TargetCluster: parts[0], State: placement.BindingState(parts[1]),
			PolicySnapshot: "web-0", ClusterDecision: placement.ClusterDecision{ClusterName: parts[0], Selected: true},
		}
		for _, word := range parts[2:] {
			var score placement.ClusterScore
			if word == "obsolete" {
				b.PolicySnapshot = "web-older"
			} else if _, err := fmt.Sscanf(word, "%d/%d", &score.TopologySpreadScore, &score.AffinityScore); err == nil {
				b.ClusterDecision.ClusterScore = &score
			}
		}
		if b.State == placement.BindingUnscheduled {
			b.Annotations = map[string]string{kubefleet.PreviousStateAnnotation: "Bound"}
		}
		bindings = append(bindings, b)
	}
	return bindings
}

func pickN(number int32, options ...func(*kubefleet.Placement)) kubefleet.Placement {
	req := kubefleet.Placement{Name: "web", Spec: kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: &number}}
	for _, option := range options {
		option(&req)
	}
	return req
}

func pickAll(options ...func(*kubefleet.Placement)) kubefleet.Placement {
	req := pickN(0, options...)
	req.PlacementType, req.NumberOfClusters = kubefleet.PickAll, nil
	return req
}

func pickFixed(names ...string) kubefleet.Placement {
	return kubefleet.Placement{Name: "web", Spec: kubefleet.Spec{PlacementType: kubefleet.PickFixed, ClusterNames: names}}
}

func affinityOf(req *kubefleet.Placement) *kubefleet.ClusterAffinity {
	if req.Affinity == nil {
		req.Affinity = &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{}}
	}
	return req.Affinity.ClusterAffinity
}

func sortBy(name, order string, weight int32) func(*kubefleet.Placement) {
	return func(req *kubefleet.Placement) {
		affinityOf(req).Preferred = append(affinityOf(req).Preferred, kubefleet.PreferredClusterSelector{
			Weight: weight, Preference: kubefleet.ClusterSelectorTerm{PropertySorter: &kubefleet.PropertySorter{Name: name,
				SortOrder: order}},
		})
	}
}

func require(name, operator string, values ...string) func(*kubefleet.Placement) {
	return func(req *kubefleet.Placement) {
		affinityOf(req).Required = &kubefleet.ClusterSelector{ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{
			PropertySelector: &kubefleet.PropertySelector{MatchExpressions: []kubefleet.PropertySelectorRequirement{
				{Name: name, Operator: operator, Values: values},
			}},
		}}}
	}
}

func spreadOverZones(maxSkew int32, when string) func(*kubefleet.Placement) {
	return func(req *kubefleet.Placement) {
		req.TopologySpreadConstraints = append(req.TopologySpreadConstraints,
			kubefleet.TopologySpreadConstraint{TopologyKey: "zone", MaxSkew: &maxSkew, WhenUnsatisfiable: when})
	}
}

func groupsOf(size string) placement.DecisionStrategy {
	per := intstr.FromString(size)
	return placement.DecisionStrategy{GroupStrategy: &placement.GroupStrategy{ClustersPerDecisionGroup: &per}}
}
