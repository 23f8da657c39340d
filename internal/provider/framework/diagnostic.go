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
	if at := m.At.String(); at != "" {
		text = excerpt.Text(at) + ": " + text
	}
	return excerpt.Sentence(text)
}

// AttributePath is where Terraform looks for the line of a mistake: the attribute and the first step below it, which is all that
// it finds in the configuration. The text of a diagnostic has the whole path.
func AttributePath(at *tfvalue.Path) path.Path {
	p := path.Empty()
	for i, step := range at.Steps() {
		switch {
		case i == 0:
			p = p.AtName(step.Name)
		case i > 1:
			return p
		case step.IsKey:
			p = p.AtMapKey(step.Key)
		case step.Name == "":
			p = p.AtListIndex(step.Index)
		default:
			p = p.AtMapKey(step.Name)
		}
	}
	return p
}

// blockPath is where Terraform looks for the line of a mistake in blocks, which it finds at any depth.
func blockPath(at *tfvalue.Path) path.Path {
	p := path.Empty()
	for _, step := range at.Steps() {
		switch {
		case step.IsKey:
			p = p.AtMapKey(step.Key)
		case step.Name == "":
			p = p.AtListIndex(step.Index)
		default:
			p = p.AtName(step.Name)
		}
	}
	return p
}

// Findings are findings about a struct as Terraform shows them.
func Findings[T any](found finding.List) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, f := range found {
		at, text := tfvalue.Locate(nil, reflect.TypeFor[T](), f.At), f.Text
		if shown := at.String(); len(at.Steps()) > 1 && !strings.HasPrefix(text, shown+": ") {
			text = excerpt.Text(shown) + ": " + text
		}
		switch {
		case f.At == "" && f.Warning:
			diags.AddWarning(f.Title, text)
		case f.At == "":
			diags.AddError(f.Title, text)
		case f.Warning:
			diags.AddAttributeWarning(AttributePath(at), f.Title, text)
		default:
			diags.AddAttributeError(AttributePath(at), f.Title, text)
		}
	}
	return diags
}
