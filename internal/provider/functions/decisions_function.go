// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// EncodeDecisions writes decisions in the forms of others.
//
// # Function encode_decisions
//
// Writes the decisions of a placement as a list of objects for tools that read them:
//
//   - `ocm`: PlacementDecisions of Open Cluster Management, with the labels of their groups and at most 100 clusters each. The
//     decisions are their status, which a tool has to write, too.
//   - `sig-multicluster`: PlacementDecisions of SIG Multicluster (KEP-5313, `multicluster.x-k8s.io/v1alpha1`), each decision with
//     a reference to the ClusterProfile of the cluster in the namespace of the PlacementDecision, and the reason.
//   - `argocd`: the elements of a list generator of an ApplicationSet of Argo CD, with `cluster`, `group` and `groupName`, by
//     which steps of a `RollingSync` can select them. With `jsonencode` they fit into `elementsYaml`.
//   - `multikueue`: a MultiKueueConfig of Kueue (`kueue.x-k8s.io/v1beta2`), named as the placement, and a MultiKueueCluster for
//     each cluster that refers to the ClusterProfile of its name. They are in the order of `decisions`, the best first, which the
//     incremental dispatcher follows. Kueue needs its feature gate `MultiKueueClusterProfile`. No cluster, or more than 20, is an
//     error.
//
// A placement that chose no clusters has one empty PlacementDecision, as on a hub, and no elements.
var EncodeDecisions = framework.Function{
	Name: "encode_decisions", Call: encodeDecisions,
	Summary: "Write decisions in the form of other tools",
	Parameters: []function.Parameter{
		function.DynamicParameter{
			Name: "placement", AllowUnknownValues: true,
			MarkdownDescription: "A resource or data source `multicluster_placement`, `multicluster_placement_decisions`, or the " +
				"result of `place`. Objects need its `name`; PlacementDecisions have it as the value of a label, and its `namespace`.",
		},
		function.StringParameter{Name: "form", MarkdownDescription: "`ocm`, `sig-multicluster`, `argocd` or `multikueue`."},
	},
	Return: function.DynamicReturn{},
}

func encodeDecisions(_ context.Context, read *framework.Readers, arguments framework.ArgumentValues) (any, error) {
	given, form := arguments.Input(0), decisions.DecisionForm(arguments.Text(1))
	if !slices.Contains(decisions.DecisionForms, form) {
		err := excerpt.NotSupported(field.NewPath("form"), form, decisions.DecisionForms)
		return nil, framework.ArgumentMistake(1, excerpt.FoundAndWanted(err))
	}
	switch {
	case given.IsUnknown():
		return tfvalue.Unknown, nil
	case given.IsNull():
		return nil, framework.ArgumentMistake(0, "found null; pass a placement")
	}
	reader := read.Reader()
	published := readDecisions(reader, given, form)
	if err := framework.ReadError(0, reader); err != nil {
		return nil, err
	}
	if len(reader.Unknown()) > 0 {
		return tfvalue.Unknown, nil
	}
	return decisions.WriteDecisions(published, form)
}

// readDecisions reads what is published of a placement. Other attributes are not used and may be unknown.
func readDecisions(reader *tfvalue.Reader, v tfvalue.Input, form decisions.DecisionForm) *decisions.PublishedDecisions {
	published := &decisions.PublishedDecisions{}
	attributes, ok := reader.Attributes(v, nil)
	if !ok {
		return published
	}
	var chosen []planner.Decision
	var groups planner.Groups
	required := []string{"decisions", "decision_groups", "decision_group_names"}
	switch form {
	case decisions.ArgoCDElements:
		required = required[1:]
	case decisions.MultiKueueObjects:
		required = required[:1]
	}
	if form != decisions.ArgoCDElements {
		reader.Read(attributes["name"], &published.Name, tfvalue.Root("name"))
		reader.Read(attributes["namespace"], &published.Namespace, tfvalue.Root("namespace"))
	}
	into := map[string]any{
		"decisions": &chosen, "decision_groups": &groups.DecisionGroups, "decision_group_names": &groups.DecisionGroupNames,
	}
	for _, name := range required {
		if value, ok := attributes[name]; !ok || value.IsNull() {
			reader.Refuse(tfvalue.Root(name), "the attribute must be set: pass a placement, or its decisions, decision_groups and "+
				"decision_group_names")
			return published
		}
		reader.Read(attributes[name], into[name], tfvalue.Root(name))
	}
	reasons := make(map[string]string, len(chosen))
	for _, d := range chosen {
		published.Ranked = append(published.Ranked, d.ClusterName)
		reasons[d.ClusterName] = d.Reason
	}
	for _, g := range groups.List() {
		group := decisions.PublishedGroup{Name: g.Name}
		for _, name := range g.Clusters {
			group.Clusters = append(group.Clusters, decisions.PublishedCluster{Name: name, Reason: reasons[name]})
		}
		published.Groups = append(published.Groups, group)
	}
	return published
}

// DecodeManifests reads the objects in a text.
//
// # Function decode_manifests
//
// Reads the objects in a text of YAML or JSON, with any number of documents, into a list of values, for `manifests` of
// `multicluster_manifest_work`: a plan shows the fields of values that change. `yamldecode` reads one document only. A List is
// split into its items, empty documents and fields that are null are left out, and a key that is there twice is an error.
var DecodeManifests = framework.Function{
	Name: "decode_manifests", Call: decodeManifests,
	Summary:    "Read the objects in a text of manifests",
	Parameters: framework.Text("manifests", "A text of Kubernetes objects, YAML or JSON."),
	Return:     function.DynamicReturn{},
}

func decodeManifests(ctx context.Context, _ *framework.Readers, arguments framework.ArgumentValues) (any, error) {
	documents, err := document.Objects(ctx, arguments.Text(0))
	objects := lists.Map(documents, func(o document.Object) map[string]any { return o.Fields })
	return objects, err
}
