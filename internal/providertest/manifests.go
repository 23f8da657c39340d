// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

// TwoHubs are the objects of two hubs: the ManagedClusters eu-1 and eu-2, and the MemberClusters eu-1, us-1 and us-2.
const TwoHubs = `{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: eu-1}}
---
{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: eu-2}}
---
` + Members

// Manifests of the MemberClusters eu-1, us-1 and us-2, and of the last two, and how the objects of a fleet name their kinds.
const (
	Members = `{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, metadata: {name: eu-1}, status: {` + reporting + `}}
---
` + OtherMembers
	OtherMembers = `{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, metadata: {name: us-1}, status: {` + reporting + `}}
---
{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, metadata: {name: us-2}, status: {` + reporting + `}}
`
	reporting = `agentStatus: [{type: MemberAgent, lastReceivedHeartbeat: "9999-12-31T23:59:59Z",
  conditions: [{type: Joined, status: "True"}, {type: Healthy, status: "True"}]}]`
	MemberKind  = "MemberCluster.cluster.kubernetes-fleet.io"
	ManagedKind = "ManagedCluster.cluster.open-cluster-management.io"
)
