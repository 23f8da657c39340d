// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import "slices"

// latestStep says what the latest step changes on clusters.
func (m *rolloutMarkdown) latestStep() { m.steps("Latest step", 1) }

// history lists the last steps.
func (m *rolloutMarkdown) history() { m.steps("History", maxReasons) }

// steps lists so many of the last steps, the latest one first.
func (m *rolloutMarkdown) steps(title string, most int) {
	latest := slices.Clone(m.History[max(0, len(m.History)-most):])
	slices.Reverse(latest)
	listOf("Step", latest, most).section(&m.text, title)
}
