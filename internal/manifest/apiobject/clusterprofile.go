// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiobject

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// clusterProfileObject is the part of a ClusterProfile that is read. Who gives access to the cluster is not.
type clusterProfileObject = api.Object[struct {
	DisplayName    string `json:"displayName"`
	ClusterManager struct {
		Name string `json:"name"`
	} `json:"clusterManager,omitzero"`
}, struct {
	Conditions []statusCondition `json:"conditions,omitempty"`
	Version    clusterVersion    `json:"version,omitzero"`
	Properties []clusterClaim    `json:"properties,omitempty"`
}]

// controlPlaneHealthy is the condition of a ClusterProfile that its cluster manager sets.
const controlPlaneHealthy = "ControlPlaneHealthy"

// healthTaints are the taints that Open Cluster Management puts on a ManagedCluster, by the status of the condition from which it
// writes controlPlaneHealthy.
var healthTaints = map[string]string{
	"False": placement.TaintUnavailable, "Unknown": placement.TaintUnreachable,
}

// DecodeClusterProfile reads a ClusterProfile as a cluster without a kind. Its properties are claims for Open Cluster Management,
// whose claims they are there, and properties for KubeFleet. An unhealthy control plane is a taint.
func DecodeClusterProfile(decode decode.Func, raw []byte) (cluster placement.Cluster, namespace string, err error) {
	var o clusterProfileObject
	err = decode(raw, &o)
	cluster = placement.Cluster{
		Name:              o.Metadata.Name,
		Labels:            o.Metadata.Labels,
		Annotations:       o.Metadata.Annotations,
		KubernetesVersion: o.Status.Version.Kubernetes,
		Deleting:          o.Metadata.DeletionTimestamp != nil,
		Claims:            claimsOf(o.Status.Properties),
	}
	// Nothing writes to either.
	cluster.Properties = cluster.Claims
	for _, condition := range o.Status.Conditions {
		if key := healthTaints[condition.Status]; condition.Type == controlPlaneHealthy && key != "" {
			cluster.Taints = append(cluster.Taints, placement.Taint{Key: key, Effect: placement.NoSelect,
				TimeAdded: condition.LastTransitionTime})
		}
	}
	return cluster, o.Metadata.Namespace, err
}
