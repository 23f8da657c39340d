// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package shortfall_test

import (
	"fmt"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// edit is a change of a request that the test makes itself, with how a way has it.
type edit struct {
	name  string
	apply func(r *planner.Request)
}

// drawRequest draws a placement over a small fleet, and every change that may satisfy it, but for numbers and new clusters: an
// independent list of them.
func drawRequest(t *rapid.T, dialect placement.Dialect) (*planner.Request, []edit) {
	r := &planner.Request{OnUnsatisfied: planner.UnsatisfiedAccept}
	r.Name, r.Namespace = "web", "apps"
	effect := placement.NoSelect
	if dialect == placement.DialectKubeFleet {
		effect, r.Namespace = placement.NoSchedule, ""
	}
	for i := range rapid.IntRange(1, 4).Draw(t, "clusters") {
		r.Clusters = append(r.Clusters, drawCluster(t, i, effect))
	}
	number := rapid.Int32Range(0, 5).Draw(t, "number")
	wanted := &number
	if rapid.IntRange(0, 3).Draw(t, "all") == 0 {
		wanted = nil
	}
	labels := map[string]string{}
	for _, key := range []string{"env", "zone"} {
		if rapid.Bool().Draw(t, "wants "+key) {
			labels[key] = pick(t, "wanted "+key, "a", "b")
		}
	}
	selector := &metav1.LabelSelector{MatchLabels: labels}
	switch dialect {
	case placement.DialectOCM:
		return r, drawOCM(t, r, wanted, selector)
	case placement.DialectKubeFleet:
		return r, drawKubeFleet(t, r, wanted, selector)
	}
	return r, drawHybrid(t, r, wanted, selector)
}

func pick(t *rapid.T, label string, values ...string) string {
	return rapid.SampledFrom(values).Draw(t, label)
}

func drawCluster(t *rapid.T, i int, effect placement.TaintEffect) placement.Cluster {
	c := placement.Cluster{Name: fmt.Sprintf("c%d", i), Labels: map[string]string{}}
	for _, key := range []string{"env", "zone"} {
		if value := pick(t, key, "a", "b", ""); value != "" {
			c.Labels[key] = value
		}
	}
	c.Labels[placement.ClusterSetLabel] = pick(t, "set", "blue", "green")
	for _, key := range []string{"gpu", "spot"} {
		if rapid.IntRange(0, 2).Draw(t, key) == 0 {
			c.Taints = append(c.Taints, placement.Taint{Key: key, Value: pick(t, key+" value", "", "x"), Effect: effect})
		}
	}
	return c
}

// removals are the edits that remove a label from a selector.
func removals(at string, selector *metav1.LabelSelector, set func(r *planner.Request, key string)) (edits []edit) {
	for key := range selector.MatchLabels {
		edits = append(edits, edit{fmt.Sprintf("%s.match_labels[%q]", at, key), func(r *planner.Request) { set(r, key) }})
	}
	return edits
}

// without is a selector without a label.
func without(of *metav1.LabelSelector, key string) *metav1.LabelSelector {
	rest := maps.Clone(of.MatchLabels)
	delete(rest, key)
	return &metav1.LabelSelector{MatchLabels: rest}
}

// tolerating are the edits that tolerate a taint of the fleet.
func tolerating(r *planner.Request, add func(r *planner.Request, taint placement.Taint)) (edits []edit) {
	taints := map[placement.Taint]bool{}
	for i := range r.Clusters {
		for _, taint := range r.Clusters[i].Taints {
			taints[taint] = true
		}
	}
	for taint := range taints {
		edits = append(edits, edit{taint.String(), func(r *planner.Request) { add(r, taint) }})
	}
	return edits
}

func drawOCM(t *rapid.T, r *planner.Request, wanted *int32, selector *metav1.LabelSelector) []edit {
	r.OCM = &ocm.Spec{NumberOfClusters: wanted, Predicates: []ocm.Predicate{
		{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: selector}},
	}}
	for _, set := range []string{"blue", "green"} {
		r.ClusterSets = append(r.ClusterSets, placement.ClusterSet{Name: set})
		if rapid.Bool().Draw(t, "binds "+set) {
			r.Bindings = append(r.Bindings, placement.Binding{Name: set, Namespace: "apps"})
		}
		if rapid.IntRange(0, 2).Draw(t, "lists "+set) == 0 {
			r.OCM.ClusterSets = append(r.OCM.ClusterSets, set)
		}
	}
	edits := removals("ocm.predicates[0].required_cluster_selector.label_selector", selector,
		func(r *planner.Request, key string) {
			spec := *r.OCM
			spec.Predicates = []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{
				LabelSelector: without(spec.Predicates[0].RequiredClusterSelector.LabelSelector, key),
			}}}
			r.OCM = &spec
		})
	edits = append(edits, tolerating(r, func(r *planner.Request, taint placement.Taint) {
		spec := *r.OCM
		spec.Tolerations = append(slices.Clip(spec.Tolerations), match.Toleration{Key: taint.Key, Value: taint.Value})
		r.OCM = &spec
	})...)
	for _, set := range []string{"blue", "green", "global"} {
		edits = append(edits, edit{set, func(r *planner.Request) {
			if binding := (placement.Binding{Name: set, Namespace: "apps"}); !slices.Contains(r.Bindings, binding) {
				r.Bindings = append(slices.Clip(r.Bindings), binding)
			}
			spec := *r.OCM
			if len(spec.ClusterSets) > 0 {
				spec.ClusterSets = append(slices.Clip(spec.ClusterSets), set)
			}
			r.OCM = &spec
		}})
	}
	return edits
}

