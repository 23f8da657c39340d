// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package translation

import (
	"cmp"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// ocmToKubeFleet translates a Placement to a ClusterResourcePlacement.
func (t *translator) ocmToKubeFleet() {
	spec := &kubefleet.Spec{PlacementType: kubefleet.PickAll}
	t.to.KubeFleet = spec
	named := kubefleet.Placement{Name: t.Name, Spec: *spec}
	if errs := named.Validate(); len(errs) > 0 || kubefleet.MistakeInName(t.Name) != "" {
		t.to.Name = ""
		t.lost("name", "KubeFleet needs a name of at most 63 characters, without a dot in the first 26. Set one")
	}
	if t.Namespace != "" {
		t.lost("namespace", "A ClusterResourcePlacement chooses from all clusters, not from those of sets that are bound to it")
	}
	for i := range t.OCM.ClusterSets {
		t.lost(fmt.Sprintf("ocm.cluster_sets[%d]", i), "KubeFleet has no cluster sets. Give the members a label, and select it")
	}
	terms := t.terms()
	var preferred []kubefleet.PreferredClusterSelector
	if number := t.OCM.NumberOfClusters; number != nil {
		spec.PlacementType, spec.NumberOfClusters = kubefleet.PickN, number
		// If no or all clusters are chosen, nothing ranks them.
		if *number > 0 {
			t.changed("ocm.number_of_clusters", "Of clusters with equal scores, OCM chooses the first by name, KubeFleet the last")
			preferred = t.preferences()
		}
	}
	spec.Affinity = kubefleet.NewAffinity(terms, preferred)
	t.fleetTolerations()
	const unused = "It has no effect in OCM"
	t.lose([]part{
		{"ocm.spread_policy", t.OCM.SpreadPolicy != nil, unused + ". In KubeFleet, topology_spread_constraints have one"},
		{"ocm.sort_by", t.OCM.SortBy != "", unused},
		{"ocm.score_rate_limit", t.OCM.ScoreRateLimit != "", unused},
		{"decision_strategy", t.DecisionStrategy.GroupStrategy != nil,
			"KubeFleet has no decision groups. Write them as the stages of a ClusterStagedUpdateStrategy"},
	})
}

// terms are the predicates: a cluster must match one of either.
func (t *translator) terms() (terms []kubefleet.ClusterSelectorTerm) {
	for i := range t.OCM.Predicates {
		path := fmt.Sprintf("ocm.predicates[%d]", i)
		if i == kubefleet.MaxTerms {
			t.lost(path, "KubeFleet has at most 10 terms. Write another placement for this predicate and those behind it")
			break
		}
		selector, path := &t.OCM.Predicates[i].RequiredClusterSelector, path+".required_cluster_selector."
		labels := &metav1.LabelSelector{MatchLabels: map[string]string{}}
		if selector.LabelSelector != nil {
			labels = selector.LabelSelector.DeepCopy()
		}
		if claims := selector.ClaimSelector; claims != nil && len(claims.MatchExpressions) > 0 {
			labels.MatchExpressions = append(labels.MatchExpressions, claims.MatchExpressions...)
			t.changed(path+"claim_selector", "MemberClusters have no claims. The translation selects labels of the same names: set them")
		}
		if expressions := selector.CELSelector; expressions != nil {
			for k := range expressions.CELExpressions {
				t.lost(fmt.Sprintf(path+"cel_selector.cel_expressions[%d]", k),
					"KubeFleet has no CEL. Clusters are chosen for which it is not true. Select a label or a property instead")
			}
		}
		terms = append(terms, kubefleet.ClusterSelectorTerm{LabelSelector: labels})
	}
	return terms
}

// unranked says of the prioritizers that have no equivalent why.
var unranked = map[string]string{
	ocm.Balance:   "KubeFleet does not count what other placements have chosen",
	ocm.Steady:    "KubeFleet keeps every chosen cluster, whatever its scores are",
	ocm.TypeAddOn: "KubeFleet has no AddOnPlacementScores. Report a property of the MemberClusters, and sort by it",
}

// ranked are the prioritizers that have an equivalent, and properties those that rank by the same amounts.
var (
	ranked     = []string{ocm.ResourceAllocatableCPU, ocm.ResourceAllocatableMemory}
	properties = []string{kubefleet.ResourcePrefix + "allocatable-cpu", kubefleet.ResourcePrefix + "allocatable-memory"}
)

// weightScale is what a weight of OCM, up to 10, is multiplied by for KubeFleet, where it is up to 100.
const weightScale = 10

const rankedOtherwise = "OCM scores amounts from -100 to 100 among the clusters that match, KubeFleet from 0 to the weight in " +
	"the whole fleet: the order can differ"

// preferences are the prioritizers that have an equivalent.
func (t *translator) preferences() (preferred []kubefleet.PreferredClusterSelector) {
	policy := &t.OCM.PrioritizerPolicy
	if policy.Mode != ocm.ModeExact {
		t.lost("ocm.prioritizer_policy.mode", "By default Balance and Steady apply. "+unranked[ocm.Balance]+". "+unranked[ocm.Steady])
	}
	for i := range policy.Configurations {
		configuration, path := &policy.Configurations[i], fmt.Sprintf("ocm.prioritizer_policy.configurations[%d]", i)
		one := int32(1)
		weight, score := *cmp.Or(configuration.Weight, &one), configuration.ScoreCoordinate
		if weight == 0 {
			continue // It has no effect.
		}
		name := score.BuiltIn
		if score.Type == ocm.TypeAddOn {
			name = ocm.TypeAddOn
		}
		if k := slices.Index(ranked, name); k >= 0 {
			sorter := &kubefleet.PropertySorter{Name: properties[k], SortOrder: kubefleet.Descending}
			preferred = append(preferred, kubefleet.PreferredClusterSelector{
				Weight: weight * weightScale, Preference: kubefleet.ClusterSelectorTerm{PropertySorter: sorter},
			})
			t.changed(path, rankedOtherwise)
			continue
		}
		t.lost(path, cmp.Or(unranked[name], "It has no equivalent"))
	}
	return preferred
}

const everyEffect = "The hubs have taints of other effects; the translation tolerates all of them"

// fleetTolerations translates the tolerations.
func (t *translator) fleetTolerations() {
	spec := t.to.KubeFleet
	for i := range t.OCM.Tolerations {
		from, path := &t.OCM.Tolerations[i], fmt.Sprintf("ocm.tolerations[%d]", i)
		to := kubefleet.Toleration{Key: from.Key, Operator: cmp.Or(from.Operator, kubefleet.TolerationEqual), Value: from.Value}
		isKnown := slices.Contains(spec.Tolerations, to)
		more := kubefleet.Placement{Spec: kubefleet.Spec{Tolerations: append(slices.Clone(spec.Tolerations), to)}}
		switch errs := more.Validate(); {
		case from.Effect == placement.PreferNoSelect:
			t.lost(path, "KubeFleet has no taints of this effect, which excludes no cluster")
			continue
		case len(errs) > 0 && !isKnown:
			t.lost(path, "KubeFleet refuses it: "+errs[0].Detail)
			continue
		case from.Effect != "":
			t.changed(path+".effect", everyEffect)
		}
		if from.TolerationSeconds != nil {
			t.changed(path+".toleration_seconds", "KubeFleet tolerates the taint without a limit")
		}
		if !isKnown {
			spec.Tolerations = append(spec.Tolerations, to)
		}
	}
}
