package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

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
		"clusters": clustersAttribute("The fleet as values, for up to a few hundred clusters. Clusters in `manifests` are " +
			"added to it."),
		"kind": optional("Only clusters of this kind, `ManagedCluster` or `MemberCluster`, for `hybrid`, which identifies clusters by name: " +
			"set it if clusters of both kinds have the same name. Defaults to both. Clusters without a kind are always part of the fleet."),
		"cluster_sets": schema.ListNestedAttribute{
			Optional: true,
			MarkdownDescription: "The cluster sets. Every fleet also has the set `" + planner.GlobalSet + "` of all clusters. A fleet without " +
				"cluster sets has one for each value of the label `cluster.open-cluster-management.io/clusterset`. Without a `namespace`, " +
				"all of them are open to the placement; `cluster_sets` in `ocm` restricts it.",
			NestedObject: schema.NestedAttributeObject{Attributes: clusterSetAttributes()},
		},
		"cluster_set_bindings": schema.ListNestedAttribute{
			Optional:            true,
			MarkdownDescription: "The ManagedClusterSetBindings. They apply only if `namespace` is set.",
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
			MarkdownDescription: "The decisions of other placements. The prioritizer `Balance` prefers clusters with few of " +
				"them.",
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
			MarkdownDescription: "The previous decisions of this placement, in the form of its output `decisions`: the prioritizer " +
				"`Steady` prefers these clusters, taints with the effect `NoSelectIfNew` do not exclude them, `kubefleet` keeps them, " +
				"and `hybrid` adds `decision_weight` to their ratings. They replace the placement's own earlier decisions in " +
				"`manifests`.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"cluster_name": required("The cluster that was chosen."),
				"score":        schema.NumberAttribute{Optional: true, MarkdownDescription: "Its score at that time; `kubefleet` drops the lowest first when the number shrinks."},
				"group":        schema.Int64Attribute{Optional: true, MarkdownDescription: "Its group at that time; not used."},
				"group_name":   optional("The name of its group at that time; not used."),
				"reason":       optional("The reason at that time; not used."),
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
		"label_selector": labelSelectorAttribute("The members of a set of type `LabelSelector`. Without it the set has no members; " +
			"an empty selector matches all clusters."),
	}
}

func scoreAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"cluster":     required("The cluster that was measured."),
		"name":        required("The name of the AddOnPlacementScore, which a score coordinate calls `resource_name`."),
		"valid_until": optional("When the scores expire (RFC 3339). An expired score is 0, with a warning."),
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
		"agent":              agentAttribute(),
		"kubernetes_version": optional("The version of Kubernetes, such as `v1.33.1`. Only CEL expressions can use it."),
		"taints": schema.ListNestedAttribute{
			Optional:            true,
			MarkdownDescription: "The taints. A cluster is chosen only if the placement tolerates all of them.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"key":   required("The key of the taint."),
				"value": optional("The value of the taint."),
				"effect": required("`NoSelect` excludes the cluster, `NoSelectIfNew` excludes it unless the placement has chosen it " +
					"before, `PreferNoSelect` excludes nothing. `kubefleet` has `NoSchedule`, which does not affect clusters that are already chosen."),
				"time_added": optional("When the taint was added (RFC 3339), which is when `toleration_seconds` starts. If unset, every " +
					"`toleration_seconds` has expired."),
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
		MarkdownDescription: "What the agent of a member cluster reports, which `kubefleet` uses to decide whether the cluster can " +
			"receive placements. If unset, the cluster is joined and healthy.",
		Attributes: map[string]schema.Attribute{
			"online":         schema.BoolAttribute{Optional: true, MarkdownDescription: "Whether the agent has ever reported."},
			"last_heartbeat": optional("The time of the agent's last heartbeat (RFC 3339)."),
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
