// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid

import (
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// DependenceOf is what a result depends on among the clusters. If every advisor judges each candidate by itself and no round
// removes the lowest, the candidates that are not chosen do not matter. Otherwise each candidate can: it takes part in the
// rounds, where scores are compared and ties are decided by an order that changes. IsAsked says which advisors are asked over
// HTTP.
func DependenceOf(spec *Spec, result *placement.Result, isAsked func(advisor string) bool) placement.Dependence {
	dependence := placement.Dependence{Wanted: 1}
	if spec.judgesEach(isAsked) && !isRated(result) {
		dependence.Counted, dependence.Passing = true, len(result.Decisions)
		return dependence
	}
	all := placement.Influence{Role: "the candidates in the rounds of the advisors", Each: true}
	all.Clusters = slices.Concat(result.ClusterNames(), lists.Map(result.NotPicked, func(c placement.Candidate) string {
		return c.Cluster
	}), lists.Filter(result.Rejected, func(r placement.Rejection) (string, bool) { return r.Cluster, r.Stage != StageCandidates }))
	dependence.Influences = []placement.Influence{all}
	return dependence
}

// isRated reports whether a rating, or an advisor that failed, has decided.
func isRated(result *placement.Result) bool {
	return slices.ContainsFunc(result.Rounds, func(r placement.Round) bool { return r.Reason == removedLowest }) ||
		slices.ContainsFunc(result.Conditions, func(c placement.Condition) bool { return c.Reason == OutcomePrevious })
}

// judgesEach reports whether every advisor names a candidate without regard to the others. Its scores may depend on them.
func (p *Spec) judgesEach(isAsked func(advisor string) bool) bool {
	return !slices.ContainsFunc(p.Advisors, func(a Advisor) bool {
		if a.Recommendations != nil {
			return false
		}
		switch a.Name {
		case "veto", "resource_hint", "rhacm", "policy", "grc", "cost":
			return isAsked(a.Name)
		}
		return true
	})
}
