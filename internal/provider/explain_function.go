package provider

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/render"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// explainFunction writes the result of a placement for readers.
type explainFunction struct{}

func newExplainFunction() function.Function { return explainFunction{} }

// Metadata names the function.
func (explainFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "explain"
}

// Definition describes the function.
func (explainFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Explain a placement as Markdown",
		MarkdownDescription: "Writes the result of a placement as Markdown, for a comment on a pull request: the decisions with scores and reasons, and why " +
			"each of the other clusters was not chosen.",
		Parameters: []function.Parameter{function.DynamicParameter{
			Name:                "result",
			MarkdownDescription: "A resource or data source `multicluster_placement`, the result of `place`, or the `report` of one of them.",
		}},
		Return: function.StringReturn{},
	}
}

// Run explains.
func (explainFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var argument types.Dynamic
	if resp.Error = req.Arguments.Get(ctx, &argument); resp.Error != nil {
		return
	}
	given, err := argument.UnderlyingValue().ToTerraformValue(ctx)
	if err != nil {
		resp.Error = function.NewFuncError(err.Error())
		return
	}
	value, reader, at := tfvalue.Of(given), newReader(), (*tfvalue.Path)(nil)
	if !value.IsString() {
		attributes, ok := reader.Attributes(value, at)
		if !ok {
			resp.Error = argumentError(diagnostics(reader))
			return
		}
		at = tfvalue.Root("report")
		if value = attributes["report"]; value.IsNull() {
			resp.Error = argumentMistake(0, "the argument has no `report` attribute; pass the result of `place` or a `multicluster_placement`.")
			return
		}
	}
	text := reader.Text(value, at)
	if resp.Error = argumentError(diagnostics(reader)); resp.Error != nil {
		return
	}
	var report placement.Report
	err = json.Unmarshal([]byte(text), &report)
	if err == nil && report.Clusters == nil {
		err = errors.New("it has no clusters")
	}
	if err == nil && !slices.Contains(placement.Dialects, report.Dialect) {
		err = errors.New("it has no dialect")
	}
	if err != nil {
		resp.Error = argumentMistake(0, "report: not the report of a placement: "+err.Error())
		return
	}
	resp.Error = resp.Result.Set(ctx, render.Markdown(&report))
}
