// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// ChangedSelectors returns the selectors that only one of two lists has. The others select the same in both, unless one of the
// lists selects the namespace in which they select: then all are returned, or none if nothing changes.
func ChangedSelectors(prior, planned []kubefleet.ResourceSelector) (removed, added []kubefleet.ResourceSelector) {
	removed, added = without(prior, planned), without(planned, prior)
	if len(removed)+len(added) > 0 && (SelectsInNamespace(prior) || SelectsInNamespace(planned)) {
		return prior, planned
	}
	return removed, added
}

// without are the selectors of a list that another list lacks.
func without(list, other []kubefleet.ResourceSelector) (left []kubefleet.ResourceSelector) {
	for i := range list {
		if !slices.ContainsFunc(other, func(selector kubefleet.ResourceSelector) bool { return sameSelector(&list[i], &selector) }) {
			left = append(left, list[i])
		}
	}
	return left
}

// sameSelector compares selectors by what they mean. The default of the scope is that of the API.
func sameSelector(a, b *kubefleet.ResourceSelector) bool {
	first, second := *a, *b
	for _, term := range []*kubefleet.ResourceSelector{&first, &second} {
		term.SelectionScope = cmp.Or(term.SelectionScope, kubefleet.NamespaceWithResources)
	}
	return reflect.DeepEqual(first, second)
}

// SelectsInNamespace reports whether one of the selectors selects the namespace in which the others select.
func SelectsInNamespace(terms []kubefleet.ResourceSelector) bool {
	return slices.ContainsFunc(terms, func(term kubefleet.ResourceSelector) bool {
		return kindOf(&term) == namespaceKind && term.SelectionScope == kubefleet.NamespaceWithResourceSelectors
	})
}
