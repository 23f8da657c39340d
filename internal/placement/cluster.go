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
type Cluster struct {
	// Name identifies the cluster; it is unique in an Inventory.
	Name string `json:"name"`
	// Labels are what label selectors match. The label ClusterSetLabel puts the cluster into an exclusive set.
	Labels map[string]string `json:"labels,omitempty"`
	// Claims are the cluster's ClusterClaims, name to value. Where a ManagedCluster repeats a name, the last one wins.
	Claims map[string]string `json:"claims,omitempty"`
	// Taints repel placements that do not tolerate them.
	Taints []Taint `json:"taints,omitempty"`
	// Deleting says that the cluster is being deleted (metadata.deletionTimestamp is set).
	Deleting bool `json:"deleting,omitempty"`
	// Allocatable and Capacity are the cluster's total resources, as in the status of a ManagedCluster or in the
	// resource usage of a MemberCluster.
	Allocatable Resources `json:"allocatable,omitempty"`
	Capacity    Resources `json:"capacity,omitempty"`
	// Available is what is left of Allocatable, as the resource usage of a MemberCluster has it.
	Available Resources `json:"available,omitempty"`
	// Properties are what a MemberCluster's property provider measured, name to value. Only values that are quantities
	// can be selected or sorted by.
	Properties map[string]string `json:"properties,omitempty"`
	// Agent is what the agent of a MemberCluster reports. It is nil for a cluster that is described field by field, which
	// is considered joined and healthy.
	Agent *MemberAgent `json:"agent,omitempty"`
	// NamespacesCollected says that a MemberCluster reports its namespaces (it has the condition
	// NamespaceCollectionSucceeded, with any status); without it Namespaces are not checked.
	NamespacesCollected bool `json:"-"`
	// NamespacesLost says that the MemberCluster reports its namespaces and was read in an API version that leaves them out:
	// nothing is known about them.
	NamespacesLost bool `json:"-"`
	// Namespaces are the managed namespaces of a MemberCluster. Nil means that there is no information.
	Namespaces []string `json:"namespaces,omitzero"`
	// Kind is the kind of the cluster's object on its hub. It is empty for a cluster that is described field by field, which
	// has no particular hub.
	Kind ClusterKind `json:"kind,omitempty"`
	// Annotations are visible to CEL expressions only.
	Annotations map[string]string `json:"annotations,omitempty"`
	// KubernetesVersion is the version of the cluster's control plane, such as "v1.33.1", for CEL expressions.
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
type Taint struct {
	Key    string      `json:"key"`
	Value  string      `json:"value,omitempty"`
	Effect TaintEffect `json:"effect"`
	// TimeAdded is when tolerationSeconds start. The zero time means long ago, as in upstream.
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
type MemberAgent struct {
	// Online says that there is such an entry.
	Online bool `json:"online,omitempty"`
	// LastHeartbeat is the time of the agent's last heartbeat. The zero time means long ago.
	LastHeartbeat time.Time      `json:"lastHeartbeat,omitzero"`
	Joined        AgentCondition `json:"joined,omitzero"`
	Healthy       AgentCondition `json:"healthy,omitzero"`
}

// AgentCondition is a condition of a MemberAgent. The zero value is a missing condition.
type AgentCondition struct {
	// Status is True, False or Unknown.
	Status string `json:"status,omitempty"`
	// LastTransition is when Status last changed.
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
