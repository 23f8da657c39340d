// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// ReportVersion is the version of the JSON form of a Report. It changes when a field changes its name or its meaning.
const ReportVersion = 1

// Report is the whole of a Result as one JSON document: what became of every cluster, and why. A list without anything is
// empty in JSON and not null, so that readers can go through it.
type Report struct {
	// The version of the report: 1. It changes when a name or a meaning changes, and not when a name is added.
	// ---
	// It is [ReportVersion], or 0 in a report that has no version.
	Version int `json:"version"`
	// The scheduler that decided: `ocm`, `kubefleet` or `hybrid`.
	Dialect Dialect `json:"dialect"`
	// The name of the placement, or `namespace/name`.
	// ---
	// A Result does not know it.
	Placement string `json:"placement,omitempty"`
	// Whether the placement found as many clusters as required. If not, the last of `conditions` says why.
	Satisfied bool `json:"satisfied"`
	// Every cluster of the fleet: first the chosen ones and those that were not picked, the best first, then the rejected ones by
	// name, then the names that the placement lists and the fleet does not have.
	Clusters []ReportedCluster `json:"clusters"`
	// How many clusters were not chosen for each reason, the most frequent reason first.
	Summary []ReasonCount `json:"summary"`
	// The filters, in the order in which they ran.
	Filters []ReportedFilter `json:"filters"`
	// The prioritizers, which are the columns of `clusters[*].scores`.
	Prioritizers []Prioritizer `json:"prioritizers"`
	// The status conditions that the hub would publish.
	Conditions []Condition `json:"conditions"`
	// The PlacementDecisions that the hub would publish, with at most 100 clusters each.
	PlacementDecisions []ReportedPlacementDecision `json:"placement_decisions"`
	// The rounds of a `hybrid` decision.
	Rounds []ReportedRound `json:"rounds,omitempty"`
	// Sentences about inputs that were used although something is wrong with them.
	Warnings []string `json:"warnings"`
	// When the controller of the hub would schedule again (RFC 3339).
	RequeueAt time.Time `json:"requeue_at,omitzero"`
	// As in the results.
	NextChange time.Time `json:"next_change,omitzero"`
}

// ReportedCluster is what became of one cluster.
type ReportedCluster struct {
	// The name of the cluster.
	Name string `json:"name"`
	// The stage that the cluster reached, see [stages](../guides/troubleshooting#a-cluster-that-was-not-chosen).
	Stage string `json:"stage"`
	// Why it was chosen or not, in a sentence. The text may change in any release.
	Reason string `json:"reason"`
	// The kinds of the requirements that a rejected cluster does not meet, such as `label`, `taint` or `CEL expression`, in the
	// order of `reason`.
	// ---
	// Each is there once.
	Causes []string `json:"causes,omitempty"`
	// Where the first of `causes` is: in the `cluster`, the `request`, an `advisor`, or the `fleet`, which does not have the
	// cluster. Missing if both cluster and placement have a part in it.
	Origin Origin `json:"origin,omitempty"`
	// As in `decisions`. Missing for rejected clusters.
	Score json.Number `json:"score,omitempty"`
	// The scores in the order of `prioritizers`, without weights. `null` means no data, which counts as 0.
	Scores []*int64 `json:"scores,omitempty"`
	// The index of the decision group of a chosen cluster.
	Group *int `json:"group,omitempty"`
}

// ReportedRound is one round of a hybrid decision.
type ReportedRound struct {
	// The candidates that are rated otherwise than in the round before: all in the first round.
	Candidates []ReportedRating `json:"candidates"`
	// All candidates at the start of the round, in the order that decides ties. Absent in later rounds with more than 10 000
	// candidates and recommendations.
	AllCandidates []string `json:"all_candidates,omitempty"`
	// What each advisor recommends of these candidates, by the name of the advisor. Absent as `all_candidates`.
	Recommendations map[string][]ReportedRecommendation `json:"recommendations,omitempty"`
	// How many more are rated otherwise, in a decision with more than 100 000 of them.
	Omitted int `json:"omitted,omitempty"`
	// The candidates that the round removed.
	Removed []string `json:"removed"`
	// Why: `vetoed` or `lowest_rating`. In the last round it is the outcome, which the condition `Decided` has as its reason.
	Reason string `json:"reason"`
}

// ReportedRecommendation is a candidate that an advisor recommends.
type ReportedRecommendation struct {
	// The name of the target, or `namespace/name`.
	Name string `json:"name"`
	// The score, 0 to 100.
	Score int `json:"score"`
}

// ReportedRating is a candidate of a round and what speaks for it: the share of every advisor that named it, and that of
// an earlier decision.
type ReportedRating struct {
	// The name of the target, or `namespace/name`.
	Name string `json:"name"`
	// The rating.
	Rating json.Number `json:"rating"`
	// What each advisor that recommends the target adds to the rating, by the name of the advisor.
	Advisors map[string]json.Number `json:"advisors,omitempty"`
	// What an earlier decision adds to the rating.
	Previous json.Number `json:"previous,omitempty"`
}

