// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package lint has what a placement, together with its fleet, probably does not mean although a scheduler accepts it, and why a
// placement does not get what it asks for: misspelt names, cluster sets that are not open, requirements that no cluster meets.
package lint

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
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

// dottedNames warns about names that no new binding can have, as soon as one is needed.
func (r *Request) dottedNames(result *placement.Result) (findings finding.List) {
	if mistake := kubefleet.MistakeInName(r.Name); mistake != "" {
		findings = append(findings, finding.Warning("name", Title(r.Placement, "cannot choose clusters"), mistake+"."))
	}
	for i := range result.NotPicked {
		mistake := kubefleet.MistakeInClusterName(result.NotPicked[i].Cluster)
		if mistake != "" {
			return append(findings, finding.Warning(string(r.Dialect()), Title(r.Placement, "may choose a cluster that cannot be "+
				"placed on"), mistake+", or select the cluster out."))
		}
	}
	return findings
}

// each yields the elements of a list until ctx ends. Who finds less because of that asks ctx in the end.
func each[T any](ctx context.Context, list []T) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for i := range list {
			if placement.Interrupted(ctx, i) != nil || !yield(&list[i]) {
				return
			}
		}
	}
}

// members are the clusters of a fleet, and its other targets as clusters that have nothing but labels.
func members(ctx context.Context, inv *placement.Inventory) iter.Seq[*placement.Cluster] {
	return func(yield func(*placement.Cluster) bool) {
		for c := range each(ctx, inv.Clusters) {
			if !yield(c) {
				return
			}
		}
		var member placement.Cluster
		for target := range each(ctx, inv.Targets) {
			if member.Labels = target.Labels; !yield(&member) {
				return
			}
		}
	}
}
