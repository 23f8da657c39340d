// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package kubefleet decides as the scheduler of KubeFleet and Azure Kubernetes Fleet Manager does. Read [Schedule]
// first: it runs the scheduling cycles in upstream's order, and each step has a file of its own.
package kubefleet

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Placement is the request: the spec.policy of a ClusterResourcePlacement or ResourcePlacement
// (placement.kubernetes-fleet.io/v1beta1), and what else the scheduler has to know about the object. Its JSON form is
// that of spec.policy. The scheduler does not set defaults; [Spec.SetDefaults] sets those of the API server.
type Placement struct {
	Name string `json:"-"`
	// Namespace is that of a ResourcePlacement; empty for a ClusterResourcePlacement.
	Namespace string `json:"-"`
	// Unscheduled says why the scheduler does not schedule the placement, such as that it is being deleted. It is empty for
	// a placement that is scheduled.
	Unscheduled string `json:"-"`
	// Snapshot is the latest scheduling policy snapshot. Nil means the first snapshot of a new placement, without a status.
	Snapshot *PolicySnapshot `json:"-"`
	// DecisionStrategy divides the decisions into groups. KubeFleet itself does not have decision groups.
	DecisionStrategy placement.DecisionStrategy `json:"-"`

	Spec
}

// Spec is the spec.policy of a ClusterResourcePlacement or ResourcePlacement.
//
// Example for guides/kubefleet-placement#kubefleet:
//
//	{
//	  placement_type     = "PickN"
//	  number_of_clusters = 2
//	  affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = {
//	    cluster_selector_terms = [{ label_selector = { match_labels = { env = "prod" } } }]
//	  } } }
//	  topology_spread_constraints = [{ topology_key = "region", max_skew = 1 }]
//	}
type Spec struct {
	// `PickAll`: every cluster that matches. `PickN`: the best `number_of_clusters` that match. `PickFixed`: the clusters in
	// `cluster_names`. Defaults to `PickAll`.
	// ---
	// With any other type, or without a type, the scheduler does nothing.
	PlacementType string `json:"placementType,omitempty"`
	// The clusters of a placement of type `PickFixed`, at most 100. Other types do not have it.
	ClusterNames []string `json:"clusterNames,omitempty"`
	// The number of clusters to choose. Required with type `PickN`; other types do not have it.
	NumberOfClusters *int32 `json:"numberOfClusters,omitempty"`
	// Which clusters may be chosen, and which are preferred. Type `PickFixed` does not have it.
	Affinity *Affinity `json:"affinity,omitempty"`
	// How evenly the clusters are spread over the values of labels. Only type `PickN` has it.
	TopologySpreadConstraints []TopologySpreadConstraint `json:"topologySpreadConstraints,omitempty"`
	// The taints that the placement tolerates, at most 100. On a hub they can be added, but not changed or removed. Type `PickFixed`
	// does not have them.
	Tolerations []Toleration `json:"tolerations,omitempty"`
}

// The placement types.
const (
	// PickAll chooses every cluster that passes the filters. It is the default.
	PickAll = "PickAll"
	// PickN chooses the best clusters, up to a number.
	PickN = "PickN"
	// PickFixed chooses the clusters of a list.
	PickFixed = "PickFixed"
)

// PlacementTypes are the placement types that the CRD allows.
var PlacementTypes = []string{PickAll, PickN, PickFixed}

// PolicySnapshot is a version of a placement's policy on the hub. A binding with the snapshot's name is current, any
// other is obsolete. Changing only numberOfClusters does not create a new snapshot; see [Placement.SamePolicy].
type PolicySnapshot struct {
	Name       string
	Generation int64
	// Annotations hold the placement's generation and, for PickN, the number of clusters. The scheduler uses this number
	// and not that of the Spec.
	Annotations map[string]string
	// Status is what the scheduler last published.
	Status placement.PolicySnapshotStatus
}

// The annotations of a PolicySnapshot.
const (
	// GenerationAnnotation holds the generation of the placement.
	GenerationAnnotation = "kubernetes-fleet.io/CRP-generation"
	// NumberOfClustersAnnotation holds the number of clusters that PickN chooses.
	NumberOfClustersAnnotation = "kubernetes-fleet.io/number-of-clusters"
)

// Affinity says which clusters a placement may choose and which it prefers.
type Affinity struct {
	// The affinity to clusters.
	ClusterAffinity *ClusterAffinity `json:"clusterAffinity,omitempty"`
}

// ClusterAffinity is the only kind of Affinity. A later change of a cluster does not remove it from the decisions.
type ClusterAffinity struct {
	// Which clusters may be chosen. A change of a cluster does not revoke a decision. Defaults to every cluster.
	Required *ClusterSelector `json:"requiredDuringSchedulingIgnoredDuringExecution,omitempty"`
	// Which clusters are preferred. The affinity score of a cluster is the sum of the weights of all preferences that it matches.
	// Only type `PickN` has it.
	Preferred []PreferredClusterSelector `json:"preferredDuringSchedulingIgnoredDuringExecution,omitempty"`
}

