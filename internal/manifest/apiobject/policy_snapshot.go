// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiobject

import (
	"strconv"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// PolicySnapshot is a ClusterSchedulingPolicySnapshot or SchedulingPolicySnapshot of KubeFleet.
type PolicySnapshot struct {
	kubefleet.PolicySnapshot
	// Namespace and Placement identify the placement.
	Namespace, Placement string
	// Latest says that the label of the latest snapshot is set.
	Latest bool
	// Index is the number of the snapshot among those of its placement.
	Index int
	// Policy is the policy that the snapshot was made of.
	Policy kubefleet.Spec
}

// DecodePolicySnapshot reads a policy snapshot.
func DecodePolicySnapshot(decode decode.Func, raw []byte) (PolicySnapshot, error) {
	var o struct {
		Metadata struct {
			api.Metadata
			Generation int64 `json:"generation"`
		} `json:"metadata"`
		Spec struct {
			Policy *kubefleet.Spec `json:"policy"`
		} `json:"spec"`
		Status placement.PolicySnapshotStatus `json:"status"`
	}
	err := decode(raw, &o, OlderNames)
	snapshot := PolicySnapshot{
		Namespace: o.Metadata.Namespace, Placement: o.Metadata.Labels[api.ParentLabel],
		Latest: o.Metadata.Labels[api.LatestSnapshotLabel] == "true",
		PolicySnapshot: kubefleet.PolicySnapshot{
			Name: o.Metadata.Name, Generation: o.Metadata.Generation, Annotations: o.Metadata.Annotations, Status: o.Status,
		},
		Policy: kubefleet.Spec{PlacementType: kubefleet.PickAll},
	}
	if o.Spec.Policy != nil {
		snapshot.Policy = *o.Spec.Policy
	}
	// KubeFleet sets the label; without it the snapshot is the first.
	snapshot.Index, _ = strconv.Atoi(o.Metadata.Labels[api.PolicyIndexLabel])
	return snapshot, err
}
