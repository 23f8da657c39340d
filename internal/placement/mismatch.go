// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"fmt"
	"strconv"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// MismatchKind is what the Mismatches of one kind have in common. A filter declares its own kinds; the kinds that several
// dialects use are in this package.
type MismatchKind struct {
	// Name identifies the kind in reports.
	Name string
	// Sentence describes a Mismatch to the user: what was found, what was wanted. Long texts have already been cut.
	Sentence func(m *Mismatch) string
	// Cause is what a Mismatch has in common with those of other clusters. If it is nil, that is the whole sentence.
	Cause func(m *Mismatch) string
	// Before is what a sentence about a cluster that is chosen says of the time when it failed this: "its label did not match".
	Before string
	// Origin says what has changed where clusters fail this now and did not before. With Shared it can also be another object
	// of the fleet, such as a cluster set or another cluster.
	Origin Origin
	Shared bool
}

// Equal reports whether both are the same kind.
func (k *MismatchKind) Equal(other *MismatchKind) bool { return k == other }

// An Origin says where a Mismatch comes from. It is empty where both the cluster and the request can have changed.
type Origin string

// The origins of a Mismatch.
const (
	// OriginCluster: it comes from the cluster alone, regardless of the request.
	OriginCluster Origin = "cluster"
	// OriginRequest: it comes from a list of names in the request.
	OriginRequest Origin = "request"
	// OriginAdvisor: it comes from the answer of an advisor.
	OriginAdvisor Origin = "advisor"
	// OriginFleet: the fleet does not have the cluster.
	OriginFleet Origin = "fleet"
)

// Mismatch is one requirement that a cluster does not meet: what was wanted, what was found, and what would help.
type Mismatch struct {
	Kind *MismatchKind
	// Field is the path of the requirement in the request; empty if it does not come from the request.
	Field string
	// Key is what the requirement is about, such as a label key, a claim name or a CEL expression.
	Key string
	// Found is the cluster's value; Present is false if the cluster has none.
	Found   string
	Present bool
	// Wanted is what would have been accepted.
	Wanted string
	// Detail is data that only this kind of mismatch has; the kind determines its type.
	Detail any
}

// String is the sentence that a user reads: what was found, what was wanted. Long texts are cut.
func (m Mismatch) String() string {
	m.cut()
	return m.Kind.Sentence(&m)
}

// cause is what a Mismatch has in common with those of other clusters.
func (m Mismatch) cause() string {
	m.cut()
	if m.Kind.Cause != nil {
		return m.Kind.Cause(&m)
	}
	return m.Kind.Sentence(&m)
}

// cut shortens the texts for a sentence.
func (m *Mismatch) cut() {
	m.Field, m.Key, m.Found = excerpt.Text(m.Field), excerpt.Text(m.Key), excerpt.Text(m.Found)
	m.Wanted = excerpt.Line(m.Wanted, wantedBytes)
}

// wantedBytes is large enough for a list of label values.
const wantedBytes = 1024

// Value is what was found, for a sentence.
func (m *Mismatch) Value() string {
	if !m.Present {
		return "not set"
	}
	return strconv.Quote(m.Found)
}

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
