package provider

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// plainOf is the reverse of valueReader: it turns structs of the vocabulary into the plain data that valueOf makes a value
// of the type of. A field that the JSON form omits is null.
func plainOf(t tftypes.Type, v reflect.Value) (any, error) {
	switch data := v.Interface().(type) {
	case time.Time:
		return timeOutput(data), nil
	case intstr.IntOrString:
		return data.String(), nil
	case json.RawMessage:
		return string(data), nil
	case placement.Resources:
		amounts := make(map[string]any, len(data))
		for i := range data {
			amounts[data[i].Name] = data[i].Amount()
		}
		return amounts, nil
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return nil, nil //nolint:nilnil // The data is nil.
		}
		return plainOf(t, v.Elem())
	case reflect.String:
		return v.String(), nil
	case reflect.Bool:
		return v.Bool(), nil
	case reflect.Float64:
		return big.NewFloat(v.Float()), nil
	case reflect.Int, reflect.Int32, reflect.Int64:
		return v.Int(), nil
	case reflect.Struct:
		return plainStruct(t, v)
	case reflect.Slice:
		of, ok := t.(tftypes.List)
		if !ok {
			return nil, fmt.Errorf("a list is no %s", t)
		}
		items := make([]any, v.Len())
		for i := range items {
			var err error
			if items[i], err = plainOf(of.ElementType, v.Index(i)); err != nil {
				return nil, err
			}
		}
		return items, nil
	case reflect.Map:
		items := make(map[string]any, v.Len())
		for key, item := range v.Seq2() {
			items[key.String()] = item.String()
		}
		return items, nil
	}
	return nil, fmt.Errorf("%s has no place in Terraform", v.Type())
}

// plainStruct takes the fields that the type has a place for.
func plainStruct(t tftypes.Type, v reflect.Value) (any, error) {
	of, ok := t.(tftypes.Object)
	if !ok {
		return nil, fmt.Errorf("an object is no %s", t)
	}
	attributes := make(map[string]any, len(of.AttributeTypes))
	for name := range of.AttributeTypes {
		attributes[name] = nil
	}
	for _, f := range fieldsOf(v.Type()) {
		attribute, ok := of.AttributeTypes[f.attribute]
		if !ok || f.omitted && v.Field(f.index).IsZero() {
			continue
		}
		var err error
		if attributes[f.attribute], err = plainOf(attribute, v.Field(f.index)); err != nil {
			return nil, fmt.Errorf("%s: %w", f.attribute, err)
		}
	}
	return attributes, nil
}
