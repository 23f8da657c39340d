// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/util/json"
)

// Object is an object of any kind in a text.
type Object struct {
	// Number is the number of the document in the text, from 1. The items of a List have the same.
	Number int
	// Fields are those of its JSON: whole numbers of at most 64 bits are int64, others are float64.
	Fields map[string]any
}

// Objects are the objects of a text with JSON or YAML of any number of documents. A List is split into its items, and fields
// that are null are left out.
func Objects(ctx context.Context, text string) ([]Object, error) {
	list, err := Split(ctx, text)
	if err != nil {
		return nil, err
	}
	objects := make([]Object, len(list))
	for i := range list {
		objects[i].Number = list[i].Number
		var value any
		if err := json.Unmarshal(list[i].JSON, &value); err != nil {
			return nil, list[i].Mistake("", err)
		}
		fields, isObject := value.(map[string]any)
		if !isObject {
			return nil, list[i].Mistake("", errors.New("must be an object"))
		}
		objects[i].Fields = WithoutNulls(fields)
	}
	return objects, nil
}

// WithoutNulls removes the fields of an object that are null, at any depth.
func WithoutNulls(fields map[string]any) map[string]any {
	for name, field := range fields {
		if field == nil {
			delete(fields, name)
		}
		withoutNulls(field)
	}
	return fields
}

func withoutNulls(value any) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			withoutNulls(item)
		}
	case map[string]any:
		WithoutNulls(value)
	}
}