// ClusterSelector selects the clusters that match one of the terms. Without terms, it selects every cluster.
type ClusterSelector struct {
	// At most 10 terms. A cluster must match at least one of them.
	ClusterSelectorTerms []ClusterSelectorTerm `json:"clusterSelectorTerms"`
}

// ClusterSelectorTerm selects the clusters that match both selectors; a selector that is not set matches every cluster.
// The scheduler uses PropertySelector in required terms only and PropertySorter in preferred terms only.
type ClusterSelectorTerm struct {
	// Matches the labels of the cluster. In a preference, clusters that do not match get no weight. Defaults to every cluster.
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
	// Matches the properties of the cluster. Only in `cluster_selector_terms`. Defaults to every cluster.
	PropertySelector *PropertySelector `json:"propertySelector,omitempty"`
	// Only in `preference`: gives a cluster a share of the weight, the position of its property between the smallest and the largest
	// value in the whole fleet, rounded to a whole number. Defaults to the whole weight.
	PropertySorter *PropertySorter `json:"propertySorter,omitempty"`
}

// PropertySelector selects the clusters that meet all requirements.
type PropertySelector struct {
	// Requirements that must all be met. A cluster without the property does not meet them.
	MatchExpressions []PropertySelectorRequirement `json:"matchExpressions"`
}

// PropertySelectorRequirement compares a property of a cluster with a quantity, as exact decimals: 1 is 1000m. A
// cluster without the property does not meet it, regardless of the operator.
type PropertySelectorRequirement struct {
	// The name of the property, such as `kubernetes-fleet.io/node-count`. Resources are `resources.kubernetes-fleet.io/total-cpu`,
	// and likewise `allocatable-` or `available-` with any resource.
	Name string `json:"name"`
	// One of `Gt`, `Ge`, `Eq`, `Ne`, `Lt` and `Le`, of exact decimals: `1` equals `1000m`.
	Operator string `json:"operator"`
	// Exactly one quantity.
	Values []string `json:"values"`
}

// The operators of a PropertySelectorRequirement.
const (
	GreaterThan        = "Gt"
	GreaterThanOrEqual = "Ge"
	Equal              = "Eq"
	NotEqual           = "Ne"
	LessThan           = "Lt"
	LessThanOrEqual    = "Le"
)

// PropertyOperators are the operators that the webhook allows.
var PropertyOperators = []string{GreaterThan, GreaterThanOrEqual, Equal, NotEqual, LessThan, LessThanOrEqual}

// PropertySorter gives a cluster a part of the weight, in proportion to the position of its property's value between the
// smallest and the largest value in the whole fleet.
type PropertySorter struct {
	// The name of the property, such as `kubernetes-fleet.io/node-count`. Resources are `resources.kubernetes-fleet.io/total-cpu`,
	// and likewise `allocatable-` or `available-` with any resource.
	Name string `json:"name"`
	// `Ascending` prefers small values, `Descending` large ones.
	SortOrder string `json:"sortOrder"`
}

// The sort orders of a PropertySorter.
const (
	Ascending  = "Ascending"
	Descending = "Descending"
)

// SortOrders are the sort orders that the CRD allows.
var SortOrders = []string{Ascending, Descending}

// PreferredClusterSelector adds to the affinity score of the clusters that match the preference.
type PreferredClusterSelector struct {
	// The weight, -100 to 100.
	Weight int32 `json:"weight"`
	// The clusters that get the weight, or a share of it.
	Preference ClusterSelectorTerm `json:"preference"`
}

// TopologySpreadConstraint limits how unevenly the chosen clusters are spread over the values of a label.
type TopologySpreadConstraint struct {
	// The maximum difference between the values with the most and the fewest clusters, at least 1. Defaults to 1.
	MaxSkew *int32 `json:"maxSkew,omitempty"`
	// The key of the label.
	TopologyKey string `json:"topologyKey"`
	// `DoNotSchedule` excludes a cluster that would violate the constraint; `ScheduleAnyway` ranks it last. Defaults to
	// `DoNotSchedule`.
	WhenUnsatisfiable string `json:"whenUnsatisfiable,omitempty"`
}

// What a TopologySpreadConstraint does with a cluster that would break it.
const (
	// DoNotSchedule excludes the cluster. It is the default.
	DoNotSchedule = "DoNotSchedule"
	// ScheduleAnyway subtracts 1000 from the cluster's topology spread score.
	ScheduleAnyway = "ScheduleAnyway"
)

// Toleration lets a placement choose clusters with a taint.
type Toleration struct {
	// The key of the taint. If unset, the toleration matches every key; this requires the operator `Exists`.
	Key string `json:"key,omitempty"`
	// `Equal`: the taint has this key and this value. `Exists`: any value matches. Defaults to `Equal`.
	// ---
	// Without SetDefaults, an empty operator tolerates nothing.
	Operator string `json:"operator,omitempty"`
	// The value of the taint. Must not be set with the operator `Exists`.
	Value string `json:"value,omitempty"`
	// The effect of the taint: `NoSchedule`. Defaults to every effect.
	Effect placement.TaintEffect `json:"effect,omitempty"`
}

