// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"fmt"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// waveOf is a wave of clusters whose names start with a prefix and that are so far, in this order.
func waveOf(name, prefix string, progress ...Progress) Wave {
	w := Wave{Name: name}
	for i, p := range progress {
		c := WaveCluster{Name: fmt.Sprintf("%s-%d", prefix, i+1), Progress: p}
		c.State = []string{"Waiting", "Starting", "Progressing", "Leaving", "Leaving", "Failed", "Succeeded"}[p]
		w.Clusters = append(w.Clusters, c)
	}
	return w
}

// repeat is a progress n times, and then others.
func repeat(n int, p Progress, others ...Progress) []Progress {
	list := make([]Progress, n, n+len(others))
	for i := range list {
		list[i] = p
	}
	return append(list, others...)
}

// moving are waves whose clusters move between revisions, except those that wait.
func moving(from, to string, waves ...Wave) []Wave {
	for i := range waves {
		for k := range waves[i].Clusters {
			switch c := &waves[i].Clusters[k]; c.Progress {
			case Waiting:
				c.To = from
			case Leaving, Kept:
				c.From, c.To = from, "none"
			default:
				c.From, c.To = from, to
			}
		}
	}
	return waves
}

// explained are waves of a pass, whose clusters have reasons in place of revisions.
func explained(waves ...Wave) []Wave {
	for i := range waves {
		for k := range waves[i].Clusters {
			c := &waves[i].Clusters[k]
			c.State = []string{"waits", "starts now", "in progress", "leaves", "waits", "in progress, Failed", "succeeded"}[c.Progress]
			c.Reason = []string{"2 of at most 2 are in progress", "it is next", "not finished", "the cluster is no longer chosen",
				"clusters are removed after the last stage", "failed, until the deadline of 10m", "succeeded"}[c.Progress]
		}
	}
	return waves
}

// rollouts are what the golden files show.
func rollouts() map[string]*Rollout {
	group := 3
	const starts, active, leaves, kept = Starting, Active, Leaving, Kept
	const failed, done, waits = Failed, Done, Waiting
	return map[string]*Rollout{
		"resource-start": {
			Name: "web", Revision: "v2", Phase: step.PhaseProgressing, WaitsFor: "Wave canary is not finished.",
			History: []string{
				"2026-08-11T11:00:00Z taken over with v1 on eu-1, eu-2 (revisions has it)",
				"2026-08-11T12:00:00Z removed v1 on old-1, old-2 (the cluster is no longer chosen); started v2 on eu-1, eu-2 (wave canary)",
			},
			Waves: moving("v1", "v2", waveOf("canary", "eu", active, active), waveOf("", "us", repeat(12, waits)...)),
		},
		"resource-failure": {
			Name: "web", Revision: "v2", Phase: step.PhaseProgressing, WaitsFor: "2 of at most 2 clusters are in progress",
			NextChange: now,
			Waves: append(moving("v1", "v2",
				waveOf("canary", "eu", done, done), waveOf("", "us", repeat(7, done, failed, active, waits, waits, waits)...),
				Wave{Group: &group, Clusters: waveOf("", "ap", repeat(14, waits)...).Clusters},
			), moving("v1", "", waveOf("removal", "old", kept, kept))...),
		},
		"resource-breached": {
			Name: "web", Revision: "v2", Phase: step.PhaseBreached, Breached: true,
			BreachReason: "2 clusters failed, and max_failures is 1",
			WaitsFor:     "the rollout has stopped: 2 clusters failed, and max_failures is 1; set another revision or change retry to go on",
			Waves:        moving("v1", "v2", waveOf("canary", "eu", done, failed, failed), waveOf("", "us", repeat(5, waits)...)),
		},
		"resource-rolling-back": {
			Name: "web", Revision: "v2", Phase: step.PhaseRollingBack, Breached: true,
			BreachReason: "2 clusters failed, and max_failures is 1",
			WaitsFor:     "clusters return to the revision from before: us-1", Waves: moving("v2", "v1", waveOf("canary", "eu", waits, failed),
				waveOf("", "us", active, done, done)),
		},
		"resource-paused": {
			Name: "web", Revision: "v2", Phase: step.PhasePaused, WaitsFor: "the rollout is paused",
			Waves: moving("v1", "v2", waveOf("", "us", done, waits)),
		},
		"resource-rolled-back": {
			Name: "web", Revision: "v2", Phase: step.PhaseRolledBack, Breached: true, BreachReason: "it was aborted",
			WaitsFor: "the rollout was rolled back: it was aborted; set another revision or change retry to go on",
			Waves:    moving("v2", "v1", waveOf("canary", "eu", done, done), waveOf("", "us", done)),
		},
		"resource-done": {
			Name: "web", Revision: "v2", Phase: step.PhaseSucceeded,
			Waves: moving("v1", "v2", waveOf("canary", "eu", done, done), Wave{Name: "empty"},
				waveOf("", "us", repeat(10, done)...)),
		},
		"pass-start": {Revision: "v2", Waves: explained(waveOf("canary", "eu", starts, starts), waveOf("", "us", waits, waits, waits))},
		"pass-failure": {NextChange: now, Waves: explained(
			waveOf("canary", "eu", done, done), waveOf("", "us", done, starts, failed, active, waits),
			waveOf("removal", "old", leaves, kept),
		)},
		"pass-breached": {
			Revision: "v2", Breached: true, BreachReason: "2 clusters failed, and max_failures is 1.",
			Waves: explained(waveOf("canary", "eu", done, failed, failed), waveOf("", "us", waits)),
		},
		"pass-done":    {Waves: explained(waveOf("canary", "eu", done, done), waveOf("", "us", done))},
		"no-clusters":  {Revision: "v2", Waves: []Wave{}},
		"not-planned":  {Name: "web", Revision: "v2"},
		"other-phase":  {Name: "web", Phase: "Half|Done", Waves: explained(waveOf("", "us", active))},
		"hostile-name": {Name: "`|\n<b>", Waves: moving("v1", "`|`", waveOf("a\"]; click w0 \"x`\n```\n", "`|<x>", failed))},
	}
}

