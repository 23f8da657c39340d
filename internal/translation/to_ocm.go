// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package translation

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// kubeFleetToOCM translates a ClusterResourcePlacement or ResourcePlacement to a Placement.
func (t *translator) kubeFleetToOCM() {
	t.to.OCM, t.to.DecisionStrategy = &ocm.Spec{}, t.DecisionStrategy
	if t.Namespace != "" {
		t.lost("namespace", "A Placement also chooses clusters that do not have the namespace")
	}
	if names := t.KubeFleet.ClusterNames; t.KubeFleet.PlacementType == kubefleet.PickFixed {
		// All of them are wanted, whatever their taints are.
		number := int32(len(names))
		t.to.OCM.NumberOfClusters, t.to.OCM.Predicates = &number, []ocm.Predicate{celPredicate(isNamed(names))}
		t.to.OCM.Tolerations = []match.Toleration{{Operator: match.OperatorExists}}
	} else {
		t.picked()
	}
	const places = "A Placement places nothing: a ManifestWorkReplicaSet, a PlacementBinding or an ApplicationSet refers to it"
	t.lose([]part{
		{"resource_selectors", t.ResourceSelectors != nil, places},
		{"revision_history_limit", t.RevisionHistoryLimit != nil, places},
		{"status_reporting_scope", t.StatusReportingScope != "", places},
	})
}

// celPredicate is a predicate of CEL alone.
func celPredicate(expressions ...string) ocm.Predicate {
	return ocm.Predicate{RequiredClusterSelector: ocm.ClusterSelector{CELSelector: &ocm.CELSelector{CELExpressions: expressions}}}
}

const affinityPath = "kubefleet.affinity.cluster_affinity."

// picked chooses all clusters that match, or a number of them.
func (t *translator) picked() {
	from, to := t.KubeFleet, t.to.OCM
	required := from.Required()
	for i := range required {
		path := fmt.Sprintf(affinityPath+"required_during_scheduling_ignored_during_execution.cluster_selector_terms[%d].", i)
		var predicate ocm.Predicate
		if selected := required[i].Properties(); len(selected) > 0 {
			predicate = celPredicate(t.requirements(selected, path+"property_selector.match_expressions")...)
		}
		predicate.RequiredClusterSelector.LabelSelector = required[i].LabelSelector
		to.Predicates = append(to.Predicates, predicate)
		t.lose([]part{{path + "property_sorter", required[i].PropertySorter != nil, "It has no effect in a required term"}})
	}
	to.NumberOfClusters = from.NumberOfClusters
	if number := from.NumberOfClusters; number != nil && *number > 0 {
		t.changed("kubefleet.number_of_clusters", "Of clusters with equal scores, KubeFleet chooses the last by name, OCM the first")
		to.PrioritizerPolicy = exactly(append(t.sorters(), steady())...)
		for i := range from.TopologySpreadConstraints {
			t.lost(fmt.Sprintf("kubefleet.topology_spread_constraints[%d]", i),
				"OCM does not spread. Write a placement for each value of the label")
		}
	}
	for i := range from.Tolerations {
		toleration := &from.Tolerations[i]
		to.Tolerations = append(to.Tolerations, match.Toleration{
			Key: toleration.Key, Operator: toleration.Operator, Value: toleration.Value,
		})
		if toleration.Effect != "" {
			t.changed(fmt.Sprintf("kubefleet.tolerations[%d].effect", i), everyEffect)
		}
	}
}

// compared are the operators of properties, applied to the order of two quantities, and amounts the fields of a ManagedCluster
// that have the amounts of resources.
var (
	compared = map[string]string{
		kubefleet.GreaterThan: " > 0", kubefleet.GreaterThanOrEqual: " >= 0", kubefleet.Equal: " == 0", kubefleet.NotEqual: " != 0",
		kubefleet.LessThan: " < 0", kubefleet.LessThanOrEqual: " <= 0",
	}
	amounts = map[string]string{"allocatable": "allocatable", "total": "capacity"}
)

// requirements are what the expressions say of properties. A cluster without the property matches none of either.
func (t *translator) requirements(required []kubefleet.PropertySelectorRequirement, path string) (expressions []string) {
	for i := range required {
		property := &required[i]
		isMet := func(quantity string) string {
			return "quantity(" + quantity + ").compareTo(quantity(" + strconv.Quote(strings.Join(property.Values, "")) + "))" +
				compared[property.Operator]
		}
		rest, isResource := strings.CutPrefix(property.Name, kubefleet.ResourcePrefix)
		kind, resource, _ := strings.Cut(rest, "-")
		if isResource && amounts[kind] != "" && !strings.Contains(resource, "-") {
			expressions = append(expressions, isMet("managedCluster.status."+amounts[kind]+"["+strconv.Quote(resource)+"]"))
			continue
		}
		expressions = append(expressions, "managedCluster.status.clusterClaims.exists(c, c.name == "+strconv.Quote(property.Name)+
			" && "+isMet("c.value")+")")
		t.changed(fmt.Sprintf("%s[%d]", path, i),
			"ManagedClusters do not have this property. The translation selects a ClusterClaim of the same name: create it")
	}
	return expressions
}

