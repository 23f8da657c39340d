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
	_, set := e.changes()
	return set[0].String()
}

func (l loss) String() string { return "lose " + l.Selection.String() }

func (c addition) String() string { return "add the cluster " + excerpt.Text(c.Name) }

func (t *Taint) String() string {
	return "taint " + t.Selection.String() + " with " + excerpt.Text(t.Taint.String())
}

func (t *Untaint) String() string {
	return "remove the taints " + excerpt.Text(t.Key) + " from " + t.Selection.String()
}

func (e entries) String() string { return changed(e.what, &e.Selection, pairs(e.Set, ""), e.Remove) }

func (r *Resize) String() string {
	return "resize " + r.Selection.String() + ": " +
		excerpt.List(append(pairs(r.Resources, ""), pairs(r.Available, "available ")...), ", ")
}

func (s *Score) String() string {
	return changed("values of the score "+excerpt.Text(s.Name), &s.Selection, pairs(s.Set, ""), s.Remove)
}

func (e *Evict) String() string {
	what := "all placements of KubeFleet"
	if e.Placement != "" {
		what = excerpt.Text(e.Placement)
	}
	return "evict " + what + " from " + e.Selection.String()
}

func (s *Spec) String() string { return "change the spec of " + excerpt.Text(s.Placement) }

func (i instant) String() string { return "set the time to " + time.Time(i).UTC().Format(time.RFC3339) }

func (s *Set) String() string {
	if s.Add != nil {
		return "add the cluster set " + excerpt.Text(s.Add.Name)
	}
	return "remove the cluster set " + excerpt.Text(s.Remove)
}

func (b *Binding) String() string {
	format, changed := "bind the cluster set %s to the namespace %s", b.Add
	if b.Add == nil {
		format, changed = "remove the binding of the cluster set %s to the namespace %s", b.Remove
	}
	return fmt.Sprintf(format, excerpt.Text(changed.Name), excerpt.Text(changed.Namespace))
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
