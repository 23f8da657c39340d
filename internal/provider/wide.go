package provider

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/tinylib/msgp/msgp"
)

// attributeTypes are the types of attributes by name.
type attributeTypes map[string]tftypes.Type

// attributeValues are encoded attributes by name.
type attributeValues map[string][]byte

// wideValues are the wide attributes of one request, on their way beside the framework.
type wideValues struct {
	types attributeTypes
	// config and prior are the attributes of the configuration and of the prior state as they came.
	config, prior attributeValues
	// output are the attributes that the data source or the resource computes.
	output attributeValues
}

func newWideValues(types attributeTypes) *wideValues {
	return &wideValues{types: types, config: attributeValues{}, prior: attributeValues{}, output: attributeValues{}}
}

type wideValuesKey struct{}

func withWideValues(ctx context.Context, wide *wideValues) context.Context {
	return context.WithValue(ctx, wideValuesKey{}, wide)
}

// wideValuesOf returns the wide attributes of the request that ctx belongs to.
func wideValuesOf(ctx context.Context) (*wideValues, error) {
	wide, ok := ctx.Value(wideValuesKey{}).(*wideValues)
	if !ok {
		return nil, fmt.Errorf("the provider runs without its own server: this is a mistake in the provider; please report it")
	}
	return wide, nil
}

// decode decodes attributes but for those that are not needed.
func (w *wideValues) decode(encoded attributeValues, unneeded ...string) (map[string]tftypes.Value, error) {
	values := make(map[string]tftypes.Value, len(encoded))
	for name, attribute := range encoded {
		if slices.Contains(unneeded, name) {
			continue
		}
		value, err := tfprotov6.DynamicValue{MsgPack: attribute}.Unmarshal(w.types[name])
		if err != nil {
			return nil, fmt.Errorf("attribute %s: %w", name, err)
		}
		values[name] = value
	}
	return values, nil
}

// compute notes a computed attribute.
func (w *wideValues) compute(name string, value tftypes.Value) error {
	encoded, err := tfprotov6.NewDynamicValue(w.types[name], value)
	if err != nil {
		return fmt.Errorf("attribute %s: %w", name, err)
	}
	w.output[name] = encoded.MsgPack
	return nil
}

// joined is an object with its wide attributes, but for those that are not needed.
func (w *wideValues) joined(narrow tftypes.Value, encoded attributeValues, unneeded ...string) (tftypes.Value, error) {
	values, err := w.decode(encoded, unneeded...)
	if err != nil {
		return tftypes.Value{}, err
	}
	var attributes map[string]tftypes.Value
	if err := narrow.As(&attributes); err != nil {
		return tftypes.Value{}, err
	}
	maps.Copy(values, attributes)
	types := make(attributeTypes, len(values))
	for name, value := range values {
		types[name] = value.Type()
	}
	return tftypes.NewValue(tftypes.Object{AttributeTypes: types}, values), nil
}

// takeOut separates the wide attributes of an object from the rest. Without wide attributes, and without an object, it
// returns what it was given.
func (w *wideValues) takeOut(object *tfprotov6.DynamicValue, into attributeValues) (*tfprotov6.DynamicValue, error) {
	if len(w.types) == 0 || isNull(object) {
		return object, nil
	}
	names, fields, err := splitObject(object.MsgPack)
	if err != nil {
		return nil, fmt.Errorf("reading a value of Terraform: %w", err)
	}
	rest := 0
	for i, name := range names {
		if _, ok := w.types[name]; ok {
			into[name] = fields[i]
			continue
		}
		names[rest], fields[rest] = name, fields[i]
		rest++
	}
	return &tfprotov6.DynamicValue{MsgPack: joinObject(names[:rest], fields[:rest])}, nil
}

// putBack adds the wide attributes to an object: those that were computed, the given ones as they came, else null.
func (w *wideValues) putBack(object *tfprotov6.DynamicValue, given attributeValues) (*tfprotov6.DynamicValue, error) {
	if len(w.types) == 0 || isNull(object) {
		return object, nil
	}
	names, fields, err := splitObject(object.MsgPack)
	if err != nil {
		return nil, fmt.Errorf("reading a value of the provider: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(w.types)) {
		field := encodedNull
		if computed, ok := w.output[name]; ok {
			field = computed
		} else if encoded, ok := given[name]; ok {
			field = encoded
		}
		names, fields = append(names, name), append(fields, field)
	}
	return &tfprotov6.DynamicValue{MsgPack: joinObject(names, fields)}, nil
}

// encodedNull is null in MessagePack.
var encodedNull = msgp.AppendNil(nil)

// isNull reports whether there is no object.
func isNull(object *tfprotov6.DynamicValue) bool {
	return object == nil || object.MsgPack == nil || bytes.Equal(object.MsgPack, encodedNull)
}

// splitObject cuts an encoded object into its attributes without decoding or copying them.
func splitObject(encoded []byte) (names []string, fields [][]byte, err error) {
	size, rest, err := msgp.ReadMapHeaderBytes(encoded)
	if err != nil {
		return nil, nil, err
	}
	for range size {
		var name []byte
		if name, rest, err = msgp.ReadStringZC(rest); err != nil {
			return nil, nil, err
		}
		field := rest
		if rest, err = msgp.Skip(rest); err != nil {
			return nil, nil, err
		}
		names, fields = append(names, string(name)), append(fields, field[:len(field)-len(rest)])
	}
	return names, fields, nil
}

// joinObject is the reverse of splitObject.
func joinObject(names []string, fields [][]byte) []byte {
	const header = 5
	size := header
	for i := range names {
		size += header + len(names[i]) + len(fields[i])
	}
	encoded := msgp.AppendMapHeader(make([]byte, 0, size), uint32(len(names)))
	for i, name := range names {
		encoded = append(msgp.AppendString(encoded, name), fields[i]...)
	}
	return encoded
}