// sorters are the preferred terms that have an equivalent.
func (t *translator) sorters() (configurations []ocm.PrioritizerConfiguration) {
	preferred := t.KubeFleet.Preferred()
	for i := range preferred {
		term, weight := &preferred[i].Preference, preferred[i].Weight
		path := fmt.Sprintf(affinityPath+"preferred_during_scheduling_ignored_during_execution[%d]", i)
		switch sorter := term.PropertySorter; {
		case weight == 0: // It has no effect.
		case sorter == nil, term.LabelSelector != nil, !slices.Contains(properties, sorter.Name):
			t.lost(path, "OCM ranks by allocatable cpu and memory and by AddOnPlacementScores alone. Write the preference as scores, "+
				"and a prioritizer of the type AddOn")
		default:
			if sorter.SortOrder == kubefleet.Ascending {
				weight = -weight
			}
			scaled := cmp.Or(weight/weightScale, max(-1, min(1, weight)))
			configurations = append(configurations, prioritizer(ranked[slices.Index(properties, sorter.Name)], scaled))
			t.changed(path, rankedOtherwise)
		}
	}
	return configurations
}

// hybridToOCM translates a PlacementRule with advisors to a Placement. A rule chooses from all clusters, whatever its namespace
// and their taints are.
func (t *translator) hybridToOCM() {
	from := t.Hybrid
	to := &ocm.Spec{NumberOfClusters: from.Replicas, Tolerations: []match.Toleration{{Operator: match.OperatorExists}}}
	t.to.OCM, t.to.DecisionStrategy = to, t.DecisionStrategy
	if slices.ContainsFunc(from.DeployerType, func(name string) bool { return name != hybrid.DeployerKubernetes }) {
		t.lost("hybrid.deployer_type", "A Placement chooses from clusters alone. The translation of a rule for others chooses none")
	}
	if !from.DeployerType.HasClusters() {
		to.NumberOfClusters = new(int32)
	}
	var expressions []string
	if names, isAll := named(from.Targets); !isAll {
		expressions = append(expressions, isNamed(names))
	}
	if len(from.Advisors) == 1 && from.Advisors[0].Name == "alphabet" && from.Advisors[0].Recommendations == nil {
		// It recommends the first clusters by name, which a Placement without prioritizers chooses.
		to.PrioritizerPolicy = exactly()
	} else {
		expressions = append(expressions, t.advised()...)
	}
	predicate := ocm.Predicate{}
	if len(expressions) > 0 {
		predicate = celPredicate(expressions...)
	}
	if predicate.RequiredClusterSelector.LabelSelector = from.TargetLabels; from.TargetLabels != nil || len(expressions) > 0 {
		to.Predicates = []ocm.Predicate{predicate}
	}
}

// named are the names of the clusters that references match. IsAll says that they are all clusters.
func named(references []hybrid.TargetReference) (names []string, isAll bool) {
	isAll = len(references) == 0
	for _, reference := range references {
		switch {
		case reference.Name == "":
			isAll = isAll || reference.Namespace == ""
		case placement.IsClusterKind(reference.Kind), reference.Namespace == "", reference.Namespace == reference.Name:
			names = append(names, reference.Name)
		}
	}
	return names, isAll
}

// advised are the expressions that clusters match which no static predicate vetoes. It names the other advisors, and the ratings
// if they matter.
func (t *translator) advised() (expressions []string) {
	ranks := t.Hybrid.Replicas != nil && *t.Hybrid.Replicas > 0
	if ranks {
		t.to.OCM.PrioritizerPolicy = exactly(steady())
		t.changed("hybrid.replicas", "Of clusters with equal ratings, a rule chooses the last by name, a Placement the first")
	}
	if ranks && t.Hybrid.DecisionWeight != nil {
		t.changed("hybrid.decision_weight", "The translation prefers chosen clusters to all others: Steady with its greatest weight")
	}
	for i := range t.Hybrid.Advisors {
		advisor, path := &t.Hybrid.Advisors[i], fmt.Sprintf("hybrid.advisors[%d]", i)
		if advisor.Type != hybrid.Predicate || advisor.Recommendations == nil {
			t.lost(path, "A Placement has no advisors. Write what a predicate excludes as labels, claims or CEL, and ratings as "+
				"AddOnPlacementScores with a prioritizer of the type AddOn")
			continue
		}
		names, _ := named(lists.Map(advisor.Recommendations, func(r hybrid.StaticRecommendation) hybrid.TargetReference {
			return hybrid.TargetReference{Name: r.Name, Namespace: r.Namespace}
		}))
		expressions = append(expressions, isNamed(names))
		if ranks {
			t.changed(path, "The translation chooses only what the advisor recommends, and does not rank by its scores")
		}
	}
	return expressions
}
