package provider

import (
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/reference"
)

// fleetAttributes are the arguments that describe the fleet.
func fleetAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"manifests": schema.ListAttribute{
			Optional: true, ElementType: types.StringType,
			MarkdownDescription: "The fleet as texts of Kubernetes objects, YAML or JSON, as `kubectl get -o yaml` prints " +
				"them, including multiple documents and `List` kinds. `ocm` reads ManagedCluster, ManagedClusterSet, " +
				"ManagedClusterSetBinding, AddOnPlacementScore and PlacementDecision. `kubefleet` reads MemberCluster, " +
				"ClusterResourcePlacement, ResourcePlacement and their bindings. `hybrid` reads Deployer and PlacementRule, " +
				"and chooses from clusters of both kinds. `skipped_kinds` counts the objects of other kinds. Use this argument " +
				"for thousands of clusters. If neither `clusters` nor `targets` is set, it defaults to the `manifests` of the provider; the " +
				"data source then reads the provider's `hub` if there is one.",
		},
		"clusters":             dynamic(describe[planner.Fleet]("clusters")),
		"kind":                 optional(describe[planner.Fleet]("kind")),
		"cluster_sets":         dynamic(describe[planner.Fleet]("cluster_sets")),
		"cluster_set_bindings": dynamic(describe[planner.Fleet]("cluster_set_bindings")),
		"scores":               dynamic(describe[planner.Fleet]("scores")),
		"targets":              dynamic(describe[planner.Fleet]("targets")),
		"placement_decisions":  dynamic(describe[planner.Fleet]("placement_decisions")),
		"previous_decisions":   dynamic(describe[planner.Prior]("previous_decisions")),
	}
}

// clusterType is a cluster as functions and data sources return it.
var clusterType = typeOf[placement.Cluster]()

func clusterAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"kind":        optional(describe[placement.Cluster]("kind")),
		"labels":      optionalMap(describe[placement.Cluster]("labels")),
		"annotations": optionalMap(describe[placement.Cluster]("annotations")),
		"claims":      optionalMap(describe[placement.Cluster]("claims")),
		"allocatable": optionalMap(describe[placement.Cluster]("allocatable")),
		"capacity":    optionalMap(describe[placement.Cluster]("capacity")),
		"available":   optionalMap(describe[placement.Cluster]("available")),
		"properties":  optionalMap(describe[placement.Cluster]("properties")),
		"namespaces": schema.ListAttribute{
			Optional: true, ElementType: types.StringType,
			MarkdownDescription: describe[placement.Cluster]("namespaces"),
		},
		"deleting": schema.BoolAttribute{
			Optional:            true,
			MarkdownDescription: describe[placement.Cluster]("deleting"),
		},
		"agent":              dynamic(describe[placement.Cluster]("agent")),
		"kubernetes_version": optional(describe[placement.Cluster]("kubernetes_version")),
		// A map keeps every name, so a misspelt one is still found. A dynamic attribute would have its type beside every cluster,
		// which Terraform reads and writes as often as the clusters.
		"taints": schema.ListAttribute{
			Optional: true, ElementType: types.MapType{ElemType: types.StringType},
			MarkdownDescription: describe[placement.Cluster]("taints"),
		},
	}
}

func optional(description string) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: description}
}

func optionalMap(description string) schema.MapAttribute {
	return schema.MapAttribute{Optional: true, ElementType: types.StringType, MarkdownDescription: description}
}

// dynamic is a structured argument, which the provider reads strictly: see newReader.
func dynamic(description string) schema.DynamicAttribute {
	return schema.DynamicAttribute{Optional: true, MarkdownDescription: description}
}

// describe is the description of an attribute.
func describe[T any](attribute string) string {
	return reference.Describe(reflect.TypeFor[T](), attribute)
}

// withDefault is the description of an attribute with a default, which the documentation shows in a column of its own.
func withDefault(text, value string) string {
	return reference.Line{Text: text, Default: value}.String()
}
