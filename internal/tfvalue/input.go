// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"math/big"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Input is a value of Terraform as a Reader needs it: a list, tuple or set is a list, a map or object is an object, and null and
// unknown values have no type.
type Input struct {
	kind   kind
	text   string
	number *big.Float
	flag   bool
	// mayBeNumber says of a string that is being decoded that it may be a number, and of a value that it has such a string.
	mayBeNumber bool

	list   []Input
	fields map[string]Input
}

// kind is what an Input is.
type kind int

const (
	kindNull kind = iota
	kindUnknown
	kindString
	kindNumber
	kindBool
	kindList
	kindObject
)

// Of makes an input of a value. A value that tftypes cannot read is null.
func Of(v tftypes.Value) Input {
	switch {
	case !v.IsKnown():
		return Input{kind: kindUnknown}
	case v.IsNull():
		return Input{}
	}
	var in Input
	var err error
	switch t := v.Type(); {
	case t.Is(tftypes.String):
		in.kind, err = kindString, v.As(&in.text)
	case t.Is(tftypes.Number):
		in.kind, in.number = kindNumber, new(big.Float)
		err = v.As(in.number)
	case t.Is(tftypes.Bool):
		in.kind, err = kindBool, v.As(&in.flag)
	case t.Is(tftypes.Map{}), t.Is(tftypes.Object{}):
		var fields map[string]tftypes.Value
		in.kind, err = kindObject, v.As(&fields)
		in.fields = make(map[string]Input, len(fields))
		for name, field := range fields {
			in.fields[name] = Of(field)
		}
	default:
		var list []tftypes.Value
		in.kind, err = kindList, v.As(&list)
		in.list = make([]Input, len(list))
		for i := range list {
			in.list[i] = Of(list[i])
		}
	}
	if err != nil {
		return Input{}
	}
	return in
}

// Object is an object of inputs.
func Object(fields map[string]Input) Input { return Input{kind: kindObject, fields: fields} }

// SetAttribute sets an attribute of an object.
func (v Input) SetAttribute(name string, field Input) { v.fields[name] = field }

// IsNull reports whether the value is null.
func (v Input) IsNull() bool { return v.kind == kindNull }

// IsUnknown reports whether the value is unknown.
func (v Input) IsUnknown() bool { return v.kind == kindUnknown }

// IsString reports whether the value is a string.
func (v Input) IsString() bool { return v.kind == kindString }

// IsList reports whether the value is a list, a tuple or a set.
func (v Input) IsList() bool { return v.kind == kindList }

// isPlain reports whether the value is a string, a number or a bool.
func (v Input) isPlain() bool {
	return v.kind == kindString || v.kind == kindNumber || v.kind == kindBool
}

// isMapOfPlain reports whether the value is a map or an object that has nothing but plain values.
func (v Input) isMapOfPlain() bool {
	for _, field := range v.fields {
		if !field.isPlain() && field.kind != kindUnknown && !field.IsNull() {
			return false
		}
	}
	return v.kind == kindObject
}

// IsFullyKnown reports whether no part of the value is unknown.
func (v Input) IsFullyKnown() bool {
	if v.kind == kindUnknown {
		return false
	}
	for i := range v.list {
		if !v.list[i].IsFullyKnown() {
			return false
		}
	}
	for _, field := range v.fields {
		if !field.IsFullyKnown() {
			return false
		}
	}
	return true
}

// Text is a string; empty for any other value.
func (v Input) Text() string { return v.text }

// Elements are those of a list; nil for any other value.
func (v Input) Elements() []Input { return v.list }

// Fields are the attributes of an object; nil for any other value.
func (v Input) Fields() map[string]Input { return v.fields }

// Field is an attribute of an object; null if there is none.
func (v Input) Field(name string) Input { return v.fields[name] }

// kindNames are the kinds of known values as HCL names them.
var kindNames = map[kind]string{
	kindString: "a string", kindNumber: "a number", kindBool: "a bool", kindObject: "an object", kindList: "a list",
}

// String names the kind of the value.
func (k kind) String() string { return kindNames[k] }
