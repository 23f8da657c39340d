package provider

import (
	"bytes"
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
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

// config decodes the wide attributes of the configuration.
func (w *wideValues) config() (map[string]tftypes.Value, error) {
	values := make(map[string]tftypes.Value, len(w.encoded))
	for name, encoded := range w.encoded {
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
var encodedNull = []byte{msgpcode.Nil}

// splitObject cuts an encoded object into its attributes without decoding them. A null object has none.
func splitObject(encoded []byte) (names []string, fields [][]byte, err error) {
	decoder := msgpack.NewDecoder(bytes.NewReader(encoded))
	length, err := decoder.DecodeMapLen()
	if err != nil {
		return nil, nil, err
	}
	for range max(length, 0) {
		name, err := decoder.DecodeString()
		if err != nil {
			return nil, nil, err
		}
		field, err := decoder.DecodeRaw()
		if err != nil {
			return nil, nil, err
		}
		names, fields = append(names, name), append(fields, field)
	}
	return names, fields, nil
}

// joinObject is the reverse of splitObject.
func joinObject(names []string, fields [][]byte) []byte {
	var encoded bytes.Buffer
	encoder := msgpack.NewEncoder(&encoded)
	// A bytes.Buffer takes everything, so that the encoder has no error to return.
	_ = encoder.EncodeMapLen(len(names))
	for i, name := range names {
		_ = encoder.EncodeString(name)
		encoded.Write(fields[i])
	}
	return encoded.Bytes()
}
