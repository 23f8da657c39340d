// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package describe

import (
	"reflect"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Example is an object that stands for a struct in editors: short, with the attributes that are set most often. It is valid.
type Example struct {
	// Object is in HCL.
	Object string
	// Key is the key of the object in a map.
	Key string
	// Page is where the documents list all attributes: a document and the anchor in it.
	Page string
}

// ExampleOf is the example of the objects that an attribute of a type has, one or many; ok is false if there is none.
func ExampleOf(t reflect.Type) (e Example, ok bool) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t == reflect.TypeFor[metav1.LabelSelector]() {
		return exampleOfSelector, true
	}
	e, ok = comments().examples[keyOf(t)]
	return e, ok
}

// ExampleBegin begins an example in a description. Only editors show it, and what follows.
const ExampleBegin = "\n\n```terraform\n"

// Value is the value of an attribute of a type, in HCL: the object, or a list or a map with it.
func (e Example) Value(t reflect.Type) string {
	text := e.Object
	for ; t.Kind() != reflect.Struct; t = t.Elem() {
		switch t.Kind() {
		case reflect.Slice:
			text = "[" + text + "]"
		case reflect.Map:
			text = "{ " + e.Key + " = " + text + " }"
		}
	}
	return text
}
