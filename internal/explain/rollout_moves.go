// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// actions are what a step does, as a table has it.
var actions = map[step.Action]string{
	step.ActionAdopt: "takes over", step.ActionStart: "starts", step.ActionReturn: "returns to", step.ActionRemove: "removes",
}

// moves lists what the last step changes on clusters.
func (m *rolloutMarkdown) moves() {
	tableOf(len(m.Moves), maxOthers, columns("Step", "Revision", "Clusters", "Reason"), func(i int) []string {
		move := &m.Moves[i]
		action, known := actions[move.Action]
		if !known {
			action = string(move.Action)
		}
		return []string{
			action, excerpt.Truncate(move.Revision, maxRevision), excerpt.List(strings.Split(move.Clusters, ", "), ", "), move.Reason,
		}
	}).section(&m.text, "Latest step")
}

// history lists the last steps, the latest one first.
func (m *rolloutMarkdown) history() {
	latest := slices.Clone(m.History[max(0, len(m.History)-maxReasons):])
	slices.Reverse(latest)
	listOf("Step", latest, maxReasons).section(&m.text, "History")
}
