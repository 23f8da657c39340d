// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
)

// After returns an object as JSON after a change that is planned, and its apiVersion. Current is the object that is changed, nil
// if one is created, and answer is what the hub has answered to the dry run, nil if that is not known.
func (c *Client) After(
	ctx context.Context, change *Change, current, answer *Object,
) (object []byte, apiVersion string, err error) {
	kind, err := c.find(ctx, change.Kind)
	if err != nil {
		return nil, "", err
	}
	object, err = json.Marshal(change.fieldsAfter(cmp.Or(answer, current)))
	return object, kind.apiVersion(), err
}

// fieldsAfter are the fields of an object after the change. The object is nil if one is created without an answer of the hub. A
// dry run changes the lists that others write as well, and the status, in requests of their own, so its answer does not have all
// of them.
func (c *Change) fieldsAfter(object *Object) map[string]any {
	var fields map[string]any
	if object != nil {
		fields = c.Merged(object).Fields
	} else {
		fields = maps.Clone(c.Set.Object)
	}
	if fields == nil {
		fields = map[string]any{}
	}
	for i := range c.Set.Lists {
		list := &c.Set.Lists[i]
		merged, _ := list.Merge(fields, c.Prior.Items(list.Name))
		fields["spec"] = with(fields["spec"], list.Name, merged)
	}
	if c.Set.Status != nil {
		fields["status"] = c.Set.Status
	}
	fields["metadata"] = with(with(fields["metadata"], "name", c.Name), "namespace", c.Namespace)
	return fields
}

// with is a copy of an object with a field, which replaces that of the same name.
func with(object any, name string, value any) map[string]any {
	fields, _ := object.(map[string]any)
	if fields = maps.Clone(fields); fields == nil {
		fields = map[string]any{}
	}
	fields[name] = value
	return fields
}
