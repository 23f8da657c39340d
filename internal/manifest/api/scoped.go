// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package api

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
func (s Scoped[K]) Kinds() (kinds []K) {
	var none K
	for _, kind := range []K{s.Cluster, s.Namespaced} {
		if kind != none {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}
