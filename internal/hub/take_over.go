// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"reflect"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// claim is what a change takes over from other managers without force: fields of an object or of its subresource that have the
// value that the configuration wants or, after an import, that the state has.
type claim struct {
	subresource string
	// own is the entry that the manager gets.
	own *metav1.ManagedFieldsEntry
	// taken are the fields of the entry.
	taken *fieldpath.Set
	// fromAppliers takes them from managers that apply, too. Such a manager applies its fields again and again, so that both have a
	// field after an object is adopted.
	fromAppliers bool
}

// claims are those of a change of an object. A change has some as long as the manager has applied nothing: when it adopts the
// object, and after an import. From a manager that has applied, others may have taken every field.
func (c *Client) claims(ctx context.Context, desired *Desired, current *Object) (claims []claim) {
	isImported, wanted := desired.IsImported, &desired.Set
	switch {
	case isImported:
		wanted = &desired.Prior
	case desired.UID != "":
		return nil
	}
	for subresource, fields := range map[string]map[string]any{"": wanted.Object, "status": {"status": wanted.Status}} {
		isStatus := subresource != ""
		if isImported && !isStatus {
			fields = wanted.WithDefaultsOf(desired.Kind, current.Fields)
		}
		if current.entry(subresource) != nil || len(fields) == 0 || isStatus && wanted.Status == nil {
			continue
		}
		preview, err := c.apply(ctx, desired.Reference, fields, applyOptions{uid: current.UID(), force: true,
			status: isStatus, dryRun: true})
		if err != nil {
			// The apply that follows reports what is wrong.
			continue
		}
		own := preview.entry(subresource)
		if taken := desired.claimable(unchanged(fieldsOf(own), preview, current)); !taken.Empty() {
			claims = append(claims, claim{subresource: subresource, own: own, taken: taken, fromAppliers: isImported})
		}
	}
	return claims
}

// claimable are the fields without the labels and annotations that the change does not set: those belong to others.
func (d *Desired) claimable(fields *fieldpath.Set) *fieldpath.Set {
	claimable := &fieldpath.Set{}
	fields.Iterate(func(path fieldpath.Path) {
		_, isSet := valueAt(d.Set.Object, path)
		if isMetadata := *path[0].FieldName == "metadata"; isSet || !isMetadata {
			claimable.Insert(path.Copy())
		}
	})
	return claimable
}

// unchanged are those of the fields that have the same value in two objects.
func unchanged(fields *fieldpath.Set, a, b *Object) *fieldpath.Set {
	same := &fieldpath.Set{}
	fields.Leaves().Iterate(func(path fieldpath.Path) {
		one, exists := valueAt(a.Fields, path)
		if other, existed := valueAt(b.Fields, path); exists && existed && reflect.DeepEqual(one, other) {
			same.Insert(path.Copy())
		}
	})
	return same
}

// takeOver writes the claims of a change into the managed fields of an object.
func (c *Client) takeOver(ctx context.Context, desired *Desired, current *Object) (*Object, error) {
	claims := c.claims(ctx, desired, current)
	if len(claims) == 0 {
		return current, nil
	}
	changed, err := c.change(ctx, desired.Reference, current, func(object *Object) map[string]any {
		return map[string]any{"metadata": map[string]any{"managedFields": object.withClaims(claims)}}
	}, applyOptions{})
	if err == nil && changed == nil {
		return nil, GoneError(desired.Reference)
	}
	return changed, err
}

