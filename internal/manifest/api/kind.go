// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package api has the names of the APIs of the hubs that are read and written: groups, kinds, versions and labels.
package api

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/validation/path"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// The kinds of a cluster.
const (
	ManagedClusterKind = string(placement.ManagedCluster)
	MemberClusterKind  = string(placement.MemberCluster)
)

// clusterGroups has the API groups of the kinds of a cluster.
var clusterGroups = map[placement.ClusterKind]string{
	placement.ManagedCluster: OCMGroup, placement.MemberCluster: FleetClusterGroup,
}

// GroupKind returns a kind of cluster with its group, in the form of SkippedKind.
func GroupKind(kind placement.ClusterKind) string { return string(kind) + "." + clusterGroups[kind] }

// The inventories of clusters that belong to no scheduler: the ClusterProfiles of SIG Multicluster, and the Secrets in which
// Argo CD has its clusters. ArgoCDClusterLabel has the value ArgoCDCluster in such a Secret.
const (
	InventoryGroup     = "multicluster.x-k8s.io"
	ClusterProfileKind = "ClusterProfile"
	SecretKind         = "Secret"
	ArgoCDClusterLabel = "argocd.argoproj.io/secret-type"
	ArgoCDCluster      = "cluster"
)

// HybridGroup is the API group of hybrid placement rules.
const HybridGroup = "core.hybridapp.io"

// The API groups of KubeFleet, and a label of it.
const (
	FleetClusterGroup   = "cluster.kubernetes-fleet.io"
	FleetPlacementGroup = "placement.kubernetes-fleet.io"
	// ParentLabel has the name of the placement that a binding belongs to, without its namespace.
	ParentLabel = "kubernetes-fleet.io/parent-CRP"
)

// The API groups of Open Cluster Management, and a label of it.
const (
	OCMGroup       = "cluster.open-cluster-management.io"
	WorkGroup      = "work.open-cluster-management.io"
	AddOnGroup     = "addon.open-cluster-management.io"
	PlacementLabel = OCMGroup + "/placement"
)

// The kinds of a placement.
const (
	OCMPlacementKind       = "Placement"
	ClusterPlacementKind   = "ClusterResourcePlacement"
	NamespacePlacementKind = "ResourcePlacement"
	PlacementRuleKind      = "PlacementRule"
)

// PlacementKinds are the kinds of the placements of each dialect.
var PlacementKinds = map[placement.Dialect]Scoped[schema.GroupKind]{
	placement.DialectOCM:    {Namespaced: schema.GroupKind{Group: OCMGroup, Kind: OCMPlacementKind}},
	placement.DialectHybrid: {Namespaced: schema.GroupKind{Group: HybridGroup, Kind: PlacementRuleKind}},
	placement.DialectKubeFleet: {
		Cluster:    schema.GroupKind{Group: FleetPlacementGroup, Kind: ClusterPlacementKind},
		Namespaced: schema.GroupKind{Group: FleetPlacementGroup, Kind: NamespacePlacementKind},
	},
}

// The kinds of objects that have the strategy of a placement.
const (
	ReplicaSetKind      = "ManifestWorkReplicaSet"
	AddOnKind           = "ClusterManagementAddOn"
	ClusterStagesKind   = "ClusterStagedUpdateStrategy"
	NamespaceStagesKind = "StagedUpdateStrategy"
)

// StagesKinds are the kinds of the objects that have the stages of a placement of KubeFleet.
var StagesKinds = Scoped[string]{ClusterStagesKind, NamespaceStagesKind}

// The API groups of the PlacementRule for Kubernetes resources alone: that of Red Hat Advanced Cluster Management, and its
// predecessors.
const (
	RHACMGroup = "apps.open-cluster-management.io"
	AppGroup   = "app.ibm.com"
	MCMGroup   = "mcm.ibm.com"
)

// NoField is the error of a field that a kind does not have.
func NoField(path *field.Path, kind string) *field.Error {
	return field.Forbidden(path, "a "+kind+" has no such field")
}

// CheckNames returns an error if an API server cannot have an object of this namespace, which may be empty, and name: a name is
// a part of the object's path.
func CheckNames(namespace, name string) error {
	if name == "" {
		return errors.New("metadata.name: must be set")
	}
	for _, part := range []struct{ field, value string }{{"metadata.name", name}, {"metadata.namespace", namespace}} {
		if mistakes := path.IsValidPathSegmentName(part.value); len(mistakes) > 0 {
			return fmt.Errorf("%s: %s", part.field, strings.Join(mistakes, "; "))
		}
	}
	return nil
}

// Object is an object as far as it is read or written.
type Object[Spec, Status any] struct {
	decode.Header
	Metadata Metadata `json:"metadata"`
	Spec     Spec     `json:"spec,omitzero"`
	Status   Status   `json:"status,omitzero"`
}

// Unread is a spec or a status that is not read.
type Unread struct{}

// Metadata is the part of ObjectMeta that is read.
type Metadata struct {
	Name              string            `json:"name"`
	Namespace         string            `json:"namespace,omitempty"`
	Labels            map[string]string `json:"labels,omitempty"`
	Annotations       map[string]string `json:"annotations,omitempty"`
	DeletionTimestamp *string           `json:"deletionTimestamp,omitempty"`
	Generation        int64             `json:"generation,omitempty"`
}

// MetadataOf reads the metadata of an object.
func MetadataOf(raw []byte) (Metadata, error) {
	var object Object[Unread, Unread]
	err := decode.Into(raw, &object)
	return object.Metadata, err
}

// Scoped has the kind of objects without a namespace and that of the same objects in a namespace. Zero is a kind that the API
// does not have.
type Scoped[K comparable] struct{ Cluster, Namespaced K }

// KindIn is the kind in a namespace; no namespace means the cluster-scoped kind. It is the only kind if there is just one.
func (s Scoped[K]) KindIn(namespace string) K {
	var none K
	if s.Cluster != none && (namespace == "" || s.Namespaced == none) {
		return s.Cluster
	}
	return s.Namespaced
}

// Kinds are those that the API has, the cluster-scoped one first.
func (s Scoped[K]) Kinds() []K {
	var none K
	return slices.DeleteFunc([]K{s.Cluster, s.Namespaced}, func(kind K) bool { return kind == none })
}

// DecisionsOf is a label selector for the PlacementDecisions of a placement of Open Cluster Management.
func DecisionsOf(placement string) string { return PlacementLabel + "=" + placement }

// BindingsOf is a label selector for the bindings of a placement of KubeFleet.
func BindingsOf(placement string) string { return ParentLabel + "=" + placement }

// The labels of a policy snapshot.
const (
	PolicyIndexLabel    = "kubernetes-fleet.io/policy-index"
	LatestSnapshotLabel = "kubernetes-fleet.io/is-latest-snapshot"
)

// LatestSnapshot is a label selector for the latest policy snapshot of a placement.
func LatestSnapshot(placement string) string {
	return BindingsOf(placement) + "," + LatestSnapshots
}

// LatestSnapshots is a label selector for the latest policy snapshots of all placements.
const LatestSnapshots = LatestSnapshotLabel + "=true"

// ResourceIndexLabel is the label of a resource snapshot with its index.
const ResourceIndexLabel = "kubernetes-fleet.io/resource-index"

// LatestOverrideSnapshot is a label selector for the latest snapshot of an override of KubeFleet.
func LatestOverrideSnapshot(override string) string {
	return "kubernetes-fleet.io/parent-resource-override=" + override + "," + LatestSnapshots
}
