// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"encoding/json"
	"slices"
	"strings"

	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/api/validation/path"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// refused returns why an API server does not store a Work that holds a manifest, as "field: reason" each, in the order of the
// texts: its CRD embeds whole objects, whose kind and metadata are checked.
func refused(content map[string]any) []string {
	var errs field.ErrorList
	errs = append(errs, validateTypeField(content, "apiVersion", func(text string) string {
		if _, err := schema.ParseGroupVersion(text); err != nil {
			return err.Error()
		}
		return ""
	})...)
	errs = append(errs, validateTypeField(content, "kind", func(text string) string {
		return strings.Join(validation.IsDNS1035Label(strings.ToLower(text)), ",")
	})...)
	errs = append(errs, validateMetadata(content)...)
	var list []string
	for _, err := range errs {
		text := err.Field
		if err.Detail != "" {
			text += ": " + err.Detail
		}
		list = append(list, text)
	}
	slices.Sort(list) // The validation goes through labels and annotations in no order.
	return slices.Compact(list)
}

func validateTypeField(content map[string]any, name string, check func(string) string) field.ErrorList {
	fieldPath := field.NewPath(name)
	value, isSet := content[name]
	text, isText := value.(string)
	switch {
	case !isSet:
		return field.ErrorList{field.Required(fieldPath, "")}
	case !isText:
		return field.ErrorList{field.Invalid(fieldPath, value, "must be a string")}
	case text == "":
		return field.ErrorList{field.Required(fieldPath, "must not be empty")}
	}
	if why := check(text); why != "" {
		return field.ErrorList{field.Invalid(fieldPath, text, why)}
	}
	return nil
}

func validateMetadata(content map[string]any) field.ErrorList {
	fieldPath := field.NewPath("metadata")
	value, isSet := content["metadata"]
	if !isSet {
		return nil
	}
	var meta metav1.ObjectMeta
	if err := json.Unmarshal(encode(value), &meta); err != nil {
		return field.ErrorList{field.Invalid(fieldPath, value, err.Error())}
	}
	if meta.Name == "" {
		meta.Name = "any" // An embedded object needs no name.
	}
	return apivalidation.ValidateObjectMeta(&meta, meta.Namespace != "", path.ValidatePathSegmentName, fieldPath)
}
