// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// answererFunc is a function that implements Answerer.
type answererFunc func(q *hybrid.Question) (hybrid.Answer, error)

func (f answererFunc) Answer(q *hybrid.Question) (hybrid.Answer, error) { return f(q) }

// everybody names all candidates.
func everybody(q *hybrid.Question) hybrid.Answer {
	var answer hybrid.Answer
	for _, t := range q.Candidates {
		answer.Recommendations = append(answer.Recommendations, placement.Recommendation{Target: t.Key(), Score: 50})
	}
	return answer
}

// TestEqualFailures: if two advisors fail with equal severity, the first in the rule is reported, even if both are ignored.
func TestEqualFailures(t *testing.T) {
	for _, of := range []string{hybrid.Previous, hybrid.Fail} {
		for _, kind := range hybrid.AdvisorTypes {
			req := hybrid.Placement{Name: "rule", PreviousDecisions: []string{"b"}, Spec: hybrid.Spec{Replicas: int32Of(1),
				Advisors: []hybrid.Advisor{
					{Name: "zeta", Type: kind, OnFailure: of}, {Name: "alpha", Type: kind, OnFailure: of},
				}}}
			got, err := hybrid.Schedule(t.Context(), req, fleet("a", "b"), scripted{})
			const want = `advisor "zeta" did not answer in round 0: silent`
			if of == hybrid.Fail {
				if err == nil || err.Error() != want {
					t.Errorf("%s: %v", kind, err)
				}
				continue
			}
			if err != nil || len(got.Decisions) != 1 || got.Decisions[0].Cluster != "b" {
				t.Errorf("%s: decided %+v, %v", kind, got.Decisions, err)
			}
			if diff := cmp.Diff([]string{"the previous decisions were kept: " + want}, got.Warnings); diff != "" {
				t.Errorf("%s: -want +got:\n%s", kind, diff)
			}
		}
	}
}

// TestFailureWhileKeeping: a predicate that must not fail, and that fails while the previous decisions are checked, stops
// the decision.
func TestFailureWhileKeeping(t *testing.T) {
	asked := 0
	answerer := answererFunc(func(q *hybrid.Question) (hybrid.Answer, error) {
		if q.Advisor.Name == "lenient" {
			return hybrid.Answer{}, errors.New("no connection")
		}
		if asked++; asked > 1 {
			return hybrid.Answer{}, errors.New("too many questions")
		}
		return everybody(q), nil
	})
	req := hybrid.Placement{Name: "rule", PreviousDecisions: []string{"a"}, Spec: hybrid.Spec{Advisors: []hybrid.Advisor{
		{Name: "lenient", OnFailure: hybrid.Previous}, {Name: "strict", Type: hybrid.Predicate},
	}}}
	got, err := hybrid.Schedule(t.Context(), req, fleet("a", "b"), answerer)
	if err == nil || !strings.Contains(err.Error(), `advisor "strict" did not answer in round 0: too many questions`) {
		t.Errorf("decided %+v, %v", got.Decisions, err)
	}
}

// TestInterrupted cancels a decision in one of its rounds, or before the first. It ends at once, regardless of what the
// rule says about advisors that fail.
func TestInterrupted(t *testing.T) {
	for _, onFailure := range hybrid.OnFailures {
		for _, in := range []int{-1, 0, 3} {
			for name, fails := range map[string]error{"an answer": nil, "a failure": errors.New("context canceled")} {
				t.Run(fmt.Sprint(onFailure, " ", in, " ", name), func(t *testing.T) {
					checkInterrupted(t, onFailure, in, fails)
				})
			}
		}
	}
}

// checkInterrupted interrupts a decision in a round, before which its advisor fails if there is an error.
func checkInterrupted(t *testing.T, onFailure string, in int, fails error) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if in < 0 {
		cancel()
	}
	last := -1
	answerer := answererFunc(func(q *hybrid.Question) (hybrid.Answer, error) {
		last = q.Round
		if q.Round == in {
			cancel()
			return everybody(q), fails
		}
		return everybody(q), nil
	})
	req := hybrid.Placement{
		Name:              "rule",
		PreviousDecisions: []string{"a"},
		Spec:              hybrid.Spec{Replicas: int32Of(1), Advisors: []hybrid.Advisor{{Name: "x", OnFailure: onFailure}}},
	}
	got, err := hybrid.Schedule(ctx, req, fleet("a", "b", "c", "d", "e", "f"), answerer)
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("decided %+v, %v", got.Decisions, err)
	}
	if last != in {
		t.Errorf("the last question is of round %d", last)
	}
}

