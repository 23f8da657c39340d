// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// entry returns the manager's own entry of server-side apply, for the whole object or for a subresource, or nil.
func (o *Object) entry(subresource string) *metav1.ManagedFieldsEntry {
	i := slices.IndexFunc(o.metadata.ManagedFields, func(e metav1.ManagedFieldsEntry) bool {
		return e.Manager == o.manager && e.Operation == metav1.ManagedFieldsOperationApply && e.Subresource == subresource
	})
	if i < 0 {
		return nil
	}
	return &o.metadata.ManagedFields[i]
}

// Managers are the names of the field managers of the object, sorted. Those of its status are left out if there are others.
func (o *Object) Managers() []string {
	var names, ofStatus []string
	for _, e := range o.metadata.ManagedFields {
		if e.Subresource == "" {
			names = append(names, e.Manager)
		} else {
			ofStatus = append(ofStatus, e.Manager)
		}
	}
	if len(names) == 0 {
		names = ofStatus
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// fieldsOf are the fields that an entry has; none without an entry.
func fieldsOf(e *metav1.ManagedFieldsEntry) *fieldpath.Set {
	fields := &fieldpath.Set{}
	if e == nil || e.FieldsV1 == nil || fields.FromJSON(bytes.NewReader(e.FieldsV1.Raw)) != nil {
		return &fieldpath.Set{}
	}
	return fields
}

// listsOf are the lists of the spec that are merged item by item.
func listsOf(set *hubobject.Applied) *fieldpath.Set {
	lists := &fieldpath.Set{}
	for i := range set.Lists {
		lists.Insert(fieldpath.MakePathOrDie("spec", set.Lists[i].Name))
	}
	return lists
}

// continues reports whether the manager has made the object with these values and no others, of which some may still be missing.
func (o *Object) continues(set *hubobject.Applied) bool {
	observed := set.Observed(o.Fields)
	if len(o.metadata.ManagedFields) == 0 {
		// A first apply without any field leaves no entry. An object that was released has the values.
		return observed.IsEmpty() && !set.IsEmpty()
	}
	if set.Status != nil {
		own, wanted := o.entry("status"), map[string]any{"status": set.Status}
		has, wants := hubobject.Applied{Status: observed.Status}, hubobject.Applied{Status: set.Status}
		return own != nil && len(beyond(wanted, fieldsOf(own))) == 0 && has.Equal(wants)
	}
	isOwn := slices.ContainsFunc(o.metadata.ManagedFields, func(e metav1.ManagedFieldsEntry) bool { return e.Manager == o.manager })
	if !isOwn || len(beyond(set.Object, o.own(set))) > 0 {
		return false
	}
	return observed.Equal(observed.Observed(set.WithLists().Object))
}

// own are the fields that the manager has applied, without the merged lists, which the request that creates an object has.
func (o *Object) own(set *hubobject.Applied) *fieldpath.Set {
	return fieldsOf(o.entry("")).RecursiveDifference(listsOf(set))
}

// specOf are the fields below spec.
func specOf(fields *fieldpath.Set) *fieldpath.Set {
	return fields.WithPrefix(fieldpath.MakePathOrDie("spec")[0])
}

// beyond are the paths of the fields of an entry that an object does not have, such as metadata.labels.region, sorted.
func beyond(object map[string]any, fields *fieldpath.Set) (names []string) {
	fields.Leaves().Iterate(func(path fieldpath.Path) {
		if _, exists := valueAt(object, path); !exists {
			names = append(names, nameOf(path))
		}
	})
	slices.Sort(names)
	return names
}

// withSharedLists returns the managed fields of an object in the form of a patch, in which the merged lists are no longer among
// what the manager has applied: an apply without them would remove the items of others. They are among what it has updated, as
// when it merges them. It returns nil if that is so already.
func (o *Object) withSharedLists(set *hubobject.Applied) (entries []metav1.ManagedFieldsEntry) {
	own := o.entry("")
	applied := fieldsOf(own)
	rest := o.own(set)
	if applied.Equals(rest) {
		return nil
	}
	updated := applied.Difference(rest)
	for _, e := range o.metadata.ManagedFields {
		isUpdate := e.Operation == metav1.ManagedFieldsOperationUpdate
		switch isOwn := e.Manager == o.manager && e.Subresource == ""; {
		case !isOwn, isUpdate && e.APIVersion != own.APIVersion:
			entries = append(entries, e)
		case isUpdate:
			updated = updated.Union(fieldsOf(&e))
		}
	}
	for operation, fields := range map[metav1.ManagedFieldsOperationType]*fieldpath.Set{
		metav1.ManagedFieldsOperationApply: rest, metav1.ManagedFieldsOperationUpdate: updated,
	} {
		if !fields.Empty() {
			entry := own.DeepCopy()
			entry.Operation, entry.FieldsV1.Raw = operation, encodeFields(fields)
			entries = append(entries, *entry)
		}
	}
	return entries
}

// withoutManager returns the managed fields of an object without the manager's own entries, in the form of a patch. It returns
// nil if it has none.
func (o *Object) withoutManager() []metav1.ManagedFieldsEntry {
	isOwn := func(e metav1.ManagedFieldsEntry) bool { return e.Manager == o.manager }
	kept := slices.DeleteFunc(slices.Clone(o.metadata.ManagedFields), isOwn)
	switch len(kept) {
	case len(o.metadata.ManagedFields):
		return nil
	case 0:
		// An empty list would mean that nothing changes.
		return []metav1.ManagedFieldsEntry{{}}
	}
	return kept
}

// unknownManager stands for the manager of a field that no entry of managedFields has.
const unknownManager = "an unknown manager"

// Undeclared returns the fields of a placement's object, of a kind, that change its decisions and that a configuration does not
// set, with who has set them. It returns nil for an object that cannot be read as a placement.
func (o *Object) Undeclared(kind *hubobject.Kind, set hubobject.Applied) []Conflict {
	paths, err := kind.Undeclared(set, o.Fields)
	if err != nil {
		return nil
	}
	return lists.Map(paths, func(path []string) Conflict {
		return Conflict{Field: strings.Join(path, "."), Manager: o.managersOf(path)}
	})
}

// managersOf are the managers of a field, in quotes.
func (o *Object) managersOf(path []string) string {
	var managers []string
	for i := range o.metadata.ManagedFields {
		e := &o.metadata.ManagedFields[i]
		if e.Subresource == "" && covers(fieldsOf(e), path) {
			managers = append(managers, strconv.Quote(e.Manager))
		}
	}
	if len(managers) == 0 {
		return unknownManager
	}
	return strings.Join(managers, " and ")
}

// covers reports whether a set has the field of a path, or a field below it.
func covers(fields *fieldpath.Set, path []string) bool {
	for i, name := range path {
		element := fieldpath.PathElement{FieldName: &name}
		if i == len(path)-1 && fields.Members.Has(element) {
			return true
		}
		fields = fields.WithPrefix(element)
	}
	return !fields.Empty()
}

// Merged returns an object as it is after a change, as far as that is known without the hub's own answer. It has no managed
// fields.
func (d *Desired) Merged(current *Object) *Object {
	unset := d.Prior
	d.remaining(current, func(_ string, path fieldpath.Path) {
		// The hub leaves what other managers have set, too.
		unset.Object = withoutField(unset.Object, path)
	})
	return &Object{Fields: d.Set.Over(current.Fields, unset), metadata: current.metadata, manager: current.manager}
}
