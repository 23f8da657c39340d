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
//
// Example for guides/reference-fleet#cluster_sets:
//
//	{
//	  name           = "prod"
//	  selector_type  = "LabelSelector"
//	  label_selector = { match_labels = { env = "prod" } }
//	}
type ClusterSet struct {
	// The name of the cluster set.
	Name string `json:"name"`
	// How the set finds its members. `ExclusiveClusterSetLabel`: they carry the set's name in the label
	// `cluster.open-cluster-management.io/clusterset`. `LabelSelector`: they match `label_selector`. Defaults to
	// `ExclusiveClusterSetLabel`.
	SelectorType SelectorType `json:"selectorType,omitempty"`
	// The members of a set of type `LabelSelector`. `{ match_labels = {} }` matches all clusters. Defaults to no members.
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
}

// Binding makes a ClusterSet available to the placements of a namespace (ManagedClusterSetBinding).
//
// Example for guides/reference-fleet#cluster_set_bindings:
//
//	{ name = "prod", namespace = "apps" }
type Binding struct {
	// The name of the binding, which is the name of the cluster set.
	// ---
	// It determines which set is bound: upstream ignores spec.clusterSet.
	Name string `json:"name"`
	// The namespace that the cluster set is bound to.
	Namespace string `json:"namespace"`
}

// Score is what an add-on measured on one cluster (AddOnPlacementScore).
//
// Example for guides/reference-fleet#scores:
//
//	{ cluster = "eu-1", name = "cost", scores = [{ name = "price", value = 80 }] }
type Score struct {
	// The cluster that was measured.
	// ---
	// It is the namespace of the object.
	Cluster string `json:"cluster"`
	// The name of the AddOnPlacementScore, which a score coordinate calls `resource_name`.
	Name string `json:"name"`
	// The scores, with different names.
	Values []ScoreValue `json:"scores"`
	// When the scores expire (RFC 3339). An expired score is 0, with a warning. Defaults to never.
	// ---
	// It is the last instant at which the values are valid.
	ValidUntil time.Time `json:"validUntil,omitzero"`
}

// ScoreValue is one value of a Score, -100 to 100.
//
// Example for guides/reference-fleet#scoresscores:
//
//	{ name = "price", value = 80 }
type ScoreValue struct {
	// The name of the score.
	Name string `json:"name"`
	// The score, -100 to 100.
	Value int32 `json:"value"`
}

// PlacementDecision is one slice of the decisions that a placement made: at most 100 clusters.
//
// Example for guides/reference-fleet#placement_decisions:
//
//	{ placement = "api", namespace = "apps", clusters = ["eu-1"] }
type PlacementDecision struct {
	// The name of the PlacementDecision, without effect.
	Name string `json:"name,omitempty"`
	// The namespace of the other placement.
	Namespace string `json:"namespace,omitempty"`
	// The name of the other placement.
	// ---
	// It is the value of the label cluster.open-cluster-management.io/placement; empty without that label.
	Placement string `json:"placement,omitempty"`
	// The name of the decision group, without effect.
	GroupName string `json:"groupName,omitempty"`
	// The index of the decision group, without effect.
	GroupIndex int `json:"groupIndex,omitempty"`
	// The clusters that it chose.
	Clusters []string `json:"clusters"`
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
	// Created is when the cluster was chosen (metadata.creationTimestamp). It does not affect decisions.
	Created time.Time `json:"-"`
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