// withClaims are the managed fields of an object after claims.
func (o *Object) withClaims(claims []claim) []metav1.ManagedFieldsEntry {
	var entries []metav1.ManagedFieldsEntry
	for i := range o.metadata.ManagedFields {
		e := *o.metadata.ManagedFields[i].DeepCopy()
		for _, claim := range claims {
			isOther := e.Manager != o.manager && (claim.fromAppliers || e.Operation == metav1.ManagedFieldsOperationUpdate)
			if rest := fieldsOf(&e).RecursiveDifference(claim.taken); isOther && e.Subresource == claim.subresource && e.FieldsV1 != nil {
				e.FieldsV1.Raw = encodeFields(rest)
			}
		}
		if !fieldsOf(&e).Empty() {
			entries = append(entries, e)
		}
	}
	for _, claim := range claims {
		own := *claim.own.DeepCopy()
		own.FieldsV1.Raw = encodeFields(claim.taken)
		entries = append(entries, own)
	}
	return entries
}

// encodeFields are fields as an entry has them.
func encodeFields(fields *fieldpath.Set) []byte {
	// Fields that were read can be written.
	raw, _ := fields.ToJSON()
	return raw
}

// claimed changes an object as a dry run returns it: the claims have taken over fields, and those that the change no longer sets
// are removed.
func (o *Object) claimed(desired *Desired, claims []claim) {
	o.metadata.ManagedFields = o.withClaims(claims)
	for _, claim := range claims {
		claim.taken.Iterate(func(path fieldpath.Path) {
			_, wasSet := valueAt(desired.Prior.Object, path)
			if _, isSet := valueAt(desired.Set.Object, path); wasSet && !isSet {
				o.Fields = withoutField(o.Fields, path)
			}
		})
	}
}

// applyUncontested applies fields of a change to an object. A field is not in conflict if it is claimed, or if taking it over
// would not change its value: another manager has the same list without the defaults that its kind sets in items. The conflicts
// of the error are the others.
func (c *Client) applyUncontested(
	ctx context.Context, desired *Desired, current *Object, fields map[string]any, claims []claim, o applyOptions,
) (*Object, error) {
	object, err := c.apply(ctx, desired.Reference, fields, o)
	contested := Conflicts(err)
	if len(contested) == 0 {
		return object, err
	}
	taken := desired.accepted(current)
	for _, claim := range claims {
		taken = taken.Union(claim.taken)
	}
	if contested = others(contested, taken); len(contested) > 0 {
		preview := o
		preview.force, preview.dryRun = true, true
		after, err := c.apply(ctx, desired.Reference, fields, preview)
		if err != nil {
			return nil, err
		}
		subresource := ""
		if o.status {
			subresource = "status"
		}
		contested = others(contested, unchanged(fieldsOf(after.entry(subresource)), after, current))
	}
	if len(contested) > 0 {
		return nil, &contestedError{err, contested}
	}
	o.force = true
	return c.apply(ctx, desired.Reference, fields, o)
}

// accepted is hubAcceptsClient of a cluster that the change accepts for the first time: the agent that registers a cluster writes
// false. A manager that has written nothing but false since the last apply has rejected the cluster.
func (d *Desired) accepted(current *Object) *fieldpath.Set {
	field, none := fieldpath.MakePathOrDie("spec", "hubAcceptsClient"), &fieldpath.Set{}
	isTrue := func(object map[string]any) bool {
		value, _ := valueAt(object, field)
		return value == true
	}
	if !isTrue(d.Set.Object) || isTrue(d.Prior.Object) || isTrue(current.Fields) {
		return none
	}
	own := current.entry("")
	for i := range current.metadata.ManagedFields {
		e := &current.metadata.ManagedFields[i]
		spec := specOf(fieldsOf(e)).Leaves()
		if own != nil && spec.Has(field[1:]) && spec.Size() == 1 && e.Manager != current.manager && e.Time != nil &&
			e.Time.After(own.Time.Time) {
			return none
		}
	}
	return fieldpath.NewSet(field)
}

// others are the conflicts about other fields.
func others(conflicts []Conflict, fields *fieldpath.Set) []Conflict {
	var names []string
	fields.Iterate(func(path fieldpath.Path) { names = append(names, nameOf(path)) })
	return slices.DeleteFunc(conflicts, func(conflict Conflict) bool { return slices.Contains(names, conflict.Field) })
}
