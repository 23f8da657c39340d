// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// Rollout is what Terraform has of a rollout: the attributes that the resource and the data source have, as far as the function
// explains them.
type Rollout struct {
	// Name and Revision are empty if they are not known.
	Name     string `json:"name,omitempty"`
	Revision string `json:"revision,omitempty"`
	// Phase is empty if it is not known. Then it follows from the clusters.
	Phase        step.Phase `json:"phase,omitempty"`
	Breached     bool       `json:"breached,omitempty"`
	BreachReason string     `json:"breachReason,omitempty"`
	// WaitsFor is what the next step depends on; empty if there is none.
	WaitsFor   string    `json:"waitsFor,omitempty"`
	NextChange time.Time `json:"nextChange,omitzero"`
	// History are what the last steps change, the latest one last.
	History []string `json:"history,omitempty"`
	// Waves have every cluster once. They are nil if nothing is planned yet.
	Waves []Wave `json:"-"`
}

// phases are the phases as a sentence has them.
var phases = map[step.Phase]string{
	step.PhaseProgressing: "is **in progress**", step.PhaseSucceeded: "has **succeeded**", step.PhasePaused: "is **paused**",
	step.PhasePartiallyFailed: "has **partially failed**", step.PhaseStuck: "is **stuck**",
	step.PhaseBreached: "is **breached**", step.PhaseRollingBack: "is **rolling back**", step.PhaseRolledBack: "is **rolled back**",
}

// Wave are clusters that get the revision together. The attributes are optional: a wave without clusters is shown, too.
type Wave struct {
	Name string `json:"name,omitempty"`
	// Group is the index of the decision group that the wave is; nil if it is none.
	Group        *int          `json:"group,omitempty"`
	ClusterNames []string      `json:"clusterNames,omitempty"`
	Clusters     []WaveCluster `json:"-"`
	// label is the name, or what stands for it, and count how far the clusters are.
	label string
	count count
}

// WaveCluster is a cluster of a rollout.
type WaveCluster struct {
	Name     string
	Progress Progress
	// State is the progress in the words of the rollout.
	State string
	// From and To are the revisions between which the cluster moves. Only To is set if it keeps its revision, and none if that is
	// not known.
	From, To string
	Reason   string
	// wave is the position of its wave, which counts if no wave names it; -1 if it is not known.
	wave int
}

// Progress is how far a cluster is.
type Progress int

// How far a cluster is.
const (
	// Waiting: nothing happens to the cluster now.
	Waiting Progress = iota
	// Starting: the cluster gets the revision now.
	Starting
	// Active: the cluster got the revision earlier and is not finished.
	Active
	// Leaving: the cluster loses the workload now.
	Leaving
	// Kept: the cluster loses the workload later.
	Kept
	// Failed: the cluster failed or is given up.
	Failed
	// Done: the cluster is finished.
	Done

	progresses = iota
)

// rolloutPage is the page of a rollout.
type rolloutPage struct {
	page
	*Rollout
	all count
}

// markdown is a rollout in GitHub's Markdown, for a comment on a pull request: how far it is and what it waits for,
// what the last step changes, a progress bar for every wave, the clusters that something happens to, and a diagram of the waves.
// Long lists are truncated, with a note. The text of names and reasons is escaped.
func (r *Rollout) markdown() string {
	p := &rolloutPage{Rollout: r}
	p.WriteString("### Rollout")
	if p.Name != "" {
		p.WriteString(" " + escape(p.Name))
	}
	if r.Waves == nil {
		p.WriteString(": not planned yet\n\nThe rollout has no waves. An imported rollout gets them with the next apply.\n")
		return p.String()
	}
	for i := range r.Waves {
		r.Waves[i].tally(i)
	}
	p.all = total(r.Waves)
	p.headline()
	p.steps("Latest step", 1)
	p.progress()
	p.clusters()
	p.diagram()
	p.steps("History", maxReasons)
	if !r.NextChange.IsZero() {
		p.writef("\nThe rollout can change at %s without a new status.\n", r.NextChange.UTC().Format(time.RFC3339Nano))
	}
	return p.String()
}

// headline has how many clusters are done, and a sentence about the phase.
func (p *rolloutPage) headline() {
	p.WriteString(": ")
	if p.Revision != "" {
		if p.isBack() {
			p.WriteString("rollback of ")
		}
		p.WriteString("revision " + escape(p.Revision) + ", ")
	}
	phase := "The rollout " + p.phase()
	p.writef("%d of %s done\n\n%s", p.all.by[Done], excerpt.Count(p.all.total, "cluster"), phase)
	if why := p.why(plain(phase)); why != "" {
		p.WriteString(": " + why)
	}
	p.WriteString(".\n")
}

// isBack reports whether the rollout goes back to earlier revisions, or has.
func (r *Rollout) isBack() bool {
	return r.Phase == step.PhaseRollingBack || r.Phase == step.PhaseRolledBack
}

// steps lists so many of the last steps, the latest one first.
func (p *rolloutPage) steps(title string, most int) {
	latest := slices.Clone(p.History[max(0, len(p.History)-most):])
	slices.Reverse(latest)
	p.section(title, tableOfTexts("Step", latest, most))
}

// why is the reason of a breach and what the rollout waits for, without what the sentence or each other says.
func (r *Rollout) why(said string) string {
	breach, waits := "", clause(r.WaitsFor)
	if r.Breached {
		breach = clause(r.BreachReason)
	}
	index := strings.Index(waits, breach)
	switch {
	case strings.EqualFold(waits, said) || waits == "":
		return escape(breach)
	case index >= 0:
		return escape(waits[index:])
	}
	return escape(breach) + "; " + escape(waits)
}

// phase is the phase as the sentence has it.
func (p *rolloutPage) phase() string {
	phase := p.Phase
	switch {
	case phase != "":
	case p.Breached:
		phase = step.PhaseBreached
	case p.all.by[Done] == p.all.total:
		phase = step.PhaseSucceeded
	default:
		phase = step.PhaseProgressing
	}
	if text, ok := phases[phase]; ok {
		return text
	}
	return "is in the phase " + escape(string(phase))
}

// clause is a sentence as a part of another one.
func clause(sentence string) string { return strings.TrimSuffix(strings.TrimSpace(sentence), ".") }
