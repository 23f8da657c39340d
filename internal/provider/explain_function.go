package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/render"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// explainFunction explains a placement as Markdown.
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
		MarkdownDescription: "Writes the outputs of a placement as Markdown, for a comment on a pull request: what moved and why, the chosen " +
			"clusters with scores and reasons, and why other clusters were not chosen.\n\n" +
			"With a report, every cluster of the fleet is listed. The function `place` always returns one; the resource and the data source " +
			"do if `with_report = true`. Without it, the clusters that were not chosen are counted by reason.\n\n" +
			"`Moves` are those of the last pass that changed the decisions: those of the plan if the plan changes them.",
		Parameters: []function.Parameter{function.DynamicParameter{
			Name: "result",
			MarkdownDescription: "A resource or data source `multicluster_placement`, the result of `place`, or the `report` of one of them. " +
				"Not a list or a map of them: pass one instance, such as `multicluster_placement.web[\"eu\"]`.",
			AllowNullValue: true, // A report that was not asked for is null; the error says so.
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
	if argument.IsNull() || argument.IsUnderlyingValueNull() {
		resp.Error = argumentMistake(0, "found null; "+explainable+". The `report` of a placement is null without `with_report = true`: pass the "+
			"placement instead")
		return
	}
	given, err := argument.UnderlyingValue().ToTerraformValue(ctx)
	if err != nil {
		resp.Error = function.NewFuncError(err.Error())
		return
	}
	value := tfvalue.Of(given)
	if !value.IsFullyKnown() {
		resp.Error = resp.Result.Set(ctx, types.StringUnknown())
		return
	}
	outputs, mistake := readExplained(value)
	if mistake != nil {
		resp.Error = mistake
		return
	}
	resp.Error = resp.Result.Set(ctx, render.Markdown(outputs))
}

// explainable says what the function takes.
const explainable = "pass a resource or data source multicluster_placement, the result of place, or the report of one of them"

// explained are the attributes of a placement that the function explains. All others are ignored.
type explained struct {
	Name             string                `json:"name,omitempty"`
	Namespace        string                `json:"namespace,omitempty"`
	Decisions        []planner.Decision    `json:"decisions,omitempty"`
	DecisionGroups   []planner.Group       `json:"decisionGroups,omitempty"`
	Satisfied        bool                  `json:"satisfied,omitempty"`
	Conditions       []placement.Condition `json:"conditions,omitempty"`
	RejectionSummary map[string]int        `json:"rejectionSummary,omitempty"`
	Moves            planner.Moves         `json:"moves,omitzero"`
	NextChange       time.Time             `json:"nextChange,omitzero"`
	Report           string                `json:"report,omitempty"`
}

// readExplained reads the argument.
func readExplained(value tfvalue.Input) (*render.Outputs, *function.FuncError) {
	reader := newReader()
	if value.IsString() {
		report, err := readReport(reader.Text(value, nil))
		if err != nil {
			return nil, argumentMistake(0, fmt.Sprintf("the text is not the report of a placement: %s; %s", err, explainable))
		}
		return &render.Outputs{Report: report}, nil
	}
	attributes, ok := reader.Attributes(value, nil)
	if !ok {
		found, _, _ := strings.Cut(argumentError(diagnostics(reader)).Text, ";")
		return nil, argumentMistake(0, found+"; "+explainable)
	}
	if text := noPlacement(attributes); text != "" {
		return nil, argumentMistake(0, text+"; "+explainable)
	}
	var of explained
	reader.ReadConfig(value, &of)
	if mistake := argumentError(diagnostics(reader)); mistake != nil {
		return nil, mistake
	}
	outputs := of.outputs()
	if hybrid, ok := attributes[dialectHybrid]; ok && !hybrid.IsNull() {
		outputs.Dialect = placement.DialectHybrid
	}
	if of.Report != "" {
		var err error
		if outputs.Report, err = readReport(of.Report); err != nil {
			return nil, argumentMistake(0, fmt.Sprintf("report: not the report of a placement: %s", err))
		}
	}
	return outputs, nil
}

// noPlacement says why an object is not a placement; it is empty if it is one.
func noPlacement(attributes map[string]tfvalue.Input) string {
	var missing []string
	for _, name := range []string{"decisions", "satisfied", "rejection_summary"} {
		if _, ok := attributes[name]; !ok {
			missing = append(missing, name)
		}
	}
	report, ok := attributes["report"]
	switch {
	case len(missing) == 0 || ok && !report.IsNull():
		return ""
	case len(missing) < 3:
		return "found an object without " + strings.Join(missing, ", ")
	}
	names := slices.Sorted(maps.Keys(attributes))
	for _, key := range names {
		if of, ok := newReader().Attributes(attributes[key], nil); ok && noPlacement(of) == "" {
			return fmt.Sprintf("found an object of placements, such as [%s]; pass one of them", excerpt.Quote(key))
		}
	}
	if len(names) == 0 {
		return "found an empty object"
	}
	return "found an object with the attributes " + excerpt.List(names, ", ")
}

// readReport reads the JSON of a report.
func readReport(text string) (*placement.Report, error) {
	var report placement.Report
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		return nil, err
	}
	if report.Version > placement.ReportVersion {
		return nil, fmt.Errorf("found version %d; this release of the provider reads version %d", report.Version, placement.ReportVersion)
	}
	if report.Clusters == nil {
		return nil, errors.New("it has no clusters")
	}
	if !slices.Contains(placement.Dialects, report.Dialect) {
		return nil, errors.New("it has no dialect")
	}
	return &report, nil
}

// outputs are the attributes as they are rendered.
func (e *explained) outputs() *render.Outputs {
	of := manifest.Placement{Name: e.Name, Namespace: e.Namespace}
	outputs := &render.Outputs{
		Placement: of.FullName(), Satisfied: e.Satisfied, Conditions: e.Conditions,
		RejectionSummary: e.RejectionSummary, NextChange: e.NextChange,
		Moves: render.Moves{Joined: movesOf(e.Moves.Joined), Left: movesOf(e.Moves.Left), Stayed: e.Moves.Stayed},
	}
	for _, group := range e.DecisionGroups {
		outputs.Groups = append(outputs.Groups, group.Name)
	}
	if e.Decisions != nil {
		outputs.Decisions = make([]render.Decision, len(e.Decisions))
	}
	for i := range outputs.Decisions {
		d := &e.Decisions[i]
		outputs.Decisions[i] = render.Decision{Cluster: d.ClusterName, Score: d.Score, Group: d.Group, Reason: d.Reason}
	}
	return outputs
}

func movesOf(moves []planner.Move) []render.Move {
	rendered := make([]render.Move, len(moves))
	for i := range moves {
		rendered[i] = render.Move{Cluster: moves[i].ClusterName, Reason: moves[i].Reason}
	}
	return rendered
}
