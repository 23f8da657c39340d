// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// requirement is one part of what the placement requires of a cluster. Those that exclude clusters are not among these: a cluster
// that fails one of them has the value that its reason quotes.
type requirement struct {
	// at is where the placement has it, in the words of HCL.
	at    string
	space *nameSpace
	name  string
	// wanted are the values of which the cluster must have one. They are empty if any value is accepted, or if met compares it.
	wanted []string
	// met is nil for a requirement that wanted describes.
	met func(c *placement.Cluster) bool
	// text is what met wants.
	text string
}

// unmetShown is how many requirements are looked for in the fleet.
const unmetShown = 20

// unmet has a paragraph for each requirement of the placement that no cluster of the fleet meets, with the nearest name and the
// values in the fleet. It is empty if some cluster meets each of them, or if it was interrupted.
func (r *Request) unmet(ctx context.Context, inv *placement.Inventory) string {
	var text strings.Builder
	all := r.requirements()
	for i := range all[:min(len(all), unmetShown)] {
		if why := all[i].unmet(ctx, inv); why != "" {
			fmt.Fprintf(&text, "\n\n%s: %s", all[i].at, why)
		}
	}
	if ctx.Err() != nil {
		return ""
	}
	return text.String()
}

// requirements are those of the terms of the placement, in their order.
func (r *Request) requirements() (list []requirement) {
	for _, term := range r.Terms() {
		list = appendRequired(list, term.Name, labelKeys, term.Labels)
		list = appendRequired(list, term.Name, claimNames, term.Claims)
		for _, e := range term.Properties {
			text := strings.Join(append([]string{e.Operator}, e.Values...), " ")
			list = append(list, requirement{at: term.Name, space: propertyNames, name: e.Name, met: e.Met, text: text})
		}
	}
	return list
}

// appendRequired appends what a selector requires a cluster to have.
func appendRequired(list []requirement, path string, space *nameSpace, selector *metav1.LabelSelector) []requirement {
	if selector == nil {
		return list
	}
	for _, key := range slices.Sorted(maps.Keys(selector.MatchLabels)) {
		list = append(list, requirement{at: path, space: space, name: key, wanted: []string{selector.MatchLabels[key]}})
	}
	for i := range selector.MatchExpressions {
		switch e := &selector.MatchExpressions[i]; e.Operator {
		case metav1.LabelSelectorOpIn:
			list = append(list, requirement{at: path, space: space, name: e.Key, wanted: e.Values})
		case metav1.LabelSelectorOpExists:
			list = append(list, requirement{at: path, space: space, name: e.Key})
		}
	}
	return list
}

// unmet says that no cluster meets the requirement; empty if one does.
func (q *requirement) unmet(ctx context.Context, inv *placement.Inventory) string {
	values := q.values(ctx, inv, q.name, q.isMet)
	if values == nil {
		return ""
	}
	what := q.space.what + " " + excerpt.Quote(q.name)
	if len(values) > 0 {
		return what + q.otherValues(values)
	}
	if q.met != nil {
		return "" // A property that no cluster has is a warning: see mentions.
	}
	what += " exists on no cluster"
	names := q.space.names(ctx, inv)
	near := nearestName(q.name, names)
	switch {
	case len(names) == 0:
		return fmt.Sprintf("%s; the clusters have no %ss.", what, q.space.what)
	case near == "":
		return fmt.Sprintf("%s; the %ss are %s.", what, q.space.what, excerpt.List(names, ", "))
	}
	values = q.values(ctx, inv, near, nil)
	return fmt.Sprintf("%s; did you mean %s (values: %s)?", what, excerpt.Quote(near), listValues(values))
}

// otherValues says that no cluster has a wanted value, and which there are.
func (q *requirement) otherValues(values []string) string {
	if q.met != nil {
		return fmt.Sprintf(" is %s on no cluster; its values are %s.", excerpt.Text(q.text), listValues(values))
	}
	quoted, near := make([]string, len(q.wanted)), ""
	for i, value := range q.wanted {
		quoted[i] = strconv.Quote(value)
		if near == "" && i < excerpt.Items {
			near = excerpt.Nearest(value, values)
		}
	}
	text := fmt.Sprintf(" is %s on no cluster", excerpt.List(quoted, " or "))
	if near == "" {
		return fmt.Sprintf("%s; its values are %s.", text, listValues(values))
	}
	return fmt.Sprintf("%s; did you mean %s (values: %s)?", text, excerpt.Quote(near), listValues(values))
}

// isMet reports whether a cluster meets the requirement; present says that it has the value.
func (q *requirement) isMet(c *placement.Cluster, value string, present bool) bool {
	if q.met != nil {
		return q.met(c)
	}
	return present && (len(q.wanted) == 0 || slices.Contains(q.wanted, value))
}

// values are the values that clusters have of a name, sorted: nil if a cluster is met, and empty and not nil if no cluster has
// the name.
func (q *requirement) values(
	ctx context.Context, inv *placement.Inventory, name string, met func(c *placement.Cluster, value string, present bool) bool,
) []string {
	known := map[string]bool{}
	for c := range members(ctx, inv) {
		value, present := q.space.value(c, name)
		if met != nil && met(c, value, present) {
			return nil
		}
		if present {
			known[value] = true
		}
	}
	return append([]string{}, sortedNames(known)...)
}

// listValues are the first of several values, and how many more there are.
func listValues(values []string) string {
	shown := slices.Clone(values)
	if len(shown) > 0 && shown[0] == "" {
		shown[0] = `""`
	}
	return excerpt.List(shown, ", ")
}
