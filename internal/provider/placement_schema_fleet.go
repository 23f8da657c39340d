package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
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
				"for thousands of clusters. Defaults to the `manifests` of the provider if `clusters` is not set either.",
		},
		"clusters": dynamic("The fleet as values, for up to a few hundred clusters: a list of objects, or the instances of a resource " +
			"`multicluster_cluster`. Clusters in `manifests` are added to it."),
		"kind": optional("Only clusters of this kind, `ManagedCluster` or `MemberCluster`, for `hybrid`, which identifies clusters by name: " +
			"set it if clusters of both kinds have the same name. Defaults to both. Clusters without a kind are always part of the fleet."),
		"cluster_sets": dynamic("The cluster sets. A fleet without any has the set `" + planner.GlobalSet + "` of all clusters, " +
			"and a set for each value of the label `cluster.open-cluster-management.io/clusterset`."),
		"cluster_set_bindings": dynamic("The ManagedClusterSetBindings. They apply only if `namespace` is set."),
		"scores":               dynamic("The AddOnPlacementScores."),
		"targets": dynamic("Additional targets for `hybrid`, such as deployers or virtual machines. Results name a target `name`, or " +
			"`namespace/name` if it has a namespace."),
		"placement_decisions": dynamic("The decisions of other placements. The prioritizer `Balance` prefers clusters with few of them."),
		"previous_decisions": dynamic("The previous decisions of this placement, in the form of its output `decisions`: the prioritizer " +
			"`Steady` prefers these clusters, taints with the effect `NoSelectIfNew` do not exclude them, `kubefleet` keeps them, " +
			"and `hybrid` adds `decision_weight` to their ratings. They replace the placement's own earlier decisions in " +
			"`manifests`."),
	}
}

// clusterType is a cluster as functions and data sources return it.
var clusterType = typeOf[placement.Cluster]()

func clusterAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"kind": optional("The kind of the cluster's object on its hub, `ManagedCluster` or `MemberCluster`: only `hybrid` and the dialect of " +
			"that hub use the cluster, and other dialects count it in `skipped_kinds`. If unset, every dialect uses the cluster."),
		"labels":      optionalMap("The labels. `cluster.open-cluster-management.io/clusterset` names the cluster set."),
		"annotations": optionalMap("The annotations. Only CEL expressions can use them."),
		"claims":      optionalMap("The cluster claims."),
		"allocatable": optionalMap("The allocatable amount of each resource, as quantities: `{ cpu = \"16\", memory = \"64Gi\" }`."),
		"capacity":    optionalMap("The capacity of each resource. Defaults to `allocatable`."),
		"available":   optionalMap("The available amount of each resource, which `kubefleet` can select and sort by."),
		"properties":  optionalMap("The properties of a member cluster, which `kubefleet` can select and sort by."),
		"namespaces": schema.ListAttribute{
			Optional: true, ElementType: types.StringType,
			MarkdownDescription: "The namespaces of the cluster: a `kubefleet` placement with a `namespace` chooses only clusters " +
				"that have this namespace. If unset, this is not checked.",
		},
		"deleting": schema.BoolAttribute{
			Optional:            true,
			MarkdownDescription: "Whether the cluster is being deleted. Such a cluster is not chosen.",
		},
		"agent": dynamic("What the agent of a member cluster reports, which `kubefleet` uses to decide whether the cluster can " +
			"receive placements. If unset, the cluster is joined and healthy."),
		"kubernetes_version": optional("The version of Kubernetes, such as `v1.33.1`. Only CEL expressions can use it."),
		"taints":             dynamic("The taints. A cluster is chosen only if the placement tolerates all of them."),
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
