// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"cmp"
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	decoding "k8s.io/apimachinery/pkg/util/json"
)

// ID identifies an object on a hub.
type ID struct {
	// The API group; empty for the core group.
	Group string `json:"group"`
	// The API version.
	Version string `json:"version"`
	// The kind.
	Kind string `json:"kind"`
	// The namespace. Null for a resource without one.
	Namespace string `json:"namespace,omitempty"`
	// The name.
	Name string `json:"name"`
}

// String is the object as messages name it, such as `Deployment "web" in namespace "app"`.
func (id ID) String() string {
	text := fmt.Sprintf("%s %q", id.Kind, id.Name)
	if id.Namespace != "" {
		text += fmt.Sprintf(" in namespace %q", id.Namespace)
	}
	return text
}

// Compare orders identifiers by each of their fields.
func (id ID) Compare(other ID) int {
	return cmp.Or(cmp.Compare(id.Group, other.Group), cmp.Compare(id.Version, other.Version), cmp.Compare(id.Kind, other.Kind),
		cmp.Compare(id.Namespace, other.Namespace), cmp.Compare(id.Name, other.Name))
}

func (id ID) kind() schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: id.Group, Version: id.Version, Kind: id.Kind}
}

// path is "namespace/name", or the name of an object without a namespace.
func (id ID) path() string {
	if id.Namespace == "" {
		return id.Name
	}
	return id.Namespace + "/" + id.Name
}

// Object is an object on a hub. Its content is shared and must not be changed.
type Object struct {
	ID
	// Content is the object as [Decode] returns it: whole numbers are int64, others are float64.
	Content map[string]any
}

// NewObject returns the object of a content. Fields of its identity that are missing or no text are empty.
func NewObject(content map[string]any) Object {
	object := unstructured.Unstructured{Object: content}
	kind := object.GroupVersionKind()
	return Object{Content: content, ID: ID{Group: kind.Group, Version: kind.Version, Kind: kind.Kind,
		Namespace: object.GetNamespace(), Name: object.GetName()}}
}

// Decode reads an object from its JSON. A number without a fraction is an integer if it has at most 64 bits, as it is for a hub.
func Decode(text []byte) (map[string]any, error) {
	var content map[string]any
	if err := decoding.Unmarshal(text, &content); err != nil {
		return nil, err
	}
	return content, nil
}

// encode is the JSON of a content as Go and with it KubeFleet writes it: keys are sorted, and <, > and & are escaped.
func encode(content any) []byte {
	text, err := json.Marshal(content)
	if err != nil {
		panic(err) // A content was JSON before.
	}
	return text
}

func (o *Object) deleting() bool {
	object := unstructured.Unstructured{Object: o.Content}
	return object.GetDeletionTimestamp() != nil
}

func (o *Object) labels() map[string]string {
	object := unstructured.Unstructured{Object: o.Content}
	return object.GetLabels()
}
