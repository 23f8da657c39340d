package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// fleetAttributes are the inputs that describe the world.
func fleetAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"manifests": schema.ListAttribute{
			Optional: true, ElementType: types.StringType,
			MarkdownDescription: "The fleet as texts of Kubernetes objects, YAML or JSON, as `kubectl get -o yaml` prints " +
				"them: several documents and `List` kinds are fine. Read are ManagedCluster, ManagedClusterSet, " +
				"ManagedClusterSetBinding, AddOnPlacementScore and PlacementDecision for `ocm`, and MemberCluster, " +
				"ClusterResourcePlacement, ResourcePlacement and their bindings for `kubefleet`, and Deployer and PlacementRule " +
				"for `hybrid`, which chooses from clusters of both kinds; what is skipped is counted in `skipped_kinds`. This is the way for " +
				"thousands of clusters. Defaults to the `manifests` " +
				"of the provider if `clusters` is not set either.",
		},
		"clusters": clustersAttribute("The fleet as values, for up to a few hundred clusters. Clusters of `manifests` come in " +
			"addition."),
		"kind": optional("Only clusters of this kind, `ManagedCluster` or `MemberCluster`, for `hybrid`, which tells clusters apart by their names: " +
			"it is needed for a fleet that has a name in both kinds. Defaults to both. Clusters without a kind always belong to the fleet."),
		"cluster_sets": schema.ListNestedAttribute{
			Optional: true,
			MarkdownDescription: "The cluster sets. A fleet without any has the set `" + globalSet + "` of all clusters, " +
				"and a set for each value of the label `cluster.open-cluster-management.io/clusterset`.",
			NestedObject: schema.NestedAttributeObject{Attributes: clusterSetAttributes()},
		},
		"cluster_set_bindings": schema.ListNestedAttribute{
			Optional:            true,
			MarkdownDescription: "The ManagedClusterSetBindings. They count only if `namespace` is set.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"name":      required("The name of the binding, which is the name of the cluster set."),
				"namespace": required("The namespace that the cluster set is bound to."),
			}},
		},
		"scores": schema.ListNestedAttribute{
			Optional:            true,
			MarkdownDescription: "The AddOnPlacementScores.",
			NestedObject:        schema.NestedAttributeObject{Attributes: scoreAttributes()},
		},
		"targets": targetsAttribute(),
		"placement_decisions": schema.ListNestedAttribute{
			Optional: true,
			MarkdownDescription: "The decisions of other placements. The prioritizer `Balance` prefers clusters that few of " +
				"them name.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"placement": optional("The name of the other placement."),
				"namespace": optional("The namespace of the other placement."),
				"clusters": schema.ListAttribute{
					Required: true, ElementType: types.StringType, MarkdownDescription: "The clusters that it chose.",
				},
			}},
		},
		"previous_decisions": schema.ListNestedAttribute{
			Optional: true,
			MarkdownDescription: "What this placement decided before, in the form of its own `decisions`: the prioritizer " +
				"`Steady` keeps to them, taints of effect `NoSelectIfNew` spare them, `kubefleet` keeps the clusters that are " +
				"chosen, and `hybrid` adds `decision_weight` to their ratings. They stand in for the earlier decisions of the " +
				"placement itself in `manifests`.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"cluster_name": required("The cluster that was chosen."),
				"score":        schema.NumberAttribute{Optional: true, MarkdownDescription: "Its score then, by which `kubefleet` gives clusters up."},
				"group":        schema.Int64Attribute{Optional: true, MarkdownDescription: "Its group then; not used."},
				"group_name":   optional("The name of its group then; not used."),
				"reason":       optional("The reason then; not used."),
				"binding":      bindingAttribute(false),
			}},
		},
	}
}

func clustersAttribute(description string) schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		Optional: true, MarkdownDescription: description,
		NestedObject: schema.NestedAttributeObject{Attributes: clusterAttributes()},
	}
}

func clusterSetAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name": required("The name of the cluster set."),
		"selector_type": optional("`ExclusiveClusterSetLabel` (the default): the members carry the set's name in the " +
			"label `cluster.open-cluster-management.io/clusterset`. `LabelSelector`: the members match `label_selector`."),
		"label_selector": labelSelectorAttribute("The members of a set of type `LabelSelector`. Without it the set has none; " +
			"an empty selector takes all clusters."),
	}
}

func scoreAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"cluster":     required("The cluster that was measured."),
		"name":        required("The name of the AddOnPlacementScore, which a score coordinate calls `resource_name`."),
		"valid_until": optional("The last instant at which the scores hold (RFC 3339). Expired scores count as 0, with a warning."),
		"scores": schema.ListNestedAttribute{
			Required:            true,
			MarkdownDescription: "The scores.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"name":  required("The name of the score."),
				"value": schema.Int64Attribute{Required: true, MarkdownDescription: "The score, -100 to 100."},
			}},
		},
	}
}

func clusterAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name": required("The name of the cluster."),
		"kind": optional("The kind of object that the cluster is on its hub, `ManagedCluster` or `MemberCluster`: only `hybrid` and the dialect of " +
			"that hub see it, and what others skip is counted in `skipped_kinds`. Without it the cluster is on no hub in particular, and every " +
			"dialect sees it."),
		"labels":      optionalMap("The labels. `cluster.open-cluster-management.io/clusterset` names the cluster set."),
		"annotations": optionalMap("The annotations. Only CEL expressions see them."),
		"claims":      optionalMap("The cluster claims."),
		"allocatable": optionalMap("What workloads can use of each resource, as quantities: `{ cpu = \"16\", memory = \"64Gi\" }`."),
		"capacity":    optionalMap("What the cluster has of each resource. Defaults to `allocatable`."),
		"available":   optionalMap("What is left of each resource. `kubefleet` can select and sort by it."),
		"properties":  optionalMap("The properties of a member cluster, by which `kubefleet` can select and sort."),
		"namespaces": schema.ListAttribute{
			Optional: true, ElementType: types.StringType,
			MarkdownDescription: "The namespaces of the cluster: a placement of `kubefleet` with a `namespace` chooses only clusters " +
				"that have it. Without the argument nobody looks.",
		},
		"deleting": schema.BoolAttribute{
			Optional:            true,
			MarkdownDescription: "Whether the cluster is on its way out: it is not chosen any more.",
		},
		"agent":              agentAttribute(),
		"kubernetes_version": optional("The version of Kubernetes, such as `v1.33.1`. Only CEL expressions see it."),
		"taints": schema.ListNestedAttribute{
			Optional:            true,
			MarkdownDescription: "The taints. A cluster is chosen only if the placement tolerates all of them.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"key":   required("The key of the taint."),
				"value": optional("The value of the taint."),
				"effect": required("`NoSelect` keeps placements away, `NoSelectIfNew` only those that have not chosen the cluster " +
					"before, `PreferNoSelect` none. In `kubefleet` it is `NoSchedule`, which spares what was chosen before."),
				"time_added": optional("When the taint was added (RFC 3339); `toleration_seconds` counts from it. Without it the " +
					"taint is older than every `toleration_seconds`."),
			}},
		},
	}
}

// agentAttribute is what the agent of a KubeFleet member cluster reports.
func agentAttribute() schema.SingleNestedAttribute {
	condition := func(description string) schema.SingleNestedAttribute {
		return schema.SingleNestedAttribute{
			Optional: true, MarkdownDescription: description,
			Attributes: map[string]schema.Attribute{
				"status":          optional("`True`, `False` or `Unknown`."),
				"last_transition": optional("When the status last changed (RFC 3339)."),
			},
		}
	}
	return schema.SingleNestedAttribute{
		Optional: true,
		MarkdownDescription: "What the agent of a member cluster reports, by which `kubefleet` tells whether the cluster takes " +
			"placements. Without it the cluster counts as joined and healthy.",
		Attributes: map[string]schema.Attribute{
			"online":         schema.BoolAttribute{Optional: true, MarkdownDescription: "Whether the agent has ever reported."},
			"last_heartbeat": optional("When the agent was last heard of (RFC 3339)."),
			"joined":         condition("The condition `Joined`."),
			"healthy":        condition("The condition `Healthy`."),
		},
	}
}

func required(description string) schema.StringAttribute {
	return schema.StringAttribute{Required: true, MarkdownDescription: description}
}

func optional(description string) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: description}
}

func optionalMap(description string) schema.MapAttribute {
	return schema.MapAttribute{Optional: true, ElementType: types.StringType, MarkdownDescription: description}
}
