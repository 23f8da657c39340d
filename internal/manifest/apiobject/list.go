// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package apiobject converts one object of each kind of the APIs to the types of package placement and of the dialects, and
// clusters back.
package apiobject

import (
	"encoding/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// KubeFleetObjects are the objects of KubeFleet by kind, as JSON, in the form in which an API server lists them.
type KubeFleetObjects struct {
	MemberClusters []json.RawMessage
	// ResourceBindings are ClusterResourceBindings and ResourceBindings.
	ResourceBindings []json.RawMessage
}

// ReadKubeFleetObjects converts objects to an inventory. It does not validate them, because the API server has.
func ReadKubeFleetObjects(o KubeFleetObjects) (inv placement.Inventory, err error) {
	if inv.Clusters, err = ReadAll(o.MemberClusters, DecodeMemberCluster); err != nil {
		return inv, err
	}
	inv.ResourceBindings, err = ReadAll(o.ResourceBindings, DecodeResourceBinding)
	return inv, err
}

// Objects are the objects of Open Cluster Management by kind, as JSON, in the form in which an API server lists them:
// without apiVersion and kind.
type Objects struct {
	ManagedClusters           []json.RawMessage
	ManagedClusterSets        []json.RawMessage
	ManagedClusterSetBindings []json.RawMessage
	AddOnPlacementScores      []json.RawMessage
	PlacementDecisions        []json.RawMessage
}

// ReadObjects converts objects to an inventory. It does not validate them, because the API server has.
func ReadObjects(o Objects) (inv placement.Inventory, err error) {
	if inv.Clusters, err = ReadAll(o.ManagedClusters, DecodeManagedCluster); err != nil {
		return inv, err
	}
	if inv.Sets, err = ReadAll(o.ManagedClusterSets, DecodeClusterSet); err != nil {
		return inv, err
	}
	if inv.Bindings, err = ReadAll(o.ManagedClusterSetBindings, DecodeBinding); err != nil {
		return inv, err
	}
	if inv.Scores, err = ReadAll(o.AddOnPlacementScores, DecodeScore); err != nil {
		return inv, err
	}
	inv.Decisions, err = ReadAll(o.PlacementDecisions, DecodePlacementDecision)
	return inv, err
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
