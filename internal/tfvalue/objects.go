// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"encoding/json"
	"math/big"
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

// readObjects reads a list of objects and texts.
func (r *Reader) readObjects(v Input, into ObjectList, path *Path) {
	if v.IsString() {
		if err := into.AddText(0, v.text); err != nil {
			r.Refuse(path, "%s", err)
		}
		return
	}
	if v.kind != kindList {
		r.refuseKind(v, path, "a list of objects or of texts")
		return
	}
	for i, item := range v.list {
		place := path.Index(i)
		switch item.kind {
		case kindUnknown:
			r.unknown = append(r.unknown, place)
		case kindNull:
			r.refuseNull(place)
		case kindString:
			if err := into.AddText(i, item.text); err != nil {
				r.Refuse(place, "%s", err)
			}
		case kindObject:
			object, _ := r.data(item, place, false, rounded).(map[string]any)
			into.AddObject(i, object)
		default:
			r.refuseKind(item, place, "an object or a text")
		}
	}
}

// data is a value as data that JSON is written from, with or without the attributes that are null. It notes the unknown values.
func (r *Reader) data(v Input, path *Path, withNulls bool, asNumber func(*big.Float) any) any {
	switch v.kind {
	case kindUnknown:
		r.unknown = append(r.unknown, path)
	case kindString:
		return v.text
	case kindBool:
		return v.flag
	case kindNumber:
		if number, ok := r.number(v, path); ok {
			return asNumber(&number)
		}
	case kindList:
		list := make([]any, len(v.list))
		for i := range list {
			list[i] = r.data(v.list[i], path.Index(i), withNulls, asNumber)
		}
		return list
	case kindObject:
		object := make(map[string]any, len(v.fields))
		for name, field := range v.fields {
			if value := r.data(field, path.Attribute(name), withNulls, asNumber); value != nil || withNulls {
				object[name] = value
			}
		}
		return object
	}
	return nil
}

// exact is a number with all its digits.
func exact(number *big.Float) any { return json.Number(number.Text('f', -1)) }

// rounded is a number as Kubernetes reads it from JSON: a whole number of at most 64 bits is an int64, any other a float64.
func rounded(number *big.Float) any {
	if whole, accuracy := number.Int64(); accuracy == big.Exact {
		return whole
	}
	float, _ := number.Float64()
	return float
}
