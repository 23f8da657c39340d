// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// Placement is a ClusterResourcePlacement or, with a namespace, a ResourcePlacement.
type Placement struct {
	Namespace, Name string
	Selectors       []kubefleet.ResourceSelector
}

// key is what overrides name the placement by: "name" or "namespace/name".
func (p *Placement) key() string { return ID{Namespace: p.Namespace, Name: p.Name}.path() }

// Resource is a selected resource. It is shared and must not be changed.
type Resource struct {
	ID
	// Content is the object without what belongs to the hub.
	Content map[string]any
	// Selector is the index of the resource selector.
	Selector int
	// text is the JSON of the content.
	text []byte
}

// Selection is what a placement selects, in the order of KubeFleet.
type Selection struct {
	Resources []Resource
	// Snapshots are the resource snapshots; there is always one.
	Snapshots []Snapshot
	// Hash is the annotation kubernetes-fleet.io/resource-hash of the first snapshot, 64 hexadecimal digits.
	Hash string
	// Failure says why the hub refuses the selectors; nothing is selected then.
	Failure *Failure
}

// Select returns the resources that a placement selects. It returns an error if ctx ends.
func (h *Hub) Select(ctx context.Context, p *Placement) (Selection, error) {
	s := &selection{hub: h, placement: p, seen: map[ID]bool{}}
	if failure := s.run(); failure != nil {
		return Selection{Failure: failure}, nil
	}
	sortResources(s.resources)
	for i := range s.resources {
		if err := placement.Interrupted(ctx, i); err != nil {
			return Selection{}, err
		}
		s.resources[i].text = encode(s.resources[i].Content)
	}
	return Selection{Resources: s.resources, Snapshots: split(p.Name, s.resources), Hash: resourceHash(s.resources)}, nil
}

// selection is a selection in progress. It ends with its first failure.
type selection struct {
	hub       *Hub
	placement *Placement
	// namespace is the one in which the selectors of a ClusterResourcePlacement select; empty without
	// NamespaceWithResourceSelectors.
	namespace string
	resources []Resource
	seen      map[ID]bool
}

func (s *selection) run() *Failure {
	if failure := s.findNamespace(); failure != nil {
		return failure
	}
	for i := range s.placement.Selectors {
		term := &s.placement.Selectors[i]
		if s.hub.kinds.disabled(kindOf(term)) {
			continue
		}
		objects, failure := s.objects(term)
		if failure != nil {
			return failure
		}
		for _, object := range objects {
			if failure := s.add(object, i); failure != nil {
				return failure
			}
		}
	}
	return nil
}

// add selects an object, unless KubeFleet leaves it out.
func (s *selection) add(object *Object, selector int) *Failure {
	leftOut, failure := s.hub.leavesOut(object)
	if leftOut || failure != nil {
		return failure
	}
	if s.seen[object.ID] {
		failure := newFailure(User, "found duplicate resource {Group:%s Version:%s Kind:%s Name:%s Namespace:%s Envelope:<nil>}",
			object.Group, object.Version, object.Kind, object.Name, object.Namespace)
		failure.Resource = object.ID
		return failure
	}
	s.seen[object.ID] = true
	content, failure := strip(object)
	s.resources = append(s.resources, Resource{ID: object.ID, Content: content, Selector: selector})
	return failure
}

var namespaceKind = schema.GroupVersionKind{Version: "v1", Kind: "Namespace"}

func kindOf(term *kubefleet.ResourceSelector) schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: term.Group, Version: term.Version, Kind: term.Kind}
}

// findNamespace finds the namespace of a selector with NamespaceWithResourceSelectors, which the hub does before anything else.
func (s *selection) findNamespace() *Failure {
	if s.placement.Namespace != "" {
		return nil
	}
	for i := range s.placement.Selectors {
		term := &s.placement.Selectors[i]
		if kindOf(term) != namespaceKind || term.SelectionScope != kubefleet.NamespaceWithResourceSelectors {
			continue
		}
		objects, failure := s.ofKind(term)
		if failure != nil {
			return failure
		}
		for _, namespace := range objects {
			if !s.hub.kinds.reservedNamespace(namespace.Name) {
				s.namespace = namespace.Name
				return nil
			}
		}
		return newFailure(User, "invalid clusterResourcePlacement %s: NamespaceWithResourceSelectors mode requires exactly one "+
			"namespace, but no namespaces were selected", s.placement.Name)
	}
	return nil
}

