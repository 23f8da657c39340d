package manifest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// fieldError is an invalid value of a field.
type fieldError struct {
	field   string
	message string
	// offset is the position of the value in the object.
	offset int
}

// Error returns the field and the message.
func (e *fieldError) Error() string { return e.field + ": " + e.message }

// firstOf returns the first of the errors that validation found, or nil.
func firstOf(mistakes field.ErrorList) error {
	if len(mistakes) == 0 {
		return nil
	}
	return excerpt.Error(mistakes[0])
}

// decode unmarshals an object. The error is a *fieldError.
func decode(raw []byte, into any, options ...json.Options) error {
	err := json.Unmarshal(raw, into, append(options, reading)...)
	if err == nil {
		return nil
	}
	var semantic *json.SemanticError
	if !errors.As(err, &semantic) {
		return &fieldError{message: strings.TrimPrefix(err.Error(), "jsontext: ")}
	}
	mistake := &fieldError{field: fieldPath(semantic.JSONPointer), offset: int(semantic.ByteOffset)}
	var below *fieldError
	var time *time.ParseError
	switch {
	case errors.Is(semantic.Err, json.ErrUnknownName):
		mistake.message = unknownField(semantic)
	case errors.As(semantic.Err, &time):
		mistake.message = fmt.Sprintf("found %s; it must be an RFC 3339 time, such as \"2026-01-31T12:00:00Z\"",
			excerpt.Quote(strings.Trim(time.Value, `"`)))
	case errors.As(semantic.Err, &below):
		mistake.field += "." + below.field
		mistake.message = below.message
	case semantic.Err != nil && semantic.GoType != nil && semantic.GoType.Kind() != reflect.Int32:
		mistake.message = semantic.Err.Error()
	default:
		mistake.message = fmt.Sprintf("found %s; it must be %s", foundKind(semantic), wantedKind(semantic.GoType))
	}
	return mistake
}

// nameOf returns the name of an object that could not be decoded, or an empty string.
func nameOf(raw []byte) string {
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

// fieldPath turns a JSON pointer such as /spec/taints/0/key into spec.taints[0].key.
func fieldPath(pointer jsontext.Pointer) string {
	var path strings.Builder
	for name := range pointer.Tokens() {
		if _, err := strconv.Atoi(name); err == nil {
			path.WriteString("[" + name + "]")
			continue
		}
		if path.Len() > 0 {
			path.WriteByte('.')
		}
		path.WriteString(name)
	}
	return path.String()
}

func foundKind(err *json.SemanticError) string {
	if len(err.JSONValue) > 0 {
		return string(err.JSONValue)
	}
	return kindName(err.JSONKind)
}

func kindName(kind jsontext.Kind) string {
	switch kind {
	case 'n':
		return "null"
	case 't', 'f':
		return "a bool"
	case '"':
		return "text"
	case '0':
		return "a number"
	case '{':
		return "an object"
	case '[':
		return "a list"
	}
	return "another type"
}

// unknownField is the message about a field that an object does not have: those that it has, and the nearest.
func unknownField(err *json.SemanticError) string {
	known := fieldsOf(err.GoType)
	return "unknown field; expected one of " + excerpt.List(known, ", ") + excerpt.DidYouMean(err.JSONPointer.LastToken(), known)
}

// fieldsOf returns the JSON names of the fields of a struct, in its order.
func fieldsOf(of reflect.Type) []string {
	var names []string
	for _, f := range reflect.VisibleFields(of) {
		if name := jsonName(f); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// jsonName returns the JSON name of a field, or an empty string if it has none of its own.
func jsonName(f reflect.StructField) string {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	isEmbedded := f.Anonymous && name == "" || strings.Contains(options, "embed")
	if !f.IsExported() || isEmbedded || name == "-" {
		return ""
	}
	return cmp.Or(name, f.Name)
}

func wantedKind(t reflect.Type) string {
	if t == nil {
		return "another type"
	}
	switch t.Kind() {
	case reflect.String:
		return "text, in quotes"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int32, reflect.Int64:
		return "a whole number"
	case reflect.Slice:
		return "a list"
	case reflect.Map, reflect.Struct, reflect.Pointer:
		return "an object"
	}
	return "another type"
}

// header has the fields that identify an object of any kind.
type header struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
}

// groupKind returns the kind with its group, such as "ManagedCluster.cluster.open-cluster-management.io".
func (h header) groupKind() string {
	group, _, found := strings.Cut(h.APIVersion, "/")
	if !found {
		return h.Kind
	}
	return h.Kind + "." + group
}

// set stores a field if it belongs to the header.
func (h *header) set(name string, value jsontext.Value) {
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

// readHeader reads an object until its kind is known; kubectl writes the kind first. Missing fields are taken from the
// fallback.
func readHeader(raw []byte, fallback header) (header, error) {
	var h header
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
		h.set(name, value)
	}
	h.APIVersion, h.Kind = cmp.Or(h.APIVersion, fallback.APIVersion), cmp.Or(h.Kind, fallback.Kind)
	if h.APIVersion == "" || h.Kind == "" {
		return h, errors.New("not a Kubernetes object: apiVersion and kind are required")
	}
	return h, nil
}
