package provider

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/tinylib/msgp/msgp"
)

// wideValues are the wide attributes of one request, on their way beside the framework.
type wideValues struct {
	types map[string]tftypes.Type
	// encoded are the attributes of the configuration as they came.
	encoded map[string][]byte
	// output are the computed attributes that the data source leaves here for the state.
	output map[string]tftypes.Value
}

type wideValuesKey struct{}

func withWideValues(ctx context.Context, wide *wideValues) context.Context {
	if wide == nil {
		return ctx
	}
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

// config decodes the wide attributes of the configuration but for those that are not needed.
func (w *wideValues) config(unneeded ...string) (map[string]tftypes.Value, error) {
	values := make(map[string]tftypes.Value, len(w.encoded))
	for name, encoded := range w.encoded {
		if slices.Contains(unneeded, name) {
			continue
		}
		value, err := tfprotov6.DynamicValue{MsgPack: encoded}.Unmarshal(w.types[name])
		if err != nil {
			return nil, fmt.Errorf("attribute %s: %w", name, err)
		}
		values[name] = value
	}
	return values, nil
}

// putBack fills the wide attributes of a state: the computed ones, and those of the configuration as they came.
func (w *wideValues) putBack(state *tfprotov6.DynamicValue) (*tfprotov6.DynamicValue, error) {
	names, fields, err := splitObject(state.MsgPack)
	if err != nil {
		return nil, fmt.Errorf("reading the state: %w", err)
	}
	for i, name := range names {
		if output, ok := w.output[name]; ok {
			encoded, err := tfprotov6.NewDynamicValue(w.types[name], output)
			if err != nil {
				return nil, fmt.Errorf("attribute %s: %w", name, err)
			}
			fields[i] = encoded.MsgPack
		} else if encoded, ok := w.encoded[name]; ok {
			fields[i] = encoded
		}
	}
	return &tfprotov6.DynamicValue{MsgPack: joinObject(names, fields)}, nil
}

// encodedNull is null in MessagePack.
var encodedNull = msgp.AppendNil(nil)

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