// wholeNamespaces reports whether a term of namespaces selects them with their content.
func wholeNamespaces(term *kubefleet.ResourceSelector) bool {
	return term.SelectionScope != kubefleet.NamespaceOnly && term.SelectionScope != kubefleet.NamespaceWithResourceSelectors
}

// objects returns what a term selects.
func (s *selection) objects(term *kubefleet.ResourceSelector) ([]*Object, *Failure) {
	if s.placement.Namespace != "" || kindOf(term) != namespaceKind || !wholeNamespaces(term) {
		return s.ofKind(term)
	}
	// The name is judged whether or not there is such a namespace.
	if term.Name != "" && s.hub.kinds.reservedNamespace(term.Name) {
		return nil, s.reserved(term.Name)
	}
	namespaces, failure := s.ofKind(term)
	if failure != nil {
		return nil, failure
	}
	var list []*Object
	for _, namespace := range namespaces {
		if s.hub.kinds.reservedNamespace(namespace.Name) {
			return nil, s.reserved(namespace.Name)
		}
		list = append(list, namespace)
		for _, kind := range s.hub.kinds.followed {
			if s.hub.kinds.comesWithNamespace(kind) {
				list = append(list, s.hub.objects[place{kind.id(), namespace.Name}]...)
			}
		}
	}
	return list, nil
}

func (s *selection) reserved(namespace string) *Failure {
	return newFailure(User, "invalid clusterRresourcePlacement %s: namespace %s is not allowed to propagate", s.placement.Name,
		namespace)
}

// ofKind returns the objects of the term's kind that it selects by name or labels, where the placement may look for them.
func (s *selection) ofKind(term *kubefleet.ResourceSelector) ([]*Object, *Failure) {
	where, failure := s.where(term)
	if failure != nil {
		return nil, failure
	}
	selector := labels.Everything()
	if term.Name == "" && term.LabelSelector != nil {
		compiled, err := metav1.LabelSelectorAsSelector(term.LabelSelector)
		if err != nil {
			return nil, newFailure(Unexpected, "cannot convert the label selector to a selector: %s", err)
		}
		selector = compiled
	}
	return s.hub.find(where, term.Name, selector), nil
}

// where returns the kind and namespace in which a term selects, or why the placement cannot select that kind.
func (s *selection) where(term *kubefleet.ResourceSelector) (place, *Failure) {
	kind, p := kindOf(term), s.placement
	served := s.hub.kinds.served[kind]
	if served == nil {
		return place{}, newFailure(User, "invalid placement %s/%s, failed to get GVR of the selector: no matches for kind %q in "+
			"version %q", p.Namespace, p.Name, kind.Kind, kind.GroupVersion())
	}
	clusterScoped := s.hub.kinds.clusterScoped(kind)
	resource := kind.GroupVersion().String() + ", Resource=" + served.Plural
	if kind.Group == "" {
		resource = "/" + resource
	}
	switch {
	case clusterScoped && p.Namespace == "":
		return place{kind, ""}, nil
	case clusterScoped:
		if kind == namespaceKind {
			resource = kind.Kind
		}
		return place{}, newFailure(User, "invalid placement %s/%s: cannot select cluster-scoped resource %s in a resourcePlacement",
			p.Namespace, p.Name, resource)
	case p.Namespace != "":
		return place{kind, p.Namespace}, nil
	case s.namespace == "":
		return place{}, newFailure(User, "invalid placement /%s: cannot select namespace-scoped resource %s in a "+
			"clusterResourcePlacement", p.Name, resource)
	}
	return place{kind, s.namespace}, nil
}
