// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fakehub

import (
	"bytes"
	"errors"
	"maps"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/merge"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

// version is the one of all fields: a kind has only one here.
const version = fieldpath.APIVersion("v1")

// oneVersion converts nothing.
type oneVersion struct{}

// Convert returns the object.
func (oneVersion) Convert(object *typed.TypedValue, _ fieldpath.APIVersion) (*typed.TypedValue, error) {
	return object, nil
}

// IsMissingVersionError reports no error.
func (oneVersion) IsMissingVersionError(error) bool { return false }

// updater merges fields as an API server does for a kind without a schema: every list is one value.
var updater = (&merge.UpdaterBuilder{Converter: oneVersion{}, ReturnInputOnNoop: true}).BuildUpdater()

// applyFields is server-side apply.
func applyFields(object, applied *unstructured.Unstructured, manager string, force bool) (*unstructured.Unstructured, error) {
	live, err := fieldsOf(object)
	if err != nil {
		return nil, err
	}
	config, err := fieldsOf(applied)
	if err != nil {
		return nil, err
	}
	managers, err := managersOf(object)
	if err != nil {
		return nil, err
	}
	key := string(metav1.ManagedFieldsOperationApply) + manager
	merged, managers, err := updater.Apply(live, config, version, managers, key, force)
	var conflicts merge.Conflicts
	switch {
	case errors.As(err, &conflicts):
		return nil, refused(conflicts)
	case err != nil:
		return nil, err
	}
	return withFields(object, merged, managers)
}

// refused is the error of conflicts.
func refused(conflicts merge.Conflicts) error {
	causes := make([]metav1.StatusCause, 0, len(conflicts))
	for _, conflict := range conflicts {
		causes = append(causes, metav1.StatusCause{
			Type: metav1.CauseTypeFieldManagerConflict, Field: conflict.Path.String(),
			Message: "conflict with \"" + nameOfManager(conflict.Manager) + "\"",
		})
	}
	return apierrors.NewApplyConflict(causes, "Apply failed with conflicts")
}

// updateFields is what a manager does with another request. A request that sets the managed fields sets them alone.
func updateFields(object, changed *unstructured.Unstructured, manager string) (*unstructured.Unstructured, error) {
	live, err := fieldsOf(object)
	if err != nil {
		return nil, err
	}
	fields, err := fieldsOf(changed)
	if err != nil {
		return nil, err
	}
	managers, err := managersOf(changed)
	if err != nil {
		return nil, err
	}
	merged, managers, err := updater.Update(live, fields, version, managers, string(metav1.ManagedFieldsOperationUpdate)+manager)
	if err != nil {
		return nil, err
	}
	return withFields(object, merged, managers)
}

// identifying are the fields that no manager has.
var identifying = []string{"name", "namespace", "uid", "resourceVersion", "generation", "creationTimestamp", "managedFields"}

// fieldsOf are the fields of an object that managers have.
func fieldsOf(object *unstructured.Unstructured) (*typed.TypedValue, error) {
	fields := object.DeepCopy().Object
	delete(fields, "apiVersion")
	delete(fields, "kind")
	metadata, _ := fields["metadata"].(map[string]any)
	for _, name := range identifying {
		delete(metadata, name)
	}
	if len(metadata) == 0 {
		delete(fields, "metadata")
	}
	return typed.DeducedParseableType.FromUnstructured(fields)
}

// withFields is an object with other fields and managers.
func withFields(
	object *unstructured.Unstructured, fields *typed.TypedValue, managers fieldpath.ManagedFields,
) (*unstructured.Unstructured, error) {
	values, _ := fields.AsValue().Unstructured().(map[string]any)
	changed := &unstructured.Unstructured{Object: maps.Clone(values)}
	metadata, _ := changed.Object["metadata"].(map[string]any)
	metadata = maps.Clone(metadata)
	if metadata == nil {
		metadata = map[string]any{}
	}
	had, _ := object.Object["metadata"].(map[string]any)
	for _, name := range identifying {
		if value, ok := had[name]; ok {
			metadata[name] = value
		}
	}
	changed.Object["metadata"] = metadata
	changed.SetGroupVersionKind(object.GroupVersionKind())
	var entries []metav1.ManagedFieldsEntry
	for _, key := range slices.Sorted(maps.Keys(managers)) {
		raw, err := managers[key].Set().ToJSON()
		if err != nil {
			return nil, err
		}
		operation := metav1.ManagedFieldsOperationUpdate
		if managers[key].Applied() {
			operation = metav1.ManagedFieldsOperationApply
		}
		entries = append(entries, metav1.ManagedFieldsEntry{
			Manager: nameOfManager(key), Operation: operation, APIVersion: object.GetAPIVersion(), FieldsType: "FieldsV1",
			FieldsV1: &metav1.FieldsV1{Raw: raw},
		})
	}
	changed.SetManagedFields(entries)
	return changed, nil
}

// managersOf are the managers of an object, by operation and name.
func managersOf(object *unstructured.Unstructured) (fieldpath.ManagedFields, error) {
	managers := fieldpath.ManagedFields{}
	for _, entry := range object.GetManagedFields() {
		fields := &fieldpath.Set{}
		if err := fields.FromJSON(bytes.NewReader(entry.FieldsV1.Raw)); err != nil {
			return nil, err
		}
		managers[string(entry.Operation)+entry.Manager] = fieldpath.NewVersionedSet(fields, version,
			entry.Operation == metav1.ManagedFieldsOperationApply)
	}
	return managers, nil
}

func nameOfManager(key string) string {
	for _, operation := range []metav1.ManagedFieldsOperationType{
		metav1.ManagedFieldsOperationApply, metav1.ManagedFieldsOperationUpdate,
	} {
		if len(key) > len(operation) && key[:len(operation)] == string(operation) {
			return key[len(operation):]
		}
	}
	return key
}
