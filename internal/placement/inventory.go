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