// countdown is a context that ends after a number of checks.
type countdown struct {
	context.Context
	checks *int
}

func (c countdown) Err() error {
	if *c.checks--; *c.checks < 0 {
		return context.Canceled
	}
	return nil
}

// TestInterruptedBetweenRounds: every round checks the context, even if no advisor is asked.
func TestInterruptedBetweenRounds(t *testing.T) {
	var names []string
	for i := range 1000 {
		names = append(names, fmt.Sprintf("c%04d", i))
	}
	req := hybrid.Placement{Name: "rule", Spec: hybrid.Spec{Replicas: int32Of(1)}}
	checks := 900
	if _, err := hybrid.Schedule(countdown{t.Context(), &checks}, req, fleet(names...), hybrid.BuiltIn{}); !errors.Is(
		err, context.Canceled) {
		t.Errorf("error %v, and %d checks are left", err, checks)
	}
}

// TestInterruptedWhileKeeping cancels a decision while the predicates are asked about the previous decisions.
func TestInterruptedWhileKeeping(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	asked := 0
	answerer := answererFunc(func(q *hybrid.Question) (hybrid.Answer, error) {
		if asked++; asked > 2 {
			cancel()
		}
		if q.Advisor.Type == hybrid.Predicate && ctx.Err() == nil {
			return everybody(q), nil
		}
		return hybrid.Answer{}, errors.New("no connection")
	})
	req := hybrid.Placement{Name: "rule", PreviousDecisions: []string{"a"}, Spec: hybrid.Spec{Advisors: []hybrid.Advisor{
		{Name: "lenient", OnFailure: hybrid.Previous}, {Name: "veto", Type: hybrid.Predicate, OnFailure: hybrid.Previous},
	}}}
	if got, err := hybrid.Schedule(ctx, req, fleet("a", "b"), answerer); !errors.Is(err, context.Canceled) {
		t.Errorf("decided %+v, %v", got.Decisions, err)
	}
}

// TestManyWarnings: the number of warnings is limited, even if advisors add some in every round.
func TestManyWarnings(t *testing.T) {
	answerer := answererFunc(func(q *hybrid.Question) (hybrid.Answer, error) {
		answer := everybody(q)
		answer.Warnings = []string{fmt.Sprint("it is round ", q.Round)}
		answer.Unknown = []string{fmt.Sprint("hidden-", q.Round)}
		answer.Recommendations = append(answer.Recommendations, placement.Recommendation{Target: fmt.Sprint("new-", q.Round)})
		return answer, nil
	})
	var names []string
	for i := range 200 {
		names = append(names, fmt.Sprintf("c%03d", i))
	}
	got, err := hybrid.Schedule(t.Context(), hybrid.Placement{
		Name: "rule",
		Spec: hybrid.Spec{Replicas: int32Of(190), Advisors: []hybrid.Advisor{{Name: "x"}}},
	}, fleet(names...), answerer)
	if err != nil {
		t.Fatal(err)
	}
	const unknown = `advisor "x" names "hidden-0", "new-0", "hidden-1", "new-1", "hidden-2", "new-2", "hidden-3", "new-3", "hidden-4", ` +
		`"new-4" and others, which are not candidates`
	if n := len(got.Warnings); n != 12 || got.Warnings[n-1] != unknown {
		t.Errorf("%d warnings: %q", n, got.Warnings)
	}
	got, err = hybrid.Schedule(t.Context(), hybrid.Placement{
		Name: "rule",
		Spec: hybrid.Spec{Replicas: int32Of(1), Advisors: []hybrid.Advisor{{Name: "x"}}},
	}, fleet(names...), answerer)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(got.Warnings); n != 101 || !strings.HasPrefix(got.Warnings[n-1], "there are more warnings") {
		t.Errorf("%d warnings: %q", n, got.Warnings)
	}
}
