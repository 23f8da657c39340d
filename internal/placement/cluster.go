// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// ResourcePropertyPrefix begins the names of the properties that are amounts of resources of a MemberCluster.
const ResourcePropertyPrefix = "resources.kubernetes-fleet.io/"

// Cluster is one member of the fleet as a scheduler sees it. The fields that every pass reads come first, so that they
// fit into one cache line.
//
// Example for guides/reference-fleet#clusters:
//
//	{
//	  name        = "eu-1"
//	  labels      = { env = "prod", region = "eu" }
//	  allocatable = { cpu = "16", memory = "64Gi" }
//	}
type Cluster struct {
	// The name of the cluster.
	// ---
	// It is unique in an Inventory.
	Name string `json:"name"`
	// The labels. `cluster.open-cluster-management.io/clusterset` names the cluster set.
	// ---
	// The label [ClusterSetLabel] puts the cluster into an exclusive set.
	Labels map[string]string `json:"labels,omitempty"`
	// The cluster claims.
	// ---
	// Where a ManagedCluster repeats a name, the last one wins.
	Claims map[string]string `json:"claims,omitempty"`
	// The taints, which a placement has to tolerate.
	Taints []Taint `json:"taints,omitempty"`
	// Whether the cluster is being deleted, so that it is not chosen. Defaults to `false`.
	// ---
	// It is if metadata.deletionTimestamp is set.
	Deleting bool `json:"deleting,omitempty"`
	// The allocatable amount of each resource, as quantities: `{ cpu = "16", memory = "64Gi" }`.
	// ---
	// Allocatable and Capacity are as in the status of a ManagedCluster, or in the resource usage of a MemberCluster.
	Allocatable Resources `json:"allocatable,omitempty"`
	// The capacity of each resource. Defaults to `allocatable`.
	Capacity Resources `json:"capacity,omitempty"`
	// The available amount of each resource, for selectors and sorters of `kubefleet`.
	// ---
	// It is as the resource usage of a MemberCluster has it.
	Available Resources `json:"available,omitempty"`
	// The properties of a member cluster, for selectors and sorters of `kubefleet`.
	// ---
	// The property provider measures them. Only values that are quantities can be selected or sorted by.
	Properties map[string]string `json:"properties,omitempty"`
	// What the agent of a member cluster reports: whether `kubefleet` can place on it. Defaults to a joined and healthy cluster.
	// ---
	// It is nil for a cluster that is described field by field.
	Agent *MemberAgent `json:"agent,omitempty"`
	// NamespacesCollected says that a MemberCluster reports its namespaces (it has the condition
	// NamespaceCollectionSucceeded, with any status); without it Namespaces are not checked.
	NamespacesCollected bool `json:"-"`
	// NamespacesLost says that the MemberCluster reports its namespaces and was read in an API version that leaves them out:
	// nothing is known about them.
	NamespacesLost bool `json:"-"`
	// The namespaces of the cluster. A `kubefleet` placement with a `namespace` chooses only clusters that have it. If unset, this
	// is not checked.
	Namespaces []string `json:"namespaces,omitzero"`
	// `ManagedCluster` or `MemberCluster`: only `hybrid` and the scheduler of that hub use the cluster; others count it in
	// `skipped_kinds`. If unset, every scheduler uses it.
	// ---
	// It is empty for a cluster that is described field by field, which has no particular hub.
	Kind ClusterKind `json:"kind,omitempty"`
	// The annotations, for CEL expressions.
	Annotations map[string]string `json:"annotations,omitempty"`
	// The version of Kubernetes, such as `v1.33.1`, for CEL expressions.
	KubernetesVersion string `json:"kubernetesVersion,omitempty"`
	// Object is the whole object as the hub prints it (JSON), or nil for a cluster that is described field by field. CEL
	// expressions can read any field of it.
	Object json.RawMessage `json:"-"`
}

// A ClusterKind is the kind of a cluster's object on a hub.
type ClusterKind string

// The kinds of a cluster.
const (
	// ManagedCluster is a cluster of Open Cluster Management.
	ManagedCluster ClusterKind = "ManagedCluster"
	// MemberCluster is a cluster of KubeFleet.
	MemberCluster ClusterKind = "MemberCluster"
)

// ClusterKinds are the kinds that a cluster can have.
var ClusterKinds = []ClusterKind{ManagedCluster, MemberCluster}

// ClusterSetLabel is the label whose value names the exclusive cluster set of a cluster.
const ClusterSetLabel = "cluster.open-cluster-management.io/clusterset"

// A TaintEffect says what a taint does to placements that do not tolerate it.
type TaintEffect string

// The taint effects of Open Cluster Management, and NoSchedule of KubeFleet.
const (
	// NoSelect excludes the cluster, and removes it from existing decisions.
	NoSelect TaintEffect = "NoSelect"
	// PreferNoSelect has no effect: upstream declares it and gives no penalty for it.
	PreferNoSelect TaintEffect = "PreferNoSelect"
	// NoSelectIfNew excludes the cluster unless the placement has already chosen it.
	NoSelectIfNew TaintEffect = "NoSelectIfNew"
	// NoSchedule excludes the cluster unless the placement has already chosen it.
	NoSchedule TaintEffect = "NoSchedule"
)

