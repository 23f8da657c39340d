// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"errors"
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// predicate is a compiled Predicate.
type predicate struct {
	// field is the predicate's path, for the reasons.
	field          string
	labels, claims match.Selector
	expressions    []*match.Expression
}

// MismatchCEL means that a CEL expression is not true. Key is the expression.
var MismatchCEL = &placement.MismatchKind{
	Name: "CEL expression",
	Sentence: func(m *placement.Mismatch) string {
		return fmt.Sprintf("CEL expression %q is %s; %s wants true", m.Key, m.Found, m.Field)
	},
	Cause:  func(m *placement.Mismatch) string { return fmt.Sprintf("CEL expression %q is not true", m.Key) },
	Before: "a CEL expression was not true",
}

// filterByPredicates keeps the clusters that match any predicate. Without clusters or without predicates there is nothing
// to do. As in upstream, a wrong predicate is then not found.
func (p *pass) filterByPredicates(clusters []int32) ([]int32, *placement.Misconfiguration) {
	if len(p.req.Predicates) == 0 || len(clusters) == 0 {
		return clusters, nil
	}
	predicates, err := compilePredicates(p.req.Predicates, match.NewCEL(p.scoreValues))
	if err != nil {
		return nil, err
	}
	left := make([]int32, 0, len(clusters))
	mismatches := make([]placement.Mismatch, len(predicates))
	for _, position := range clusters {
		if p.isAnyMet(predicates, p.Clusters[position], mismatches) {
			left = append(left, position)
		} else {
			p.Reject(position, StagePredicate, "", mismatches...)
		}
		if p.interrupted() {
			return nil, nil
		}
	}
	return left, nil
}

// isAnyMet reports whether the cluster matches a predicate. If it does not, the mismatches are what it fails in each of them. The
// answer has no meaning if the pass must end.
func (p *pass) isAnyMet(predicates []predicate, c *placement.Cluster, mismatches []placement.Mismatch) bool {
	var object map[string]any
	for i := range predicates {
		var failed bool
		if mismatches[i], failed = predicates[i].mismatch(p, c, &object); !failed || p.err != nil {
			return true
		}
	}
	return false
}

// mismatch finds the first part of the predicate that the cluster does not match. The object is the cluster as CEL sees
// it; it is built when the first expression needs it.
func (f *predicate) mismatch(p *pass, c *placement.Cluster, object *map[string]any) (placement.Mismatch, bool) {
	if m, failed := f.labels.Mismatch(placement.MismatchLabel, c.Labels); failed {
		m.Field = f.field
		return m, true
	}
	if m, failed := f.claims.Mismatch(placement.MismatchClaim, c.Claims); failed {
		m.Field = f.field
		return m, true
	}
	var budget match.Budget
	defer func() { p.pay(budget.Spent()) }()
	for i := range f.expressions {
		expression := f.expressions[i]
		matched, instead := false, ""
		if *object == nil {
			made, err := match.Object(c)
			if err != nil {
				instead = "an error (" + excerpt.Text(err.Error()) + ")"
			}
			*object = made
		}
		if *object != nil {
			matched, instead, p.err = expression.Evaluate(p.ctx, *object, &budget)
		}
		if !matched {
			return placement.Mismatch{
				Kind: MismatchCEL, Field: f.field,
				Key: expression.Text, Found: instead, Present: true, Wanted: "true",
			}, true
		}
	}
	return placement.Mismatch{}, false
}

// ErrCELCost is the error of a pass that costs more than MaxCELCost.
var ErrCELCost = errors.New("the CEL expressions cost too much for this number of clusters")

// pay adds to what the CEL expressions cost together.
func (p *pass) pay(cost uint64) {
	p.celCost += cost
	if limit := p.req.MaxCELCost; p.err == nil && limit > 0 && p.celCost > limit {
		p.err = ErrCELCost
	}
}

// compilePredicates compiles the predicates and stops at the first mistake.
func compilePredicates(list []Predicate, cel *match.CEL) ([]predicate, *placement.Misconfiguration) {
	ready := make([]predicate, len(list))
	for i := range list {
		f, selector := &ready[i], &list[i].RequiredClusterSelector
		f.field = fmt.Sprintf("predicates[%d]", i)
		wrong := func(part string, err error) *placement.Misconfiguration {
			return &placement.Misconfiguration{Field: f.field + ".requiredClusterSelector." + part, Message: err.Error()}
		}
		var err error
		if f.labels, err = match.CompileSelector(selector.LabelSelector); err != nil {
			return nil, wrong("labelSelector", err)
		}
		if f.claims, err = match.CompileSelector(selector.ClaimSelector.AsLabels()); err != nil {
			return nil, wrong("claimSelector", err)
		}
		if selector.CELSelector == nil {
			continue
		}
		for k, text := range selector.CELSelector.CELExpressions {
			expression, err := cel.Compile(text)
			if err != nil {
				return nil, wrong(fmt.Sprintf("celSelector.celExpressions[%d]", k), err)
			}
			f.expressions = append(f.expressions, expression)
		}
	}
	return ready, nil
}

// scoreKey names an AddOnPlacementScore: its cluster's namespace, and its name.
type scoreKey struct{ cluster, name string }

// scoreValues is the lookup of the CEL function scores. If several objects have the same name, the first one is used.
func (p *pass) scoreValues(cluster, name string) ([]placement.ScoreValue, bool) {
	if p.scores == nil {
		p.scores = make(map[scoreKey]*placement.Score, len(p.inv.Scores))
		for i := range slices.Backward(p.inv.Scores) {
			score := &p.inv.Scores[i]
			p.scores[scoreKey{score.Cluster, score.Name}] = score
		}
	}
	score, ok := p.scores[scoreKey{cluster, name}]
	if !ok {
		return nil, false
	}
	return score.Values, true
}
