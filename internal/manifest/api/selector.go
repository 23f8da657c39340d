// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package api

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
