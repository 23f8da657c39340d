// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package translation

import (
	"cmp"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// ocmToKubeFleet translates a Placement to a ClusterResourcePlacement.
func (t *translator) ocmToKubeFleet() {
	spec, path := &kubefleet.Spec{PlacementType: kubefleet.PickAll}, field.NewPath("ocm")
	t.to.KubeFleet = spec
	named := kubefleet.Placement{Name: t.Name, Spec: *spec}
	if errs := named.Validate(); len(errs) > 0 || kubefleet.MistakeInName(t.Name) != "" {
		t.to.Name = ""
		t.lost(field.NewPath("name"), "KubeFleet needs a name of at most 63 characters, without a dot in the first 26. Set one")
	}
	if t.Namespace != "" {
		t.lost(field.NewPath("namespace"), "A ClusterResourcePlacement has no namespace. It chooses from all clusters, not from the "+
			"cluster sets that are bound to the namespace")
	}
	for i, set := range t.OCM.ClusterSets {
		t.lost(path.Child("cluster_sets").Index(i), "KubeFleet has no cluster sets, and chooses from all clusters. Give the members "+
			"of "+excerpt.Text(set)+" a label, and select it")
	}
	terms := t.terms(path.Child("predicates"))
	var preferred []kubefleet.PreferredClusterSelector
	if number := t.OCM.NumberOfClusters; number != nil {
		spec.PlacementType, spec.NumberOfClusters = kubefleet.PickN, number
		// Without a cluster to choose, or with all to choose, nothing ranks them.
		if *number > 0 {
			t.changed(path.Child("number_of_clusters"), "Of clusters with equal scores, OCM chooses the first by "+
				"name, KubeFleet the last")
			preferred = t.preferences(path.Child("prioritizer_policy"))
		}
	}
	spec.Affinity = affinityOf(terms, preferred)
	t.fleetTolerations(path.Child("tolerations"))
	t.loseUnused(path)
	if t.DecisionStrategy.GroupStrategy != nil {
		t.lost(field.NewPath("decision_strategy"), "KubeFleet has no decision groups. Write them as the stages of a "+
			"ClusterStagedUpdateStrategy")
	}
	t.loseRollout()
}

// affinityOf has terms; nil without any.
func affinityOf(terms []kubefleet.ClusterSelectorTerm, preferred []kubefleet.PreferredClusterSelector) *kubefleet.Affinity {
	if len(terms) == 0 && len(preferred) == 0 {
		return nil
	}
	clusters := &kubefleet.ClusterAffinity{Preferred: preferred}
	if len(terms) > 0 {
		clusters.Required = &kubefleet.ClusterSelector{ClusterSelectorTerms: terms}
	}
	return &kubefleet.Affinity{ClusterAffinity: clusters}
}

// terms are the predicates: a cluster must match one of either.
func (t *translator) terms(path *field.Path) (terms []kubefleet.ClusterSelectorTerm) {
	for i := range t.OCM.Predicates {
		if i == kubefleet.MaxTerms {
			t.lost(path.Index(i), fmt.Sprintf("KubeFleet has at most %d terms, so that this predicate and those behind it choose no "+
				"clusters. Write another placement for them", kubefleet.MaxTerms))
			break
		}
		selector, path := &t.OCM.Predicates[i].RequiredClusterSelector, path.Index(i).Child("required_cluster_selector")
		labels := &metav1.LabelSelector{MatchLabels: map[string]string{}}
		if selector.LabelSelector != nil {
			labels = selector.LabelSelector.DeepCopy()
		}
		if claims := selector.ClaimSelector; claims != nil && len(claims.MatchExpressions) > 0 {
			labels.MatchExpressions = append(labels.MatchExpressions, claims.MatchExpressions...)
			t.changed(path.Child("claim_selector"), "A MemberCluster has no claims. The translation selects labels of the same names: "+
				"give the MemberClusters these labels")
		}
		if expressions := selector.CELSelector; expressions != nil {
			for k := range expressions.CELExpressions {
				t.lost(path.Child("cel_selector", "cel_expressions").Index(k), "KubeFleet has no CEL. Clusters are chosen for which it is "+
					"not true. Select a label or a property instead")
			}
		}
		terms = append(terms, kubefleet.ClusterSelectorTerm{LabelSelector: labels})
	}
	return terms
}

// preferences are the prioritizers that have an equivalent.
func (t *translator) preferences(path *field.Path) (preferred []kubefleet.PreferredClusterSelector) {
	policy := &t.OCM.PrioritizerPolicy
	for _, name := range []string{ocm.Balance, ocm.Steady} {
		isConfigured := slices.ContainsFunc(policy.Configurations, func(c ocm.PrioritizerConfiguration) bool {
			return c.ScoreCoordinate != nil && c.ScoreCoordinate.BuiltIn == name
		})
		if policy.Mode != ocm.ModeExact && !isConfigured {
			t.losePrioritizer(path.Child("mode"), name, 1)
		}
	}
	for i := range policy.Configurations {
		configuration, path := &policy.Configurations[i], path.Child("configurations").Index(i)
		weight := int32(1)
		if configuration.Weight != nil {
			weight = *configuration.Weight
		}
		score := configuration.ScoreCoordinate
		if score == nil || weight == 0 {
			continue // It has no effect.
		}
		resource := kubefleet.ResourcePrefix + map[string]string{
			ocm.ResourceAllocatableCPU: "allocatable-cpu", ocm.ResourceAllocatableMemory: "allocatable-memory",
		}[score.BuiltIn]
		switch {
		case score.Type == ocm.TypeAddOn:
			t.losePrioritizer(path, ocm.TypeAddOn, weight)
			continue
		case resource == kubefleet.ResourcePrefix:
			t.losePrioritizer(path, score.BuiltIn, weight)
			continue
		}
		sorter := &kubefleet.PropertySorter{Name: resource, SortOrder: kubefleet.Descending}
		if weight < 0 {
			sorter.SortOrder, weight = kubefleet.Ascending, -weight
		}
		preferred = append(preferred, kubefleet.PreferredClusterSelector{
			Weight: weight * weightScale, Preference: kubefleet.ClusterSelectorTerm{PropertySorter: sorter},
		})
		t.changed(path, rankedOtherwise)
	}
	return preferred
}

// weightScale is what a weight of OCM, up to 10, is multiplied by for KubeFleet, where it is up to 100.
const weightScale = 10

const rankedOtherwise = "OCM ranks by amounts from -100 to 100 among the clusters that match, KubeFleet from 0 to " +
	"the weight among the whole fleet, so that the order can differ"

// losePrioritizer names a prioritizer without an equivalent.
func (t *translator) losePrioritizer(path *field.Path, name string, weight int32) {
	switch {
	case name == ocm.Steady && weight > 0:
		t.changed(path, "Steady: KubeFleet keeps every chosen cluster, whatever the other scores are")
	case name == ocm.Balance:
		t.lost(path, "Balance: KubeFleet does not count what other placements have chosen")
	case name == ocm.TypeAddOn:
		t.lost(path, "KubeFleet has no AddOnPlacementScores. Report a property of the MemberClusters, and sort by it")
	default:
		t.lost(path, excerpt.Text(name)+" with this weight has no equivalent")
	}
}

// fleetTolerations translates the tolerations.
func (t *translator) fleetTolerations(path *field.Path) {
	spec := t.to.KubeFleet
	for i := range t.OCM.Tolerations {
		from, path := &t.OCM.Tolerations[i], path.Index(i)
		to := kubefleet.Toleration{Key: from.Key, Operator: cmp.Or(from.Operator, kubefleet.TolerationEqual), Value: from.Value}
		more := kubefleet.Placement{Spec: kubefleet.Spec{Tolerations: append(slices.Clone(spec.Tolerations), to)}}
		isKnown := slices.Contains(spec.Tolerations, to)
		switch errs := more.Validate(); {
		case from.Effect == placement.PreferNoSelect:
			t.lost(path, "KubeFleet has no taints of this effect, which excludes no cluster")
			continue
		case len(errs) > 0 && !isKnown:
			t.lost(path, "KubeFleet refuses it: "+errs[0].Detail)
			continue
		case from.Effect != "":
			t.changed(path.Child("effect"), everyEffect)
		}
		if from.TolerationSeconds != nil {
			t.changed(path.Child("toleration_seconds"), "KubeFleet tolerates the taint without a limit")
		}
		if !isKnown {
			spec.Tolerations = append(spec.Tolerations, to)
		}
	}
}

const everyEffect = "The hubs have taints of other effects; the translation tolerates all of them"

// loseUnused names what OCM declares and does not use.
func (t *translator) loseUnused(path *field.Path) {
	if spread := t.OCM.SpreadPolicy; spread != nil {
		t.lost(path.Child("spread_policy"), "It has no effect in OCM. In KubeFleet, topology_spread_constraints have one")
	}
	if t.OCM.SortBy != "" {
		t.lost(path.Child("sort_by"), "It has no effect in OCM, and no equivalent")
	}
	if t.OCM.ScoreRateLimit != "" {
		t.lost(path.Child("score_rate_limit"), "It has no effect in OCM, and no equivalent")
	}
}
