// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiobject

import (
	"encoding/json"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// managedClusterObject is the part of a ManagedCluster that is read.
type managedClusterObject = api.Object[clusterSpec, struct {
	ClusterClaims []clusterClaim      `json:"clusterClaims,omitempty"`
	Allocatable   placement.Resources `json:"allocatable,omitempty"`
	Capacity      placement.Resources `json:"capacity,omitempty"`
	Version       clusterVersion      `json:"version,omitzero"`
}]

// clusterSpec is the part of the spec of a ManagedCluster or MemberCluster that is read.
type clusterSpec struct {
	Taints []placement.Taint `json:"taints,omitempty"`
}

// clusterVersion is the version in the status of a ManagedCluster or ClusterProfile.
type clusterVersion struct {
	Kubernetes string `json:"kubernetes"`
}

type clusterClaim struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// DecodeManagedCluster reads a ManagedCluster.
func DecodeManagedCluster(decode decode.Func, raw []byte) (placement.Cluster, error) {
	var o managedClusterObject
	err := decode(raw, &o)
	cluster := placement.Cluster{
		Kind:              placement.ManagedCluster,
		Name:              o.Metadata.Name,
		Labels:            o.Metadata.Labels,
		Annotations:       o.Metadata.Annotations,
		Taints:            o.Spec.Taints,
		Allocatable:       o.Status.Allocatable,
		Capacity:          o.Status.Capacity,
		KubernetesVersion: o.Status.Version.Kubernetes,
		Deleting:          o.Metadata.DeletionTimestamp != nil,
		Claims:            claimsOf(o.Status.ClusterClaims),
		Object:            json.RawMessage(raw),
	}
	return cluster, err
}

// claimsOf are claims by name; nil if there are none.
func claimsOf(list []clusterClaim) map[string]string {
	if len(list) == 0 {
		return nil
	}
	claims := make(map[string]string, len(list))
	for _, claim := range list {
		claims[claim.Name] = claim.Value
	}
	return claims
}

// DecodeClusterSet reads a ManagedClusterSet, with the selector type that the API server defaults to.
func DecodeClusterSet(decode decode.Func, raw []byte) (placement.ClusterSet, error) {
	set, err := DecodeStoredClusterSet(decode, raw)
	if set.SelectorType == "" || set.SelectorType == legacyClusterSetLabel {
		set.SelectorType = placement.ExclusiveClusterSetLabel
	}
	return set, err
}

// DecodeStoredClusterSet reads a cluster set with nothing that the object does not have.
func DecodeStoredClusterSet(decode decode.Func, raw []byte) (placement.ClusterSet, error) {
	var o api.Object[struct {
		ClusterSelector struct {
			SelectorType  placement.SelectorType `json:"selectorType"`
			LabelSelector *metav1.LabelSelector  `json:"labelSelector"`
		} `json:"clusterSelector"`
	}, api.Unread]
	err := decode(raw, &o)
	return placement.ClusterSet{
		Name:          o.Metadata.Name,
		SelectorType:  o.Spec.ClusterSelector.SelectorType,
		LabelSelector: o.Spec.ClusterSelector.LabelSelector,
	}, err
}

// legacyClusterSetLabel is the v1beta1 name of ExclusiveClusterSetLabel.
const legacyClusterSetLabel = "LegacyClusterSetLabel"

// DecodeBinding reads a ManagedClusterSetBinding.
func DecodeBinding(decode decode.Func, raw []byte) (placement.Binding, error) {
	var o api.Object[api.Unread, api.Unread]
	err := decode(raw, &o)
	return placement.Binding{Name: o.Metadata.Name, Namespace: o.Metadata.Namespace}, err
}

// DecodeScore reads an AddOnPlacementScore.
func DecodeScore(decode decode.Func, raw []byte) (placement.Score, error) {
	var o api.Object[api.Unread, struct {
		Scores     []placement.ScoreValue `json:"scores"`
		ValidUntil time.Time              `json:"validUntil"`
	}]
	err := decode(raw, &o)
	return placement.Score{
		Cluster: o.Metadata.Namespace, Name: o.Metadata.Name,
		Values: o.Status.Scores, ValidUntil: o.Status.ValidUntil,
	}, err
}

// decided are the clusters of a PlacementDecision.
type decided struct {
	Decisions []struct {
		ClusterName string `json:"clusterName"`
	} `json:"decisions"`
}

// DecodePlacementDecision reads a PlacementDecision. Its spec is what v1alpha1 calls the status.
func DecodePlacementDecision(decode decode.Func, raw []byte) (placement.PlacementDecision, error) {
	var o api.Object[decided, decided]
	err := decode(raw, &o)
	decision := placement.PlacementDecision{
		Name:      o.Metadata.Name,
		Namespace: o.Metadata.Namespace,
		Placement: o.Metadata.Labels[api.PlacementLabel],
		GroupName: o.Metadata.Labels[api.OCMGroup+"/decision-group-name"],
	}
	// The label is informational; a hub writes a number.
	decision.GroupIndex, _ = strconv.Atoi(o.Metadata.Labels[api.OCMGroup+"/decision-group-index"])
	for _, d := range append(o.Status.Decisions, o.Spec.Decisions...) {
		decision.Clusters = append(decision.Clusters, d.ClusterName)
	}
	return decision, err
}

// ReadAll reads objects that an API server listed.
func ReadAll[T any](list []json.RawMessage, read func(decode.Func, []byte) (T, error)) ([]T, error) {
	objects := make([]T, len(list))
	for i, raw := range list {
		object, err := read(decode.Listed, raw)
		if err != nil {
			return nil, err
		}
		objects[i] = object
	}
	return objects, nil
}
