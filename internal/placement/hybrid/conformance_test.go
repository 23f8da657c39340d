// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// conformanceCase is a recorded decision.
type conformanceCase struct {
	Name  string `json:"name"`
	Input struct {
		Inventory         []placement.Target         `json:"inventory"`
		Rule              hybrid.Placement           `json:"rule"`
		Advisors          map[string]scriptedAdvisor `json:"advisors"`
		PreviousDecisions []string                   `json:"previousDecisions"`
	} `json:"input"`
	Expect conformanceAnswer `json:"expect"`
}

// conformanceAnswer is the compared part of a decision.
type conformanceAnswer struct {
	Outcome   string             `json:"outcome"`
	Rounds    []conformanceRound `json:"rounds"`
	Decisions []string           `json:"decisions"`
}

type conformanceRound struct {
	Candidates []string               `json:"candidates"`
	Ratings    map[string]json.Number `json:"ratings"`
	Removed    []string               `json:"removed"`
	Reason     string                 `json:"reason"`
}

// scriptedAdvisor is how an advisor of a case answers.
type scriptedAdvisor struct {
	Function        string             `json:"function"`
	Recommendations []recommendation   `json:"recommendations"`
	Rounds          [][]recommendation `json:"rounds"`
	Scores          map[string]int     `json:"scores"`
	Top             int                `json:"top"`
}

type recommendation struct {
	Target string `json:"target"`
	Score  *int   `json:"score"`
}

// scripted answers for the advisors of a case.
type scripted map[string]scriptedAdvisor

func (s scripted) Answer(q *hybrid.Question) (hybrid.Answer, error) {
	if answer, ok := hybrid.BuiltIns[s[q.Advisor.Name].Function]; ok {
		return answer(q)
	}
	recommendations, err := s.recommend(q)
	return hybrid.Answer{Recommendations: recommendations}, err
}

func (s scripted) recommend(q *hybrid.Question) ([]placement.Recommendation, error) {
	advisor := s[q.Advisor.Name]
	switch advisor.Function {
	case "static":
		return answers(advisor.Recommendations), nil
	case "rounds":
		if len(advisor.Rounds) == 0 {
			return nil, nil
		}
		return answers(advisor.Rounds[min(q.Round, len(advisor.Rounds)-1)]), nil
	case "table":
		var list []placement.Recommendation
		for _, t := range q.Candidates {
			if score, ok := advisor.Scores[t.Key()]; ok {
				list = append(list, placement.Recommendation{Target: t.Key(), Score: score})
			}
		}
		if advisor.Top > 0 {
			slices.SortStableFunc(list, func(a, b placement.Recommendation) int {
				if a.Score != b.Score {
					return b.Score - a.Score
				}
				return strings.Compare(a.Target, b.Target)
			})
			list = list[:min(advisor.Top, len(list))]
		}
		return list, nil
	}
	return nil, errors.New("silent")
}

func answers(list []recommendation) []placement.Recommendation {
	converted := make([]placement.Recommendation, len(list))
	for i, r := range list {
		converted[i] = placement.Recommendation{Target: r.Target, Score: 100}
		if r.Score != nil {
			converted[i].Score = *r.Score
		}
	}
	return converted
}

// TestConformance decides every recorded case and compares the outcome, the rounds and the decisions.
func TestConformance(t *testing.T) {
	conformance.Run(t, "hybrid", func(c *conformanceCase) (string, string) {
		req, inv := c.Input.Rule, placement.Inventory{}
		req.Name, req.PreviousDecisions = "rule", c.Input.PreviousDecisions
		for _, target := range c.Input.Inventory {
			if target.Kind == placement.TargetCluster && target.Namespace == "" {
				inv.Clusters = append(inv.Clusters, placement.Cluster{Name: target.Name, Labels: target.Labels})
			} else {
				inv.Targets = append(inv.Targets, target)
			}
		}
		got, err := hybrid.Schedule(t.Context(), req, inv, scripted(c.Input.Advisors))
		want := c.Expect
		if want.Outcome == "error" {
			if err == nil {
				return c.Name, "recorded an error, got none"
			}
			return c.Name, ""
		}
		if err != nil {
			return c.Name, err.Error()
		}
		slices.Sort(want.Decisions)
		return c.Name, cmp.Diff(want, answerOf(got), cmpopts.EquateEmpty())
	})
}

func answerOf(got placement.Result) conformanceAnswer {
	answer := conformanceAnswer{Outcome: got.Conditions[0].Reason}
	for _, d := range got.Decisions {
		answer.Decisions = append(answer.Decisions, d.Cluster)
	}
	slices.Sort(answer.Decisions)
	for i, r := range replay(got.Rounds) {
		round := conformanceRound{Removed: r.Removed, Reason: r.Reason, Ratings: map[string]json.Number{}}
		for _, rating := range r.Ratings {
			round.Candidates = append(round.Candidates, rating.Target)
			round.Ratings[rating.Target] = json.Number(placement.FormatHundredths(rating.Hundredths))
		}
		if listed := got.Rounds[i].Listing; listed != nil {
			round.Candidates = listed.Candidates
		}
		answer.Rounds = append(answer.Rounds, round)
	}
	return answer
}

// replay computes the ratings of all candidates of every round, in the order that decides its ties, from the differences
// that the rounds record.
func replay(rounds []placement.Round) []placement.Round {
	var line []placement.Rating
	whole := make([]placement.Round, len(rounds))
	for i, round := range rounds {
		for _, rating := range round.Ratings {
			at := slices.IndexFunc(line, func(r placement.Rating) bool { return r.Target == rating.Target })
			if at < 0 {
				at, line = len(line), append(line, rating)
			}
			line[at] = rating
		}
		whole[i] = placement.Round{Ratings: slices.Clone(line), Removed: round.Removed, Reason: round.Reason}
		if round.Reason == "lowest_rating" {
			// The lowest candidate so far moves along the line until a lower one replaces it.
			for k := 1; k < len(line); k++ {
				if line[k-1].Hundredths <= line[k].Hundredths {
					line[k-1], line[k] = line[k], line[k-1]
				}
			}
		}
		line = slices.DeleteFunc(line, func(r placement.Rating) bool { return slices.Contains(round.Removed, r.Target) })
	}
	return whole
}
