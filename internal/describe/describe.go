// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package describe knows the description of each attribute of a struct, and an object to start with: the comments of the struct
// and of its fields. Terraform sees structured arguments as dynamic, so their attributes are in no schema: schemas, docs/ and the
// help of editors are made from these descriptions.
//
// A comment is written as in the APIs of Kubernetes. "Defaults to X." is its last sentence. A line "+required" follows for an
// attribute that must be set although the Kubernetes API declares it as optional. What follows a line "---" is for maintainers
// alone. Command descriptions writes the comments into a file, which this package reads.
package describe

import (
	_ "embed"
	"reflect"
	"strings"
	"sync"
)

// Line describes an attribute.
type Line struct {
	// Text has sentences in Markdown.
	Text string
	// Default completes the sentence "Defaults to ..."; empty if the attribute has none that matters.
	Default string
	// Required says that the attribute must be set, although the Kubernetes API declares it as optional.
	Required bool
}

// String is the whole description, in Markdown. The default is a paragraph of its own.
func (l Line) String() string {
	if l.Default == "" {
		return l.Text
	}
	return l.Text + "\n\nDefaults to " + l.Default + "."
}

// Replaces ends the description of an argument whose change replaces the resource.
const Replaces = " Changing it replaces the resource."

// Attributes describe the attributes that a struct declares, by name.
type Attributes map[string]Line

// Of are the attributes of a struct; nil if nothing describes it.
func Of(t reflect.Type) Attributes { return comments().attributes[keyOf(t)] }

// Page is the description of what has a page of its own, such as "Function explain": what follows a heading with that text in the
// comment of a declaration.
func Page(name string) string { return comments().pages[name] }

// keyOf is the name of a struct in the files: that of its package below internal, which Kubernetes does not have, and its own.
func keyOf(t reflect.Type) string {
	_, pkg, _ := strings.Cut(t.PkgPath(), "/internal/")
	return pkg + "." + t.Name()
}

//go:embed comments.txt
var ours string

// ofKubernetes has the structs of Kubernetes that arguments have. What their own comments say is not about clusters.
//
//go:embed kubernetes.txt
var ofKubernetes string

// comments are the descriptions and examples in the files. A block of them has a line for each attribute of a struct, or what its
// first line names: an example or a page.
var comments = sync.OnceValue(func() (read struct {
	attributes map[string]Attributes
	examples   map[string]Example
	pages      map[string]string
}) {
	read.attributes, read.examples, read.pages = map[string]Attributes{}, map[string]Example{}, map[string]string{}
	for block := range strings.SplitSeq(strings.TrimSuffix(ofKubernetes+ours, "\n"), "\n\n\n") {
		head, text, _ := strings.Cut(block, "\n")
		if page, ok := strings.CutPrefix(head, "# "); ok {
			read.pages[page] = text
			continue
		}
		if name, reference, ok := strings.Cut(head, " "); ok {
			page, key, _ := strings.Cut(reference, " ")
			read.examples[name] = Example{Object: text, Page: page, Key: key}
			continue
		}
		attributes := Attributes{}
		for line := range strings.SplitSeq(text, "\n") {
			attribute, comment, _ := strings.Cut(line, ": ")
			attributes[attribute] = lineOf(comment)
		}
		read.attributes[head] = attributes
	}
	return read
})

// lineOf is the line that a comment has.
func lineOf(comment string) Line {
	comment, required := strings.CutSuffix(comment, " +required")
	text, value, _ := strings.Cut(comment, " Defaults to ")
	return Line{Text: text, Default: strings.TrimSuffix(value, "."), Required: required}
}

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
