// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package decode reads the JSON of one Kubernetes object into a struct. A mistake has the path and the offset of its field.
package decode

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

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

// NameOf returns the name of an object that could not be decoded, or an empty string.
func NameOf(raw []byte) string {
	var o struct {
		Metadata struct {
			Name string `json:"name"`
		} `json:"metadata"`
	}
	if err := json.Unmarshal(raw, &o); err != nil {
		return ""
	}
	return o.Metadata.Name
}

// Header has the fields that identify an object of any kind.
type Header struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
}

// GroupKind returns the kind with its group, such as "ManagedCluster.cluster.open-cluster-management.io".
func (h Header) GroupKind() string {
	group, _, hasGroup := strings.Cut(h.APIVersion, "/")
	if !hasGroup {
		return h.Kind
	}
	return h.Kind + "." + group
}

// Set stores a field if it belongs to the header.
func (h *Header) Set(name string, value jsontext.Value) {
	if value.Kind() != '"' {
		return
	}
	text, err := jsontext.AppendUnquote(nil, value)
	if err != nil {
		return
	}
	switch name {
	case "apiVersion":
		h.APIVersion = string(text)
	case "kind":
		h.Kind = string(text)
	}
}

// ReadHeader reads an object until its kind is known; kubectl writes the kind first. Missing fields are taken from the
// fallback.
func ReadHeader(raw []byte, fallback Header) (Header, error) {
	var h Header
	decoder := jsontext.NewDecoder(bytes.NewBuffer(raw))
	if token, err := decoder.ReadToken(); err != nil || token.Kind() != '{' {
		return h, notAnObject(raw)
	}
	for (h.APIVersion == "" || h.Kind == "") && decoder.PeekKind() != '}' {
		token, err := decoder.ReadToken()
		if err != nil {
			return h, err
		}
		name := token.String()
		value, err := decoder.ReadValue()
		if err != nil {
			return h, err
		}
		h.Set(name, value)
	}
	h.APIVersion, h.Kind = cmp.Or(h.APIVersion, fallback.APIVersion), cmp.Or(h.Kind, fallback.Kind)
	if h.APIVersion == "" || h.Kind == "" {
		return h, errors.New("not a Kubernetes object: apiVersion and kind are required")
	}
	return h, nil
}

// notAnObject is the error about a document that is a single value or a list. The name of a file is often given in place of
// its content.
func notAnObject(raw []byte) error {
	value := jsontext.Value(raw)
	if value.Kind() != '"' {
		return fmt.Errorf("found %s, which is not a Kubernetes object", kindName(value.Kind()))
	}
	text, err := jsontext.AppendUnquote(nil, raw)
	if err != nil {
		return errors.New("not a Kubernetes object")
	}
	message := fmt.Sprintf("found the text %s, which is not a Kubernetes object", excerpt.Quote(string(text)))
	if call, ok := fileCall(string(text)); ok {
		message += "; to read a file, use " + call
	}
	return errors.New(message)
}

// absolute matches the start of a path that does not depend on the working directory.
var absolute = regexp.MustCompile(`^(/|~|[A-Za-z]:)`)

// fileCall returns the call in HCL that reads the file of a name, if the text looks like one.
func fileCall(text string) (call string, ok bool) {
	isName := slices.Contains([]string{".yaml", ".yml", ".json"}, strings.ToLower(path.Ext(text)))
	isPath := strings.ContainsAny(text, `/\`) && !strings.ContainsAny(text, " \t")
	const nameBytes = 300
	if !isName && !isPath || len(text) > nameBytes || strings.ContainsAny(text, "\n*?${}") || strings.Contains(text, "://") {
		return "", false
	}
	if !absolute.MatchString(text) {
		text = "${path.module}/" + strings.TrimPrefix(text, "./")
	}
	return "file(" + strconv.Quote(text) + ")", true
}
