// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiobject

import (
	"maps"
	"slices"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/condition"
)

// versionProperty is the property with the Kubernetes version of a cluster.
const versionProperty = "k8s.io/k8s-version"

// agentStatus is an entry of a MemberCluster's status.agentStatus.
type agentStatus struct {
	Type                  string            `json:"type"`
	Conditions            []statusCondition `json:"conditions,omitempty"`
	LastReceivedHeartbeat time.Time         `json:"lastReceivedHeartbeat,omitzero"`
}

type statusCondition struct {
	Type               string    `json:"type"`
	Status             string    `json:"status"`
	LastTransitionTime time.Time `json:"lastTransitionTime,omitzero"`
}

// The entry of the agentStatus and the conditions that affect scheduling.
const (
	memberAgentType     = "MemberAgent"
	joined              = "Joined"
	healthy             = "Healthy"
	namespacesCollected = "NamespaceCollectionSucceeded"
)

// memberClusterObject is the part of a MemberCluster that is read.
type memberClusterObject = api.Object[clusterSpec, struct {
	Conditions    []statusCondition        `json:"conditions,omitempty"`
	Properties    map[string]propertyValue `json:"properties,omitempty"`
	ResourceUsage struct {
		Capacity    placement.Resources `json:"capacity,omitempty"`
		Allocatable placement.Resources `json:"allocatable,omitempty"`
		Available   placement.Resources `json:"available,omitempty"`
	} `json:"resourceUsage,omitzero"`
	AgentStatus []agentStatus     `json:"agentStatus,omitempty"`
	Namespaces  map[string]string `json:"namespaces,omitzero"`
}]

type propertyValue struct {
	Value string `json:"value"`
}

// DecodeMemberCluster reads a MemberCluster.
func DecodeMemberCluster(decode decode.Func, raw []byte) (placement.Cluster, error) {
	var o memberClusterObject
	err := decode(raw, &o)
	cluster := placement.Cluster{
		Kind:        placement.MemberCluster,
		Name:        o.Metadata.Name,
		Labels:      o.Metadata.Labels,
		Annotations: o.Metadata.Annotations,
		Taints:      o.Spec.Taints,
		Capacity:    o.Status.ResourceUsage.Capacity,
		Allocatable: o.Status.ResourceUsage.Allocatable,
		Available:   o.Status.ResourceUsage.Available,
		Agent:       memberAgent(o.Status.AgentStatus),
		NamespacesCollected: slices.ContainsFunc(o.Status.Conditions, func(c statusCondition) bool {
			return c.Type == namespacesCollected
		}),
		KubernetesVersion: o.Status.Properties[versionProperty].Value,
		Deleting:          o.Metadata.DeletionTimestamp != nil,
	}
	if len(o.Status.Properties) > 0 {
		cluster.Properties = make(map[string]string, len(o.Status.Properties))
		for name, property := range o.Status.Properties {
			cluster.Properties[name] = property.Value
		}
	}
	if o.Status.Namespaces != nil {
		cluster.Namespaces = slices.AppendSeq([]string{}, maps.Keys(o.Status.Namespaces))
		slices.Sort(cluster.Namespaces)
	}
	return cluster, err
}

// memberAgent returns what the member agent reports: the first entry of its type applies.
func memberAgent(list []agentStatus) *placement.MemberAgent {
	index := slices.IndexFunc(list, func(s agentStatus) bool { return s.Type == memberAgentType })
	if index < 0 {
		return &placement.MemberAgent{}
	}
	agent := &placement.MemberAgent{Online: true, LastHeartbeat: list[index].LastReceivedHeartbeat}
	for _, c := range list[index].Conditions {
		condition := placement.AgentCondition{Status: c.Status, LastTransition: c.LastTransitionTime}
		switch c.Type {
		case joined:
			agent.Joined = condition
		case healthy:
			agent.Healthy = condition
		}
	}
	return agent
}

// DecodeResourceBinding reads a ClusterResourceBinding, or a ResourceBinding, which has a namespace.
func DecodeResourceBinding(decode decode.Func, raw []byte) (placement.ResourceBinding, error) {
	var o struct {
		Metadata struct {
			api.Metadata
			CreationTimestamp metav1.Time `json:"creationTimestamp"`
			Finalizers        []string    `json:"finalizers"`
		} `json:"metadata"`
		Spec   placement.ResourceBinding `json:"spec"`
		Status struct {
			Conditions []metav1.Condition `json:"conditions"`
		} `json:"status"`
	}
	err := decode(raw, &o)
	binding := o.Spec
	binding.Name, binding.Namespace = o.Metadata.Name, o.Metadata.Namespace
	binding.Placement = o.Metadata.Labels[api.ParentLabel]
	binding.Annotations, binding.Finalizers = o.Metadata.Annotations, o.Metadata.Finalizers
	binding.Created = o.Metadata.CreationTimestamp.Time
	binding.Deleting = o.Metadata.DeletionTimestamp != nil
	conditions, generation := o.Status.Conditions, o.Metadata.Generation
	binding.Available = condition.Is(conditions, condition.Available, generation, metav1.ConditionTrue)
	binding.Failed = condition.Failed(conditions, generation) ||
		condition.Current(conditions, condition.DiffReported, generation) != nil
	return binding, err
}

// DecodeDisruptionBudget reads a ClusterResourcePlacementDisruptionBudget.
func DecodeDisruptionBudget(decode decode.Func, raw []byte) (kubefleet.DisruptionBudget, error) {
	var o api.Object[kubefleet.DisruptionBudgetSpec, api.Unread]
	err := decode(raw, &o)
	return kubefleet.DisruptionBudget{Name: o.Metadata.Name, DisruptionBudgetSpec: o.Spec}, err
}

// PolicySnapshot is a ClusterSchedulingPolicySnapshot or SchedulingPolicySnapshot of KubeFleet.
type PolicySnapshot struct {
	kubefleet.PolicySnapshot
	// Namespace and Placement identify the placement.
	Namespace, Placement string
	// Latest says that the label of the latest snapshot is set.
	Latest bool
	// Index is the number of the snapshot among those of its placement.
	Index int
	// Policy is the policy that the snapshot was made of.
	Policy kubefleet.Spec
}

// DecodePolicySnapshot reads a policy snapshot.
func DecodePolicySnapshot(decode decode.Func, raw []byte) (PolicySnapshot, error) {
	var o api.Object[policySpec, placement.PolicySnapshotStatus]
	err := decode(raw, &o, OlderNames)
	snapshot := PolicySnapshot{
		Namespace: o.Metadata.Namespace, Placement: o.Metadata.Labels[api.ParentLabel],
		Latest: o.Metadata.Labels[api.LatestSnapshotLabel] == "true",
		PolicySnapshot: kubefleet.PolicySnapshot{
			Name: o.Metadata.Name, Generation: o.Metadata.Generation, Annotations: o.Metadata.Annotations, Status: o.Status,
		},
		Policy: kubefleet.Spec{PlacementType: kubefleet.PickAll},
	}
	if o.Spec.Policy != nil {
		snapshot.Policy = *o.Spec.Policy
	}
	// KubeFleet sets the label; without it the snapshot is the first.
	snapshot.Index, _ = strconv.Atoi(o.Metadata.Labels[api.PolicyIndexLabel])
	return snapshot, err
}
