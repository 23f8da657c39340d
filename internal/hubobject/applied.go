// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"bytes"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
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

// stored is an object as a hub has it.
type stored[S any] struct {
	Metadata metav1.ObjectMeta `json:"metadata"`
	Spec     S                 `json:"spec"`
}

// Observed returns the same fields with the values that an object on the hub has. What is missing there is missing in the result.
func (a Applied) Observed(object map[string]any) Applied {
	observed := Applied{Object: observedFields(a.Object, object)}
	if a.Status != nil {
		observed.Status = observedFields(a.Status, asFields(object["status"]))
	}
	for _, list := range a.Lists {
		observed.Lists = append(observed.Lists, list.observed(itemsOf(asFields(object["spec"])[list.Name])))
	}
	return observed
}

// In returns an object as JSON with nothing but these fields in its metadata and spec, and the status that the object has,
// unless the status is applied as well.
func (a Applied) In(object map[string]any) ([]byte, error) {
	metadata, spec := copyOf(a.Object["metadata"]), copyOf(a.Object["spec"])
	for _, name := range []string{"name", "namespace", "deletionTimestamp"} {
		if value, ok := asFields(object["metadata"])[name]; ok {
			metadata[name] = value
		}
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
	encode := func(applied Applied) []byte {
		raw, err := json.Marshal(applied, json.Deterministic(true))
		if err != nil {
			return nil
		}
		return raw
	}
	return bytes.Equal(encode(a), encode(b))
}

func observedFields(wanted, actual map[string]any) map[string]any {
	observed := make(map[string]any, len(wanted))
	for name, value := range wanted {
		if field, ok := actual[name]; ok {
			observed[name] = observedValue(name, value, field)
		}
	}
	return observed
}

func observedValue(name string, wanted, actual any) any {
	switch wanted := wanted.(type) {
	case map[string]any:
		if fields, ok := actual.(map[string]any); ok && !slices.Contains(atomicMaps, name) {
			return observedFields(wanted, fields)
		}
	case []any:
		if items, ok := actual.([]any); ok && !slices.Contains(atomicLists, name) {
			return observedItems(name, wanted, items)
		}
	}
	return actual
}

// observedItems are the items of a list. One that is not wanted is part of the result, unless the list has keys: another client
// manages it then.
func observedItems(name string, wanted, actual []any) []any {
	observed := []any{}
	if keys, ok := keyedLists[name]; ok {
		list, items := MergedList{Keys: keys}, itemsOf(actual)
		for _, item := range itemsOf(wanted) {
			if i := list.find(items, item); i >= 0 {
				observed = append(observed, observedFields(item, items[i]))
			}
		}
		return observed
	}
	for i, item := range actual {
		if i < len(wanted) {
			item = observedValue("", wanted[i], item)
		}
		observed = append(observed, item)
	}
	return observed
}

// itemsOf are the objects of a list.
func itemsOf(list any) []map[string]any {
	var items []map[string]any
	values, _ := list.([]any)
	for _, item := range values {
		if fields, ok := item.(map[string]any); ok {
			items = append(items, fields)
		}
	}
	return items
}

// valuesOf are objects as the list of an object has them.
func valuesOf(items []map[string]any) []any {
	return lists.Map(items, func(a map[string]any) any { return a })
}

// asFields are the fields of a value that is an object.
func asFields(value any) map[string]any {
	fields, _ := value.(map[string]any)
	return fields
}

// copyOf is a copy of a value that is an object. It is never nil.
func copyOf(value any) map[string]any {
	fields := map[string]any{}
	maps.Copy(fields, asFields(value))
	return fields
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
	spec := copyOf(a.Object["spec"])
	for _, list := range a.Lists {
		if len(list.Items) > 0 {
			spec[list.Name] = valuesOf(list.Items)
		}
	}
	if len(spec) > 0 {
		a.Object = copyOf(a.Object)
		a.Object["spec"] = spec
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
