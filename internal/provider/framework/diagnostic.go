// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// MistakesShown limits the mistakes that are shown. A generated fleet may have one in every cluster.
const MistakesShown = 100

// warningsShown limits the warnings that are shown.
const warningsShown = 20

// Diagnostics are the errors of a reader as Terraform shows them.
func Diagnostics(r *tfvalue.Reader) diag.Diagnostics { return errorsAt(r, AttributePath) }

// BlockDiagnostics are the errors of a reader of blocks as Terraform shows them.
func BlockDiagnostics(r *tfvalue.Reader) diag.Diagnostics { return errorsAt(r, blockPath) }

func errorsAt(r *tfvalue.Reader, pathOf func(*tfvalue.Path) path.Path) diag.Diagnostics {
	var diags diag.Diagnostics
	for m := range r.Mistakes {
		if m.Warning {
			continue
		}
		if len(diags) == MistakesShown {
			diags.AddError("More errors", fmt.Sprintf("Only the first %d errors are shown.", MistakesShown))
			break
		}
		diags.AddAttributeError(pathOf(m.At), m.Summary, located(m))
	}
	return diags
}

// Warnings are the first Warnings of a reader. Title makes the title of one: it names what the warning is about, because
// Terraform shows only the first of several warnings of the same title.
func Warnings(r *tfvalue.Reader, title func(what string) string) diag.Diagnostics {
	var diags diag.Diagnostics
	for m := range r.Mistakes {
		if m.Warning && len(diags) < warningsShown {
			diags.AddAttributeWarning(AttributePath(m.At), title(m.Summary+" at "+excerpt.Text(m.At.String())), located(m))
		}
	}
	return diags
}

// located is the text of a mistake, with the whole path.
func located(m tfvalue.Mistake) string {
	text := m.Message
	if location := m.At.String(); location != "" {
		text = excerpt.Text(location) + ": " + text
	}
	return excerpt.Sentence(text)
}

// AttributePath is where Terraform looks for the line of a mistake: the attribute and the first step below it, which is all that
// it finds in the configuration. The text of a diagnostic has the whole path.
func AttributePath(location *tfvalue.Path) path.Path {
	steps := location.Steps()
	if len(steps) == 0 {
		return path.Empty()
	}
	attribute := path.Root(steps[0].Name)
	switch {
	case len(steps) == 1:
		return attribute
	case steps[1].Name != "":
		return attribute.AtMapKey(steps[1].Name)
	}
	return atStep(attribute, steps[1])
}

// blockPath is where Terraform looks for the line of a mistake in blocks, which it finds at any depth.
func blockPath(location *tfvalue.Path) path.Path {
	p := path.Empty()
	for _, step := range location.Steps() {
		p = atStep(p, step)
	}
	return p
}

func atStep(p path.Path, step tfvalue.Step) path.Path {
	switch {
	case step.IsKey:
		return p.AtMapKey(step.Key)
	case step.Name == "":
		return p.AtListIndex(step.Index)
	}
	return p.AtName(step.Name)
}

// Findings are findings about a struct as Terraform shows them.
func Findings[T any](findings finding.List) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, f := range findings {
		location, text := tfvalue.Locate(nil, reflect.TypeFor[T](), f.At), f.Text
		if shown := location.String(); len(location.Steps()) > 1 && !strings.HasPrefix(text, shown+": ") {
			text = excerpt.Text(shown) + ": " + text
		}
		switch {
		case f.At == "" && f.Warning:
			diags.AddWarning(f.Title, text)
		case f.At == "":
			diags.AddError(f.Title, text)
		case f.Warning:
			diags.AddAttributeWarning(AttributePath(location), f.Title, text)
		default:
			diags.AddAttributeError(AttributePath(location), f.Title, text)
		}
	}
	return diags
}
