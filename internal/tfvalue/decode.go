package tfvalue

import (
	"errors"
	"math"
	"math/big"

	"github.com/tinylib/msgp/msgp"
)

// maxNesting bounds how deep a value can be nested.
const maxNesting = 1000

var errNesting = errors.New("the value is nested too deeply")

// Decode reads a value that Terraform has encoded in MessagePack, without its type. The type of a dynamic value is encoded beside
// it, and to read the type of a list of objects takes longer than to read the list. A number that no float64 holds is a string
// here, as it is encoded: a Reader converts it.
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
		if rest, err = msgp.Skip(rest); err != nil {
			return v, nil, err
		}
		return decode(rest, depth+1)
	}
	v.kind, v.list = kindList, make([]Input, 0, min(int(size), len(rest)))
	for range size {
		var item Input
		if item, rest, err = decode(rest, depth+1); err != nil {
			return v, nil, err
		}
		v.list = append(v.list, item)
	}
	return v, rest, nil
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
		v.fields[name] = field
	}
	return v, rest, nil
}
