// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiobject

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// ReadStoredCluster reads a cluster of a kind from the JSON of its object on an API server.
func ReadStoredCluster(kind placement.ClusterKind, object []byte) (placement.Cluster, error) {
	if kind == placement.MemberCluster {
		return DecodeMemberCluster(decode.Listed, object)
	}
	return DecodeManagedCluster(decode.Listed, object)
}

// ReadStoredClusterSet reads a cluster set from the JSON of its object on an API server, with nothing that the object does not
// have.
func ReadStoredClusterSet(object []byte) (placement.ClusterSet, error) {
	return storedClusterSet(decode.Listed, object)
}

// ReadStoredBinding reads the binding of a cluster set from the JSON of its object on an API server.
func ReadStoredBinding(object []byte) (placement.Binding, error) {
	return DecodeBinding(decode.Listed, object)
}

// ReadStoredScore reads the scores of a cluster from the JSON of their object on an API server.
func ReadStoredScore(object []byte) (placement.Score, error) {
	return DecodeScore(decode.Listed, object)
}
