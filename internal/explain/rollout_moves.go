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
	if len(m.Moves) == 0 {
		return
	}
	t := table{header: []column{{name: "Step"}, {name: "Revision"}, {name: "Clusters"}, {name: "Reason"}}}
	for _, move := range m.Moves[:min(len(m.Moves), maxOthers)] {
		action, known := actions[move.Action]
		if !known {
			action = string(move.Action)
		}
		t.add(action, excerpt.Truncate(move.Revision, maxRevision), excerpt.List(strings.Split(move.Clusters, ", "), ", "), move.Reason)
	}
	m.text.WriteString("\n#### Latest step\n\n")
	t.write(&m.text)
	more(&m.text, len(m.Moves)-min(len(m.Moves), maxOthers))
}

// history lists the last steps, the latest one first.
func (m *rolloutMarkdown) history() {
	if len(m.History) == 0 {
		return
	}
	t := table{header: []column{{name: "Step"}}}
	for _, line := range slices.Backward(m.History[max(0, len(m.History)-maxReasons):]) {
		t.add(line)
	}
	m.text.WriteString("\n#### History\n\n")
	t.write(&m.text)
}
