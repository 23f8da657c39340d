package hub

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
)

// unknownManager stands for the manager of a field that no entry of managedFields has.
const unknownManager = "an unknown manager"

// Undeclared returns the fields of a placement's object that change its decisions and that a configuration does not set, with who has set
// them. It returns nil for an object that cannot be read as a placement.
func (o *Object) Undeclared(set manifest.Applied) []Conflict {
	paths, err := manifest.Undeclared(set, o.Fields)
	if err != nil {
		return nil
	}
	found := make([]Conflict, len(paths))
	for i, path := range paths {
		found[i] = Conflict{Field: strings.Join(path, "."), Manager: o.managersOf(path)}
	}
	return found
}

// managersOf are the managers of a field, in quotes.
func (o *Object) managersOf(path []string) string {
	var managers []string
	for i := range o.metadata.ManagedFields {
		e := &o.metadata.ManagedFields[i]
		var fields any
		if e.Subresource != "" || e.FieldsV1 == nil || json.Unmarshal(e.FieldsV1.Raw, &fields) != nil {
			continue
		}
		for _, name := range path {
			inner, _ := fields.(map[string]any)
			fields = inner["f:"+name]
		}
		if fields != nil {
			managers = append(managers, strconv.Quote(e.Manager))
		}
	}
	if len(managers) == 0 {
		return unknownManager
	}
	return strings.Join(managers, " and ")
}

// Merged returns an object as it is after a change, as far as that is known without the hub's own answer. It has no managed fields.
func (c *Change) Merged(found *Object) *Object {
	unset := c.Before
	for _, field := range c.Remaining(found) {
		// The hub leaves what other managers have set, too.
		unset.Object = manifest.WithoutField(unset.Object, strings.Split(field.Field, "."))
	}
	return &Object{Fields: c.Set.Over(found.Fields, unset), metadata: found.metadata, manager: found.manager}
}
