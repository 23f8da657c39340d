// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

var ofHybrid = Dialect{
	summary: func(p *manifest.Placement) []string {
		return []string{wantedClusters(p.Hybrid.Replicas), firstOfHybrid(p.Hybrid)}
	},
	mention: func(p *manifest.Placement, m *mentions, _ int) {
		m.addExclusions("hybrid.targetLabels", labelKeys, p.Hybrid.TargetLabels)
	},
	requirements: func(p *manifest.Placement) []requirement {
		return appendRequired(nil, "target_labels", labelKeys, p.Hybrid.TargetLabels)
	},
}

// firstOfHybrid is the first requirement of a rule; empty if it has none.
func firstOfHybrid(spec *hybrid.Spec) string {
	if first := firstOf(spec.TargetLabels); first != "" {
		return "wants " + first
	}
	if len(spec.Targets) > 0 {
		return "target " + short(cmp.Or(spec.Targets[0].Name, spec.Targets[0].Namespace))
	}
	if len(spec.Advisors) > 0 {
		return "advisor " + short(spec.Advisors[0].Name)
	}
	return ""
}
