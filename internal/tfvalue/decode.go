// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"errors"
	"math"
	"math/big"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/tinylib/msgp/msgp"
)

// maxNesting bounds how deep a value can be nested.
const maxNesting = 1000

var (
	errNesting = errors.New("the value is nested too deeply")
	errType    = errors.New("the value is not of the type beside it")
)

// Decode reads a value that Terraform has encoded in MessagePack. A number that no float64 holds is encoded as a string: it is a
// number if the type says so that is encoded beside a dynamic value. A Reader converts the others to what it needs.
func Decode(encoded []byte) (Input, error) {
	v, _, err := decode(encoded, 0)
	return v, err
}

func decode(encoded []byte, depth int) (v Input, rest []byte, err error) {
	if depth > maxNesting {
		return v, nil, errNesting
	}
	switch msgp.NextType(encoded) {
	case msgp.NilType:
		rest, err = msgp.ReadNilBytes(encoded)
	case msgp.StrType:
		v.kind = kindString
		v.text, rest, err = msgp.ReadStringBytes(encoded)
		v.mayBeNumber = isWrittenNumber(v.text)
	case msgp.BoolType:
		v.kind = kindBool
		v.flag, rest, err = msgp.ReadBoolBytes(encoded)
	case msgp.IntType, msgp.UintType, msgp.Float64Type, msgp.Float32Type:
		v.kind = kindNumber
		v.number, rest, err = decodeNumber(encoded)
	case msgp.ArrayType:
		return decodeList(encoded, depth)
	case msgp.MapType:
		return decodeObject(encoded, depth)
	default: // an extension
		v.kind = kindUnknown
		rest, err = msgp.Skip(encoded)
	}
	return v, rest, err
}

func decodeNumber(encoded []byte) (*big.Float, []byte, error) {
	switch msgp.NextType(encoded) {
	case msgp.UintType:
		u, rest, err := msgp.ReadUint64Bytes(encoded)
		return new(big.Float).SetUint64(u), rest, err
	case msgp.IntType:
		i, rest, err := msgp.ReadInt64Bytes(encoded)
		return new(big.Float).SetInt64(i), rest, err
	}
	f, rest, err := msgp.ReadFloat64Bytes(encoded)
	switch {
	case err != nil:
		return nil, nil, err
	case math.IsNaN(f):
		return nil, nil, errors.New("found NaN in place of a number")
	}
	return big.NewFloat(f), rest, nil
}

// decodeList reads a list, or a dynamic value: a list of its type, which no value has the form of, and of the value.
func decodeList(encoded []byte, depth int) (v Input, rest []byte, err error) {
	size, rest, err := msgp.ReadArrayHeaderBytes(encoded)
	if err != nil {
		return v, nil, err
	}
	if size == 2 && msgp.NextType(rest) == msgp.BinType {
		return decodeDynamic(rest, depth)
	}
	v.kind, v.list = kindList, make([]Input, 0, min(int(size), len(rest)))
	for range size {
		var item Input
		if item, rest, err = decode(rest, depth+1); err != nil {
			return v, nil, err
		}
		v.list, v.mayBeNumber = append(v.list, item), v.mayBeNumber || item.mayBeNumber
	}
	return v, rest, nil
}

// decodeDynamic reads a type and a value of it. To read the type of a list of objects takes longer than to read the list, so
// it is only read for a value that has a string that may be a number.
func decodeDynamic(encoded []byte, depth int) (v Input, rest []byte, err error) {
	typ, rest, err := msgp.ReadBytesZC(encoded)
	if err != nil {
		return v, nil, err
	}
	if v, rest, err = decode(rest, depth+1); err != nil {
		return v, nil, err
	}
	if err := v.resolve(typ); err != nil {
		return v, nil, err
	}
	v.mayBeNumber = false
	return v, rest, nil
}

// isWrittenNumber reports whether a text is a number as Terraform writes one that neither an int64 nor a float64 holds.
func isWrittenNumber(text string) bool {
	const fewest = 19 // the digits of a whole number without an exponent
	return (len(text) >= fewest || strings.ContainsAny(text, ".eE")) && strings.Trim(text, "0123456789+-.eE") == ""
}

// resolve makes numbers of the strings that are numbers by the type of the value, which is JSON, as in
// ["object",{"a":["list","number"]}].
func (v *Input) resolve(typ jsontext.Value) error {
	if !v.mayBeNumber {
		return nil
	}
	if v.kind == kindString {
		if string(typ) == `"number"` {
			number, ok := parseNumber(v.text)
			if !ok {
				number = new(big.Float).SetInf(false) // A Reader refuses it.
			}
			*v = Input{kind: kindNumber, number: number}
		}
		return nil
	}
	inner, elements, attributes, err := innerTypes(typ)
	if err != nil || elements != nil && len(elements) != len(v.list) {
		return errType
	}
	for i := range v.list {
		if elements != nil {
			inner = elements[i]
		}
		if err := v.list[i].resolve(inner); err != nil {
			return err
		}
	}
	for name, field := range v.fields {
		if attributes != nil {
			inner = attributes[name]
		}
		if err := field.resolve(inner); err != nil {
			return err
		}
		v.fields[name] = field
	}
	return nil
}

// innerTypes are the types of what a value of a type has: the same for all that it has, or those of the elements of a tuple or of
// the attributes of an object.
func innerTypes(typ jsontext.Value) (
	inner jsontext.Value, elements []jsontext.Value, attributes map[string]jsontext.Value, err error,
) {
	var parts []jsontext.Value
	if err := json.Unmarshal(typ, &parts); err != nil || len(parts) < 2 {
		return nil, nil, nil, errType
	}
	switch inner = parts[1]; string(parts[0]) {
	case `"object"`:
		err = json.Unmarshal(inner, &attributes)
	case `"tuple"`:
		err = json.Unmarshal(inner, &elements)
	}
	return inner, elements, attributes, err
}

func decodeObject(encoded []byte, depth int) (v Input, rest []byte, err error) {
	size, rest, err := msgp.ReadMapHeaderBytes(encoded)
	if err != nil {
		return v, nil, err
	}
	v.kind, v.fields = kindObject, make(map[string]Input, min(int(size), len(rest)))
	for range size {
		var name string
		if name, rest, err = msgp.ReadStringBytes(rest); err != nil {
			return v, nil, err
		}
		var field Input
		if field, rest, err = decode(rest, depth+1); err != nil {
			return v, nil, err
		}
		v.fields[name], v.mayBeNumber = field, v.mayBeNumber || field.mayBeNumber
	}
	return v, rest, nil
}
