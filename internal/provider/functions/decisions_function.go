// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// encodeDecisionsFunction writes decisions in the forms of others.
type encodeDecisionsFunction struct{ read *framework.Reading }

// NewEncodeDecisions makes the function encode_decisions.
func NewEncodeDecisions(read *framework.Reading) function.Function {
	return encodeDecisionsFunction{read}
}

// Metadata names the function.
func (encodeDecisionsFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "encode_decisions"
}

// Definition describes the function.
func (encodeDecisionsFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Write decisions in the form of other tools",
		MarkdownDescription: "Writes the decisions of a placement as a list of objects for tools that read them:\n\n" +
			"- `ocm`: PlacementDecisions of Open Cluster Management, with the labels of their groups and at most 100 clusters " +
			"each, as the hub names them. The decisions are the status of these objects: a tool that writes an object without its " +
			"status does not write them.\n" +
			"- `sig-multicluster`: PlacementDecisions of SIG Multicluster (KEP-5313, `multicluster.x-k8s.io/v1alpha1`), each decision " +
			"with a reference to the ClusterProfile of the same name, in the namespace of the PlacementDecision, and the reason of the " +
			"scheduler if there is one.\n" +
			"- `argocd`: the elements of a list generator of an ApplicationSet of Argo CD, with `cluster`, `group` and " +
			"`groupName`. Steps of a `RollingSync` can select them by a label with the group. With `jsonencode` they fit into " +
			"`elementsYaml`.\n\n" +
			"A placement that chose no clusters has one empty PlacementDecision, as on a hub, and no elements.",
		Parameters: []function.Parameter{
			function.DynamicParameter{
				Name: "placement", AllowUnknownValues: true,
				MarkdownDescription: "A resource or data source `multicluster_placement`, `multicluster_placement_decisions`, or the " +
					"result of `place`. PlacementDecisions need its `name`, which is the value of a label, and have its `namespace`.",
			},
			function.StringParameter{Name: "form", MarkdownDescription: "`ocm`, `sig-multicluster` or `argocd`."},
		},
		Return: function.DynamicReturn{},
	}
}

// Run writes.
func (f encodeDecisionsFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var argument types.Dynamic
	var form decisions.DecisionForm
	if resp.Error = req.Arguments.Get(ctx, &argument, (*string)(&form)); resp.Error != nil {
		return
	}
	if !slices.Contains(decisions.DecisionForms, form) {
		err := excerpt.NotSupported(field.NewPath("form"), form, decisions.DecisionForms)
		resp.Error = framework.ArgumentMistake(1, excerpt.FoundAndWanted(err))
		return
	}
	if argument.IsUnknown() || argument.IsUnderlyingValueUnknown() {
		resp.Error = resp.Result.Set(ctx, types.DynamicUnknown())
		return
	}
	if argument.IsNull() || argument.IsUnderlyingValueNull() {
		resp.Error = framework.ArgumentMistake(0, "found null; pass a placement")
		return
	}
	given, err := argument.UnderlyingValue().ToTerraformValue(ctx)
	if err != nil {
		resp.Error = function.NewFuncError(err.Error())
		return
	}
	reader := f.read.Reader()
	published := readDecisions(reader, tfvalue.Of(given), form)
	if resp.Error = framework.ArgumentError(framework.Diagnostics(reader)); resp.Error != nil {
		return
	}
	if len(reader.Unknown()) > 0 {
		resp.Error = resp.Result.Set(ctx, types.DynamicUnknown())
		return
	}
	objects, err := decisions.WriteDecisions(published, form)
	if err != nil {
		resp.Error = framework.ArgumentMistake(0, err.Error())
		return
	}
	returnObjects(ctx, objects, resp)
}

// readDecisions reads what is published of a placement. Other attributes are not used and may be unknown.
func readDecisions(reader *tfvalue.Reader, v tfvalue.Input, form decisions.DecisionForm) *decisions.PublishedDecisions {
	published := &decisions.PublishedDecisions{}
	attributes, ok := reader.Attributes(v, nil)
	if !ok {
		return published
	}
	var chosen []planner.Decision
	var groups []planner.Group
	required := []string{"decisions", "decision_groups"}
	if form == decisions.ArgoCDElements {
		required = required[1:]
	} else {
		reader.Read(attributes["name"], &published.Name, tfvalue.Root("name"))
		reader.Read(attributes["namespace"], &published.Namespace, tfvalue.Root("namespace"))
	}
	into := map[string]any{"decisions": &chosen, "decision_groups": &groups}
	for _, name := range required {
		if value, ok := attributes[name]; !ok || value.IsNull() {
			reader.Refuse(tfvalue.Root(name), "the attribute must be set: pass a placement, or its decisions and decision_groups")
			return published
		}
		reader.Read(attributes[name], into[name], tfvalue.Root(name))
	}
	reasons := make(map[string]string, len(chosen))
	for _, d := range chosen {
		reasons[d.ClusterName] = d.Reason
	}
	for _, g := range groups {
		group := decisions.PublishedGroup{Name: g.Name}
		for _, name := range g.ClusterNames {
			group.Clusters = append(group.Clusters, decisions.PublishedCluster{Name: name, Reason: reasons[name]})
		}
		published.Groups = append(published.Groups, group)
	}
	return published
}

// decodeManifestsFunction reads the objects in a text.
type decodeManifestsFunction struct{}

// NewDecodeManifests makes the function decode_manifests.
func NewDecodeManifests(*framework.Reading) function.Function { return decodeManifestsFunction{} }

// Metadata names the function.
func (decodeManifestsFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "decode_manifests"
}

// Definition describes the function.
func (decodeManifestsFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Read the objects in a text of manifests",
		MarkdownDescription: "Reads the objects in a text of YAML or JSON, with any number of documents, into a list of values, for " +
			"`manifests` of `multicluster_manifest_work`: a plan shows the fields of values that change. `yamldecode` reads one " +
			"document only. A List is split into its items, empty documents and fields that are null are left out, and a key that is " +
			"there twice is an error.",
		Parameters: []function.Parameter{function.StringParameter{
			Name: "manifests", MarkdownDescription: "A text of Kubernetes objects, YAML or JSON.",
		}},
		Return: function.DynamicReturn{},
	}
}

// Run reads.
func (decodeManifestsFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var text string
	if resp.Error = req.Arguments.Get(ctx, &text); resp.Error != nil {
		return
	}
	documents, err := document.Objects(ctx, text)
	if err != nil {
		resp.Error = framework.ArgumentMistake(0, err.Error())
		return
	}
	objects := make([]map[string]any, len(documents))
	for i := range documents {
		objects[i] = documents[i].Fields
	}
	returnObjects(ctx, objects, resp)
}

// returnObjects returns objects of any shape, as a tuple.
func returnObjects(ctx context.Context, objects []map[string]any, resp *function.RunResponse) {
	value, err := tfvalue.Value(tftypes.DynamicPseudoType, objects)
	if err != nil {
		resp.Error = function.NewFuncError(err.Error())
		return
	}
	framework.Returned(ctx, types.DynamicType, value, resp)
}
