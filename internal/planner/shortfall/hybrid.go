// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package shortfall

import (
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// A hybrid placement rule does not look at taints.
var ofHybrid = dialect{
	setNumber: func(p *manifest.Placement, n int32) { p.Hybrid.Replicas = &n },
	repels:    func(placement.TaintEffect) bool { return false },
	tolerate:  func(*manifest.Placement, Toleration) {},
	requirements: func(s *search) []candidate {
		return slices.Concat(labelsOfHybrid(s.Placement.Hybrid), targetsOfHybrid(s.Placement.Hybrid), predicatesOf(s.Placement.Hybrid))
	},
	admit: func(*search) []candidate { return nil },
	wanted: func(s *search) []Clusters {
		return []Clusters{{Labels: matching(nil, s.Placement.Hybrid.TargetLabels)}}
	},
}

func labelsOfHybrid(spec *hybrid.Spec) (list []candidate) {
	for _, part := range partsOf("hybrid.target_labels", spec.TargetLabels) {
		list = append(list, removal(part.at, part.wants, func(p *manifest.Placement) {
			p.Hybrid.TargetLabels = part.without(p.Hybrid.TargetLabels)
		}))
	}
	return list
}

// targetsOfHybrid removes all references: each of them allows more targets.
func targetsOfHybrid(spec *hybrid.Spec) []candidate {
	if len(spec.Targets) == 0 {
		return nil
	}
	return []candidate{removal("hybrid.targets", excerpt.Count(len(spec.Targets), "reference"), func(p *manifest.Placement) {
		p.Hybrid.Targets = nil
	})}
}

// predicatesOf removes the advisors that veto.
func predicatesOf(spec *hybrid.Spec) (list []candidate) {
	for i := range spec.Advisors {
		if spec.Advisors[i].Type != hybrid.Predicate {
			continue
		}
		list = append(list, removal(fmt.Sprintf("hybrid.advisors[%d]", i), excerpt.Quote(spec.Advisors[i].Name),
			func(p *manifest.Placement) { p.Hybrid.Advisors = without(p.Hybrid.Advisors, i) }))
	}
	return list
}
