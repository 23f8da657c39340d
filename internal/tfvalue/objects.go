// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"math/big"
	"reflect"
)

// ObjectList is implemented by pointers to types that are a list of objects of any shape in Terraform, such as Kubernetes
// manifests. An element may also be a text with several objects, and the whole list a single text.
type ObjectList interface {
	// AddObject adds the object of the element with an index. Attributes that are null are left out, at any depth.
	AddObject(element int, fields map[string]any)
	// AddText adds the objects of a text. The error describes an invalid text.
	AddText(element int, text string) error
	// Objects are all objects, in order.
	Objects() []map[string]any
}

var objectListType = reflect.TypeFor[ObjectList]()

// readObjects reads a list of objects and texts.
func (r *Reader) readObjects(v Input, into ObjectList, at *Path) {
	if v.IsString() {
		if err := into.AddText(0, v.text); err != nil {
			r.Refuse(at, "%s", err)
		}
		return
	}
	if v.kind != kindList {
		r.refuseKind(v, at, "a list of objects or of texts")
		return
	}
	for i, item := range v.list {
		place := at.Index(i)
		switch item.kind {
		case kindUnknown:
			r.unknown = append(r.unknown, place)
		case kindNull:
			r.Refuse(place, "must not be null; remove the element")
		case kindString:
			if err := into.AddText(i, item.text); err != nil {
				r.Refuse(place, "%s", err)
			}
		case kindObject:
			object, _ := r.exact(item, place, false).(map[string]any)
			into.AddObject(i, object)
		default:
			r.refuseKind(item, place, "an object or a text")
		}
	}
}

// exact is a value as Kubernetes reads it from JSON, with or without the attributes that are null: a whole number of at most
// 64 bits is an int64, any other number a float64. It notes the unknown values.
func (r *Reader) exact(v Input, at *Path, withNulls bool) any {
	switch v.kind {
	case kindUnknown:
		r.unknown = append(r.unknown, at)
	case kindString:
		return v.text
	case kindBool:
		return v.flag
	case kindNumber:
		number, ok := r.number(v, at)
		if !ok {
			return nil
		}
		if whole, accuracy := number.Int64(); accuracy == big.Exact {
			return whole
		}
		rounded, _ := number.Float64()
		return rounded
	case kindList:
		list := make([]any, len(v.list))
		for i := range list {
			list[i] = r.exact(v.list[i], at.Index(i), withNulls)
		}
		return list
	case kindObject:
		object := make(map[string]any, len(v.fields))
		for name, field := range v.fields {
			if value := r.exact(field, at.Attribute(name), withNulls); value != nil || withNulls {
				object[name] = value
			}
		}
		return object
	}
	return nil
}

// objectsOf are the objects of an ObjectList.
func objectsOf(v reflect.Value) []map[string]any {
	pointer := reflect.New(v.Type())
	pointer.Elem().Set(v)
	list, _ := pointer.Interface().(ObjectList)
	return list.Objects()
}
