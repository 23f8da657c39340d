// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
)

// VersionsOf returns the API versions in which objects of a kind can be read, the newest first. The kind has its group, as
// GroupKind returns it.
func VersionsOf(groupKind string) []string { return slices.Clone(versions[groupKind]) }

// versions are those that upstream has or had of each kind that is read. In another version a field may mean something else.
var versions = map[string][]string{
	OCMPlacementKind + "." + OCMGroup:      {"v1beta1", "v1alpha1"},
	"ManagedCluster." + OCMGroup:           {"v1"},
	"ManagedClusterSet." + OCMGroup:        {"v1beta2", "v1beta1", "v1alpha1"},
	"ManagedClusterSetBinding." + OCMGroup: {"v1beta2", "v1beta1", "v1alpha1"},
	"AddOnPlacementScore." + OCMGroup:      {"v1alpha1"},
	"PlacementDecision." + OCMGroup:        {"v1beta1", "v1alpha1"},

	ClusterPlacementKind + "." + FleetPlacementGroup:   {"v1", "v1beta1"},
	NamespacePlacementKind + "." + FleetPlacementGroup: {"v1", "v1beta1"},
	"MemberCluster." + FleetClusterGroup:               {"v1", "v1beta1"},
	"ClusterResourceBinding." + FleetPlacementGroup:    {"v1", "v1beta1"},
	"ResourceBinding." + FleetPlacementGroup:           {"v1", "v1beta1"},

	"ClusterResourcePlacementDisruptionBudget." + FleetPlacementGroup: {"v1beta1", "v1alpha1"},

	"ClusterSchedulingPolicySnapshot." + FleetPlacementGroup: {"v1", "v1beta1"},
	"SchedulingPolicySnapshot." + FleetPlacementGroup:        {"v1", "v1beta1"},

	ReplicaSetKind + "." + WorkGroup:                {"v1alpha1"},
	AddOnKind + "." + AddOnGroup:                    {"v1alpha1"},
	ClusterStagesKind + "." + FleetPlacementGroup:   {"v1", "v1beta1"},
	NamespaceStagesKind + "." + FleetPlacementGroup: {"v1", "v1beta1"},

	PlacementRuleKind + "." + HybridGroup: {"v1alpha1"},
	PlacementRuleKind + "." + RHACMGroup:  {"v1"},
	PlacementRuleKind + "." + AppGroup:    {"v1alpha1"},
	PlacementRuleKind + "." + MCMGroup:    {"v1beta1", "v1alpha1"},
	"Deployer." + HybridGroup:             {"v1alpha1"},

	ClusterProfileKind + "." + InventoryGroup: {"v1alpha1"},
	SecretKind: {"v1"},
}

// CheckVersion refuses a version that a kind, as Header.GroupKind returns it, never had.
func CheckVersion(h decode.Header, kind string) error {
	group, version, hasGroup := strings.Cut(h.APIVersion, "/")
	if !hasGroup {
		group, version = "", h.APIVersion
	}
	known := versions[kind]
	if slices.Contains(known, version) {
		return nil
	}
	allowed := lists.Map(known, func(s string) string { return strings.TrimPrefix(group+"/"+s, "/") })
	// No version is nearer than another.
	return &field.Error{
		Type: field.ErrorTypeNotSupported, Field: "apiVersion", BadValue: h.APIVersion, Detail: excerpt.OneOf("", allowed),
	}
}

// DidYouMean suggests one of the known kinds, in the form of Header.GroupKind, for one that was found: of the same name in
// another group, or of a similar name in the same group.
func DidYouMean(unknown string, known ...string) string {
	kind, group, _ := strings.Cut(unknown, ".")
	for _, candidate := range known {
		name, otherGroup, _ := strings.Cut(candidate, ".")
		isNear := strings.EqualFold(kind, name) || group == otherGroup && excerpt.Nearest(kind, []string{name}) != ""
		if unknown != candidate && isNear {
			return "; did you mean " + excerpt.Quote(candidate) + "?"
		}
	}
	return ""
}
