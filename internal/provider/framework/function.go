// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Terraform cannot interrupt a function, so one call is bounded.
const (
	// FunctionCELCost bounds the CEL expressions. One that compares some labels costs 10 to 100 for one cluster.
	FunctionCELCost = 500_000_000
	// FunctionTime bounds the whole call, because the cost of an expression says little about its time.
	FunctionTime = 10 * time.Second
)

// Function is a function of the provider.
type Function struct {
	// Name is what has the description in a comment, after the heading "# Function NAME".
	Name, Summary string
	Parameters    []function.Parameter
	// Variadic is nil for a function without further parameters.
	Variadic function.Parameter
	Return   function.Return
	// Limit bounds a call; 0 means no bound. It can only turn a result into an error.
	Limit time.Duration
	// Slow names what may take too long, and Instead is what to use in place of the function then. Without them, the error of the
	// call is shown.
	Slow, Instead string
	// Call returns the data of the result. An error that is no *function.FuncError is one about the first argument.
	Call func(ctx context.Context, read *Readers, arguments ArgumentValues) (any, error)
}

// ArgumentValues are the arguments of a call, in the order of the parameters. Those of the variadic parameter are one tuple.
type ArgumentValues []tftypes.Value

// Text is an argument that is a text.
func (a ArgumentValues) Text(position int) string { return a.Input(position).Text() }

// Input is an argument as a reader reads it. One of any type may be null or unknown, if the parameter allows it.
func (a ArgumentValues) Input(position int) tfvalue.Input { return tfvalue.Of(a[position]) }

// Object are the parameters of a function that takes a structured value alone.
func Object(name, description string) []function.Parameter {
	return []function.Parameter{function.DynamicParameter{Name: name, MarkdownDescription: description}}
}

// Text are the parameters of a function that takes a text.
func Text(name, description string) []function.Parameter {
	return []function.Parameter{function.StringParameter{Name: name, MarkdownDescription: description}}
}

// ObjectOf is the result of a function that returns a struct.
func ObjectOf[T any]() function.Return {
	return function.ObjectReturn{AttributeTypes: TypeOf[T]().AttrTypes}
}

// New makes the function.
func (f Function) New(read *Readers) function.Function { return callable{f, read} }

// callable is a function as the framework calls it.
type callable struct {
	function Function
	read     *Readers
}

// Metadata names the function.
func (f callable) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = f.function.Name
}

// Definition describes the function.
func (f callable) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             f.function.Summary,
		MarkdownDescription: describe.Page("Function " + f.function.Name),
		Parameters:          f.function.Parameters, VariadicParameter: f.function.Variadic, Return: f.function.Return,
	}
}

// Run calls the function.
func (f callable) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	if f.function.Limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.function.Limit)
		defer cancel()
	}
	data, err := f.call(ctx, req.Arguments)
	var mistake *function.FuncError
	switch {
	case err == nil:
		mistake = f.set(ctx, data, resp)
	case !errors.As(err, &mistake):
		mistake = ArgumentMistake(0, err.Error())
	}
	if mistake != nil && f.function.Slow != "" && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		mistake = ArgumentMistake(0, f.function.Slow+" takes more than "+excerpt.Duration(f.function.Limit)+", and Terraform "+
			"cannot interrupt a function. Use "+f.function.Instead)
	}
	resp.Error = mistake
}

// call calls the function with its arguments.
func (f callable) call(ctx context.Context, data function.ArgumentsData) (any, error) {
	arguments := make(ArgumentValues, len(f.function.Parameters), len(f.function.Parameters)+1)
	if f.function.Variadic != nil {
		arguments = append(arguments, tftypes.Value{})
	}
	for i := range arguments {
		var value attr.Value
		if mistake := data.GetArgument(ctx, i, &value); mistake != nil {
			return nil, mistake
		}
		var err error
		if arguments[i], err = value.ToTerraformValue(ctx); err != nil {
			return nil, function.NewArgumentFuncError(int64(i), err.Error())
		}
	}
	return f.function.Call(ctx, f.read, arguments)
}

// set sets the result.
func (f callable) set(ctx context.Context, data any, resp *function.RunResponse) *function.FuncError {
	t := f.function.Return.GetType()
	value, err := tfvalue.Value(t.TerraformType(ctx), data)
	if err != nil {
		return function.NewFuncError(err.Error())
	}
	result, err := t.ValueFromTerraform(ctx, value)
	if err != nil {
		return function.NewFuncError(err.Error())
	}
	return resp.Result.Set(ctx, result)
}

// Argument reads an argument. Location is its path in the texts; nil for an object that is the whole.
func (r *Readers) Argument(argument tfvalue.Input, into any, location *tfvalue.Path) *tfvalue.Reader {
	reader := r.Reader()
	reader.Read(argument, into, location)
	return reader
}

// ReadError is the error of a function about an argument that was read with mistakes, or nil.
func ReadError(position int64, r *tfvalue.Reader) error {
	return ArgumentError(position, Diagnostics(r))
}

// ArgumentError is the error of a function about an argument, or nil. Terraform shows it at the call; the text says where in the
// argument.
func ArgumentError(position int64, diags diag.Diagnostics) error {
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
	return ArgumentMistake(position, strings.Join(lines, "\n"))
}

// ArgumentMistake is the error of a function about one of its arguments. Terraform ends the sentence, even after a question.
func ArgumentMistake(position int64, text string) *function.FuncError {
	if head, question, ok := cutLast(text, "; did you mean "); ok && strings.HasSuffix(question, "?") {
		text = head + " (did you mean " + question + ")"
	}
	return function.NewArgumentFuncError(position, strings.TrimSuffix(text, "."))
}

// cutLast cuts a text at the last separator.
func cutLast(text, separator string) (head, after string, ok bool) {
	if i := strings.LastIndex(text, separator); i >= 0 {
		return text[:i], text[i+len(separator):], true
	}
	return text, "", false
}