// The operators of a Toleration.
const (
	TolerationEqual  = "Equal"
	TolerationExists = "Exists"
)

// SetDefaults sets the defaults that the API server sets when it stores a placement.
func (p *Spec) SetDefaults() {
	p.PlacementType = cmp.Or(p.PlacementType, PickAll)
	p.TopologySpreadConstraints = slices.Clone(p.TopologySpreadConstraints)
	for i := range p.TopologySpreadConstraints {
		constraint := &p.TopologySpreadConstraints[i]
		if constraint.MaxSkew == nil {
			one := int32(1)
			constraint.MaxSkew = &one
		}
		constraint.WhenUnsatisfiable = cmp.Or(constraint.WhenUnsatisfiable, DoNotSchedule)
	}
	p.Tolerations = slices.Clone(p.Tolerations)
	for i := range p.Tolerations {
		p.Tolerations[i].Operator = cmp.Or(p.Tolerations[i].Operator, TolerationEqual)
	}
}

// SamePolicy reports whether the hub would keep the policy snapshot when p replaces old: whether their policies are
// equal, ignoring the number of clusters. Any other difference, even in the order of a list, creates a new snapshot and
// makes all bindings obsolete.
func (p *Spec) SamePolicy(old *Spec) bool {
	return p.PolicyHash() == old.PolicyHash()
}

// PolicyHash identifies the policy, ignoring the number of clusters, as the hash of a policy snapshot does. It is not
// upstream's own hash.
func (p *Spec) PolicyHash() string {
	policy := *p
	policy.NumberOfClusters = nil
	policy.SetDefaults()
	text, err := json.Marshal(policy)
	if err != nil {
		panic(err) // strings, numbers and lists of them can always be marshalled
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Properties are what the term requires of properties.
func (t *ClusterSelectorTerm) Properties() []PropertySelectorRequirement {
	if t.PropertySelector == nil {
		return nil
	}
	return t.PropertySelector.MatchExpressions
}

// Required are the required terms: a cluster must match one of them.
func (p *Spec) Required() []ClusterSelectorTerm {
	if p.Affinity == nil || p.Affinity.ClusterAffinity == nil || p.Affinity.ClusterAffinity.Required == nil {
		return nil
	}
	return p.Affinity.ClusterAffinity.Required.ClusterSelectorTerms
}

// Preferred are the terms that give the affinity score.
func (p *Spec) Preferred() []PreferredClusterSelector {
	if p.Affinity == nil || p.Affinity.ClusterAffinity == nil {
		return nil
	}
	return p.Affinity.ClusterAffinity.Preferred
}

// NewAffinity has required and preferred terms; nil without any.
func NewAffinity(required []ClusterSelectorTerm, preferred []PreferredClusterSelector) *Affinity {
	terms := &ClusterAffinity{Preferred: preferred}
	if len(required) > 0 {
		terms.Required = &ClusterSelector{ClusterSelectorTerms: required}
	} else if len(preferred) == 0 {
		return nil
	}
	return &Affinity{ClusterAffinity: terms}
}

// NewSnapshot returns the policy snapshot that a hub would create for the placement, without a status. The first snapshot
// of a placement has index 0. If [Placement.SamePolicy] is false, a new snapshot with the next index follows; else
// [Placement.UpdateSnapshot] returns the one that stays.
func (p *Placement) NewSnapshot(index int) *PolicySnapshot {
	snapshot := &PolicySnapshot{
		Name: p.Name + "-" + strconv.Itoa(index), Generation: 1, Annotations: map[string]string{GenerationAnnotation: "1"},
	}
	if p.NumberOfClusters != nil {
		snapshot.Annotations[NumberOfClustersAnnotation] = strconv.Itoa(int(*p.NumberOfClusters))
	}
	return snapshot
}

// UpdateSnapshot returns the latest policy snapshot as it is once the hub has stored the placement with the same policy: another
// number of clusters is a new generation of the placement, which the annotations have.
func (p *Placement) UpdateSnapshot(latest *PolicySnapshot) *PolicySnapshot {
	snapshot := *latest
	if p.NumberOfClusters == nil {
		return &snapshot
	}
	number := strconv.Itoa(int(*p.NumberOfClusters))
	if snapshot.Annotations[NumberOfClustersAnnotation] == number {
		return &snapshot
	}
	snapshot.Annotations = map[string]string{}
	maps.Copy(snapshot.Annotations, latest.Annotations)
	snapshot.Annotations[NumberOfClustersAnnotation] = number
	// The scheduler itself refuses a generation that is not a number.
	if generation, err := strconv.ParseInt(snapshot.Annotations[GenerationAnnotation], 10, 64); err == nil {
		snapshot.Annotations[GenerationAnnotation] = strconv.FormatInt(generation+1, 10)
	}
	return &snapshot
}
