// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Argument reads an argument of any type. At is its path in the texts; nil for an object that is the whole.
func (r *Reading) Argument(ctx context.Context, argument types.Dynamic, into any, at *tfvalue.Path) *tfvalue.Reader {
	reader := r.Reader()
	value, err := argument.UnderlyingValue().ToTerraformValue(ctx)
	if err != nil {
		reader.Refuse(at, "%s", err)
		return reader
	}
	reader.Read(tfvalue.Of(value), into, at)
	return reader
}

// ArgumentError is the error of a function about its first argument, or nil. Terraform shows it at the call; the text
// says where in the argument.
func ArgumentError(diags diag.Diagnostics) *function.FuncError {
	if !diags.HasError() {
		return nil
	}
	var lines []string
	for _, d := range diags.Errors() {
		text := d.Detail()
		if located, ok := d.(diag.DiagnosticWithPath); ok && len(located.Path().Steps()) > 0 {
			if root := located.Path().Steps()[:1].String(); !strings.HasPrefix(text, root) {
				text = root + ": " + text
			}
		}
		lines = append(lines, text)
	}
	return ArgumentMistake(0, strings.Join(lines, "\n"))
}

// ArgumentMistake is the error of a function about one of its arguments. Terraform ends the sentence, even after a question.
func ArgumentMistake(position int64, text string) *function.FuncError {
	if before, question, ok := cutLast(text, "; did you mean "); ok && strings.HasSuffix(question, "?") {
		text = before + " (did you mean " + question + ")"
	}
	return function.NewArgumentFuncError(position, strings.TrimSuffix(text, "."))
}

// cutLast cuts a text at the last separator.
func cutLast(text, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(text, separator); i >= 0 {
		return text[:i], text[i+len(separator):], true
	}
	return text, "", false
}

// Returned makes the result of a function.
func Returned(ctx context.Context, t attr.Type, data any, resp *function.RunResponse) {
	value, err := tfvalue.Value(t.TerraformType(ctx), data)
	if err != nil {
		resp.Error = function.NewFuncError(err.Error())
		return
	}
	result, err := t.ValueFromTerraform(ctx, value)
	if err != nil {
		resp.Error = function.NewFuncError(err.Error())
		return
	}
	resp.Error = resp.Result.Set(ctx, result)
}
