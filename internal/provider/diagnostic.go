package provider

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// summaries are the titles of diagnostics for the kinds of mistake that Kubernetes tells apart.
var summaries = map[field.ErrorType]string{
	field.ErrorTypeInvalid:      "Invalid value",
	field.ErrorTypeNotSupported: "Unsupported value",
	field.ErrorTypeRequired:     "Missing value",
	field.ErrorTypeForbidden:    "Value not allowed",
	field.ErrorTypeDuplicate:    "Duplicate value",
	field.ErrorTypeTooLong:      "Value too long",
	field.ErrorTypeTooMany:      "Too many values",
}

// check adds the mistakes that a validation of the vocabulary found below an attribute. It leaves out those that
// unknown values may have caused: they are found when the values are known.
func (r *valueReader) check(root path.Path, errs field.ErrorList) { r.note(root, errs, false) }

// warn adds what a validation found and a hub accepts.
func (r *valueReader) warn(root path.Path, errs field.ErrorList) { r.note(root, errs, true) }

func (r *valueReader) note(root path.Path, errs field.ErrorList, warning bool) {
	for _, err := range errs {
		at := attributePath(root, err.Field)
		if r.maybeUnknown(at) {
			continue
		}
		summary, ok := summaries[err.Type]
		if !ok {
			summary = "Invalid value"
		}
		r.mistakes = append(r.mistakes, mistake{at: at, summary: summary, message: foundAndWanted(err), warning: warning})
	}
}

// foundAndWanted says what was found, if something was, and what is allowed.
func foundAndWanted(err *field.Error) string {
	text := strings.TrimPrefix(excerpt.Error(err).ErrorBody(), err.Type.String()+": ")
	switch err.Type {
	case field.ErrorTypeInvalid, field.ErrorTypeNotSupported, field.ErrorTypeDuplicate:
		return "found " + text
	}
	return text
}

// maybeUnknown reports whether an unknown value may be the cause of a mistake: it is at the path, above it, below it,
// or beside something above it, as the type of a placement is that decides what else the placement may have. At the
// top of the configuration only what is beside the path itself counts.
func (r *valueReader) maybeUnknown(at path.Path) bool {
	text, parent := at.String(), at.ParentPath().String()
	for _, unknown := range r.unknown {
		u := unknown.String()
		beside := unknown.ParentPath().String()
		if within(text, u) || within(u, text) || beside == parent || beside != "" && within(text, beside) {
			return true
		}
	}
	return false
}

// mistakesShown is how many mistakes are told. A generated fleet may have one in every cluster.
const mistakesShown = 100

// diagnostics are the mistakes as Terraform shows them. Below an attribute that is wrong nothing more is told.
func (r *valueReader) diagnostics() diag.Diagnostics {
	var diags diag.Diagnostics
	var told []string
	for _, m := range r.mistakes {
		if len(told) == mistakesShown {
			diags.AddError("More mistakes", fmt.Sprintf("These are the first %d; there are more.", mistakesShown))
			break
		}
		at := m.at.String()
		if !slices.ContainsFunc(told, func(above string) bool { return within(at, above) }) {
			told = append(told, at)
			text := m.message
			if at != "" {
				text = excerpt.Text(at) + ": " + text
			}
			if m.warning {
				diags.AddAttributeWarning(m.at, m.summary, sentence(text))
				continue
			}
			diags.AddAttributeError(m.at, m.summary, sentence(text))
		}
	}
	return diags
}

// within reports whether a path is another one or below it.
func within(at, above string) bool {
	rest, ok := strings.CutPrefix(at, above)
	return ok && (rest == "" || above == "" || rest[0] == '.' || rest[0] == '[')
}

func sentence(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "^") {
		return text
	}
	return text + "."
}

// mapAttributes are the attributes whose elements have keys.
var mapAttributes = map[string]bool{
	"labels": true, "annotations": true, "claims": true, "match_labels": true, "allocatable": true, "capacity": true,
	"available": true, "properties": true,
}

// attributePath turns a field path of Kubernetes, such as "predicates[0].requiredClusterSelector", into the path of
// the attribute below root.
func attributePath(root path.Path, fieldPath string) path.Path {
	at, last := root, ""
	for fieldPath != "" {
		if fieldPath[0] == '[' {
			key, rest, _ := strings.Cut(fieldPath[1:], "]")
			if index, err := strconv.Atoi(key); err == nil && !mapAttributes[last] {
				at = at.AtListIndex(index)
			} else {
				at = at.AtMapKey(key)
			}
			fieldPath = strings.TrimPrefix(rest, ".")
			continue
		}
		end := strings.IndexAny(fieldPath, ".[")
		if end < 0 {
			end = len(fieldPath)
		}
		last = snakeCase(fieldPath[:end])
		at = at.AtName(last)
		fieldPath = strings.TrimPrefix(fieldPath[end:], ".")
	}
	return at
}
