// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"strconv"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

// unknownManager stands for the manager of a field that no entry of managedFields has.
const unknownManager = "an unknown manager"

// Undeclared returns the fields of a placement's object, of a kind, that change its decisions and that a configuration does not
// set, with who has set them. It returns nil for an object that cannot be read as a placement.
func (o *Object) Undeclared(kind *hubobject.Kind, set hubobject.Applied) []Conflict {
	paths, err := kind.Undeclared(set, o.Fields)
	if err != nil {
		return nil
	}
	conflicts := make([]Conflict, len(paths))
	for i, path := range paths {
		conflicts[i] = Conflict{Field: strings.Join(path, "."), Manager: o.managersOf(path)}
	}
	return conflicts
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
func (c *Change) Merged(current *Object) *Object {
	unset := c.Prior
	c.remaining(current, func(_ string, path fieldpath.Path) {
		// The hub leaves what other managers have set, too.
		unset.Object = withoutField(unset.Object, path)
	})
	return &Object{Fields: c.Set.Over(current.Fields, unset), metadata: current.metadata, manager: current.manager}
}