func requiring(selector *metav1.LabelSelector) *kubefleet.Affinity {
	return &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{Required: &kubefleet.ClusterSelector{
		ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{LabelSelector: selector}},
	}}}
}

func drawKubeFleet(t *rapid.T, r *planner.Request, wanted *int32, selector *metav1.LabelSelector) []edit {
	r.KubeFleet = &kubefleet.Spec{PlacementType: kubefleet.PickAll, Affinity: requiring(selector)}
	if wanted != nil {
		r.KubeFleet.PlacementType, r.KubeFleet.NumberOfClusters = kubefleet.PickN, wanted
		if rapid.Bool().Draw(t, "spreads") {
			r.KubeFleet.TopologySpreadConstraints = []kubefleet.TopologySpreadConstraint{{TopologyKey: "zone"}}
		}
	}
	edits := removals("kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution."+
		"cluster_selector_terms[0].label_selector", selector, func(r *planner.Request, key string) {
		spec := *r.KubeFleet
		spec.Affinity = requiring(without(spec.Affinity.ClusterAffinity.Required.ClusterSelectorTerms[0].LabelSelector, key))
		r.KubeFleet = &spec
	})
	edits = append(edits, tolerating(r, func(r *planner.Request, taint placement.Taint) {
		spec := *r.KubeFleet
		spec.Tolerations = append(slices.Clip(spec.Tolerations), kubefleet.Toleration{Key: taint.Key, Value: taint.Value})
		r.KubeFleet = &spec
	})...)
	if len(r.KubeFleet.TopologySpreadConstraints) > 0 {
		edits = append(edits, edit{"kubefleet.topology_spread_constraints[0]", func(r *planner.Request) {
			spec := *r.KubeFleet
			spec.TopologySpreadConstraints = nil
			r.KubeFleet = &spec
		}})
	}
	return edits
}

func drawHybrid(t *rapid.T, r *planner.Request, wanted *int32, selector *metav1.LabelSelector) (edits []edit) {
	// A rule without a number accepts any.
	r.Hybrid = &hybrid.Spec{Replicas: wanted, TargetLabels: selector}
	if rapid.Bool().Draw(t, "vetoes") {
		r.Hybrid.Advisors = []hybrid.Advisor{{Name: "mine", Type: hybrid.Predicate,
			Recommendations: []hybrid.StaticRecommendation{{Name: "c0"}, {Name: "c1"}}}}
		edits = append(edits, edit{"hybrid.advisors[0]", func(r *planner.Request) {
			spec := *r.Hybrid
			spec.Advisors = nil
			r.Hybrid = &spec
		}})
	}
	return append(edits, removals("hybrid.target_labels", selector, func(r *planner.Request, key string) {
		spec := *r.Hybrid
		spec.TargetLabels = without(spec.TargetLabels, key)
		r.Hybrid = &spec
	})...)
}
