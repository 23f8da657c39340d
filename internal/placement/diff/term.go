// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// term is what one prioritizer or advisor adds to the score of a cluster.
type term struct {
	name string
	kind placement.ScoreKind
	// value is multiplied by weight. Text is the value as reasons have it.
	value, weight float64
	text          string
	cause         Cause
}

// terms are what a candidate's score is made of; nil if it is not a candidate or its scores were not compared. Those
// of a hybrid decision are from the last round that had the other cluster too.
func (r *ranking) terms(name, other string) []term {
	if !r.isCandidate(name) || !r.scored(name) {
		return nil
	}
	lines := r.cluster(name).scores
	if r.dialect == placement.DialectHybrid {
		if !r.isCandidate(other) {
			return nil
		}
		if lines = r.shares(r.cluster(name), r.cluster(other)); lines == nil {
			return nil
		}
	}
	if len(lines) < len(r.columns) {
		return nil
	}
	terms := make([]term, 0, len(lines))
	for k, line := range lines {
		column := r.term(k, line)
		// Columns of the same name are the same score that is configured twice.
		if index := indexOfTerm(terms, column.name); index >= 0 {
			terms[index].weight += column.weight
			continue
		}
		terms = append(terms, column)
	}
	return terms
}

// term is what a column gives a cluster.
func (r *ranking) term(k int, line placement.ScoreLine) term {
	column := &r.columns[k]
	t := term{name: column.Name, kind: column.Kind, weight: float64(column.Weight), text: "none", cause: CauseScore}
	switch {
	case r.dialect == placement.DialectHybrid && column.Kind == placement.ScorePrevious:
		t.name = "the share of an earlier decision"
	case r.dialect == placement.DialectHybrid:
		t.name, t.cause = fmt.Sprintf("the rating of advisor %q", column.Name), CauseAdvisor
	case column.Kind == placement.ScoreResource:
		t.cause = CauseCapacity
	case column.Kind == placement.ScoreSpread:
		t.cause = CauseTopologySpread
	}
	switch {
	case !line.Given:
	case r.dialect == placement.DialectHybrid:
		t.value, t.text = float64(line.Value)/100, placement.FormatHundredths(line.Value)
	default:
		t.value, t.text = float64(line.Value), strconv.FormatInt(line.Value, 10)
	}
	return t
}

func indexOfTerm(terms []term, name string) int {
	return slices.IndexFunc(terms, func(t term) bool { return t.name == name })
}
