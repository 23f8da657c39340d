// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fakehub

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// kind is a kind whose objects a hub creates, changes and deletes as an API server does.
type kind struct {
	schema.GroupResource
	name                   string
	isNamespaced, hasState bool
	versions               []string
	// fields merges what managers write, by version and subresource.
	fields map[[2]string]*managedfields.FieldManager
	// schemas are those of the versions.
	schemas map[string]*spec.Schema
}

// Kinds are kinds by their resource. Hubs may share them.
type Kinds map[schema.GroupResource]*kind

// definition is what a CustomResourceDefinition says of a kind.
type definition struct {
	Spec struct {
		Group string `json:"group"`
		Scope string `json:"scope"`
		Names struct {
			Kind   string `json:"kind"`
			Plural string `json:"plural"`
		} `json:"names"`
		Versions []struct {
			Name         string         `json:"name"`
			Subresources map[string]any `json:"subresources"`
			Schema       struct {
				OpenAPIV3Schema *spec.Schema `json:"openAPIV3Schema"`
			} `json:"schema"`
		} `json:"versions"`
	} `json:"spec"`
}

// metadata is the schema of what managers set of it.
const metadata = `{"type": "object", "properties": {
	"labels": {"type": "object", "additionalProperties": {"type": "string"}},
	"annotations": {"type": "object", "additionalProperties": {"type": "string"}},
	"finalizers": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
	"ownerReferences": {"type": "array", "items": {"type": "object"}, "x-kubernetes-list-type": "map",
		"x-kubernetes-list-map-keys": ["uid"]}},
	"x-kubernetes-preserve-unknown-fields": true}`

// core are kinds of Kubernetes itself, with any fields.
const core = `[
	{"spec": {"scope": "Cluster", "names": {"kind": "Namespace", "plural": "namespaces"},
		"versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object"}}}]}},
	{"spec": {"scope": "Namespaced", "names": {"kind": "ConfigMap", "plural": "configmaps"},
		"versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object"}}}]}},
	{"spec": {"scope": "Namespaced", "names": {"kind": "Secret", "plural": "secrets"},
		"versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object"}}}]}}]`

// projectKinds are those of the project.
var projectKinds = sync.OnceValues(func() (Kinds, error) {
	definitions, err := hubtest.Definitions()
	if err != nil {
		return nil, err
	}
	return KindsOf(definitions)
})

// Start returns a hub in this process, for the test alone, with the kinds of the project. It has no rules of schemas, permissions
// and webhooks.
func Start(t testing.TB) *hubtest.Hub {
	t.Helper()
	kinds, err := projectKinds()
	if err != nil {
		t.Fatal(err)
	}
	return hubtest.Connect(t, NewOf(t, kinds).URL)
}

// KindsOf are the kinds of CustomResourceDefinitions, and some of Kubernetes itself.
func KindsOf(definitions []map[string]any) (Kinds, error) {
	var all, custom []definition
	if err := json.Unmarshal([]byte(core), &all); err != nil {
		return nil, err
	}
	raw, err := json.Marshal(definitions)
	if err == nil {
		err = json.Unmarshal(raw, &custom)
	}
	if err != nil {
		return nil, err
	}
	kinds, models := Kinds{}, map[string]*spec.Schema{}
	for i := range all {
		kinds.add(&all[i], models)
	}
	for i := range custom {
		kinds.add(&custom[i], models)
	}
	types, err := managedfields.NewTypeConverter(models, false)
	if err != nil {
		return nil, err
	}
	for _, k := range kinds {
		if err := k.merges(types); err != nil {
			return nil, err
		}
	}
	return kinds, nil
}

// add adds a kind, and the models of its versions.
func (kinds Kinds) add(d *definition, models map[string]*spec.Schema) {
	k := &kind{GroupResource: schema.GroupResource{Group: d.Spec.Group, Resource: d.Spec.Names.Plural}, name: d.Spec.Names.Kind,
		isNamespaced: d.Spec.Scope == "Namespaced", schemas: map[string]*spec.Schema{}}
	for i := range d.Spec.Versions {
		version := &d.Spec.Versions[i]
		model := version.Schema.OpenAPIV3Schema
		model.AddExtension("x-kubernetes-group-version-kind", []any{
			map[string]any{"group": d.Spec.Group, "version": version.Name, "kind": k.name},
		})
		if model.Properties == nil {
			model.Properties = map[string]spec.Schema{}
			model.AddExtension("x-kubernetes-preserve-unknown-fields", true)
		}
		const text = `{"type": "string"}`
		for name, text := range map[string]string{"metadata": metadata, "apiVersion": text, "kind": text} {
			var property spec.Schema
			_ = json.Unmarshal([]byte(text), &property)
			model.Properties[name] = property
		}
		models[d.Spec.Group+"/"+version.Name+"."+k.name] = model
		k.schemas[version.Name], k.versions = model, append(k.versions, version.Name)
		_, k.hasState = version.Subresources["status"]
	}
	kinds[k.GroupResource] = k
}

