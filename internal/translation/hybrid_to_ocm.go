// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package translation

import (
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

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
