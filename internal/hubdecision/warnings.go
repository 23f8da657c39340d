// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// Warnings are warnings about what a hub has decided: that it is not the last word, that it is not what the placement wants,
// and how it differs from the prediction. Without a prediction, unpredictable says why.
func Warnings(r *planner.Request, d *decisions.Decided, p *Prediction, unpredictable error) planner.Findings {
	var findings planner.Findings
	warn := func(title, text string) {
		findings = append(findings, finding.Warning("name", r.Title(title), excerpt.Sentence(excerpt.Line(text, finding.MessageBytes))))
	}
	switch {
	case d.Placement.Unscheduled != "":
		warn("is not scheduled by the hub", "The hub does not schedule the placement: "+d.Placement.Unscheduled+
			". The decisions are the last that it made, and there is no prediction")
		return findings
	case !d.Scheduled:
		text := "The hub has not finished its first decision. If nothing changes here, check that its scheduler runs."
		if why := undecidable(d, p); why != "" {
			text = "The hub cannot decide the placement: " + excerpt.Sentence(excerpt.Line(why, finding.MessageBytes))
		}
		findings = append(findings, differs(r, d, p, "has not been decided by the hub yet", text))
	case d.Writing:
		findings = append(findings, differs(r, d, p, "is being decided by the hub", "The hub is writing its decisions: "+
			planner.PublishedOn(d.Placement.Dialect()).Contradiction+". Plan again before you use these decisions."))
	case d.Current != nil && !*d.Current:
		findings = append(findings, differs(r, d, p, "has changed since the hub decided it",
			"The hub has not decided the current spec yet: the decisions are those of an earlier generation."))
	case !d.Satisfied:
		warn("is not satisfied on the hub", unsatisfiedOnHub(d))
	}
	switch {
	case unpredictable != nil:
		warn("cannot be predicted", "The prediction could not be checked: "+unpredictable.Error())
	case p != nil && len(p.Differences) > 0 && d.Scheduled && !d.Writing && (d.Current == nil || *d.Current):
		findings = append(findings, differs(r, d, p, "was decided differently than predicted",
			"The hub decides again when an object changes that it watches; until then its decisions can be older than the fleet."))
	}
	return findings
}

// undecidable says why the scheduler of a hub never decides a placement; empty if it may.
func undecidable(d *decisions.Decided, p *Prediction) string {
	switch {
	case p != nil:
		return p.Misconfigured
	case d.Placement.KubeFleet != nil:
		return kubefleet.MistakeInName(d.Placement.Name)
	}
	return ""
}

// Refreshed is what a refresh knows of a placement beside what the hub has decided.
type Refreshed struct {
	// HasDecided says that the hub has decided the placement before.
	HasDecided bool
	// Keeps says that the state keeps accepted decisions, because those of the hub are not complete.
	Keeps bool
	// Loses says that the decisions drop accepted clusters, which the plan reports.
	Loses bool
}

// Warnings are the warnings about what a hub has decided for a placement that Terraform manages, unless they are accepted or an
// error of the plan.
func (refreshed Refreshed) Warnings(r *planner.Request, d *decisions.Decided) planner.Findings {
	if d.IsBeingDeleted() {
		// A refresh warns of every object that is being deleted.
		return nil
	}
	isSilent := r.OnUnsatisfied == planner.UnsatisfiedAccept || r.OnUnsatisfied == planner.UnsatisfiedError ||
		r.OnUnsatisfied == "" && refreshed.Loses
	if isSilent {
		accepted := *d
		accepted.Satisfied, d = true, &accepted
	}
	findings := Warnings(r, d, nil, nil)
	switch {
	case refreshed.Keeps && len(findings) == 0:
		findings = planner.Findings{finding.Warning("name", r.Title("is being decided by the hub"), "The decisions of the hub changed "+
			"while they were read.")}
	case refreshed.HasDecided && !d.Scheduled && d.Placement.Unscheduled == "":
		findings = planner.Findings{finding.Warning("name", r.Title("has no decisions on the hub"), "The hub has decided the "+
			"placement before, and now has no decision. Check that its scheduler runs.")}
	case len(findings) == 0 && len(d.Decisions) == 0 && !isSilent:
		// A placement of type PickAll is satisfied without any cluster.
		findings = append(findings, finding.Warning("name", r.Title("has no clusters on the hub"), "The hub has chosen no cluster, so "+
			"a for_each over the decisions would be empty."))
	}
	for i := range findings {
		if refreshed.Keeps {
			findings[i].Text += " The state keeps the last complete decisions until then."
		}
	}
	return findings
}

