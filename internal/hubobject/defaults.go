// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// WithoutDefaults returns an object of the kind without the values that its CRD sets by itself, and without what is empty then.
// The object does not change.
func (k *Kind) WithoutDefaults(object map[string]any) map[string]any {
	without := copyOf(object)
	if spec, ok := object["spec"].(map[string]any); ok {
		without["spec"] = withoutDefaults(k.Defaults, "", spec)
	}
	return without
}

func withoutDefaults(defaults map[string]any, path string, value any) any {
	object, ok := value.(map[string]any)
	if !ok {
		return value
	}
	kept := make(map[string]any, len(object))
	for name, field := range object {
		path := strings.TrimPrefix(path+"."+name, ".")
		if byDefault, ok := defaults[path]; ok && byDefault == field {
			continue
		}
		rest := withoutDefaults(defaults, path, field)
		if fields, ok := rest.(map[string]any); ok && len(fields) == 0 && len(asFields(field)) > 0 {
			continue
		}
		kept[name] = rest
	}
	return kept
}

// WithDefaultsOf returns what is set in the object, with the values in the spec of an object of a kind that its CRD may have set
// by itself, where nothing is set.
func (a Applied) WithDefaultsOf(kind *Kind, object map[string]any) map[string]any {
	with := copyOf(a.Object)
	spec := asFields(with["spec"])
	for path, value := range kind.Defaults {
		steps := strings.Split(path, ".")
		if actual, ok, _ := unstructured.NestedFieldNoCopy(asFields(object["spec"]), steps...); ok && actual == value {
			spec = withField(spec, steps, value)
		}
	}
	if len(spec) > 0 {
		with["spec"] = spec
	}
	return with
}

// withField is an object with the value of a field, unless it has one.
func withField(object map[string]any, path []string, value any) map[string]any {
	with := copyOf(object)
	switch field, ok := with[path[0]]; {
	case len(path) > 1:
		with[path[0]] = withField(asFields(field), path[1:], value)
	case !ok:
		with[path[0]] = value
	}
	return with
}
