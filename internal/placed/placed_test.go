// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placed

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// TestPlan: a plan says what the hub is expected to decide, and how many clusters may leave.
func TestPlan(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*life)
		says   []string
	}{
		"nothing changes": {},
		"it grows":        {func(l *life) { l.config = choosing(3) }, []string{"will move: The hub is expected to decide:\n\n"}},
		"it shrinks":      {func(l *life) { l.config = moving(choosing(1), 1) }, []string{"will move"}},
		"it shrinks too much": {
			func(l *life) { l.config = moving(choosing(1), 0) }, []string{"ERROR Nothing was written."},
		},
		"no fleet": {
			func(l *life) {
				l.config, l.fleetError = choosing(3), &hub.MissingKindError{Kind: hubobject.ManagedCluster}
			},
			[]string{"cannot be predicted: What the hub will decide is not known: "},
		},
		"no fleet, and a limit": {
			func(l *life) {
				l.config, l.fleetError = moving(choosing(1), 1), &hub.MissingKindError{Kind: hubobject.ManagedCluster}
			},
			[]string{"ERROR max_moves cannot be checked"},
		},
		"new": {
			func(l *life) { l.stored, l.state = nil, nil },
			[]string{"is created on the hub: The hub is expected to choose 2 clusters (a, b)."},
		},
		"new, without a cluster": {
			func(l *life) { l.stored, l.state, l.clusters = nil, nil, nil }, []string{"is decided after the apply"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLife(t)
			if tt.change != nil {
				tt.change(l)
			}
			outputs, found := l.plan()
			if l.says(found, tt.says...); found.HasError() {
				return
			}
			if isNew := l.state == nil || l.state["decisions"] == nil; (outputs["decisions"] == tfvalue.Unknown) != isNew {
				t.Errorf("the decisions are planned as %v", outputs["decisions"])
			}
		})
	}
}

// TestPlan_refuses: what a hub decides is no argument of a placement there.
func TestPlan_refuses(t *testing.T) {
	l := newLife(t)
	l.config.Paused, l.config.OnExceeded, l.config.WithReport = true, planner.ExceededKeep, true
	l.config.Namespace = ""
	o := l.operation()
	o.Configured = func(name string) (isNull, isKnown bool) { return name != "clusters", true }
	if _, found := expect(t.Context(), o); len(found) > 0 {
		t.Error(found)
	}
	var at []string
	for mistake := range o.Reader.Mistakes {
		at = append(at, mistake.At.String())
	}
	if want := []string{"namespace", "clusters", "paused", "on_exceeded", "with_report"}; !slices.Equal(at, want) {
		t.Errorf("mistakes at %q, want %q", at, want)
	}
}

// TestPlan_unknown: with something unknown nothing is predicted, and a replacement that max_moves cannot check is refused.
func TestPlan_unknown(t *testing.T) {
	for name, tt := range map[string]struct {
		unknown []string
		limited bool
		says    []string
	}{
		"the spec":               {[]string{"decision_strategy"}, false, []string{"is checked during apply"}},
		"the spec, and a limit":  {[]string{"decision_strategy"}, true, []string{"is checked during apply"}},
		"the dialect, and limit": {[]string{"kubefleet"}, true, []string{"is checked during apply"}},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLife(t)
			if l.unknown = tt.unknown; tt.limited {
				l.config = moving(choosing(2), 0)
			}
			o := l.operation()
			expected, _ := expect(t.Context(), o)
			out := &managed.Outcome{Outputs: map[string]any{}}
			expected.Plan(t.Context(), nil, out)
			l.says(out.List, tt.says...)
		})
	}
}

// TestMemory: decisions that drop no cluster are adopted by a refresh, and others by a plan that may accept them.
func TestMemory(t *testing.T) {
	l := newLife(t)
	l.decides("a", "b", "c")
	l.says(l.refresh())
	l.chose("a", "b", "c")

	synctest.Test(t, func(t *testing.T) {
		l.t = t
		l.decides("a", "b")
		l.refresh()
		l.chose("a", "b", "c")
		l.config = moving(choosing(2), 0)
		_, found := l.plan()
		l.says(found, "ERROR max_moves")
		l.config = moving(choosing(2), 1)
		outputs, found := l.plan()
		if got := names(outputs); found.HasError() || !slices.Equal(got, []string{"a", "b"}) {
			t.Errorf("%q is accepted: %v", got, found)
		}
		// The apply of the plan has its outputs.
		l.keep(l.operation(), outputs)
		l.says(l.refresh())
		l.chose("a", "b")
		_, found = l.plan()
		l.says(found)
	})
}

