package tfvalue

import (
	"reflect"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

func (r *Reader) refuseKind(v tftypes.Value, at *Path, wanted string) {
	text := "found " + kindOf(v) + "; it must be " + wanted
	r.Add(Mistake{At: at, Summary: "Invalid value", Message: text, repeats: text})
}

// inBrackets says what to do with an element in the place of a list.
func inBrackets(v tftypes.Value, of reflect.Type) string {
	var text string
	switch kind := indirect(of).Kind(); {
	case isObject(v) && kind == reflect.Struct:
		return ", such as [{ ... }]"
	case v.Type().Is(tftypes.String) && kind == reflect.String && v.As(&text) == nil:
		return ", such as [" + excerpt.Quote(text) + "]"
	}
	return ""
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
