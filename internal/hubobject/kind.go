// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package hubobject describes the objects of a hub: their kinds, what a configuration sets in an object of each kind, and how
// that is compared with what the hub has. It does no I/O.
package hubobject

import (
	"cmp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
)

// Kind is a kind of objects of a hub. Kinds are compared by pointer.
type Kind struct {
	schema.GroupKind
	// Plural is the name of the resource, as in the name of the CRD.
	Plural string
	// Product installs the CRD.
	Product string
	// IsNamespaced says whether an object has a namespace.
	IsNamespaced bool
	// InClusterNamespace says that the namespace is that of a ManagedCluster, which the hub makes when the cluster is accepted.
	InClusterNamespace bool
	// Preferred is the API version that is read and written if the hub serves it; empty is the newest.
	Preferred string
	// Defaults has the values that the CRD sets where an object sets none, by path below the spec. Those of the items of lists are
	// not among them: most lists are atomic, and one whose items lack a default is in conflict with the same list of another
	// manager.
	Defaults map[string]any
}

// What installs the CRDs.
const (
	ocmProduct    = "Open Cluster Management"
	fleetProduct  = "KubeFleet"
	hybridProduct = "the hybrid application operator"
)

// String is the name of the kind's CRD, such as managedclusters.cluster.open-cluster-management.io.
// A kind of the core group has no suffix.
func (k *Kind) String() string { return strings.TrimSuffix(k.Plural+"."+k.Group, ".") }

// IsIn reports whether objects of the kind are in a namespace or, without one, in none.
func (k *Kind) IsIn(namespace string) bool { return k.IsNamespaced == (namespace != "") }

// Versions are the API versions in which the kind is read and written, the preferred one first.
func (k *Kind) Versions() []string {
	versions := api.VersionsOf(k.GroupKind.String())
	if len(versions) == 0 {
		versions = []string{"v1", "v1beta1"}
	}
	if k.Preferred != "" && !slices.Contains(versions, k.Preferred) {
		versions = append(versions, k.Preferred)
	}
	slices.SortStableFunc(versions, func(a, b string) int {
		return cmp.Compare(k.rank(a), k.rank(b))
	})
	return versions
}

// rank is the order of a version: the preferred one is the first.
func (k *Kind) rank(version string) int {
	if version == k.Preferred {
		return 0
	}
	return 1
}
