package provider

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// readArgument reads an argument of any type. A field that is left out is as it is; one that does not exist is a mistake.
func readArgument(ctx context.Context, argument types.Dynamic, into any) *tfvalue.Reader {
	reader := &tfvalue.Reader{Further: furtherAttributes()}
	value, err := argument.UnderlyingValue().ToTerraformValue(ctx)
	if err != nil {
		reader.Refuse(nil, "%s", err)
		return reader
	}
	reader.Read(value, into, nil)
	return reader
}

// furtherAttributes are what resources and data sources have beside the fields of the vocabulary. A function is given them
// as they are and has no use for these.
var furtherAttributes = sync.OnceValue(func() func(reflect.Type) []string {
	further := map[reflect.Type][]string{
		reflect.TypeFor[manifest.Placement]():       slices.Collect(maps.Keys(placementResourceSchema().Attributes)),
		reflect.TypeFor[placement.Cluster]():        {"id", "cluster_set"},
		reflect.TypeFor[placement.ClusterSet]():     {"id", "clusters", "member_names"},
		reflect.TypeFor[placement.Binding]():        {"id"},
		reflect.TypeFor[placement.Score]():          {"id"},
		reflect.TypeFor[planner.PreviousDecision](): {"group", "group_name"},
	}
	return func(of reflect.Type) []string { return further[of] }
})

// argumentError is the error of a function about its first argument, or nil. Terraform shows it at the call; the text
// says where in the argument.
func argumentError(diags diag.Diagnostics) *function.FuncError {
	if !diags.HasError() {
		return nil
	}
	var lines []string
	for _, d := range diags.Errors() {
		text := d.Detail()
		if located, ok := d.(diag.DiagnosticWithPath); ok && !strings.HasPrefix(text, located.Path().String()) {
			text = located.Path().String() + ": " + text
		}
		lines = append(lines, text)
	}
	return argumentMistake(0, strings.Join(lines, "\n"))
}

// argumentMistake is the error of a function about one of its arguments. Terraform ends the sentence.
func argumentMistake(position int64, text string) *function.FuncError {
	return function.NewArgumentFuncError(position, strings.TrimSuffix(text, "."))
}

// returned makes the result of a function.
func returned(ctx context.Context, t attr.Type, data any, resp *function.RunResponse) {
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

// objectType is the type of an object with some attributes of a schema.
func objectType(attributes map[string]schema.Attribute, names ...string) types.ObjectType {
	t := types.ObjectType{AttrTypes: make(map[string]attr.Type, len(names))}
	for _, name := range names {
		t.AttrTypes[name] = attributes[name].GetType()
	}
	return t
}
