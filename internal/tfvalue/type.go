// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
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
