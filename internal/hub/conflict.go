// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/value"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

// Conflict is a field that another manager has set to another value.
type Conflict struct{ Manager, Field string }

// contestedError is the error of an apply of whose conflicts some do not count.
type contestedError struct {
	error
	conflicts []Conflict
}

// Unwrap returns the error of the apply.
func (e *contestedError) Unwrap() error { return e.error }

// Conflicts returns the conflicts that the hub has refused an apply for, nil if the error has none.
func Conflicts(err error) (conflicts []Conflict) {
	if contested, ok := errors.AsType[*contestedError](err); ok {
		return contested.conflicts
	}
	for _, cause := range detailsOf(err).Causes {
		if cause.Type == metav1.CauseTypeFieldManagerConflict {
			conflicts = append(conflicts, Conflict{
				Manager: strings.TrimPrefix(cause.Message, "conflict with "), Field: strings.TrimPrefix(cause.Field, "."),
			})
		}
	}
	return conflicts
}

// detailsOf are those of the answer of the hub; empty for any other error.
func detailsOf(err error) (details metav1.StatusDetails) {
	if failed, ok := errors.AsType[*apierrors.StatusError](err); ok && failed.ErrStatus.Details != nil {
		details = *failed.ErrStatus.Details
	}
	return details
}

// ExistsError says that an object exists which is not to be taken over.
type ExistsError struct {
	Reference
	// Managers are the field managers of the object.
	Managers []string
	// IsOwn says that the manager of the change has applied other values to it.
	IsOwn bool
	// Appeared says that the object was made while this one was about to be created.
	Appeared bool
}

// Error names the object and who manages it.
func (e *ExistsError) Error() string {
	by := "no field manager recorded"
	if len(e.Managers) > 0 {
		by = "managed by " + excerpt.List(e.Managers, ", ")
	}
	if e.Appeared {
		return fmt.Sprintf("%s was created at the same time by another client (%s); it was not taken over", e.Reference, by)
	}
	return fmt.Sprintf("%s exists already (%s)", e.Reference, by)
}

// errGone says that an object no longer exists.
var errGone = errors.New("the object was deleted")

// GoneError says that an object disappeared while it was changed.
func GoneError(ref Reference) error {
	return ref.failed("patch", errGone, "it was deleted by another client")
}

// SharedError says that another configuration has set fields of an object, with the same field manager.
type SharedError struct {
	Reference
	Manager string
	// Fields are the fields that this configuration does not set, such as metadata.labels.region.
	Fields []string
}

// Error names the object, the manager and the fields.
func (e *SharedError) Error() string {
	return fmt.Sprintf("the field manager %s, which is the one of this hub, has also set %s of %s", excerpt.Quote(e.Manager),
		excerpt.List(e.Fields, ", "), e.Reference)
}

// Remaining returns the fields of the object that a change no longer sets, and that are still there because other managers have
// set them, too. Fields with a default of the hub are not among them.
func (d *Desired) Remaining(object *Object) []Conflict {
	var conflicts []Conflict
	d.remaining(object, func(manager string, path fieldpath.Path) {
		conflicts = append(conflicts, Conflict{Manager: strconv.Quote(manager), Field: nameOf(path)})
	})
	return conflicts
}

// remaining calls a function for each of these fields. The path is valid during the call only.
func (d *Desired) remaining(object *Object, each func(manager string, path fieldpath.Path)) {
	for i := range object.metadata.ManagedFields {
		e := &object.metadata.ManagedFields[i]
		if e.Manager == object.manager || e.Subresource != "" {
			continue
		}
		fieldsOf(e).Leaves().Iterate(func(path fieldpath.Path) {
			prior, wasSet := valueAt(d.Prior.Object, path)
			_, isSet := valueAt(d.Set.Object, path)
			there, exists := valueAt(object.Fields, path)
			if wasSet && !isSet && exists && overlaps(prior, there) {
				each(e.Manager, path)
			}
		})
	}
}

// withoutField returns a copy of an object without the field at a path. A field in an item of a list stays.
func withoutField(object map[string]any, path fieldpath.Path) map[string]any {
	names := make([]string, len(path))
	for i := range path {
		if path[i].FieldName == nil {
			return object
		}
		names[i] = *path[i].FieldName
	}
	return hubobject.WithoutField(object, names)
}

// overlaps reports whether an object has a field of another one, at any depth. Another manager may have nothing but the empty
// object.
func overlaps(prior, object any) bool {
	priorFields, isObject := prior.(map[string]any)
	if !isObject {
		return true
	}
	fields, _ := object.(map[string]any)
	for name, field := range priorFields {
		if there, exists := fields[name]; exists && overlaps(field, there) {
			return true
		}
	}
	return false
}

// valueAt is the value of an object at a path of its managed fields, such as an item of a list by its keys.
func valueAt(object any, path fieldpath.Path) (value any, exists bool) {
	for i := range path {
		if object, exists = elementOf(object, &path[i]); !exists {
			return nil, false
		}
	}
	return object, true
}

// elementOf is the field of an object, or the item of a list.
func elementOf(parent any, element *fieldpath.PathElement) (child any, exists bool) {
	if element.FieldName != nil {
		fields, _ := parent.(map[string]any)
		child, exists = fields[*element.FieldName]
		return child, exists && child != nil
	}
	items, _ := parent.([]any)
	i := slices.IndexFunc(items, func(item any) bool {
		fields, _ := item.(map[string]any)
		switch {
		case element.Key != nil:
			return !slices.ContainsFunc(*element.Key, func(key value.Field) bool {
				return !value.Equals(value.NewValueInterface(fields[key.Name]), key.Value)
			})
		case element.Value != nil:
			return value.Equals(value.NewValueInterface(item), *element.Value)
		}
		return false
	})
	if element.Index != nil {
		i = *element.Index
	}
	if i < 0 || i >= len(items) {
		return nil, false
	}
	return items[i], true
}

// nameOf is a path as messages have it, such as metadata.labels.region.
func nameOf(path fieldpath.Path) string { return strings.TrimPrefix(path.String(), ".") }
