// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Mistakes yields the mistakes in the order in which they were found. Below a value that is wrong there are no more. A mistake
// that is the same in several elements of a list, as a generated list has it, is one, with the number of the others.
func (r *Reader) Mistakes(yield func(Mistake) bool) {
	var shown []Mistake
	reported, first, others := map[string]bool{}, map[string]int{}, map[int]int{}
	for _, m := range r.mistakes {
		if isBelow(m.At, reported) {
			continue
		}
		if !m.Warning {
			reported[m.At.String()] = true
		}
		if m.repeats != "" {
			key := r.pattern(m.At) + " " + m.repeats
			if i, ok := first[key]; ok {
				others[i]++
				continue
			}
			first[key] = len(shown)
		}
		shown = append(shown, m)
	}
	for i, m := range shown {
		switch n := others[i]; {
		case n == 1:
			m.Message += ". 1 more element has the same mistake"
		case n > 1:
			m.Message += ". " + excerpt.Count(n, "more element") + " have the same mistake"
		}
		if !yield(m) {
			return
		}
	}
}

// Err is the first mistake that is more than a warning; nil if there is none.
func (r *Reader) Err() error {
	for m := range r.Mistakes {
		if !m.Warning {
			return fmt.Errorf("%s: %s", m.At, m.Message)
		}
	}
	return nil
}

// HasMistakes reports whether a mistake is more than a warning.
func (r *Reader) HasMistakes() bool {
	return slices.ContainsFunc(r.mistakes, func(m Mistake) bool { return !m.Warning })
}

// isBelow reports whether a path, or one that contains it, is one of several.
func isBelow(path *Path, paths map[string]bool) bool {
	for len(paths) > 0 {
		switch {
		case paths[path.String()]:
			return true
		case path == nil:
			return false
		}
		path = path.Parent()
	}
	return false
}

// pattern is a path that is the same for all elements of a list.
func (r *Reader) pattern(path *Path) string {
	var pattern strings.Builder
	here := (*Path)(nil)
	for _, step := range path.Steps() {
		_, isList := r.keys[here.String()]
		here = &Path{parent: here, step: step}
		switch {
		case step.Name != "":
			pattern.WriteString("." + step.Name)
		case !step.IsKey || isList:
			pattern.WriteString("[]")
		default:
			pattern.WriteString("[" + step.Key + "]")
		}
	}
	return pattern.String()
}

// byKey is the path of an element of a map of objects that was read as a list, where it has an index.
func (r *Reader) byKey(path *Path) *Path {
	if len(r.keys) == 0 {
		return path
	}
	var here *Path
	for _, step := range path.Steps() {
		if keys := r.keys[here.String()]; step.Name == "" && !step.IsKey && step.Index < len(keys) {
			step = Step{Key: keys[step.Index], IsKey: true}
		}
		here = &Path{parent: here, step: step}
	}
	return here
}
