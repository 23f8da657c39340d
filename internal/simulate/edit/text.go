// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package edit

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// String is what the edit does, such as "taint eu-1 with maintenance:NoSchedule".
func (e *Edit) String() string {
	switch {
	case e.Lose != nil:
		return "lose " + e.Lose.String()
	case e.Add != nil:
		return "add the cluster " + excerpt.Text(e.Add.Name)
	case e.Taint != nil:
		return "taint " + e.Taint.Selection.String() + " with " + excerpt.Text(e.Taint.Taint.String())
	case e.Untaint != nil:
		return "remove the taints " + excerpt.Text(e.Untaint.Key) + " from " + e.Untaint.Selection.String()
	case e.Label != nil:
		return e.Label.text("labels")
	case e.Claim != nil:
		return e.Claim.text("claims")
	case e.Property != nil:
		return e.Property.text("properties")
	case e.Resize != nil:
		return "resize " + e.Resize.Selection.String() + ": " +
			excerpt.List(append(pairs(e.Resize.Resources, ""), pairs(e.Resize.Available, "available ")...), ", ")
	case e.Score != nil:
		return changed("values of the score "+excerpt.Text(e.Score.Name), &e.Score.Selection, pairs(e.Score.Set, ""), e.Score.Remove)
	case e.Evict != nil && e.Evict.Placement != "":
		return "evict " + excerpt.Text(e.Evict.Placement) + " from " + e.Evict.Selection.String()
	case e.Evict != nil:
		return "evict all placements of KubeFleet from " + e.Evict.Selection.String()
	case e.Spec != nil:
		return "change the spec of " + excerpt.Text(e.Spec.Placement)
	case !e.At.IsZero():
		return "set the time to " + e.At.UTC().Format(time.RFC3339)
	}
	return e.setText()
}

// setText is what an edit of a cluster set or of its binding does.
func (e *Edit) setText() string {
	switch {
	case e.Set != nil && e.Set.Add != nil:
		return "add the cluster set " + excerpt.Text(e.Set.Add.Name)
	case e.Set != nil:
		return "remove the cluster set " + excerpt.Text(e.Set.Remove)
	case e.Binding != nil && e.Binding.Add != nil:
		return fmt.Sprintf("bind the cluster set %s to the namespace %s", excerpt.Text(e.Binding.Add.Name),
			excerpt.Text(e.Binding.Add.Namespace))
	case e.Binding != nil:
		return fmt.Sprintf("remove the binding of the cluster set %s to the namespace %s", excerpt.Text(e.Binding.Remove.Name),
			excerpt.Text(e.Binding.Remove.Namespace))
	}
	return ""
}

func (t *Texts) text(what string) string {
	return changed(what, &t.Selection, pairs(t.Set, ""), t.Remove)
}

// changed is what an edit sets and removes.
func changed(what string, selection *Selection, set, removed []string) string {
	var parts []string
	if len(set) > 0 {
		parts = append(parts, "set "+excerpt.List(set, ", "))
	}
	if len(removed) > 0 {
		parts = append(parts, "remove "+excerpt.List(removed, ", "))
	}
	return "change the " + what + " of " + selection.String() + ": " + strings.Join(parts, "; ")
}

// pairs are the entries of a map, by name.
func pairs[T any](values map[string]T, prior string) (list []string) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		list = append(list, fmt.Sprintf("%s%s=%v", prior, name, values[name]))
	}
	return list
}

// String is the clusters that are selected.
func (s *Selection) String() string {
	if s.Selector == nil {
		return excerpt.List(s.Clusters, ", ")
	}
	what := "clusters"
	if s.Kind != "" {
		what = string(s.Kind) + "s"
	}
	selected := excerpt.Text(s.Selector.String())
	if selected == "" {
		return "all " + what
	}
	return "the " + what + " with " + selected
}
