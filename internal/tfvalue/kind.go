package tfvalue

import (
	"reflect"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

func (r *Reader) refuseKind(v tftypes.Value, at *Path, wanted string) {
	r.Refuse(at, "found %s; it must be %s", kindOf(v), wanted)
}

func isObject(v tftypes.Value) bool {
	return v.Type().Is(tftypes.Map{}) || v.Type().Is(tftypes.Object{})
}

// kindOf names the kind of a value as HCL does.
func kindOf(v tftypes.Value) string {
	switch t := v.Type(); {
	case t.Is(tftypes.String):
		return "a string"
	case t.Is(tftypes.Number):
		return "a number"
	case t.Is(tftypes.Bool):
		return "a bool"
	case isObject(v):
		return "an object"
	}
	return "a list"
}

// listOf names a list of a type as HCL does.
func listOf(of reflect.Type) string {
	switch indirect(of).Kind() {
	case reflect.Struct:
		return "a list of objects"
	case reflect.String:
		return "a list of strings"
	}
	return "a list"
}
