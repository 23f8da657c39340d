// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package reference

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// clusterObjects are a cluster.
var clusterObjects = objects{
	reflect.TypeFor[placement.Cluster](): {
		"name":   {Text: "The name of the cluster."},
		"labels": {Text: "The labels. `" + placement.ClusterSetLabel + "` names the cluster set."},
		"claims": {Text: "The cluster claims."},
		"taints": {Text: "The taints. A cluster is chosen only if the placement tolerates all of them."},
		"deleting": {
			Text: "Whether the cluster is being deleted. Such a cluster is not chosen.", Default: "`false`",
		},
		"allocatable": {Text: "The allocatable amount of each resource, as quantities: `{ cpu = \"16\", memory = \"64Gi\" }`."},
		"capacity":    {Text: "The capacity of each resource.", Default: "`allocatable`"},
		"available":   {Text: "The available amount of each resource, which `kubefleet` can select and sort by."},
		"properties":  {Text: "The properties of a member cluster, which `kubefleet` can select and sort by."},
		"agent": {
			Text: "What the agent of a member cluster reports, which `kubefleet` uses to decide whether the cluster can receive " +
				"placements.",
			Default: "a joined and healthy cluster",
		},
		"namespaces": {
			Text: "The namespaces of the cluster. A `kubefleet` placement with a `namespace` chooses only clusters that have this " +
				"namespace. If unset, this is not checked.",
		},
		"kind": {
			Text: "The kind of the cluster's object on its hub, `ManagedCluster` or `MemberCluster`. Only `hybrid` and the " +
				"scheduler of that hub use the cluster; others count it in `skipped_kinds`. If unset, every scheduler uses the cluster.",
		},
		"annotations":        {Text: "The annotations. Only CEL expressions can use them."},
		"kubernetes_version": {Text: "The version of Kubernetes, such as `v1.33.1`. Only CEL expressions can use it."},
	},
	reflect.TypeFor[placement.Taint](): {
		"key":   {Text: "The key of the taint."},
		"value": {Text: "The value of the taint."},
		"effect": {
			Text: "What the taint does to a placement that does not tolerate it. `NoSelect` excludes the cluster. `NoSelectIfNew` and " +
				"`NoSchedule` exclude it unless the placement has already chosen it. `PreferNoSelect` excludes nothing. ManagedClusters " +
				"have `NoSelect`, `NoSelectIfNew` and `PreferNoSelect`, MemberClusters `NoSchedule`.",
		},
		"time_added": {
			Text: "When the taint was added (RFC 3339), which is when `toleration_seconds` starts. If unset, every `toleration_seconds` " +
				"has expired. A cluster on a hub cannot set it: the hub does.",
		},
	},
	reflect.TypeFor[placement.MemberAgent](): {
		"online":         {Text: "Whether the agent has ever reported.", Default: "`false`"},
		"last_heartbeat": {Text: "The time of the agent's last heartbeat (RFC 3339). If unset, it is long ago."},
		"joined":         {Text: "The condition `Joined`."},
		"healthy":        {Text: "The condition `Healthy`."},
	},
	reflect.TypeFor[placement.AgentCondition](): {
		"status":          {Text: "`True`, `False` or `Unknown`. If unset, the condition is missing."},
		"last_transition": {Text: "When the status last changed (RFC 3339)."},
	},
	reflect.TypeFor[hubobject.ClusterSpec](): {
		"hub_accepts_client": {
			Text:    "Whether the hub accepts the cluster. A ManagedCluster that is not accepted cannot join.",
			Default: "what the object on the hub has; `false` for a new one",
		},
		"lease_duration_seconds": {
			Text:    "How often the agent of a ManagedCluster renews its lease, in seconds.",
			Default: "what the object on the hub has; 60 for a new one",
		},
		"managed_cluster_client_configs": {
			Text: "How clients reach the API server of a ManagedCluster. Configurations of other URLs belong to others and stay " +
				"as they are.",
		},
		"identity": {
			Text: "The identity of the agent of a MemberCluster on the hub. Required to create one on a hub; others may have set it in " +
				"one that exists.",
		},
		"heartbeat_period_seconds": {
			Text:    "How often the agent of a MemberCluster reports, 1 to 600 seconds.",
			Default: "what the object on the hub has; 60 for a new one",
		},
	},
	reflect.TypeFor[hubobject.ClientConfig](): {
		"url":       {Text: "The URL of the API server."},
		"ca_bundle": {Text: "The PEM-encoded CA certificates of the API server, in Base64."},
	},
	reflect.TypeFor[hubobject.MemberIdentity](): {
		"kind":      {Text: "`User`, `Group` or `ServiceAccount`."},
		"name":      {Text: "The name."},
		"api_group": {Text: "The API group.", Default: "`rbac.authorization.k8s.io` for a `User` or a `Group`"},
		"namespace": {Text: "The namespace of a service account."},
	},
}
