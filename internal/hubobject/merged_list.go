// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
)

// MergedList is a list of objects in the spec whose CRD has no keys for them, so that server-side apply would replace the items
// of others. An item of the configuration has the fields that it sets, and no others.
type MergedList struct {
	// Name is the field of the spec.
	Name string
	// Keys are the fields that identify an item.
	Keys []string
	// Optional are the fields of an item that another client may set. The hub keeps them if the configuration does not set them.
	Optional []string
	// Distinct is a field of which no two items of the whole list may have the same value; empty if they may.
	Distinct string
	Items    []map[string]any
}

// newMergedList returns a list with items, which are structs.
func newMergedList[T any](name string, keys, optional []string, items []T) (MergedList, error) {
	list := MergedList{Name: name, Keys: keys, Optional: optional}
	for i := range items {
		fields, err := document.Fields(items[i])
		if err != nil {
			return list, err
		}
		list.Items = append(list.Items, fields)
	}
	return list, nil
}

// observed returns the items of the list as they are found among others. Those that are missing there are missing in the result.
func (l *MergedList) observed(items []map[string]any) MergedList {
	observed := MergedList{Name: l.Name, Keys: l.Keys, Optional: l.Optional}
	for _, item := range l.Items {
		i := l.find(items, item)
		if i < 0 {
			continue
		}
		fields := maps.Clone(items[i])
		for _, name := range l.Optional {
			if _, set := item[name]; !set {
				delete(fields, name)
			}
		}
		observed.Items = append(observed.Items, fields)
	}
	return observed
}

// find returns the position of the item with the same keys, or -1. A key that is missing is empty.
func (l *MergedList) find(items []map[string]any, item map[string]any) int {
	return slices.IndexFunc(items, func(other map[string]any) bool {
		return !slices.ContainsFunc(l.Keys, func(key string) bool { return textIn(other, key) != textIn(item, key) })
	})
}

func textIn(fields map[string]any, name string) string {
	text, _ := fields[name].(string)
	return text
}

// Merge returns the list of an object with the items of this one, without prior ones that this one no longer has. The
// items of others stay as they are. It also reports whether something changes.
func (l *MergedList) Merge(object map[string]any, prior []map[string]any) (merged []any, changed bool) {
	items := itemsOf(asFields(object["spec"])[l.Name])
	for _, item := range prior {
		if i := l.find(items, item); i >= 0 && l.find(l.Items, item) < 0 {
			items, changed = slices.Delete(slices.Clone(items), i, i+1), true
		}
	}
	for _, item := range l.Items {
		i := l.find(items, item)
		if i < 0 {
			items, changed = append(items, item), true
			continue
		}
		with := maps.Clone(item)
		for _, name := range l.Optional {
			value, isSet := items[i][name]
			if _, set := item[name]; !set && isSet {
				with[name] = value
			}
		}
		if !equalFields(with, items[i]) {
			items = slices.Clone(items)
			items[i], changed = with, true
		}
	}
	return valuesOf(items), changed
}

// Clash is the mistake of an item that would be on the hub beside an item of another client that it may not be beside; nil if
// there is none.
func (l *MergedList) Clash(object map[string]any, prior []map[string]any) *field.Error {
	merged, _ := l.Merge(object, prior)
	for _, other := range itemsOf(merged) {
		i := slices.IndexFunc(l.Items, func(item map[string]any) bool {
			return l.Distinct != "" && textIn(item, l.Distinct) == textIn(other, l.Distinct) && l.find([]map[string]any{item}, other) < 0
		})
		if i < 0 {
			continue
		}
		return &field.Error{
			Type: field.ErrorTypeDuplicate, Field: field.NewPath(l.Name).Index(i).String(), BadValue: l.name(l.Items[i]),
			Detail: fmt.Sprintf("the hub has %s of another client. It finds an item by its %s alone, and would refuse every later "+
				"change of the object. Remove one of them", excerpt.Quote(l.name(other)), l.Distinct),
		}
	}
	return nil
}

// name is an item by its keys.
func (l *MergedList) name(item map[string]any) string {
	keys := lists.Map(l.Keys, func(key string) string { return textIn(item, key) })
	return strings.Join(keys, ":")
}

func equalFields(a, b map[string]any) bool {
	return Applied{Object: a}.Equal(Applied{Object: b})
}
