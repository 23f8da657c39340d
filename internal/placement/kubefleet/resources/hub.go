// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Hub is what a hub holds and serves, ready for the selection of any number of placements. It is immutable.
type Hub struct {
	kinds *kindIndex
	// objects are those that are not being deleted, by kind and namespace, ordered by name.
	objects  map[place][]*Object
	services map[ID]bool
	workload bool
}

// place is where objects of a kind are.
type place struct {
	kind      schema.GroupVersionKind
	namespace string
}

// NewHub indexes the objects of a hub, in any order, and the kinds that it serves. It returns an error for options that the hub
// agent does not understand, and if ctx ends.
func NewHub(ctx context.Context, objects []Object, kinds []Kind, options Options) (*Hub, error) {
	index, err := newKindIndex(kinds, &options)
	if err != nil {
		return nil, err
	}
	hub := &Hub{kinds: index, objects: map[place][]*Object{}, services: map[ID]bool{}, workload: options.Workload}
	for i := range objects {
		if err := placement.Interrupted(ctx, i); err != nil {
			return nil, err
		}
		object := &objects[i]
		if object.kind() == serviceKind {
			hub.services[object.ID] = true
		}
		if !object.deleting() {
			key := place{object.kind(), object.Namespace}
			hub.objects[key] = append(hub.objects[key], object)
		}
	}
	for _, list := range hub.objects {
		slices.SortFunc(list, func(a, b *Object) int { return strings.Compare(a.Name, b.Name) })
	}
	return hub, nil
}

// find returns the objects of a kind in a namespace that have the name, or, without a name, match the selector.
func (h *Hub) find(where place, name string, selector labels.Selector) []*Object {
	list := h.objects[where]
	if name != "" {
		index, isFound := slices.BinarySearchFunc(list, name, func(o *Object, name string) int { return strings.Compare(o.Name, name) })
		if !isFound {
			return nil
		}
		return list[index : index+1]
	}
	if selector.Empty() {
		return list
	}
	return lists.Filter(list, func(object *Object) (*Object, bool) {
		return object, selector.Matches(labels.Set(object.labels()))
	})
}