// The keys of the taints that Open Cluster Management puts on a cluster that is not healthy, with the effect NoSelect. Clusters
// without a kind may have them, too.
const (
	TaintUnavailable = "cluster.open-cluster-management.io/unavailable"
	TaintUnreachable = "cluster.open-cluster-management.io/unreachable"
)

// Taint repels placements from a cluster.
//
// Example for guides/reference-fleet#clusterstaints:
//
//	{ key = "maintenance", effect = "NoSelect" }
type Taint struct {
	// The key of the taint.
	Key string `json:"key"`
	// The value of the taint.
	Value string `json:"value,omitempty"`
	// What it does to a placement that does not tolerate it: `NoSelect` excludes the cluster, `NoSelectIfNew` and `NoSchedule`
	// unless it is already chosen, `PreferNoSelect` not. MemberClusters have `NoSchedule`, ManagedClusters the others.
	Effect TaintEffect `json:"effect"`
	// When the taint was added (RFC 3339), from which `toleration_seconds` counts. If unset, every `toleration_seconds` has expired.
	// On a hub, the hub sets it.
	// ---
	// The zero time means long ago, as in upstream.
	TimeAdded time.Time `json:"timeAdded,omitzero"`
}

// String is the taint in kubectl's notation, such as "gpu=true:NoSelect".
func (t Taint) String() string {
	if t.Value == "" {
		return t.Key + ":" + string(t.Effect)
	}
	return t.Key + "=" + t.Value + ":" + string(t.Effect)
}

// MemberAgent is what the agent of a KubeFleet member cluster reports about itself: the entry of type MemberAgent in
// status.agentStatus. The zero value is an agent that has never reported.
//
// Example for guides/reference-fleet#clustersagent:
//
//	{
//	  online         = true
//	  last_heartbeat = "2026-01-01T00:00:00Z"
//	  joined         = { status = "True" }
//	  healthy        = { status = "True" }
//	}
type MemberAgent struct {
	// Whether the agent has ever reported. Defaults to `false`.
	// ---
	// It says that there is such an entry.
	Online bool `json:"online,omitempty"`
	// The time of the agent's last heartbeat (RFC 3339). If unset, it is long ago.
	LastHeartbeat time.Time `json:"lastHeartbeat,omitzero"`
	// The condition `Joined`.
	Joined AgentCondition `json:"joined,omitzero"`
	// The condition `Healthy`.
	Healthy AgentCondition `json:"healthy,omitzero"`
}

// AgentCondition is a condition of a MemberAgent. The zero value is a missing condition.
type AgentCondition struct {
	// `True`, `False` or `Unknown`. If unset, the condition is missing.
	Status string `json:"status,omitempty"`
	// When the status last changed (RFC 3339).
	LastTransition time.Time `json:"lastTransition,omitzero"`
}

// Resource is an amount of one resource, such as cpu or memory. It is immutable, because concurrent requests share a
// fleet. Most methods of a Quantity, even String, write to it, so callers only get copies of the Quantity.
type Resource struct {
	Name     string
	quantity resource.Quantity
}

// NewResource returns the amount of a resource.
func NewResource(name string, quantity resource.Quantity) Resource {
	return Resource{Name: name, quantity: quantity.DeepCopy()}
}

// Quantity returns a copy of the amount.
func (r *Resource) Quantity() resource.Quantity { return r.quantity.DeepCopy() }

// Amount is the amount as text in the canonical notation.
func (r *Resource) Amount() string {
	quantity := r.Quantity()
	return quantity.String()
}

// Equal reports whether both are the same amount of the same resource, in any notation.
func (r Resource) Equal(other Resource) bool {
	quantity := r.Quantity()
	return r.Name == other.Name && quantity.Cmp(other.Quantity()) == 0
}

// Resources are the amounts of a cluster's resources, sorted by name. In JSON they are an object, name to quantity.
type Resources []Resource

// SetText sets the amount of a resource. Names come sorted, each once.
func (r *Resources) SetText(name, amount string) error {
	quantity, err := ParseQuantity(amount)
	if err != nil {
		return fmt.Errorf("found %s; it %s", excerpt.Quote(amount), QuantityRule(amount))
	}
	*r = append(*r, NewResource(name, quantity))
	return nil
}

// Texts are the amounts by the names of the resources.
func (r *Resources) Texts() map[string]string {
	amounts := make(map[string]string, len(*r))
	for i := range *r {
		amounts[(*r)[i].Name] = (*r)[i].Amount()
	}
	return amounts
}

// Get returns a copy of the amount of the named resource.
func (r Resources) Get(name string) (quantity resource.Quantity, ok bool) {
	for i := range r {
		if r[i].Name == name {
			return r[i].Quantity(), true
		}
	}
	return resource.Quantity{}, false
}

// With is a list with another amount of the named resource. The list itself does not change.
func (r Resources) With(name string, quantity resource.Quantity) Resources {
	after := slices.DeleteFunc(slices.Clone(r), func(other Resource) bool { return other.Name == name })
	after = append(after, NewResource(name, quantity))
	slices.SortFunc(after, func(a, b Resource) int { return strings.Compare(a.Name, b.Name) })
	return after
}
