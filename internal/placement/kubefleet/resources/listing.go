// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"cmp"
	"context"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// Listing is a list of objects of a hub that a selection needs: all of a kind, those in a namespace, or one.
type Listing struct {
	Kind Kind
	// Namespace and Name are empty for all.
	Namespace, Name string
}

// Listings are the lists that the selection of a placement needs, each once. Those of the namespaces come first: what is selected
// in them follows from the namespaces, which More takes.
type Listings struct {
	placement *Placement
	kinds     []Kind
	options   Options
	index     *kindIndex
	listed    map[Listing]bool
	// only are the overrides whose objects are wanted; nil for all objects.
	only []*Override
}

// NewListings returns an error for options that the hub agent does not understand.
func NewListings(p *Placement, kinds []Kind, options Options) (*Listings, error) {
	index, err := newKindIndex(kinds, &options)
	return &Listings{placement: p, kinds: kinds, options: options, index: index, listed: map[Listing]bool{}}, err
}

// Only leaves out what no override of a list can change.
func (s *Listings) Only(overrides ...*Override) { s.only = overrides }

// wants reports whether a list may have what is wanted.
func (s *Listings) wants(listing *Listing) bool {
	return s.only == nil || slices.ContainsFunc(s.only, func(o *Override) bool { return o.concerns(listing) }) ||
		// All other selectors depend on this namespace.
		listing.Kind.id() == namespaceKind && SelectsInNamespace(s.placement.Selectors)
}

// concerns reports whether a list may have an object that the override changes, or that decides whether such an object is
// selected: its namespace, an envelope with it, or the Service of Endpoints.
func (o *Override) concerns(listing *Listing) bool {
	kind := listing.Kind.id()
	isEnvelope := isEnvelope(ID{Group: kind.Group, Kind: kind.Kind})
	for _, target := range o.targets() {
		namespace, whole := target.Namespace, false
		if target.kind() == namespaceKind {
			namespace, whole = target.Name, true
		}
		switch {
		case kind == namespaceKind:
			if namespace != "" && (listing.Name == "" || listing.Name == namespace) {
				return true
			}
		case listing.Namespace != namespace:
		case whole, isEnvelope, kind == serviceKind && target.kind() == endpointsKind:
			return true
		case kind == target.kind() && (listing.Name == "" || listing.Name == target.Name):
			return true
		}
	}
	return false
}

// Namespaces are the lists of the namespaces that are selected.
func (s *Listings) Namespaces() []Listing {
	var list []Listing
	for i := range s.placement.Selectors {
		if term := &s.placement.Selectors[i]; kindOf(term) == namespaceKind {
			s.add(&list, namespaceKind, "", term.Name)
		}
	}
	return list
}

// More are all other lists. The objects are those of Namespaces.
func (s *Listings) More(ctx context.Context, namespaces []Object) ([]Listing, error) {
	hub, err := NewHub(ctx, namespaces, s.kinds, s.options)
	if err != nil {
		return nil, err
	}
	in := s.placement.Namespace
	if in == "" {
		chosen := &selection{hub: hub, placement: s.placement}
		chosen.findNamespace()
		in = chosen.namespace
	}
	var list []Listing
	for i := range s.placement.Selectors {
		term := &s.placement.Selectors[i]
		kind := kindOf(term)
		switch {
		case s.index.disabled(kind):
		case kind == namespaceKind:
			s.addContents(&list, hub, term)
		case s.index.clusterScoped(kind):
			s.add(&list, kind, "", term.Name)
		case in != "":
			s.add(&list, kind, in, term.Name)
		}
	}
	return list, nil
}

// addContents adds the lists of everything in the namespaces that a term selects with their content.
func (s *Listings) addContents(list *[]Listing, hub *Hub, term *kubefleet.ResourceSelector) {
	selected := &selection{hub: hub, placement: s.placement}
	objects, failure := selected.objects(term)
	if failure != nil || !wholeNamespaces(term) {
		return
	}
	for _, namespace := range objects {
		for _, kind := range s.index.followed {
			if s.index.comesWithNamespace(kind) {
				s.add(list, kind.id(), namespace.Name, "")
			}
		}
	}
}

// add adds a list that is not there yet. Whether Endpoints are left out depends on the Services.
func (s *Listings) add(list *[]Listing, kind schema.GroupVersionKind, namespace, name string) {
	served := s.index.served[kind]
	if served == nil {
		return
	}
	if kind == endpointsKind {
		s.add(list, serviceKind, namespace, "")
	}
	listing := Listing{*served, namespace, name}
	if !s.wants(&listing) {
		return
	}
	if all := (Listing{*served, namespace, ""}); !s.listed[listing] && !s.listed[all] {
		s.listed[listing] = true
		*list = append(*list, listing)
	}
}

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
