// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package lint has what a placement, together with its fleet, probably does not mean although a scheduler accepts it, and why a
// placement does not get what it asks for: misspelt names, cluster sets that are not open, requirements that no cluster meets.
package lint

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// Request is a placement and what it chooses from.
type Request struct {
	*manifest.Placement
	*fleet.Fleet
	// Opens is a cluster set that satisfies the placement once it is bound to its namespace; empty if none is known.
	Opens string
}

// Warnings are about what the scheduler accepts silently although it is probably not meant. The error says that ctx has ended: a
// search that it ends finds less.
func (r *Request) Warnings(ctx context.Context, inv *placement.Inventory, result *placement.Result) (finding.List, error) {
	var findings finding.List
	if outside := r.outsideSets(ctx, inv, result); outside != "" {
		title := Title(r.Placement, "chooses clusters outside of the cluster sets of the fleet")
		findings = append(findings, finding.Warning(string(r.Dialect()), title, outside))
	}
	if r.KubeFleet != nil {
		findings = append(findings, r.dottedNames(result)...)
	}
	absent, err := r.AbsentNames(ctx, inv, result)
	return append(append(findings, r.emptyGroups(result, absent)...), absent...), err
}

// emptyGroups warns of predefined groups, such as canaries, that have none of the chosen clusters: a rollout that starts with
// them starts with others. It does not repeat the warnings about a name in a selector that no cluster has.
func (r *Request) emptyGroups(result *placement.Result, absent finding.List) finding.List {
	strategy := r.DecisionStrategy.GroupStrategy
	if strategy == nil || len(result.Decisions) == 0 {
		return nil
	}
	var empty []string
	first := ""
	for i := range strategy.DecisionGroups {
		group := &strategy.DecisionGroups[i]
		path := fmt.Sprintf("decisionStrategy.groupStrategy.decisionGroups[%d]", i)
		if slices.ContainsFunc(result.Groups, func(g placement.Group) bool { return g.Name == group.GroupName }) ||
			slices.ContainsFunc(absent, func(f finding.Finding) bool { return strings.HasPrefix(f.At, path) }) {
			continue
		}
		first = cmp.Or(first, path)
		empty = append(empty, fmt.Sprintf("%s (%s)", group.GroupName, cmp.Or(group.GroupClusterSelector.String(), "every cluster")))
	}
	if len(empty) == 0 {
		return nil
	}
	return finding.List{finding.Warning(first, Title(r.Placement, "has an empty decision group"), fmt.Sprintf(
		"No chosen cluster is in %s, so a rollout starts without it. A cluster is in the first group that matches it. Change the "+
			"selector, or choose a cluster that it matches.", excerpt.List(empty, ", ")))}
}

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
