// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package decode reads the JSON of one Kubernetes object into a struct. A mistake has the path and the offset of its field.
package decode

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Into unmarshals an object. The error is a *FieldError.
func Into(raw []byte, into any, options ...json.Options) error {
	err := json.Unmarshal(raw, into, append([]json.Options{reading}, options...)...)
	if err == nil {
		return nil
	}
	var semantic *json.SemanticError
	if !errors.As(err, &semantic) {
		return &FieldError{Message: strings.TrimPrefix(err.Error(), "jsontext: ")}
	}
	mistake := &FieldError{Field: fieldPath(semantic.JSONPointer), Offset: int(semantic.ByteOffset)}
	var below *FieldError
	var time *time.ParseError
	switch {
	case errors.Is(semantic.Err, json.ErrUnknownName):
		mistake.Message = unknownField(semantic)
	case errors.As(semantic.Err, &time):
		mistake.Message = fmt.Sprintf("found %s; it must be an RFC 3339 time, such as \"2026-01-31T12:00:00Z\"",
			excerpt.Quote(strings.Trim(time.Value, `"`)))
	case errors.As(semantic.Err, &below):
		mistake.Field += "." + below.Field
		mistake.Message = below.Message
	case semantic.Err != nil && semantic.GoType != nil && semantic.GoType.Kind() != reflect.Int32:
		mistake.Message = semantic.Err.Error()
	default:
		mistake.Message = fmt.Sprintf("found %s; it must be %s", foundKind(semantic), wantedKind(semantic.GoType))
	}
	return mistake
}