// TestRefresh_writing: decisions that drop clusters and are never twice the same are those of a hub that is writing.
func TestRefresh_writing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLife(t)
		l.reads = 0
		l.decide = func(read int) *decisions.Decided { return l.of([]string{"a", "b", "c"}[read%3]) }
		start := time.Now()
		l.refresh()
		if l.chose("a", "b"); l.reads != lossReads || time.Since(start) != (lossReads-1)*lossStill {
			t.Errorf("%d reads in %s", l.reads, time.Since(start))
		}
		l.reads = 0
		l.decide = func(read int) *decisions.Decided { return l.of([]string{"c", "a", "b"}[min(read, 2)], "b") }
		l.refresh()
		if l.chose("a", "b"); l.reads > lossReads {
			t.Errorf("%d reads", l.reads)
		}
	})
}

// TestRefresh_gone: a placement that disappears while its decisions are read is gone.
func TestRefresh_gone(t *testing.T) {
	l := newLife(t)
	l.decide = func(int) *decisions.Decided { return nil }
	if l.says(l.refresh()); l.state != nil {
		t.Error("it is still there")
	}
}

// TestWait: an apply waits until the hub has decided, as long as its timeout, and not if the outputs were planned.
func TestWait(t *testing.T) {
	for name, tt := range map[string]struct {
		// after is when the hub decides for three clusters, and those of Open Cluster Management are final 2 seconds later unless
		// they are predicted.
		after, limit, waits time.Duration
		planned             bool
		want                []string
		says                []string
	}{
		"at once":          {want: []string{"a", "b", "c"}, limit: time.Minute},
		"later":            {after: 20 * time.Second, limit: time.Minute, waits: 20 * time.Second, want: []string{"a", "b", "c"}},
		"too late":         {after: time.Hour, limit: time.Minute, waits: time.Minute, want: []string{"a", "b"}, says: []string{"in time"}},
		"what was planned": {after: time.Hour, limit: time.Minute, planned: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l, outputs := growing(t)
				if tt.planned {
					outputs = map[string]any{}
				}
				start := time.Now()
				l.decide = func(int) *decisions.Decided {
					return l.of([]string{"a", "b", "c"}[:map[bool]int{true: 3, false: 2}[time.Since(start) >= tt.after]]...)
				}
				written, found := l.write(t.Context(), tt.limit, outputs)
				if l.says(found, tt.says...); !slices.Equal(names(written), tt.want) {
					t.Errorf("the state has %q", names(written))
				}
				if waited := time.Since(start); waited < tt.waits || waited > tt.waits+lastDecisionPoll {
					t.Errorf("it waited %s", waited)
				}
			})
		})
	}
}

// growing is a placement that gets a third cluster with an apply that waits, and what its plan has.
func growing(t *testing.T) (*life, map[string]any) {
	t.Helper()
	l := newLife(t)
	l.config = choosing(3)
	l.config.WaitForDecisions = true
	outputs, found := l.plan()
	if found.HasError() || outputs["decisions"] != tfvalue.Unknown {
		t.Fatalf("planned %v: %v", outputs["decisions"], found)
	}
	return l, outputs
}

// TestWait_interrupted: what an interrupted apply has written continues with the next one.
func TestWait_interrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, outputs := growing(t)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Second, cancel)
		written, found := l.write(ctx, time.Minute, outputs)
		if l.says(found, "ERROR was written, and the wait for its decisions was interrupted: The hub has the change. The state keeps "+
			"what it had, so that the next apply continues."); written != nil {
			t.Errorf("the state has %v", written)
		}
		// The next plan says it, until the hub has decided.
		l.refresh()
		l.says(l.refresh(), "has not been decided by the hub since its last change")
		l.decides("a", "b", "c")
		l.says(l.refresh())
		l.chose("a", "b", "c")
		_, found = l.plan()
		l.says(found)
	})
}

// TestFirstDecision: an apply that creates a placement waits a little for its first decisions.
func TestFirstDecision(t *testing.T) {
	for after, want := range map[time.Duration][]string{0: {"a", "b"}, 3 * time.Second: {"a", "b"}, time.Minute: nil} {
		synctest.Test(t, func(t *testing.T) {
			l := newLife(t)
			l.stored, l.state = nil, nil
			outputs, _ := l.plan()
			start := time.Now()
			l.decide = func(int) *decisions.Decided {
				decided := l.of("a", "b")
				if decided.Scheduled = time.Since(start) >= after; !decided.Scheduled {
					decided = l.of()
					decided.Scheduled = false
				}
				return decided
			}
			written, found := l.write(t.Context(), 10*time.Minute, outputs)
			if found.HasError() || !slices.Equal(names(written), want) {
				t.Errorf("after %s the state has %q: %v", after, names(written), found)
			}
			if waited := time.Since(start); waited > FirstDecision+lastDecisionPoll {
				t.Errorf("it waited %s", waited)
			}
		})
	}
}

