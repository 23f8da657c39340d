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
	// Version is ReportVersion in a report that this version of the provider wrote; 0 in one that has no version.
	Version int `json:"version"`
	// Dialect is the scheduler that made the decisions.
	Dialect Dialect `json:"dialect"`
	// Placement is the name of the placement, behind its namespace and a slash if it has one. A Result does not know it.
	Placement string `json:"placement,omitempty"`
	// Satisfied says whether the placement got what it asked for. If not, the last of the conditions tells why.
	Satisfied bool `json:"satisfied"`
	// Clusters are the decisions and the clusters that were not picked in rank order, then the rejected ones by name, then
	// the names that the placement lists and the fleet does not have.
	Clusters []ReportedCluster `json:"clusters"`
	// Summary counts why clusters were not chosen.
	Summary []ReasonCount `json:"summary"`
	// Filters say how many clusters each filter left.
	Filters []ReportedFilter `json:"filters"`
	// Prioritizers are the columns of every cluster's scores.
	Prioritizers       []Prioritizer               `json:"prioritizers"`
	Conditions         []Condition                 `json:"conditions"`
	PlacementDecisions []ReportedPlacementDecision `json:"placement_decisions"`
	// Rounds are those of a hybrid decision.
	Rounds   []ReportedRound `json:"rounds,omitempty"`
	Warnings []string        `json:"warnings"`
	// RequeueAt is when the upstream controller would look again; NextChange is when the answer may change without a change to the
	// input.
	RequeueAt  time.Time `json:"requeue_at,omitzero"`
	NextChange time.Time `json:"next_change,omitzero"`
}

// ReportedCluster is what became of one cluster.
type ReportedCluster struct {
	Name   string `json:"name"`
	Stage  string `json:"stage"`
	Reason string `json:"reason"`
	// Causes are the names of the kinds of the mismatches of a rejected cluster, each once, in the order of the reason.
	// Origin is that of the first.
	Causes []string `json:"causes,omitempty"`
	Origin Origin   `json:"origin,omitempty"`
	// Score, Scores and Group are there for clusters that came so far. A score of null means that the prioritizer had
	// nothing to go by.
	Score  json.Number `json:"score,omitempty"`
	Scores []*int64    `json:"scores,omitempty"`
	Group  *int        `json:"group,omitempty"`
}

// ReportedRound is one round of a hybrid decision.
type ReportedRound struct {
	// Candidates are those that are rated otherwise than in the round before: all in the first round.
	Candidates []ReportedRating `json:"candidates"`
	// AllCandidates are the candidates at the start of the round, and Recommendations what each advisor recommends of them. They are
	// absent in the later rounds of a decision that would list too many.
	AllCandidates   []string                            `json:"all_candidates,omitempty"`
	Recommendations map[string][]ReportedRecommendation `json:"recommendations,omitempty"`
	// Omitted is how many more are rated otherwise, in a decision with more changes than a report has room for.
	Omitted int      `json:"omitted,omitempty"`
	Removed []string `json:"removed"`
	Reason  string   `json:"reason"`
}

// ReportedRecommendation is a candidate that an advisor recommends.
type ReportedRecommendation struct {
	Name  string `json:"name"`
	Score int    `json:"score"`
}

// ReportedRating is a candidate of a round and what speaks for it: the share of every advisor that named it, and that of
// an earlier decision.
type ReportedRating struct {
	Name     string                 `json:"name"`
	Rating   json.Number            `json:"rating"`
	Advisors map[string]json.Number `json:"advisors,omitempty"`
	Previous json.Number            `json:"previous,omitempty"`
}

// ReportedFilter is a filter and how many clusters it left.
type ReportedFilter struct {
	Name      string `json:"name"`
	Survivors int    `json:"survivors"`
}

// ReportedPlacementDecision is a PlacementDecision. All names in the JSON of a report are in snake case; those of a
// PlacementDecision are the API's.
type ReportedPlacementDecision struct {
	Name       string   `json:"name,omitempty"`
	Namespace  string   `json:"namespace,omitempty"`
	Placement  string   `json:"placement,omitempty"`
	GroupName  string   `json:"group_name,omitempty"`
	GroupIndex int      `json:"group_index,omitempty"`
	Clusters   []string `json:"clusters"`
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
