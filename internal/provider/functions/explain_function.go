// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/explain"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Explain explains a placement or a rollout as Markdown.
//
// # Function explain
//
// Writes a placement, a rollout, rendered manifests, a simulation, a resilience, a cluster or a comparison as Markdown, for a
// comment on a pull request.
//
// **Placement:** what moved with the last change and why, the chosen clusters with scores and reasons, and how many clusters were
// not chosen for which reason; with a report, each of them. With a hub, it begins with what the hub is expected to decide, until
// it has decided.
//
// **Rollout:** how far it is, what it waits for, what the last steps changed and why, and a Mermaid flowchart of the waves, which
// GitHub draws.
//
// **Rendered manifests:** what overrides change on which clusters, and which clusters the hub would leave without an update.
//
// **Simulation:** for each step, which placements are not satisfied, what moves and why, and a flowchart of the
// `failure_domains`.
//
// **Resilience:** how many clusters may fail, a flowchart of the bottlenecks, the losses that change most, and the placements
// that survive least.
//
// **Cluster:** what is there, what a drain does, and what would bring a placement.
//
// **Comparison:** the verdict of each pair, the smallest change after which they differ, and what both say of the clusters.
var Explain = framework.Function{
	Name: "explain", Call: markdown,
	Summary: "Explain a placement, a rollout, rendered manifests or a what-if as Markdown",
	Parameters: []function.Parameter{function.DynamicParameter{
		Name: "result",
		MarkdownDescription: "A resource or data source `multicluster_placement`, `multicluster_placements` or " +
			"`multicluster_rollout`, a data source `multicluster_rendered_manifests`, `multicluster_simulation`, " +
			"`multicluster_resilience`, `multicluster_cluster_report` or `multicluster_comparison`, the result of `place`, " +
			"`place_all`, `render`, `simulate`, `resilience`, `cluster_report` or `compare_placements`, or the `report` of a " +
			"placement. Not a list or a map of them: pass one instance, " +
			"such as `multicluster_placement.web[\"eu\"]`.",
		AllowNullValue: true, // A report that was not asked for is null; the error says so.
	}},
	Return: function.StringReturn{},
}

func markdown(_ context.Context, read *framework.Readers, arguments framework.ArgumentValues) (any, error) {
	given := arguments.Input(0)
	switch {
	case given.IsNull():
		return nil, framework.ArgumentMistake(0, "found null; "+explain.Explainable+". The `report` of a placement is null without "+
			"`with_report = true`: pass the placement instead")
	case !given.IsFullyKnown():
		return tfvalue.Unknown, nil
	}
	reader := read.Reader()
	text, err := explain.Markdown(reader, given)
	if err := framework.ReadError(0, reader); err != nil {
		return nil, err
	}
	return text, err
}
