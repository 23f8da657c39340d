// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package translation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// hybridToOCM translates a PlacementRule with advisors to a Placement. A rule chooses from all clusters, whatever its namespace
// and their taints are.
func (t *translator) hybridToOCM() {
	from, path := t.Hybrid, field.NewPath("hybrid")
	to := &ocm.Spec{NumberOfClusters: from.Replicas, Tolerations: []match.Toleration{{Operator: match.OperatorExists}}}
	t.to.OCM, t.to.DecisionStrategy = to, t.DecisionStrategy
	t.deployers(path.Child("deployer_type"))
	var expressions []string
	if names, isAll := named(from.Targets); !isAll {
		expressions = append(expressions, isNamed(names))
	}
	ranks := from.Replicas != nil && *from.Replicas > 0
	switch {
	case len(from.Advisors) == 1 && isAlphabet(&from.Advisors[0]):
		to.PrioritizerPolicy = exactly()
	default:
		if ranks {
			to.PrioritizerPolicy = exactly(steady())
			t.changed(path.Child("replicas"), "Of clusters with equal ratings, a rule chooses the last by name, a Placement the first. A "+
				"Placement keeps chosen clusters; a rule weighs them by decision_weight")
		}
		if ranks && from.DecisionWeight != nil {
			t.changed(path.Child("decision_weight"), "The translation always prefers chosen clusters: Steady with its greatest weight")
		}
		expressions = append(expressions, t.advised(path.Child("advisors"), ranks)...)
	}
	if from.TargetLabels != nil || len(expressions) > 0 {
		predicate := ocm.Predicate{}
		if len(expressions) > 0 {
			predicate = celPredicate(expressions...)
		}
		predicate.RequiredClusterSelector.LabelSelector = from.TargetLabels
		to.Predicates = []ocm.Predicate{predicate}
	}
	t.loseRollout()
}

// deployers names the deployers that a rule chooses from: a Placement chooses clusters alone.
func (t *translator) deployers(path *field.Path) {
	types := t.Hybrid.DeployerType
	if len(types) == 0 || len(types) == 1 && types[0] == hybrid.DeployerKubernetes {
		return
	}
	text := "A Placement chooses from clusters alone"
	if !types.HasClusters() {
		none := int32(0)
		t.to.OCM.NumberOfClusters = &none
		text += ", so that the translation chooses none"
	}
	t.lost(path, text)
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

// isAlphabet reports whether an advisor recommends the first clusters by name, as a Placement without prioritizers does.
func isAlphabet(advisor *hybrid.Advisor) bool {
	return advisor.Name == "alphabet" && advisor.Recommendations == nil
}

// advised are the expressions that clusters match which no static predicate vetoes. It names the other advisors.
func (t *translator) advised(path *field.Path, ranks bool) (expressions []string) {
	for i := range t.Hybrid.Advisors {
		advisor, path := &t.Hybrid.Advisors[i], path.Index(i)
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
