// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/api/validation/path"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

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

// refused returns why an API server does not store a Work that holds a manifest, as "field: reason" each, in the order of the
// texts: its CRD embeds whole objects, whose kind and metadata are checked.
func refused(content map[string]any) []string {
	var errs field.ErrorList
	errs = append(errs, validateTypeField(content, "apiVersion", func(text string) string {
		if _, err := schema.ParseGroupVersion(text); err != nil {
			return err.Error()
		}
		return ""
	})...)
	errs = append(errs, validateTypeField(content, "kind", func(text string) string {
		return strings.Join(validation.IsDNS1035Label(strings.ToLower(text)), ",")
	})...)
	errs = append(errs, validateMetadata(content)...)
	var list []string
	for _, err := range errs {
		text := err.Field
		if err.Detail != "" {
			text += ": " + err.Detail
		}
		list = append(list, text)
	}
	slices.Sort(list) // The validation goes through labels and annotations in no order.
	return slices.Compact(list)
}

func validateTypeField(content map[string]any, name string, check func(string) string) field.ErrorList {
	fieldPath := field.NewPath(name)
	value, isSet := content[name]
	text, isText := value.(string)
	switch {
	case !isSet:
		return field.ErrorList{field.Required(fieldPath, "")}
	case !isText:
		return field.ErrorList{field.Invalid(fieldPath, value, "must be a string")}
	case text == "":
		return field.ErrorList{field.Required(fieldPath, "must not be empty")}
	}
	if why := check(text); why != "" {
		return field.ErrorList{field.Invalid(fieldPath, text, why)}
	}
	return nil
}

func validateMetadata(content map[string]any) field.ErrorList {
	fieldPath := field.NewPath("metadata")
	value, isSet := content["metadata"]
	if !isSet {
		return nil
	}
	var meta metav1.ObjectMeta
	if err := json.Unmarshal(encode(value), &meta); err != nil {
		return field.ErrorList{field.Invalid(fieldPath, value, err.Error())}
	}
	if meta.Name == "" {
		meta.Name = "any" // An embedded object needs no name.
	}
	return apivalidation.ValidateObjectMeta(&meta, meta.Namespace != "", path.ValidatePathSegmentName, fieldPath)
}