// TestRolloutMarkdown compares with golden files, which can be viewed as Markdown.
func TestRolloutMarkdown(t *testing.T) {
	for name, rollout := range rollouts() {
		t.Run(name, func(t *testing.T) {
			text := rollout.markdown()
			goldenText(t, "rollout-"+name, text)
			checkRollout(t, rollout, text)
		})
	}
}

// TestRolloutIsCut: the comment of a long rollout is within GitHub's limit, says what it omits, and shows the wave that is open.
func TestRolloutIsCut(t *testing.T) {
	const limit = 65536 // of a comment on GitHub
	r := &Rollout{Name: "web", Revision: "v2", Phase: step.PhaseProgressing}
	for i := range 2000 {
		p := Waiting
		switch {
		case i < 300:
			p = Done
		case i < 400:
			p = Failed
		}
		r.Waves = append(r.Waves, moving("v1", "v2", waveOf("", fmt.Sprintf("cluster-%d-with-a-name-as-long-as-usual", i), p, p))...)
	}
	text := r.markdown()
	if len(text) > limit {
		t.Errorf("%d bytes", len(text))
	}
	checkRollout(t, r, text)
	for _, want := range []string{
		"600 of 4000 clusters done", "\n… and 299 before\n", "\n… and 1651 more\n", "\n… and 150 more\n",
		"| wave 300 | `████████████ 2/2` |",
		`w0["299 waves before<br/>598/598"]:::done`, `w1["wave 300<br/>2/2"]:::done`, `w2["wave 301<br/>0/2"]:::failed`,
		`w41["1661 more waves<br/>0/3322"]:::failed`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
	for i := range r.Waves {
		for k := range r.Waves[i].Clusters {
			r.Waves[i].Clusters[k].Progress = Done
		}
	}
	checkRollout(t, r, r.markdown())
}

// TestBar: the blocks of a bar are exact where the width allows it.
func TestBar(t *testing.T) {
	const active, failed, done, waits = Active, Failed, Done, Waiting
	for bar, clusters := range map[string][]Progress{
		"░░░░░░░░░░░░ 0/0":    {},
		"░░░░░░░░░░░░ 0/1":    {waits},
		"████████████ 1/1":    {done},
		"████████░░░░ 8/12":   append(repeat(8, done), repeat(4, waits)...),
		"███▒▒▒!!!░░░ 1/4":    {waits, failed, active, done},
		"█▒!░░░░░░░░░ 1/1000": append(repeat(997, waits), done, failed, active),
		"███████████░ 99/100": append(repeat(99, done), waits),
		"█▒▒▒▒▒▒▒▒▒▒▒ 1/100":  append(repeat(99, active), done),
		"███████████! 99/100": append(repeat(99, done), failed),
		"████▒▒▒▒░░░░ 1/3":    {done, Starting, waits},
		"██████▒▒▒▒▒▒ 1/2":    {done, Leaving},
	} {
		text := (&Rollout{Waves: []Wave{waveOfAny(clusters)}}).markdown()
		if !strings.Contains(text, "| wave 1 | `"+bar+"` |") {
			t.Errorf("no bar %q in\n%s", bar, text)
		}
	}
}

func waveOfAny(progress []Progress) Wave {
	w := Wave{}
	for i, p := range progress {
		w.Clusters = append(w.Clusters, WaveCluster{Name: fmt.Sprint(i), Progress: p})
	}
	return w
}
