// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placed

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// expects plans, and returns the expected decision; nil if there is none.
func (l *life) expects(says ...string) *hubdecision.Expected {
	l.t.Helper()
	outputs, found := l.plan()
	l.says(found, says...)
	expected, _ := outputs["expected"].(*hubdecision.Expected)
	if isUnknown := outputs["expected"] == tfvalue.Unknown; isUnknown != (l.stored == nil) {
		l.t.Errorf("unknown: %t", isUnknown)
	}
	return expected
}

// TestExpected: a plan that changes a placement has what the hub is expected to decide, with the reasons, and its apply plans the
// same with another hub. The first decision after the change is compared with it.
func TestExpected(t *testing.T) {
	l := newLife(t)
	l.config = choosing(1)
	expected := l.expects("will move")
	if !slices.Equal(expected.Clusters, []string{"a"}) || len(expected.Moves.Left) != 1 || expected.DecisionGroups != nil ||
		!strings.Contains(expected.Moves.Left["b"], ": rank 2 of 3") || !expected.Satisfied || expected.Agrees != nil {
		t.Errorf("got %+v", expected)
	}
	if expected.Certain || !strings.Contains(expected.Uncertainty, "Balance counts the decisions of other placements") {
		t.Errorf("certain: %t, %q", expected.Certain, expected.Uncertainty)
	}
	l.clusters, l.now = []string{"b", "c"}, l.now.Add(time.Hour)
	l.decides("b", "c")
	again := l.expects("will move", "is decided otherwise with the rest of the plan: The output expected has 1 cluster (a): ")
	if diff := cmp.Diff(expected, again); diff != "" {
		t.Errorf("the plan during apply differs: %s", diff)
	}
	l.clusters = []string{"a", "b", "c"}
	l.decides("a", "b")
	l.expects("will move")
	written, found := l.write(t.Context(), time.Minute, map[string]any{"expected": expected, "satisfied": true})
	if _, isThere := written["expected"]; isThere || len(found) > 0 {
		t.Errorf("the apply writes %v, %v", written, found)
	}
	l.state["expected"] = expected
	l.decides("a")
	l.says(l.refresh())
	agreed, _ := l.state["expected"].(*hubdecision.Expected)
	if agreed == nil || agreed.Agrees == nil || !*agreed.Agrees {
		t.Errorf("got %+v", agreed)
	}
	l.decides("a", "c")
	l.says(l.refresh())
	if l.state["expected"] != agreed {
		t.Error("a later decision is compared")
	}
	if outputs, _ := l.plan(); outputs["expected"] != agreed {
		t.Errorf("without a change the plan has %v", outputs["expected"])
	}
}

// TestExpected_certain: where no score can matter, nothing but the placement decides.
func TestExpected_certain(t *testing.T) {
	l := newLife(t)
	l.config = choosing(3)
	expected := l.expects("will move")
	if !expected.Certain || expected.Uncertainty != "" || len(expected.Moves.Joined) != 1 {
		t.Errorf("got %+v", expected)
	}
}

// TestExpected_none: what a plan cannot know is unknown in it and null after the apply. What cannot be predicted is null, and a
// warning says why.
func TestExpected_none(t *testing.T) {
	const none = "has no expected decision in the plan: The output expected is null, so that only a warning says what the hub is " +
		"expected to decide, and no saved plan: "
	seconds := int64(60)
	for name, tt := range map[string]struct {
		change func(*life)
		says   []string
	}{
		"new":       {func(l *life) { l.stored, l.state = nil, nil }, []string{"is created on the hub"}},
		"not read":  {func(l *life) { delete(l.notes, RecordKey) }, []string{"will move", none + "the hub was not read"}},
		"malformed": {func(l *life) { l.notes[RecordKey] = []byte(`{"recording":"AAAA"}`) }, []string{"will move", none}},
		"too large": {
			func(l *life) { l.notes[RecordKey] = []byte(`{"why":"the fleet is too large."}`) },
			[]string{"will move", none + "the fleet is too large."},
		},
		"the time": {
			func(l *life) {
				l.config.OCM.Tolerations = []match.Toleration{{Key: "gpu", TolerationSeconds: &seconds}}
			},
			[]string{"will move", none + "it depends on scores or on the time now"},
		},
		"CEL": {
			func(l *life) {
				l.config.OCM.Predicates = []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{
					CELSelector: &ocm.CELSelector{CELExpressions: []string{`managedCluster.metadata.name != "b"`}},
				}}}
			},
			[]string{"will move", none + "CEL expressions read whole objects"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLife(t)
			l.config = choosing(1)
			if tt.change(l); l.expects(tt.says...) != nil {
				t.Error("it is known")
			}
		})
	}
	l := newLife(t)
	l.config = choosing(1)
	written, _ := l.write(t.Context(), time.Minute, map[string]any{"expected": tfvalue.Unknown, "satisfied": true})
	if value, isThere := written["expected"]; value != nil || !isThere {
		t.Errorf("after the apply it is %v", value)
	}
	if got := string(l.notes[RecordKey]); got != "null" {
		t.Errorf("after the apply the hub of before is kept: %s", got)
	}
}
