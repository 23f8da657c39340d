// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"bytes"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
)

// Applied is what a configuration sets in an object on a hub, and nothing else: what it does not name belongs to others.
type Applied struct {
	// Object has metadata.labels, metadata.annotations and spec as far as they are set, without Lists. Server-side apply takes it.
	Object map[string]any
	// Status is applied to the subresource status; nil if the status belongs to others.
	Status map[string]any
	// Lists are atomic lists of the spec that others write, too. They are merged item by item.
	Lists []MergedList
}

// keyedLists has the keys of the lists whose order does not matter, by name.
var keyedLists = map[string][]string{"scores": {"name"}}

// atomicMaps are the objects that are one value, by name: a field in them that is not set is a difference.
var atomicMaps = []string{"labelSelector", "identity", "value"}

// atomicLists are the lists that are one value, by name: a field in their items that is not set is a difference.
var atomicLists = []string{"manifests", "value"}

// newApplied returns what is set of labels, annotations and a spec, which is a struct that omits what is not set.
func newApplied(labels, annotations map[string]string, spec any) (Applied, error) {
	object := struct {
		Metadata struct {
			Labels      map[string]string `json:"labels,omitzero"`
			Annotations map[string]string `json:"annotations,omitzero"`
		} `json:"metadata,omitzero"`
		Spec any `json:"spec,omitzero"`
	}{Spec: spec}
	object.Metadata.Labels, object.Metadata.Annotations = labels, annotations
	fields, err := document.Fields(object)
	return Applied{Object: fields}, err
}

// Observed returns the same fields with the values that an object on the hub has. What is missing there is missing in the result.
func (a Applied) Observed(object map[string]any) Applied {
	of := Applied{Object: observedFields(a.Object, object)}
	if a.Status != nil {
		status, _ := object["status"].(map[string]any)
		of.Status = observedFields(a.Status, status)
	}
	spec, _ := object["spec"].(map[string]any)
	for _, list := range a.Lists {
		of.Lists = append(of.Lists, list.observed(itemsOf(spec[list.Name])))
	}
	return of
}

// In returns an object as JSON with nothing but these fields in its metadata and spec, and the status that the object has,
// unless the status is applied as well.
func (a Applied) In(object map[string]any) ([]byte, error) {
	had, _ := object["metadata"].(map[string]any)
	metadata, _ := a.Object["metadata"].(map[string]any)
	metadata = maps.Clone(metadata)
	if metadata == nil {
		metadata = map[string]any{}
	}
	for _, name := range []string{"name", "namespace", "deletionTimestamp"} {
		if value, ok := had[name]; ok {
			metadata[name] = value
		}
	}
	spec, _ := a.Object["spec"].(map[string]any)
	spec = maps.Clone(spec)
	if spec == nil {
		spec = map[string]any{}
	}
	for _, list := range a.Lists {
		if list.Items != nil {
			spec[list.Name] = list.Items
		}
	}
	status := object["status"]
	if a.Status != nil {
		status = a.Status
	}
	fields := map[string]any{"apiVersion": object["apiVersion"], "kind": object["kind"], "metadata": metadata, "spec": spec}
	if status != nil {
		fields["status"] = status
	}
	return json.Marshal(fields)
}

// Equal reports whether both set the same fields to the same values.
func (a Applied) Equal(b Applied) bool {
	encode := func(of Applied) []byte {
		raw, err := json.Marshal(of, json.Deterministic(true))
		if err != nil {
			return nil
		}
		return raw
	}
	return bytes.Equal(encode(a), encode(b))
}

func observedFields(wanted, found map[string]any) map[string]any {
	of := make(map[string]any, len(wanted))
	for name, value := range wanted {
		if there, ok := found[name]; ok {
			of[name] = observedValue(name, value, there)
		}
	}
	return of
}

func observedValue(name string, wanted, found any) any {
	switch wanted := wanted.(type) {
	case map[string]any:
		if fields, ok := found.(map[string]any); ok && !slices.Contains(atomicMaps, name) {
			return observedFields(wanted, fields)
		}
	case []any:
		if items, ok := found.([]any); ok && !slices.Contains(atomicLists, name) {
			return observedItems(name, wanted, items)
		}
	}
	return found
}

// observedItems are the items of a list. One that is not wanted is part of the result, unless the list has keys: another client
// manages it then.
func observedItems(name string, wanted, found []any) []any {
	of := []any{}
	if keys, ok := keyedLists[name]; ok {
		list := MergedList{Keys: keys}
		there := itemsOf(found)
		for _, item := range itemsOf(wanted) {
			if i := list.find(there, item); i >= 0 {
				of = append(of, observedFields(item, there[i]))
			}
		}
		return of
	}
	for i, item := range found {
		if i < len(wanted) {
			item = observedValue("", wanted[i], item)
		}
		of = append(of, item)
	}
	return of
}

// itemsOf are the objects of a list.
func itemsOf(list any) []map[string]any {
	var items []map[string]any
	of, _ := list.([]any)
	for _, item := range of {
		if fields, ok := item.(map[string]any); ok {
			items = append(items, fields)
		}
	}
	return items
}

// Items returns the items of a merged list.
func (a Applied) Items(name string) []map[string]any {
	for _, list := range a.Lists {
		if list.Name == name {
			return list.Items
		}
	}
	return nil
}

// WithLists returns the same with the lists as parts of the object, as for one that does not exist yet.
func (a Applied) WithLists() Applied {
	spec, _ := a.Object["spec"].(map[string]any)
	with := map[string]any{}
	maps.Copy(with, spec)
	for _, list := range a.Lists {
		items := make([]any, len(list.Items))
		for i := range items {
			items[i] = list.Items[i]
		}
		if len(items) > 0 {
			with[list.Name] = items
		}
	}
	if len(with) > 0 {
		a.Object = maps.Clone(a.Object)
		if a.Object == nil {
			a.Object = map[string]any{}
		}
		a.Object["spec"] = with
	}
	a.Lists = nil
	return a
}

// IsEmpty reports whether nothing is set.
func (a Applied) IsEmpty() bool {
	return isEmpty(a.Object) && isEmpty(a.Status) &&
		!slices.ContainsFunc(a.Lists, func(list MergedList) bool { return len(list.Items) > 0 })
}

func isEmpty(value any) bool {
	switch value := value.(type) {
	case map[string]any:
		for _, field := range value {
			if !isEmpty(field) {
				return false
			}
		}
		return true
	case []any:
		return len(value) == 0
	}
	return false
}
