// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// DefaultName is the name of a placement that was given none. It shows in the names of PlacementDecisions.
const DefaultName = "placement"

// summaryBytes bounds the summary of a placement in a title.
const summaryBytes = 60

// Title is the title of a warning. Terraform shows only the first of several warnings of the same title, so a title names the
// placement, and two warnings about one placement have different titles. A placement without a name is known by what it asks
// for.
func Title(p *manifest.Placement, what string) string {
	if p.Name == "" || p.Name == DefaultName {
		return fmt.Sprintf("The placement (%s) %s", summary(p), what)
	}
	return fmt.Sprintf("The placement %s %s", excerpt.Quote(p.FullName()), what)
}

// summary is the dialect of a placement, how many clusters it asks for, and the first of its requirements.
func summary(p *manifest.Placement) string {
	parts := []string{string(p.Dialect())}
	if p.Namespace != "" {
		parts = append(parts, "namespace "+p.Namespace)
	}
	if p.KubeFleet != nil {
		parts = append(parts, cmp.Or(p.KubeFleet.PlacementType, kubefleet.PickAll))
	}
	if _, number := p.Wanted(); number != nil {
		parts = append(parts, excerpt.Count(int(*number), "cluster"))
	}
	if first := firstRequirement(p); first != "" {
		parts = append(parts, first)
	}
	return excerpt.Line(strings.Join(strings.Fields(strings.Join(parts, ", ")), " "), summaryBytes)
}

// firstRequirement is the first requirement of a placement; empty if it has none.
func firstRequirement(p *manifest.Placement) string {
	switch {
	case p.OCM != nil:
		return firstOfOCM(p.OCM)
	case p.KubeFleet != nil:
		return firstOfKubeFleet(p.KubeFleet)
	case p.Hybrid != nil:
		return firstOfHybrid(p.Hybrid)
	}
	return ""
}

// firstOf is the first requirement of a selector, such as env=prod; empty if it has none.
func firstOf(selector *metav1.LabelSelector) string {
	if selector == nil {
		return ""
	}
	if len(selector.MatchLabels) > 0 {
		first := slices.Min(slices.Collect(maps.Keys(selector.MatchLabels)))
		return short(first) + "=" + short(selector.MatchLabels[first])
	}
	if len(selector.MatchExpressions) > 0 {
		first := &selector.MatchExpressions[0]
		return strings.TrimSpace(fmt.Sprintf("%s %s %s", short(first.Key), short(string(first.Operator)), firstValues(first.Values)))
	}
	return ""
}

// firstValues are as many values as fit into a summary.
func firstValues(values []string) string {
	const shown = 3
	return short(strings.Join(values[:min(len(values), shown)], ","))
}

// short is as much of a text as fits into a summary.
func short(text string) string { return excerpt.Line(text, summaryBytes) }

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

// firstOfKubeFleet is the first requirement of a placement; empty if it has none.
func firstOfKubeFleet(spec *kubefleet.Spec) string {
	if len(spec.ClusterNames) > 0 {
		return "cluster " + short(spec.ClusterNames[0])
	}
	if terms := spec.Required(); len(terms) > 0 {
		if first := firstOf(terms[0].LabelSelector); first != "" {
			return "wants " + first
		}
		if p := terms[0].Properties(); len(p) > 0 {
			return fmt.Sprintf("wants %s %s %s", short(p[0].Name), short(p[0].Operator), firstValues(p[0].Values))
		}
	} else if preferred := spec.Preferred(); len(preferred) > 0 {
		preference := &preferred[0].Preference
		if first := firstOf(preference.LabelSelector); first != "" {
			return "prefers " + first
		}
		if preference.PropertySorter != nil {
			return "prefers " + short(preference.PropertySorter.Name)
		}
	}
	if len(spec.TopologySpreadConstraints) > 0 {
		return "spreads over " + short(spec.TopologySpreadConstraints[0].TopologyKey)
	}
	return ""
}
