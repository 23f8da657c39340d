// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"fmt"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// The kinds of Mismatch that several dialects have.
var (
	// MismatchDeletion: the cluster is being deleted.
	MismatchDeletion = &MismatchKind{
		Name:     "deletion",
		Sentence: func(*Mismatch) string { return "the cluster is being deleted" },
		Before:   "it was being deleted",
		Origin:   OriginCluster,
	}
	// MismatchLabel: a label is missing or has the wrong value.
	MismatchLabel = ValueMismatch("label")
	// MismatchClaim: a cluster claim is missing or has the wrong value.
	MismatchClaim = ValueMismatch("claim")
	// MismatchTaint: a taint is not tolerated. Its Detail is the *Taint.
	MismatchTaint = &MismatchKind{Name: "taint", Sentence: untolerated, Cause: causeOfTaint, Before: beforeTaint}
	// MismatchToleration: a taint is no longer tolerated. Its Detail is the *ExpiredToleration of the toleration in Field.
	MismatchToleration = &MismatchKind{Name: "taint", Sentence: expired, Cause: causeOfTaint, Before: beforeTaint}
	// MismatchClusterName: the placement has a list of clusters, and the cluster is not on it.
	MismatchClusterName = &MismatchKind{
		Name:     "cluster name",
		Sentence: func(m *Mismatch) string { return m.Field + " does not name the cluster" },
		Before:   "it was not listed",
		Origin:   OriginRequest,
	}
	// MismatchNotFound: the placement lists a cluster that the fleet does not have.
	MismatchNotFound = &MismatchKind{
		Name:     "not found",
		Sentence: func(m *Mismatch) string { return m.Field + " names a cluster that the fleet does not have" },
		Before:   "the fleet did not have it",
		Origin:   OriginFleet,
	}
)

// ValueMismatch is the kind of a named value that is missing or wrong, such as a label.
func ValueMismatch(name string) *MismatchKind {
	return &MismatchKind{
		Name: name,
		Sentence: func(m *Mismatch) string {
			return fmt.Sprintf("%s %s is %s; %s wants %s", name, m.Key, m.Value(), m.Field, m.Wanted)
		},
		Cause:  func(m *Mismatch) string { return fmt.Sprintf("%s does not match %s", name, m.Wanted) },
		Before: fmt.Sprintf("its %s did not match", name),
	}
}

// ExpiredToleration is a taint that was tolerated for a while.
type ExpiredToleration struct {
	Taint *Taint
	// Until is when the toleration ended.
	Until time.Time
}

// taintOf is the taint of a Mismatch, with its texts cut for a sentence.
func taintOf(m *Mismatch) Taint {
	var taint Taint
	switch detail := m.Detail.(type) {
	case *Taint:
		taint = *detail
	case *ExpiredToleration:
		taint = *detail.Taint
	}
	taint.Key, taint.Value = excerpt.Text(taint.Key), excerpt.Text(taint.Value)
	taint.Effect = TaintEffect(excerpt.Text(string(taint.Effect)))
	return taint
}

func untolerated(m *Mismatch) string {
	taint := taintOf(m)
	toleration := fmt.Sprintf("key %q", taint.Key)
	if taint.Value != "" {
		toleration += fmt.Sprintf(" and value %q", taint.Value)
	}
	return fmt.Sprintf("taint %s is not tolerated; a toleration of %s would tolerate it", taint, toleration)
}

func expired(m *Mismatch) string {
	var until time.Time
	if detail, ok := m.Detail.(*ExpiredToleration); ok {
		until = detail.Until
	}
	return fmt.Sprintf("taint %s is no longer tolerated: %s applied until %s", taintOf(m), m.Field, until.UTC().Format(time.RFC3339))
}

const beforeTaint = "a taint was not tolerated"

func causeOfTaint(m *Mismatch) string { return fmt.Sprintf("taint %s is not tolerated", taintOf(m)) }
