// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"slices"
	"testing"
)

// TestCarryFixForward: a revision that was given up is not what clusters return to.
func TestCarryFixForward(t *testing.T) {
	a := start(t, progressive(1), "a", "b")
	a.begins(map[string]string{"a": "v0", "b": "v0"})
	a.step()
	a.report(Failed, "a")
	a.want("Breached | a:v1 Failed, b:v0 Waiting | the rollout has stopped: 1 cluster failed (a); max_failures is 0; a has failed " +
		"since 2026-11-21T00:00:00Z; it goes on when the clusters have recovered; or set another revision, or change retry")
	a.req.Revision, a.req.OnBreach = "v2", BreachRollsBack
	a.want("Progressing | a:v2 Progressing, b:v0 Waiting | 1 cluster waits: 1 cluster is being rolled out; max_concurrency is 1")
	a.report(Failed, "a")
	a.want("RollingBack | a:v0 RollingBack, b:v0 Waiting | the rollout is rolled back: 1 cluster failed (a); max_failures is 0; " +
		"not complete again: a")
	if got := a.memory.GivenUpRevisions; !slices.Equal(got, []string{"v1", "v2"}) {
		t.Errorf("given up are %v", got)
	}
	// Nor is one that was never complete, although a was finished with it.
	a.req.Revision = "v3"
	a.step()
	a.report(Succeeded, "a")
	a.want("Progressing | a:v3 Succeeded, b:v3 Progressing | not finished: b")
	a.req.Revision = "v4"
	a.want("Progressing | a:v4 Progressing, b:v3 Waiting | 1 cluster waits: 1 cluster is being rolled out; max_concurrency is 1")
	a.report(Failed, "a")
	a.want("RollingBack | a:v0 RollingBack, b:v0 RollingBack | the rollout is rolled back: 1 cluster failed (a); max_failures is " +
		"0; not complete again: a, b")
}

// TestCarryCompleted: a cluster that joins and fails does not bring the others back from a revision that was complete.
func TestCarryCompleted(t *testing.T) {
	a := start(t, progressive(2), "a", "b")
	a.req.OnBreach = BreachRollsBack
	a.step()
	a.report(Succeeded, "a", "b")
	a.want("Succeeded | a:v1 Succeeded, b:v1 Succeeded | ")
	a.req.DecisionGroups[0].ClusterNames = []string{"a", "b", "c", "d"}
	a.step()
	a.report(Succeeded, "c")
	a.want("Progressing | a:v1 Succeeded, b:v1 Succeeded, c:v1 Succeeded, d:v1 Progressing | not finished: d")
	a.report(Failed, "d")
	a.want("Breached | a:v1 Succeeded, b:v1 Succeeded, c:v1 Succeeded, d:v1 Failed | " +
		"the rollout has stopped: 1 cluster failed (d); max_failures is 0; d has failed since 2026-11-21T00:00:00Z; it goes on when " +
		"the clusters have recovered")
	a.req.Retry = "again"
	a.req.ClusterStatus = nil
	a.want("Progressing | a:v1 Succeeded, b:v1 Succeeded, c:v1 Succeeded, d:v1 Progressing | not finished: d")
}

// TestCarryChangesLittle: a plan shows the clusters that move, and not the fleet, from the first step of a rollout to the last.
func TestCarryChangesLittle(t *testing.T) {
	var names []string
	for i := range 300 {
		names = append(names, fmt.Sprintf("c%03d", i))
	}
	a := start(t, progressive(2), names...)
	has := map[string]string{}
	for _, name := range names {
		has[name] = "v0"
	}
	last := a.begins(has)
	most := 0
	for range 400 {
		p := a.step()
		changed := differences(last.Revisions, p.Revisions) + differences(last.RollbackRevisions, p.RollbackRevisions) +
			differences(last.ClustersByState, p.ClustersByState)
		if most = max(most, changed); p.Phase == PhaseSucceeded {
			if most > 4 {
				t.Errorf("a step of two clusters changes %d lines", most)
			}
			return
		}
		for _, name := range p.In(StateProgressing) {
			a.report(Succeeded, name)
		}
		last = p
	}
	t.Fatal("the rollout does not end")
}

// differences is the number of entries that differ.
func differences[V comparable](a, b map[string]V) int {
	n := 0
	for key, value := range a {
		if other, ok := b[key]; !ok || other != value {
			n++
		}
	}
	for key := range b {
		if _, ok := a[key]; !ok {
			n++
		}
	}
	return n
}
