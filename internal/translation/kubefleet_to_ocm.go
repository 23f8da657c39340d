// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package translation

import (
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// kubeFleetToOCM translates a ClusterResourcePlacement or ResourcePlacement to a Placement.
func (t *translator) kubeFleetToOCM() {
	from, path := t.KubeFleet, field.NewPath("kubefleet")
	t.to.OCM, t.to.DecisionStrategy = &ocm.Spec{}, t.DecisionStrategy
	if t.Namespace != "" {
		t.lost(field.NewPath("namespace"), "A ResourcePlacement chooses only clusters that have the namespace; a Placement does not "+
			"look at the namespaces of clusters")
	}
	if from.PlacementType == kubefleet.PickFixed {
		t.fixed()
	} else {
		t.picked(path)
	}
	for _, part := range []struct {
		name  string
		isSet bool
	}{
		{"resource_selectors", t.ResourceSelectors != nil}, {"revision_history_limit", t.RevisionHistoryLimit != nil},
		{"status_reporting_scope", t.StatusReportingScope != ""},
	} {
		if part.isSet {
			t.lost(field.NewPath(part.name), "A Placement chooses clusters and places nothing: a ManifestWorkReplicaSet, a "+
				"PlacementBinding or an ApplicationSet refers to it")
		}
	}
	t.loseRollout()
}

// fixed chooses clusters by name, whatever their taints are. That all of them are wanted makes it unsatisfied without one.
func (t *translator) fixed() {
	number := int32(len(t.KubeFleet.ClusterNames))
	t.to.OCM.NumberOfClusters = &number
	t.to.OCM.Predicates = []ocm.Predicate{celPredicate(isNamed(t.KubeFleet.ClusterNames))}
	t.to.OCM.Tolerations = []match.Toleration{{Operator: match.OperatorExists}}
}

// celPredicate is a predicate of CEL alone.
func celPredicate(expressions ...string) ocm.Predicate {
	return ocm.Predicate{RequiredClusterSelector: ocm.ClusterSelector{CELSelector: &ocm.CELSelector{CELExpressions: expressions}}}
}

// picked chooses all clusters that match, or a number of them.
func (t *translator) picked(path *field.Path) {
	from, to := t.KubeFleet, t.to.OCM
	affinity := path.Child("affinity", "cluster_affinity")
	to.Predicates = t.predicates(affinity.Child("required_during_scheduling_ignored_during_execution", "cluster_selector_terms"))
	to.NumberOfClusters = from.NumberOfClusters
	if number := from.NumberOfClusters; number != nil && *number > 0 {
		t.changed(path.Child("number_of_clusters"), "Of clusters with equal scores, KubeFleet chooses the last by name, OCM "+
			"the first. What is chosen stays only if it still matches")
		to.PrioritizerPolicy = exactly(append(t.sorters(affinity.Child("preferred_during_scheduling_ignored_during_execution")),
			steady())...)
		for i := range from.TopologySpreadConstraints {
			t.lost(path.Child("topology_spread_constraints").Index(i), "OCM does not spread. Write a placement for each "+
				"value of the label")
		}
	}
	for i := range from.Tolerations {
		toleration := &from.Tolerations[i]
		to.Tolerations = append(to.Tolerations, match.Toleration{
			Key: toleration.Key, Operator: toleration.Operator, Value: toleration.Value,
		})
		if toleration.Effect != "" {
			t.changed(path.Child("tolerations").Index(i).Child("effect"), everyEffect)
		}
	}
}

// predicates are the required terms: a cluster must match one of either.
func (t *translator) predicates(path *field.Path) (predicates []ocm.Predicate) {
	required := t.KubeFleet.Required()
	for i := range required {
		var predicate ocm.Predicate
		if properties := required[i].Properties(); len(properties) > 0 {
			predicate = celPredicate(t.requirements(properties, path.Index(i).Child("property_selector", "match_expressions"))...)
		}
		predicate.RequiredClusterSelector.LabelSelector = required[i].LabelSelector
		if required[i].PropertySorter != nil {
			t.lost(path.Index(i).Child("property_sorter"), "It has no effect in a required term")
		}
		predicates = append(predicates, predicate)
	}
	return predicates
}

// comparisons are the operators of properties, applied to the order of two quantities.
var comparisons = map[string]string{
	kubefleet.GreaterThan: " > 0", kubefleet.GreaterThanOrEqual: " >= 0", kubefleet.Equal: " == 0", kubefleet.NotEqual: " != 0",
	kubefleet.LessThan: " < 0", kubefleet.LessThanOrEqual: " <= 0",
}

// requirements are what the expressions say of properties. A cluster without the property matches none of either.
func (t *translator) requirements(properties []kubefleet.PropertySelectorRequirement, path *field.Path) (expressions []string) {
	for i := range properties {
		property := &properties[i]
		isMet := func(quantity string) string {
			return "quantity(" + quantity + ").compareTo(quantity(" + strconv.Quote(strings.Join(property.Values, "")) + "))" +
				comparisons[property.Operator]
		}
		rest, _ := strings.CutPrefix(property.Name, kubefleet.ResourcePrefix)
		kind, resource, _ := strings.Cut(rest, "-")
		amounts := map[string]string{"allocatable": "allocatable", "total": "capacity"}[kind]
		if rest == property.Name || amounts == "" || strings.Contains(resource, "-") {
			expressions = append(expressions, "managedCluster.status.clusterClaims.exists(c, c.name == "+strconv.Quote(property.Name)+
				" && "+isMet("c.value")+")")
			t.changed(path.Index(i), "A ManagedCluster does not have this property. The translation selects a claim of the same name: "+
				"create the ClusterClaim on the clusters")
			continue
		}
		expressions = append(expressions, isMet("managedCluster.status."+amounts+"["+strconv.Quote(resource)+"]"))
	}
	return expressions
}

// sorters are the preferred terms that have an equivalent.
func (t *translator) sorters(path *field.Path) (configurations []ocm.PrioritizerConfiguration) {
	preferred := t.KubeFleet.Preferred()
	for i := range preferred {
		term, weight := &preferred[i].Preference, preferred[i].Weight
		if weight == 0 {
			continue // It has no effect.
		}
		builtIn := ""
		if term.PropertySorter != nil && term.LabelSelector == nil {
			builtIn = map[string]string{
				kubefleet.ResourcePrefix + "allocatable-cpu":    ocm.ResourceAllocatableCPU,
				kubefleet.ResourcePrefix + "allocatable-memory": ocm.ResourceAllocatableMemory,
			}[term.PropertySorter.Name]
		}
		if builtIn == "" {
			t.lost(path.Index(i), "OCM ranks clusters by allocatable cpu and memory and by AddOnPlacementScores alone. "+
				"Write the preference as scores, and a prioritizer of the type AddOn")
			continue
		}
		if term.PropertySorter.SortOrder == kubefleet.Ascending {
			weight = -weight
		}
		scaled := weight / weightScale
		if scaled == 0 {
			scaled = max(-1, min(1, weight))
		}
		configurations = append(configurations, ocm.PrioritizerConfiguration{
			ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: builtIn}, Weight: &scaled,
		})
		t.changed(path.Index(i), rankedOtherwise)
	}
	return configurations
}
