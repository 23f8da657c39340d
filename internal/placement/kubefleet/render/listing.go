package render

import (
	"context"

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
}

// NewListings returns an error for options that the hub agent does not understand.
func NewListings(p *Placement, kinds []Kind, options Options) (*Listings, error) {
	index, err := newKindIndex(kinds, &options)
	return &Listings{placement: p, kinds: kinds, options: options, index: index, listed: map[Listing]bool{}}, err
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
	if all := (Listing{*served, namespace, ""}); !s.listed[listing] && !s.listed[all] {
		s.listed[listing] = true
		*list = append(*list, listing)
	}
}