// ReportedFilter is a filter and how many clusters it left.
type ReportedFilter struct {
	// The name of the filter, which is a stage.
	Name string `json:"name"`
	// The number of clusters that passed.
	Survivors int `json:"survivors"`
}

// ReportedPlacementDecision is a PlacementDecision. All names in the JSON of a report are in snake case; those of a
// PlacementDecision are the API's.
type ReportedPlacementDecision struct {
	// The name of the PlacementDecision.
	Name string `json:"name,omitempty"`
	// Its namespace.
	Namespace string `json:"namespace,omitempty"`
	// The name of the placement.
	Placement string `json:"placement,omitempty"`
	// The name of the decision group; missing outside the predefined groups.
	GroupName string `json:"group_name,omitempty"`
	// The index of the decision group; missing for 0.
	GroupIndex int `json:"group_index,omitempty"`
	// The chosen clusters in it, by name.
	Clusters []string `json:"clusters"`
}

// Report makes the report of a result. Its JSON reads back as an equal report.
func (r *Result) Report() Report {
	report := Report{
		Version:   ReportVersion,
		Dialect:   r.Dialect,
		Satisfied: r.Satisfied,
		Clusters:  make([]ReportedCluster, 0, len(r.Decisions)+len(r.NotPicked)+len(r.Rejected)),
		Summary:   notNil(r.Summary()),
		Filters: lists.Map(r.Filters, func(f FilterResult) ReportedFilter {
			return ReportedFilter{Name: f.Name, Survivors: len(f.Survivors)}
		}),
		Prioritizers: notNil(r.Prioritizers),
		Conditions:   notNil(r.Conditions),
		PlacementDecisions: lists.Map(r.PlacementDecisions, func(d PlacementDecision) ReportedPlacementDecision {
			return ReportedPlacementDecision(d)
		}),
		Warnings:   notNil(r.Warnings),
		RequeueAt:  r.RequeueAt,
		NextChange: r.NextChange,
	}
	for e := range r.Explain {
		report.Clusters = append(report.Clusters, r.reportedCluster(&e))
	}
	next := len(r.Decisions) + len(r.NotPicked)
	for _, list := range [...][]Rejection{r.Rejected, r.Unknown} {
		for i := range list {
			report.Clusters[next].Causes, report.Clusters[next].Origin = list[i].causes()
			next++
		}
	}
	if len(r.Rounds) > 0 {
		report.Rounds = reportedRounds(r.Rounds)
	}
	return report
}

// causes are the names of the kinds of the mismatches, each once, and the origin of the first.
func (r *Rejection) causes() (names []string, origin Origin) {
	for i := range r.Mismatches {
		kind := r.Mismatches[i].Kind
		if i == 0 {
			origin = kind.Origin
		}
		if !slices.Contains(names, kind.Name) {
			names = append(names, kind.Name)
		}
	}
	return names, origin
}

// notNil is a list that is empty in JSON if it is nil.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func (r *Result) reportedCluster(e *Explanation) ReportedCluster {
	c := ReportedCluster{Name: e.Cluster, Stage: e.Stage, Reason: e.Reason}
	if e.Candidate != nil {
		c.Score = json.Number(r.FormatScore(e.Candidate.Score))
		if len(e.Candidate.Scores) > 0 {
			c.Scores = make([]*int64, len(e.Candidate.Scores))
		}
		for k := range c.Scores {
			if line := &e.Candidate.Scores[k]; line.Given {
				c.Scores[k] = &line.Value
			}
		}
	}
	if e.Group >= 0 {
		group := e.Group
		c.Group = &group
	}
	return c
}

func reportedRounds(rounds []Round) []ReportedRound {
	reported := make([]ReportedRound, len(rounds))
	for i := range rounds {
		round := &rounds[i]
		candidates := lists.Map(round.Ratings, func(r Rating) ReportedRating { return r.reported() })
		reported[i] = ReportedRound{
			Candidates: candidates, Omitted: round.Omitted, Removed: notNil(round.Removed), Reason: round.Reason,
		}
		if listing := round.Listing; listing != nil {
			reported[i].AllCandidates, reported[i].Recommendations = listing.Candidates, reportedAnswers(listing.Answers)
		}
	}
	return reported
}

func reportedAnswers(answers []AdvisorAnswer) map[string][]ReportedRecommendation {
	if len(answers) == 0 {
		return nil
	}
	reported := make(map[string][]ReportedRecommendation, len(answers))
	for i := range answers {
		list := lists.Map(answers[i].Recommendations, func(r Recommendation) ReportedRecommendation {
			return ReportedRecommendation{Name: r.Target, Score: r.Score}
		})
		reported[answers[i].Advisor] = list
	}
	return reported
}

func (r *Rating) reported() ReportedRating {
	rating := ReportedRating{Name: r.Target, Rating: json.Number(FormatHundredths(r.Hundredths))}
	if r.Previous != 0 {
		rating.Previous = json.Number(FormatHundredths(r.Previous))
	}
	if len(r.Shares) > 0 {
		rating.Advisors = make(map[string]json.Number, len(r.Shares))
	}
	for _, share := range r.Shares {
		rating.Advisors[share.Advisor] = json.Number(FormatHundredths(share.Hundredths))
	}
	return rating
}