// Undecided is the warning about a placement that was created and that the hub has not decided yet; nil if it has.
func Undecided(r *planner.Request, d *decisions.Decided) planner.Findings {
	if d.Scheduled {
		return nil
	}
	return planner.Findings{finding.Warning(string(r.Dialect()), r.Title("has not been decided by the hub yet"), "The outputs are "+
		"empty until the hub has decided; the next plan reads them. To wait for the decisions during apply, set "+
		"wait_for_decisions = true.")}
}

// differs is a warning with both answers, if there is a prediction and it differs.
func differs(r *planner.Request, d *decisions.Decided, p *Prediction, title, text string) planner.Finding {
	if p == nil || len(p.Differences) == 0 {
		return finding.Warning("name", r.Title(title), text)
	}
	var all strings.Builder
	fmt.Fprintf(&all, "%s\n\nThe hub has chosen %s. Predicted: %s.", text, chosenClusters(d.Names()), chosenClusters(p.ClusterNames))
	for i := range p.Differences[:min(len(p.Differences), excerpt.Items)] {
		difference := &p.Differences[i]
		what := "on the hub, not predicted"
		switch {
		case difference.Hub && difference.Predicted:
			what = "in another group"
		case difference.Predicted:
			what = "predicted, not on the hub"
		}
		fmt.Fprintf(&all, "\n  - %s, %s: %s", excerpt.Text(difference.ClusterName), what, excerpt.Text(difference.Reason))
	}
	if more := len(p.Differences) - excerpt.Items; more > 0 {
		fmt.Fprintf(&all, "\n  - and %s: see prediction_differences", excerpt.Count(more, "more difference"))
	}
	return finding.Warning("name", r.Title(title), all.String())
}

// chosenClusters are the first clusters of a list, and how many there are.
func chosenClusters(names []string) string {
	if len(names) == 0 {
		return "no cluster"
	}
	return excerpt.Count(len(names), "cluster") + " (" + excerpt.List(names, ", ") + ")"
}

// UnsatisfiedReason is why the hub does not satisfy a placement, empty if it does. A placement of type PickAll is satisfied
// without any cluster, which would empty every for_each.
func UnsatisfiedReason(d *decisions.Decided) string {
	switch {
	case d.Placement.Unscheduled != "":
		return ""
	case !d.Scheduled:
		return "The hub has not decided the placement yet"
	case !d.Satisfied, len(d.Decisions) == 0:
		return excerpt.Truncate(unsatisfiedOnHub(d), finding.MessageBytes)
	}
	return ""
}

// unsatisfiedOnHub is why a placement is not satisfied, in the words of the hub.
func unsatisfiedOnHub(d *decisions.Decided) string {
	text := "The hub has chosen " + chosenClusters(d.Names())
	for _, c := range placement.Shown(d.Conditions) {
		isAboutDecision := c.Type == ocm.ConditionSatisfied || c.Type == kubefleet.ConditionScheduled
		if isAboutDecision || c.Type == ocm.ConditionMisconfigured && c.Status == "True" {
			text += ". " + c.Type + ": " + cmp.Or(c.Message, c.Status) + " (" + c.Reason + ")"
		}
	}
	return text
}