// TestWait_otherwise: the hub decides otherwise than predicted.
func TestWait_otherwise(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, outputs := growing(t)
		time.AfterFunc(time.Second, func() { l.decides("b", "c") })
		written, found := l.write(t.Context(), time.Minute, outputs)
		l.says(found, "was decided differently than predicted: The hub has chosen 2 clusters (b, c). Predicted: 3 clusters (")
		if got := names(written); !slices.Equal(got, []string{"b", "c"}) {
			t.Errorf("the state has %q", got)
		}
	})
}

// TestWait_nobodyDecides: an apply that creates a placement ends with its timeout.
func TestWait_nobodyDecides(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLife(t)
		l.stored, l.state = nil, nil
		l.config = choosing(1)
		l.config.WaitForDecisions = true
		outputs, found := l.plan()
		l.says(found, "is created on the hub")
		l.decide = func(int) *decisions.Decided {
			decided := l.of()
			decided.Scheduled = false
			return decided
		}
		written, found := l.write(t.Context(), time.Second, outputs)
		if l.says(found, "has not been decided by the hub in time: The hub has not decided the change within the timeout. The outputs "+
			"are what it has now; the next plan reads them again. The hub has chosen no cluster. Predicted: 1 cluster (a)."); len(names(
			written)) > 0 {
			t.Errorf("the state has %q", names(written))
		}
	})
}

// TestUnsatisfied: a hub that no longer satisfies a placement is an error if clusters leave, unless on_unsatisfied says otherwise.
// With on_unsatisfied = "error" it is one as long as it lasts. A change of the placement is the way out.
func TestUnsatisfied(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLife(t)
		l.decide = func(int) *decisions.Decided {
			decided := l.of("a")
			decided.Satisfied = false
			return decided
		}
		l.refresh()
		const refused = "ERROR The placement is not satisfied on the hub: The hub has chosen 1 cluster (a)"
		plans := func(clusters int32, onUnsatisfied string, says ...string) map[string]any {
			l.config = choosing(clusters)
			l.config.OnUnsatisfied = onUnsatisfied
			outputs, found := l.plan()
			l.says(found, says...)
			return outputs
		}
		for _, onUnsatisfied := range []string{"", "error"} {
			plans(2, onUnsatisfied, "has moved on the hub", refused)
			l.chose("a", "b")
		}
		l.keep(l.operation(), plans(2, "accept", "has moved on the hub"))
		l.chose("a")
		l.refresh()
		plans(2, "error", refused)
		plans(1, "error")
		plans(2, "")
	})
}

// TestPlan_uncheckedReplacement: a replacement that is not known during plan cannot be checked any more when it is carried out,
// because the placement is deleted first. With max_moves it is an error.
func TestPlan_uncheckedReplacement(t *testing.T) {
	const unchecked = "ERROR max_moves cannot be checked"
	for name, tt := range map[string]struct {
		limit    *Config
		unknown  []string
		replaces func(*life, *managed.Operation[Config])
		says     []string
	}{
		"no limit":         {choosing(2), nil, renamed, []string{"is checked during apply"}},
		"a limit":          {moving(choosing(2), 0), nil, renamed, []string{unchecked}},
		"a limit of all":   {moving(choosing(2), 2), nil, renamed, []string{"is checked during apply"}},
		"an unknown limit": {choosing(2), []string{"max_moves"}, renamed, []string{unchecked}},
		// With -replace the plan has no state.
		"without the state": {moving(choosing(2), 1), nil, forgotten, []string{unchecked}},
		"without a hub":     {moving(choosing(2), 0), nil, without, []string{unchecked}},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLife(t)
			l.plan()
			l.config, l.unknown = tt.limit, tt.unknown
			o := l.operation()
			tt.replaces(l, o)
			expected, _ := expect(t.Context(), o)
			out := &managed.Outcome{Outputs: map[string]any{}}
			expected.Plan(t.Context(), nil, out)
			l.says(out.List, tt.says...)
		})
	}
}

func renamed(_ *life, o *managed.Operation[Config]) { o.IsRenamed = true }

func forgotten(_ *life, o *managed.Operation[Config]) {
	o.State, o.Prior, o.PriorIdentity = nil, nil, managed.Identity{}
}

func without(l *life, o *managed.Operation[Config]) {
	renamed(l, o)
	o.Client, o.IsUnknown = nil, true
}
