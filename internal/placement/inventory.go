// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Inventory is everything that a scheduling pass knows besides the request: the fleet, its sets, the earlier
// decisions, and the time. The order of its lists has no meaning.
type Inventory struct {
	Clusters []Cluster
	Sets     []ClusterSet
	Bindings []Binding
	Scores   []Score
	// Decisions are the PlacementDecisions of all placements in all namespaces as they are before the pass, the
	// placement's own included.
	Decisions []PlacementDecision
	// ResourceBindings are those of all KubeFleet placements as they are before the pass.
	ResourceBindings []ResourceBinding
	// Targets are the targets of hybrid placement rules that are not clusters.
	Targets []Target
	// Now is the time of the pass, which determines whether tolerations, scores and heartbeats have expired.
	Now time.Time
}

// A SelectorType says how a ClusterSet selects its members.
type SelectorType string

// The selector types of a ClusterSet.
const (
	// ExclusiveClusterSetLabel selects the clusters whose ClusterSetLabel has the set's name. It is the default.
	ExclusiveClusterSetLabel SelectorType = "ExclusiveClusterSetLabel"
	// LabelSelector selects the clusters that the set's label selector matches.
	LabelSelector SelectorType = "LabelSelector"
)

// ClusterSet is a named part of the fleet (ManagedClusterSet).
type ClusterSet struct {
	Name         string       `json:"name"`
	SelectorType SelectorType `json:"selectorType,omitempty"`
	// LabelSelector applies to type LabelSelector only: nil selects nothing, an empty selector everything.
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
}

// Binding makes a ClusterSet available to the placements of a namespace (ManagedClusterSetBinding).
type Binding struct {
	// Name is the object's name; it determines which set is bound (upstream ignores spec.clusterSet).
	Name      string `json:"name"`
	Namespace string `json:"namespace"`
}

// Score is what an add-on measured on one cluster (AddOnPlacementScore).
type Score struct {
	// Cluster is the cluster that was measured: the object's namespace.
	Cluster string `json:"cluster"`
	// Name is the object's name, which prioritizers call the resource name.
	Name   string       `json:"name"`
	Values []ScoreValue `json:"scores"`
	// ValidUntil is the last instant at which the values are valid. The zero time means that they never expire.
	ValidUntil time.Time `json:"validUntil,omitzero"`
}

// ScoreValue is one value of a Score, -100 to 100.
type ScoreValue struct {
	Name  string `json:"name"`
	Value int32  `json:"value"`
}

// PlacementDecision is one slice of the decisions that a placement made: at most 100 clusters.
type PlacementDecision struct {
	Name      string `json:"name,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	// Placement is the value of the label cluster.open-cluster-management.io/placement; empty without that label.
	Placement  string   `json:"placement,omitempty"`
	GroupName  string   `json:"groupName,omitempty"`
	GroupIndex int      `json:"groupIndex,omitempty"`
	Clusters   []string `json:"clusters"`
}

// A BindingState is the desired state of a ResourceBinding. KubeFleet ignores unknown states.
type BindingState string

// The states of a ResourceBinding.
const (
	// BindingScheduled: the scheduler has chosen the cluster, and the rollout has not started yet.
	BindingScheduled BindingState = "Scheduled"
	// BindingBound: the resources are rolled out to the cluster.
	BindingBound BindingState = "Bound"
	// BindingUnscheduled: the scheduler wants the resources to be removed from the cluster.
	BindingUnscheduled BindingState = "Unscheduled"
)

// ResourceBinding ties a KubeFleet placement to one cluster: a ClusterResourceBinding or, with a namespace, a
// ResourceBinding. Its JSON form is that of the object's spec.
type ResourceBinding struct {
	Name      string `json:"-"`
	Namespace string `json:"-"`
	// Placement is the value of the label kubernetes-fleet.io/parent-CRP; empty without that label.
	Placement     string       `json:"-"`
	State         BindingState `json:"state"`
	TargetCluster string       `json:"targetCluster"`
	// PolicySnapshot is the name of the scheduling policy snapshot that the cluster was chosen under.
	PolicySnapshot string `json:"schedulingPolicySnapshotName"`
	// ResourceSnapshot is the name of the resources that are rolled out; empty before the rollout.
	ResourceSnapshot string          `json:"resourceSnapshotName"`
	ClusterDecision  ClusterDecision `json:"clusterDecision"`
	// Annotations and Finalizers are those of the object's metadata.
	Annotations map[string]string `json:"-"`
	Finalizers  []string          `json:"-"`
	// Deleting says that the object is being deleted (metadata.deletionTimestamp is set).
	Deleting bool `json:"-"`
	// Available and Failed are what its conditions report of the resources on the cluster. Only evictions depend on them.
	Available bool `json:"-"`
	Failed    bool `json:"-"`
}

// Live reports whether the binding keeps, or will put, the resources on its cluster.
func (b *ResourceBinding) Live() bool {
	return !b.Deleting && (b.State == BindingScheduled || b.State == BindingBound)
}

// ClusterDecision is what a KubeFleet hub publishes about one cluster.
type ClusterDecision struct {
	ClusterName string `json:"clusterName"`
	Selected    bool   `json:"selected"`
	// ClusterScore is nil for a cluster that was not scored.
	ClusterScore *ClusterScore `json:"clusterScore,omitempty"`
	Reason       string        `json:"reason"`
}

// ClusterScore is the published part of a KubeFleet score.
type ClusterScore struct {
	AffinityScore int32 `json:"affinityScore"`
	// TopologySpreadScore has upstream's name in JSON, which differs.
	TopologySpreadScore int32 `json:"priorityScore"`
}

// PolicySnapshotStatus is the status of a KubeFleet scheduling policy snapshot. The zero value is that of a snapshot
// that was never scheduled.
type PolicySnapshotStatus struct {
	ObservedGeneration int64              `json:"observedCRPGeneration"`
	Conditions         []metav1.Condition `json:"conditions,omitempty"`
	TargetClusters     []ClusterDecision  `json:"targetClusters,omitempty"`
}

// A BindingAction says what a pass does to a ResourceBinding.
type BindingAction string

// The actions on a ResourceBinding.
const (
	// BindingKept: nothing changes.
	BindingKept BindingAction = "kept"
	// BindingCreated: the binding is new.
	BindingCreated BindingAction = "created"
	// BindingPatched: the binding now follows the current policy, or was unscheduled and is wanted again.
	BindingPatched BindingAction = "patched"
	// BindingRemoved: the binding is unscheduled.
	BindingRemoved BindingAction = "unscheduled"
	// BindingReleased: the binding is being deleted, and the scheduler has removed its finalizer.
	BindingReleased BindingAction = "finalizerRemoved"
	// BindingDeleted: the binding was being deleted, and the scheduler's finalizer was the last one.
	BindingDeleted BindingAction = "deleted"
)

// BindingChange is a ResourceBinding after a pass, and what the pass did to it.
type BindingChange struct {
	Action BindingAction
	ResourceBinding
}
