// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// TypeOf is the Terraform type that a struct, or a list of structs, is written as. It panics for a Go type that has none.
func TypeOf(t reflect.Type) tftypes.Type {
	switch t {
	case reflect.TypeFor[time.Time](), reflect.TypeFor[metav1.Duration](), reflect.TypeFor[intstr.IntOrString](),
		reflect.TypeFor[json.RawMessage]():
		return tftypes.String
	case reflect.TypeFor[json.Number]():
		return tftypes.Number
	}
	if implements[TextMap](t) {
		return tftypes.Map{ElementType: tftypes.String}
	}
	if implements[JSON](t) || implements[ObjectList](t) {
		return tftypes.DynamicPseudoType
	}
	switch t.Kind() {
	case reflect.Pointer:
		return TypeOf(t.Elem())
	case reflect.String:
		return tftypes.String
	case reflect.Bool:
		return tftypes.Bool
	case reflect.Float64, reflect.Int, reflect.Int32, reflect.Int64:
		return tftypes.Number
	case reflect.Slice:
		return tftypes.List{ElementType: TypeOf(t.Elem())}
	case reflect.Map:
		return tftypes.Map{ElementType: TypeOf(t.Elem())}
	case reflect.Struct:
		types := map[string]tftypes.Type{}
		for _, f := range Fields(t) {
			types[f.Attribute] = TypeOf(f.Type)
		}
		return tftypes.Object{AttributeTypes: types}
	}
	panic(fmt.Sprintf("no Terraform type for %s", t))
}

func (r *Reader) refuseKind(v Input, path *Path, wanted string) {
	text := "found " + v.kind.String() + "; it must be " + wanted
	r.Add(Mistake{At: path, Summary: "Invalid value", Message: text, repeats: text})
}

func (r *Reader) refuseNull(path *Path) { r.Refuse(path, "must not be null; remove the element") }

// inBrackets is how to write an element that was found in the place of a list.
func (r *Reader) inBrackets(v Input, t reflect.Type) string {
	switch t = indirect(t); {
	case v.kind == kindObject && t.Kind() == reflect.Struct:
		if further := r.Additional[t]; further.Resource != "" && further.isInstance(v.fields) {
			return ", such as [" + further.Resource + ".NAME]"
		}
		return ", such as [" + writtenElements(v, t) + "]"
	case v.IsString() && t.Kind() == reflect.String:
		return ", such as [" + excerpt.Quote(v.text) + "]"
	}
	return ""
}

// withRequired shows the attributes that an object must have, in the error about a text in its place.
func withRequired(v Input, fields []Field) string {
	required := lists.Filter(fields, func(f Field) (string, bool) { return f.Attribute + " = ...", f.Required })
	if required == nil || !v.IsString() {
		return ""
	}
	return ", such as { " + strings.Join(required, ", ") + " }"
}

// mapOf names a map of a type as HCL does.
func mapOf(t reflect.Type) string {
	if indirect(t).Kind() == reflect.Struct {
		return "an object with an object for every name, such as { x = { ... } }"
	}
	return "an object"
}

// listOf names a list of a type as HCL does.
func listOf(t reflect.Type) string {
	switch indirect(t).Kind() {
	case reflect.Struct:
		return "a list of objects"
	case reflect.String:
		return "a list of strings"
	}
	return "a list"
}
