package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// writing are the options of writeYAML: an empty selector is not an absent one, and resources are an object of
// quantities.
var writing = json.JoinOptions(
	json.Deterministic(true),
	jsonv1.OmitEmptyWithLegacySemantics(true),
	json.WithMarshalers(json.MarshalToFunc(writeResources)),
)

// writeYAML writes an object as YAML, with the fields in alphabetical order, as kubectl does.
func writeYAML(object any) (string, error) {
	raw, err := json.Marshal(object, writing)
	if err != nil {
		return "", fmt.Errorf("it cannot be written: %w", err)
	}
	text, err := jsonToYAML(raw)
	return string(text), err
}

// errNotYAML is for what the YAML library reads otherwise than it was: the key "<<", and numbers that no float64 holds.
var errNotYAML = errors.New("it has a key or a number that YAML cannot hold")

// jsonToYAML makes YAML of JSON that is the same when it is read.
func jsonToYAML(raw []byte) ([]byte, error) {
	text, err := yaml.JSONToYAML(escape(raw))
	if err != nil {
		return nil, err
	}
	read, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		return nil, errNotYAML
	}
	before, after := jsontext.Value(bytes.Clone(raw)), jsontext.Value(read)
	if err := errors.Join(before.Canonicalize(), after.Canonicalize()); err != nil {
		return nil, err
	}
	if !bytes.Equal(before, after) {
		return nil, errNotYAML
	}
	return text, nil
}

// escape writes the characters of JSON that YAML does not take as they are, such as U+0085, as escape sequences.
func escape(raw []byte) []byte {
	escaped := make([]byte, 0, len(raw))
	for _, r := range string(raw) {
		if r >= unicode.MaxASCII && r <= 0xffff && !unicode.IsPrint(r) {
			escaped = fmt.Appendf(escaped, `\u%04x`, r)
		} else {
			escaped = utf8.AppendRune(escaped, r)
		}
	}
	return escaped
}

func writeResources(encoder *jsontext.Encoder, resources placement.Resources) error {
	if err := encoder.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for i := range resources {
		for _, text := range []string{resources[i].Name, resources[i].Quantity.String()} {
			if err := encoder.WriteToken(jsontext.String(text)); err != nil {
				return err
			}
		}
	}
	return encoder.WriteToken(jsontext.EndObject)
}
