// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
	"go.yaml.in/yaml/v2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	decoding "k8s.io/apimachinery/pkg/util/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/jsonwalk"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Fields is a struct as the fields of an object: whole numbers of at most 64 bits are int64, others are float64.
func Fields(object any) (map[string]any, error) {
	raw, err := json.Marshal(object, writing)
	if err != nil {
		return nil, err
	}
	var fields map[string]any
	err = decoding.Unmarshal(raw, &fields)
	return fields, err
}

// writing are the options of WriteYAML: an empty selector is written, an absent one is not, resources are an object of
// quantities, and durations have their shortest form.
var writing = json.JoinOptions(
	json.Deterministic(true),
	jsontext.ReorderRawObjects(true),
	jsonv1.OmitEmptyWithLegacySemantics(true),
	json.WithMarshalers(json.JoinMarshalers(json.MarshalToFunc(writeResources), json.MarshalToFunc(writeDuration))),
)

func writeResources(encoder *jsontext.Encoder, resources placement.Resources) error {
	if err := encoder.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for i := range resources {
		for _, text := range []string{resources[i].Name, resources[i].Amount()} {
			if err := encoder.WriteToken(jsontext.String(text)); err != nil {
				return err
			}
		}
	}
	return encoder.WriteToken(jsontext.EndObject)
}

func writeDuration(encoder *jsontext.Encoder, duration metav1.Duration) error {
	return encoder.WriteToken(jsontext.String(excerpt.Duration(duration.Duration)))
}

// errNotYAML is the error of values that would not be read back unchanged: the key "<<", and numbers outside
// the range of float64.
var errNotYAML = errors.New("contains a key or number that YAML cannot represent")

// WriteYAML writes an object as YAML: fields in the order of the type, maps sorted by key.
func WriteYAML(object any) (string, error) {
	raw, err := json.Marshal(object, writing)
	if err != nil {
		return "", fmt.Errorf("cannot be encoded: %w", err)
	}
	text, err := JSONToYAML(raw)
	return string(text), err
}

// JSONToYAML converts JSON to YAML in the same order. Reading the result returns the same value.
func JSONToYAML(raw []byte) ([]byte, error) {
	prior := jsontext.Value(bytes.Clone(raw))
	if err := prior.Canonicalize(); err != nil {
		return nil, fmt.Errorf("invalid JSON: %w", err)
	}
	value, err := inOrder(jsontext.NewDecoder(bytes.NewReader(raw)))
	if err != nil {
		return nil, err
	}
	text, err := yaml.Marshal(value)
	if err != nil {
		return nil, err
	}
	read, err := yamlToJSON(text)
	after := jsontext.Value(read)
	if err != nil || after.Canonicalize() != nil || !bytes.Equal(prior, after) {
		return nil, errNotYAML
	}
	return text, nil
}

// inOrder reads the next value of a JSON text and keeps the order of keys: the YAML library's own order of keys is not
// total.
func inOrder(decoder *jsontext.Decoder) (any, error) {
	switch decoder.PeekKind() {
	case '{':
		object := yaml.MapSlice{}
		err := jsonwalk.Members(decoder, func(name string) error {
			value, err := inOrder(decoder)
			object = append(object, yaml.MapItem{Key: name, Value: value})
			return err
		})
		return object, err
	case '[':
		list := []any{}
		err := jsonwalk.Elements(decoder, func() error {
			value, err := inOrder(decoder)
			list = append(list, value)
			return err
		})
		return list, err
	}
	token, err := decoder.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '"':
		return token.String(), nil
	case '0':
		if n, err := strconv.ParseInt(token.String(), 10, 64); err == nil {
			return n, nil
		}
		n, err := token.Float()
		if err != nil {
			return nil, errNotYAML
		}
		return n, nil
	case 'n':
		return nil, nil
	default:
		return token.Bool(), nil
	}
}
