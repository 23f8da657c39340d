// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid

import (
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// DependenceOf is what a result depends on among the clusters. If every advisor judges each candidate by itself and no round
// removes the lowest, or the ratings alone say which, the candidates that are not chosen do not matter. Otherwise each candidate
// can: it takes part in the rounds, where scores are compared and ties are decided by an order that changes. IsAsked says which
// advisors are asked over HTTP.
func DependenceOf(spec *Spec, result *placement.Result, isAsked func(advisor string) bool) placement.Dependence {
	dependence := placement.Dependence{Wanted: 1}
	switch {
	case spec.judgesEach(isAsked, append(scoresOthers, scoresEach...)) && !isRated(result):
		dependence.Counted, dependence.Passing = true, len(result.Decisions)
		return dependence
	case spec.judgesEach(isAsked, scoresEach) && isRanked(result):
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
	return isPrevious(result) ||
		slices.ContainsFunc(result.Rounds, func(r placement.Round) bool { return r.Reason == removedLowest })
}

func isPrevious(result *placement.Result) bool {
	return slices.ContainsFunc(result.Conditions, func(c placement.Condition) bool { return c.Reason == OutcomePrevious })
}

// isRanked reports whether ratings that do not change say which candidates go: all that are chosen are above all that went, or
// all are equal, so that the first went and their order stayed. What a hub has eliminated was removed before the first round.
func isRanked(result *placement.Result) bool {
	if isPrevious(result) || slices.ContainsFunc(result.Rejected, func(r placement.Rejection) bool {
		return slices.ContainsFunc(r.Mismatches, func(m placement.Mismatch) bool { return m.Kind == MismatchEliminated })
	}) {
		return false
	}
	rating := func(c placement.Candidate) int64 { return c.Score }
	chosen := lists.Map(result.Decisions, func(d placement.Decision) int64 { return rating(d.Candidate) })
	gone := lists.Map(result.NotPicked, rating)
	if len(chosen) == 0 || len(gone) == 0 {
		return false
	}
	lowest, highest := slices.Min(chosen), slices.Max(gone)
	return lowest > highest || slices.Max(chosen) == slices.Min(gone)
}

// The built-in advisors that name a candidate without regard to the others. The scores of the latter depend on them.
var (
	scoresEach   = []string{"veto", "policy", "grc"}
	scoresOthers = []string{"resource_hint", "rhacm", "cost"}
)

// judgesEach reports whether every advisor has given answers, or is one of the built-in ones.
func (p *Spec) judgesEach(isAsked func(advisor string) bool, builtIn []string) bool {
	return !slices.ContainsFunc(p.Advisors, func(a Advisor) bool {
		return a.Recommendations == nil && (!slices.Contains(builtIn, a.Name) || isAsked(a.Name))
	})
}
