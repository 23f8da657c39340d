// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

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

// summaries has the titles of the error types of Kubernetes.
var summaries = map[field.ErrorType]string{
	field.ErrorTypeInvalid:      "Invalid value",
	field.ErrorTypeNotSupported: "Unsupported value",
	field.ErrorTypeRequired:     "Missing required attribute",
	field.ErrorTypeForbidden:    "Value not allowed",
	field.ErrorTypeDuplicate:    "Duplicate value",
	field.ErrorTypeTooLong:      "Value too long",
	field.ErrorTypeTooMany:      "Too many values",
}

// Summary is the title of a type of mistakes.
func Summary(kind field.ErrorType) string {
	if summary, ok := summaries[kind]; ok {
		return summary
	}
	return summaries[field.ErrorTypeInvalid]
}

// Check adds the mistakes that a validation has found in a value, which was read at root into what of points to. It leaves
// out those that unknown values may have caused: they are found when the values are known.
func (r *Reader) Check(root *Path, value any, errs field.ErrorList) {
	r.check(root, value, errs, false)
}

// Warn adds what a validation has found and accepts nevertheless.
func (r *Reader) Warn(root *Path, value any, errs field.ErrorList) { r.check(root, value, errs, true) }

func (r *Reader) check(root *Path, value any, errs field.ErrorList, warning bool) {
	for _, err := range errs {
		path := r.byKey(Locate(root, reflect.TypeOf(value), err.Field))
		required, forbidden := err.Type == field.ErrorTypeRequired, err.Type == field.ErrorTypeForbidden
		if r.maybeUnknown(path) || r.follows(path, required, forbidden) {
			continue
		}
		if prior, ok := excerpt.EarlierField(err); ok {
			renamed := *err
			renamed.Detail = strings.Replace(err.Detail, prior, Locate(nil, nil, prior).String(), 1)
			err = &renamed
		}
		summary := Summary(err.Type)
		if warning {
			summary = "has a value without effect"
		}
		r.mistakes = append(r.mistakes, Mistake{At: path, Summary: summary, Message: excerpt.FoundAndWanted(err), Warning: warning})
	}
}

// isIndependent reports whether an unknown value is in an attribute that no other one depends on, and a path in another
// attribute.
func (r *Reader) isIndependent(unknown, path *Path) bool {
	if len(r.Independent) == 0 || path == nil {
		return false
	}
	name := unknown.Steps()[0].Name
	return slices.Contains(r.Independent, name) && path.Steps()[0].Name != name
}

// maybeUnknown reports whether an unknown value may be the cause of a mistake: it is at the path, above it, below it,
// or beside something above it, as the type of a placement is that decides what else the placement may have. At the
// top of the configuration only what is beside the path itself counts.
func (r *Reader) maybeUnknown(path *Path) bool {
	text, parent := path.String(), path.Parent().String()
	for _, unknown := range r.unknown {
		u := unknown.String()
		if r.isIndependent(unknown, path) {
			continue
		}
		siblings := unknown.Parent().String()
		if within(text, u) || within(u, text) || siblings == parent || siblings != "" && within(text, siblings) {
			return true
		}
	}
	return false
}
