package provider

import (
	"maps"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

func placementSchema() schema.Schema {
	attributes := map[string]schema.Attribute{
		"name": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The name of the placement. PlacementDecisions are named after it, and " +
				"PlacementDecisions and bindings in `manifests` that carry this name are its earlier decisions. Defaults to `" +
				defaultName + "`.",
		},
		"namespace": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The namespace of the placement. In `ocm` the placement can use only cluster sets with a " +
				"ManagedClusterSetBinding in this namespace; without a namespace it can use all. In `kubefleet` a placement with a namespace is a " +
				"ResourcePlacement.",
		},
		"on_unsatisfied": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "What to do if the placement finds no cluster, or fewer than required: `error` " +
				"(the default) stops the plan, `warn` adds a warning, `accept` does neither. If an empty result is " +
				"accepted, every `for_each` over it is empty.",
		},
		"now": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The time of the decision (RFC 3339), which the expiry of tolerations and scores is " +
				"compared with. Defaults to the time of the plan. Do not use `timestamp()`, which is unknown until " +
				"apply; use `plantimestamp()`.",
		},
		dialectOCM: dynamic("Decide as Open Cluster Management does. The attributes are those of the `spec` of a " +
			"Placement (`cluster.open-cluster-management.io/v1beta1`)."),
		dialectKubeFleet: dynamic("Decide as KubeFleet and Azure Kubernetes Fleet Manager do. The attributes are those of " +
			"`spec.policy` of a ClusterResourcePlacement (`placement.kubernetes-fleet.io/v1beta1`); with a `namespace` " +
			"the placement is a ResourcePlacement."),
		dialectHybrid: dynamic("Decide as hybrid placement rules do: advisors recommend and rate the candidates in rounds, until no " +
			"more are left than `replicas`. The attributes are those of the `spec` of a PlacementRule " +
			"(`core.hybridapp.io/v1alpha1`)."),
		"decision_strategy": dynamic("How the decisions are divided into groups, as `spec.decisionStrategy` of a Placement."),
	}
	maps.Copy(attributes, fleetAttributes())
	maps.Copy(attributes, resultAttributes())
	return schema.Schema{
		MarkdownDescription: "Decides which clusters of a fleet get a workload, as the scheduler of the hub would, while " +
			"Terraform plans. The decisions are known in the very first plan and can drive `for_each`.\n\n" +
			"Pass values that come from managed resources through a `local` or a module output: Terraform defers " +
			"reading a data source until apply if one of its arguments refers directly to a resource with pending " +
			"changes, even if all values are known. The guide *Decisions at plan time* explains the details.",
		Attributes: attributes,
	}
}

// resultNames has the names of the outputs. Every plan needs them several times.
var resultNames = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(resultAttributes())) })

func resultAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"decisions": schema.ListAttribute{
			Computed: true, ElementType: typeOf[planner.Decision](),
			MarkdownDescription: "The chosen clusters, the best first.",
		},
		"decisions_by_cluster": schema.MapAttribute{
			Computed: true, ElementType: typeOf[planner.Decision](),
			MarkdownDescription: "The chosen clusters by name, for `for_each`.",
		},
		"decision_groups": schema.ListAttribute{
			Computed: true, ElementType: typeOf[planner.Group](),
			MarkdownDescription: "The groups of the decisions: first the predefined ones that have members, then the " +
				"rest. Without decisions there is one empty group.",
		},
		"satisfied": schema.BoolAttribute{
			Computed:            true,
			MarkdownDescription: "Whether the placement found as many clusters as required.",
		},
		"conditions": schema.ListAttribute{
			Computed: true, ElementType: typeOf[placement.Condition](),
			MarkdownDescription: "The status conditions that the hub would publish.",
		},
		"rejection_summary": schema.MapAttribute{
			Computed: true, ElementType: types.Int64Type,
			MarkdownDescription: "The number of clusters that were not chosen, by reason.",
		},
		"next_change": schema.StringAttribute{
			Computed: true,
			MarkdownDescription: "The first time at which the decision may change with time alone, because a toleration or a " +
				"score expires (RFC 3339). Null if the decision does not depend on time.",
		},
		"skipped_kinds": schema.MapAttribute{
			Computed: true, ElementType: types.Int64Type,
			MarkdownDescription: "The number of objects that were skipped, by kind: objects in the manifests that no scheduler uses, and clusters of " +
				"a kind that the placement does not choose from.",
		},
		"report": schema.StringAttribute{
			Computed: true,
			MarkdownDescription: "The full report as JSON, for `jsondecode`: the stage that every cluster of the fleet " +
				"reached, its scores and the reason; the filters, the prioritizers, the conditions and " +
				"the PlacementDecisions.",
		},
	}
}
