// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementconfig

import (
	"maps"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
)

// DataSourceSchema describes the data source.
func DataSourceSchema() schema.Schema {
	return schema.Schema{
		MarkdownDescription: "Decides which clusters of a fleet get a workload, as the scheduler of the hub would, while " +
			"Terraform plans. The decisions are known in the very first plan and can drive `for_each`.\n\n" +
			"If `clusters` and `manifests` are not set, the provider's `manifests` or `hub` are used. On a hub, existing " +
			"PlacementDecisions of this placement, its bindings with the latest policy snapshot, or the status of the PlacementRule " +
			"count as its previous decisions. The result is what the hub's scheduler would decide next. It is fixed in the plan. Only " +
			"`get` and `list` are needed; the guide *Reference: the fleet* lists the permissions.\n\n" +
			"Pass values that come from managed resources through a `local` or a module output: Terraform defers " +
			"reading a data source until apply if one of its arguments refers directly to a resource with pending " +
			"changes, even if all values are known. The guide *Decisions at plan time* explains the details.",
		Attributes: framework.Join(
			framework.Arguments[planner.Request](
				"name", "namespace", "on_unsatisfied", "now", DialectOCM, DialectKubeFleet, DialectHybrid, "decision_strategy", "offers",
			),
			framework.Arguments[planner.Details]("with_report", "with_labels", "with_claims"),
			FleetAttributes(), framework.ComputedAttributes[planner.OfferedOutputs](),
		),
	}
}

// ResultNames has the names of the outputs. Every plan needs them several times.
var ResultNames = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(ResultAttributes())) })

// ResultAttributes are the outputs.
func ResultAttributes() map[string]schema.Attribute {
	return framework.ComputedAttributes[planner.Outputs]()
}

// ResultType is the object with the outputs of a placement to which clusters can be offered.
var ResultType = framework.TypeOf[planner.OfferedOutputs]()