// merges makes the field managers: a request for an object does not set its status, and one for the status nothing else.
func (k *kind) merges(types managedfields.TypeConverter) error {
	k.fields = map[[2]string]*managedfields.FieldManager{}
	stored := schema.GroupVersion{Group: k.Group, Version: k.versions[0]}
	for _, version := range k.versions {
		group := schema.GroupVersion{Group: k.Group, Version: version}
		for subresource, resets := range map[string][]string{"": {"status"}, "status": {"spec", "metadata"}} {
			paths := fieldpath.NewSet()
			for _, field := range resets {
				paths.Insert(fieldpath.MakePathOrDie(field))
			}
			filters := map[fieldpath.APIVersion]fieldpath.Filter{
				fieldpath.APIVersion(group.String()): fieldpath.NewExcludeSetFilter(paths),
			}
			if subresource == "" && !k.hasState {
				filters = nil
			}
			manager, err := managedfields.NewDefaultCRDFieldManager(types, k, k, k, group.WithKind(k.name), stored, subresource, filters)
			if err != nil {
				return err
			}
			k.fields[[2]string{version, subresource}] = manager
		}
	}
	return nil
}

// New returns an object without fields.
func (k *kind) New(of schema.GroupVersionKind) (runtime.Object, error) {
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(of)
	return object, nil
}

// Convert does nothing.
func (k *kind) Convert(_, _, _ any) error { return nil }

// ConvertToVersion returns the object with another version: all have the same fields.
func (k *kind) ConvertToVersion(in runtime.Object, target runtime.GroupVersioner) (runtime.Object, error) {
	converted, _ := target.KindForGroupVersionKinds([]schema.GroupVersionKind{in.GetObjectKind().GroupVersionKind()})
	if version, isVersion := target.(schema.GroupVersion); isVersion {
		converted = version.WithKind(k.name)
	}
	object := in.DeepCopyObject()
	object.GetObjectKind().SetGroupVersionKind(converted)
	return object, nil
}

// ConvertFieldLabel returns the label.
func (k *kind) ConvertFieldLabel(_ schema.GroupVersionKind, label, value string) (string, string, error) {
	return label, value, nil
}

// Default sets what the schema has as defaults.
func (k *kind) Default(in runtime.Object) {
	if object, ok := in.(*unstructured.Unstructured); ok {
		setDefaults(object.Object, k.schemas[object.GroupVersionKind().Version])
	}
}

// setDefaults sets the defaults of what a value has not set.
func setDefaults(value any, of *spec.Schema) {
	if of == nil {
		return
	}
	switch value := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(of.Properties)) {
			property := of.Properties[name]
			if _, isSet := value[name]; !isSet && property.Default != nil {
				value[name] = runtime.DeepCopyJSONValue(whole(property.Default))
			}
			setDefaults(value[name], &property)
		}
		if of.AdditionalProperties != nil {
			for _, item := range value {
				setDefaults(item, of.AdditionalProperties.Schema)
			}
		}
	case []any:
		for _, item := range value {
			if of.Items != nil {
				setDefaults(item, of.Items.Schema)
			}
		}
	}
}

// whole is a default as an object has it: numbers without a fraction are integers.
func whole(value any) any {
	switch value := value.(type) {
	case float64:
		if value == float64(int64(value)) {
			return int64(value)
		}
	case map[string]any:
		converted := map[string]any{}
		for name, item := range value {
			converted[name] = whole(item)
		}
		return converted
	case []any:
		converted := make([]any, len(value))
		for i := range value {
			converted[i] = whole(value[i])
		}
		return converted
	}
	return value
}

// of is the kind of a path below /api or /apis, with the version, the namespace, the name and the subresource that it names.
func (kinds Kinds) of(path string) (k *kind, at address) {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	if parts[0] == "api" {
		parts = slices.Insert(parts, 1, "")
	}
	if len(parts) < 4 {
		return nil, at
	}
	group := parts[1]
	at.version, parts = parts[2], parts[3:]
	if parts[0] == "namespaces" && len(parts) > 2 {
		at.namespace, parts = parts[1], parts[2:]
	}
	parts = append(parts, "", "")
	at.name, at.subresource = parts[1], parts[2]
	k = kinds[schema.GroupResource{Group: group, Resource: parts[0]}]
	if k != nil && !slices.Contains(k.versions, at.version) {
		k = nil
	}
	return k, at
}

// address is where an object is.
type address struct{ version, namespace, name, subresource string }
