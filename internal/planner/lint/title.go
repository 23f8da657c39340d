// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
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
	parts = append(parts, dialectOf(p).summary(p)...)
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return excerpt.Line(strings.Join(strings.Fields(strings.Join(parts, ", ")), " "), summaryBytes)
}

func wantedClusters(n *int32) string {
	if n == nil {
		return ""
	}
	return excerpt.Count(int(*n), "cluster")
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
