// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// stateRule is a case in which an object of KubeFleet says how far a cluster is, in the order of package workload: what the
// object reports, the status, and what the message has.
type stateRule struct {
	reported string
	status   step.Status
	message  string
}

var bindingRules = []stateRule{
	{"`Available` is `True`, of objects whose availability can be tracked", step.Available, ""},
	{"`Available` is `True`, of objects whose availability cannot be tracked", step.NotTrackable, ""},
	{
		"`DiffReported` is `True`: with the type `ReportDiff`, nothing is applied", step.Available,
		"the first object that differs, and where",
	},
	{
		"`Overridden`, `WorkSynchronized`, `Applied` or `Available` is `False`, with a reason such as `OverriddenFailed`", step.Failed,
		"that of the condition",
	},
	{
		"an object is refused, or differs and may not be overwritten (`FailedToTakeOver`, `NotTakenOver`, `FoundDrifts`, ...)",
		step.Failed, "the first object and why, and where it differs",
	},
	{
		"`Available` is `False`, and objects only start (`ManifestNotAvailableYet`)", step.NotAvailable,
		"the first object that starts, and since when",
	},
	{"anything else: nothing is reported yet, of this generation, or it is being applied", step.NotAvailable, ""},
}

var runRules = []stateRule{
	{"`Succeeded` is `True`", step.Available, ""},
	{
		"`Succeeded` is `False`: the cluster was changed during the update, for example, which ends the run", step.Failed,
		"that of the condition",
	},
	{"`Succeeded` of an earlier generation of the run", step.NotAvailable, ""},
	{
		"`Started` is `True`: the cluster is being updated, or fails, which a run does not say", step.NotAvailable,
		"since when, and when the run reports `UpdateRunStuck`",
	},
}

// stateTable is a table of rules in Markdown.
func stateTable(title string, rules []stateRule) string {
	text := "| " + title + " | Status | `message` |\n|---|---|---|\n"
	for _, rule := range rules {
		text += fmt.Sprintf("| %s | `%s` | %s |\n", rule.reported, rule.status, rule.message)
	}
	return text
}
