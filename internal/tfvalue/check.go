// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

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
