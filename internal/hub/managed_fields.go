package hub

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
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

// continues reports whether the manager has made the object with these values and no others, of which some may still be missing.
func (o *Object) continues(set *manifest.Applied) bool {
	found := set.Observed(o.Fields)
	if len(o.metadata.ManagedFields) == 0 {
		// A first apply without any field leaves no entry. An object that was released has the values.
		return found.IsEmpty() && !set.IsEmpty()
	}
	if set.Status != nil {
		own, wanted := o.entry("status"), map[string]any{"status": set.Status}
		return own != nil && covers(wanted, fieldsOf(own)) && manifest.Applied{Status: found.Status}.Equal(manifest.Applied{Status: set.Status})
	}
	isOwn := slices.ContainsFunc(o.metadata.ManagedFields, func(e metav1.ManagedFieldsEntry) bool { return e.Manager == o.manager })
	if own := o.entry(""); !isOwn || own != nil && !covers(set.Object, fieldsOf(own)) {
		return false
	}
	return found.Equal(found.Observed(set.WithLists().Object))
}

// madeWith reports whether the manager has created the object with an apply of these fields. The response to a repeated request does
// not tell: it may be the first request that has created it. Then the manager's entry is as old as the object, and nobody else has the
// fields of its spec: controllers that were faster than the repetition set others.
func (o *Object) madeWith(first *manifest.Applied) bool {
	if len(first.Object) == 0 {
		return len(o.metadata.ManagedFields) == 0
	}
	own := o.entry("")
	if own == nil || own.Time == nil || own.Time.After(o.metadata.CreationTimestamp.Time) {
		return false
	}
	spec, _ := fieldsOf(own)["f:spec"].(map[string]any)
	for i := range o.metadata.ManagedFields {
		other := &o.metadata.ManagedFields[i]
		if other == own || other.Subresource != "" {
			continue
		}
		theirs, _ := fieldsOf(other)["f:spec"].(map[string]any)
		for name := range theirs {
			if _, shared := spec[name]; shared && name != "." {
				return false
			}
		}
	}
	return true
}

// fieldsOf are the fields that an entry has, by their names in managedFields.
func fieldsOf(e *metav1.ManagedFieldsEntry) map[string]any {
	var fields map[string]any
	if e.FieldsV1 == nil || json.Unmarshal(e.FieldsV1.Raw, &fields) != nil {
		return nil
	}
	return fields
}

// covers reports whether an object has all the fields of an entry. Items of lists are not looked at.
func covers(object map[string]any, fields map[string]any) bool {
	return len(beyond(object, fields, "")) == 0
}

// beyond are the paths of the fields of an entry that an object does not have, such as metadata.labels.region, sorted.
func beyond(object, fields map[string]any, path string) (found []string) {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		key, isField := strings.CutPrefix(name, "f:")
		if !isField {
			continue
		}
		inner, _ := fields[name].(map[string]any)
		switch of := object[key].(type) {
		case nil:
			if below := beyond(nil, inner, path+key+"."); len(below) > 0 {
				found = append(found, below...)
			} else {
				found = append(found, path+key)
			}
		case map[string]any:
			found = append(found, beyond(of, inner, path+key+".")...)
		}
	}
	return found
}

// withoutManager returns the managed fields of an object without the manager's own entries, in the form of a patch. It returns nil
// if it has none.
func (o *Object) withoutManager() []any {
	kept := []any{}
	for _, e := range o.metadata.ManagedFields {
		if e.Manager != o.manager {
			kept = append(kept, e)
		}
	}
	switch len(kept) {
	case len(o.metadata.ManagedFields):
		return nil
	case 0:
		// An empty list would mean that nothing changes.
		return []any{map[string]any{}}
	}
	return kept
}

// Remaining returns the fields of the object that a change no longer sets, and that are still there because other managers have set
// them, too. Fields with a default of the hub are not among them.
func (c *Change) Remaining(object *Object) []Conflict {
	var others []*metav1.ManagedFieldsEntry
	for i := range object.metadata.ManagedFields {
		if e := &object.metadata.ManagedFields[i]; e.Manager != object.manager && e.Subresource == "" {
			others = append(others, e)
		}
	}
	var found []Conflict
	for _, e := range others {
		for _, field := range remaining(c.Before.Object, c.Set.Object, object.Fields, fieldsOf(e), "") {
			found = append(found, Conflict{Manager: strconv.Quote(e.Manager), Field: field})
		}
	}
	return found
}

// remaining are the paths of the fields of before that are not in set, and that an object and an entry have.
func remaining(before, set, object, entry map[string]any, path string) (found []string) {
	for _, name := range slices.Sorted(maps.Keys(before)) {
		value, exists := object[name]
		owned, isOwned := entry["f:"+name].(map[string]any)
		if !exists || !isOwned {
			continue
		}
		was, isObject := before[name].(map[string]any)
		now, isSet := set[name]
		if isObject && len(owned) > 0 {
			inNow, _ := now.(map[string]any)
			there, _ := value.(map[string]any)
			found = append(found, remaining(was, inNow, there, owned, path+name+".")...)
		} else if !isSet {
			found = append(found, path+name)
		}
	}
	return found
}
