// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"cmp"
	"context"
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

var ofOCM = Dialect{
	clusterNames: func(*manifest.Placement) []string { return nil },
	summary: func(p *manifest.Placement) []string {
		return []string{wantedClusters(specOf(p).NumberOfClusters), firstOfOCM(specOf(p))}
	},
	mention:      mentionOCM,
	requirements: requirementsOfOCM,
	absent: func(ctx context.Context, r *Request, inv *placement.Inventory, result *placement.Result) []absentName {
		return append(absentSets(r, inv, result), absentScores(ctx, r, inv)...)
	},
	outside: outsideSets,
	explain: explainSets,
}

// specOf is the spec of a placement of Open Cluster Management. A placement without any dialect counts as one that asks for
// nothing.
func specOf(p *manifest.Placement) *ocm.Spec {
	return cmp.Or(p.OCM, &ocm.Spec{})
}

// firstOfOCM is the first requirement of a placement; empty if it has none.
func firstOfOCM(spec *ocm.Spec) string {
	if len(spec.Predicates) > 0 {
		selector := &spec.Predicates[0].RequiredClusterSelector
		if first := firstOf(selector.LabelSelector); first != "" {
			return "predicates[0] wants " + first
		}
		if first := firstOf(selector.ClaimSelector.AsLabels()); first != "" {
			return "predicates[0] wants claim " + first
		}
		if cel := selector.CELSelector; cel != nil && len(cel.CELExpressions) > 0 {
			return "predicates[0] wants " + short(cel.CELExpressions[0])
		}
	}
	if len(spec.ClusterSets) > 0 {
		return "cluster set " + short(spec.ClusterSets[0])
	}
	for i := range spec.PrioritizerPolicy.Configurations {
		if s := spec.PrioritizerPolicy.Configurations[i].ScoreCoordinate; s != nil && s.AddOn != nil {
			return "prefers " + short(s.AddOn.ResourceName) + "/" + short(s.AddOn.ScoreName)
		} else if s != nil && s.BuiltIn != "" {
			return "prefers " + short(s.BuiltIn)
		}
	}
	return ""
}

// mentionOCM adds what the predicates exclude.
func mentionOCM(p *manifest.Placement, m *mentions, _ int) {
	spec := specOf(p)
	for i := range spec.Predicates {
		path := fmt.Sprintf("ocm.predicates[%d].requiredClusterSelector", i)
		selector := &spec.Predicates[i].RequiredClusterSelector
		m.addExclusions(path+".labelSelector", labelKeys, selector.LabelSelector)
		m.addExclusions(path+".claimSelector", claimNames, selector.ClaimSelector.AsLabels())
	}
}

// requirementsOfOCM are those of the predicates.
func requirementsOfOCM(p *manifest.Placement) (list []requirement) {
	predicates := specOf(p).Predicates
	for i := range predicates {
		path, selector := fmt.Sprintf("predicates[%d]", i), &predicates[i].RequiredClusterSelector
		list = appendRequired(list, path, labelKeys, selector.LabelSelector)
		list = appendRequired(list, path, claimNames, selector.ClaimSelector.AsLabels())
	}
	return list
}
