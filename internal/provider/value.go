package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// valueReader reads Terraform values into the structs of the vocabulary. The conversion is mechanical: an attribute
// is the field whose JSON name in snake case is the attribute's name, so that who knows the YAML knows the HCL.
// Null leaves a field as it is. So does unknown, and the reader notes where it was.
type valueReader struct {
	mistakes []mistake
	unknown  []path.Path
	// free says that the values are arguments of a function, which no schema has given their types: numbers, texts and
	// bools stand for each other as in HCL, an object can be a list of its values, and what the vocabulary does not
	// know is a mistake.
	free bool
}

// mistake is a value that cannot be what it should be.
type mistake struct {
	at               path.Path
	summary, message string
	// warning says that the value is accepted all the same.
	warning bool
}

// isUnknown reports whether a value, or something that it is a part of, was unknown.
func (r *valueReader) isUnknown(at path.Path) bool {
	text := at.String()
	return slices.ContainsFunc(r.unknown, func(unknown path.Path) bool { return within(text, unknown.String()) })
}

func (r *valueReader) refuse(at path.Path, format string, args ...any) {
	r.mistakes = append(r.mistakes, mistake{at: at, summary: "Invalid value", message: fmt.Sprintf(format, args...)})
}

// readConfig reads a configuration into what the targets point to, with the wide attributes that come beside it but for those
// that are not needed.
func readConfig(ctx context.Context, config tftypes.Value, unneeded []string, targets ...any) (*valueReader, error) {
	reader := &valueReader{}
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		return reader, err
	}
	value, err := request.Config(config, unneeded...)
	if err != nil {
		return reader, err
	}
	for _, target := range targets {
		reader.read(value, target, path.Empty())
	}
	return reader, nil
}

// read reads v into what target points to.
func (r *valueReader) read(v tftypes.Value, target any, at path.Path) {
	r.readInto(v, reflect.ValueOf(target).Elem(), at)
}

func (r *valueReader) readInto(v tftypes.Value, into reflect.Value, at path.Path) {
	switch {
	case !v.IsKnown():
		r.unknown = append(r.unknown, at)
		return
	case v.IsNull():
		return
	}
	if into.Kind() == reflect.Pointer {
		into.Set(reflect.New(into.Type().Elem()))
		into = into.Elem()
	}
	switch target := into.Addr().Interface().(type) {
	case *time.Time:
		*target = r.time(v, at)
		return
	case *intstr.IntOrString:
		*target = intstr.Parse(r.text(v, at))
		return
	case *placement.Resources:
		*target = r.resources(v, at)
		return
	case *json.RawMessage:
		*target = json.RawMessage(r.text(v, at))
		return
	}
	switch into.Kind() {
	case reflect.Struct:
		r.readStruct(v, into, at)
	case reflect.Slice:
		r.readSlice(v, into, at)
	case reflect.Map:
		r.readMap(v, into, at)
	case reflect.String:
		into.SetString(r.text(v, at))
	case reflect.Bool:
		into.SetBool(r.bool(v, at))
	case reflect.Float64:
		if number, ok := r.number(v, at); ok {
			float, _ := number.Float64()
			into.SetFloat(float)
		}
	case reflect.Int32, reflect.Int64, reflect.Int:
		r.readWhole(v, into, at)
	default:
		r.refuse(at, "a value of type %s has no place here", v.Type())
	}
}

func (r *valueReader) readStruct(v tftypes.Value, into reflect.Value, at path.Path) {
	var attributes map[string]tftypes.Value
	if !r.as(v, &attributes, at) {
		return
	}
	if r.free {
		r.refuseOthers(attributes, into.Type(), at)
	}
	for _, f := range fieldsOf(into.Type()) {
		attribute, ok := attributes[f.attribute]
		// A plain attribute of the resource itself is the framework's.
		plain := !r.free && len(at.Steps()) == 0 && into.Field(f.index).Kind() == reflect.String
		if missing := !ok && r.free || ok && attribute.IsKnown() && attribute.IsNull(); missing && !f.omitted && !plain {
			r.mistakes = append(r.mistakes, mistake{at: at.AtName(f.attribute), summary: "Missing value", message: "a value is needed"})
		}
		if ok {
			r.readInto(attribute, into.Field(f.index), at.AtName(f.attribute))
		}
	}
}

func (r *valueReader) readSlice(v tftypes.Value, into reflect.Value, at path.Path) {
	items, places, ok := r.elements(v, at)
	if !ok {
		return
	}
	into.Set(reflect.MakeSlice(into.Type(), len(items), len(items)))
	for i, item := range items {
		if item.IsKnown() && item.IsNull() {
			r.refuse(places[i], "null is no element; leave it out")
		}
		r.readInto(item, into.Index(i), places[i])
	}
}

func (r *valueReader) readMap(v tftypes.Value, into reflect.Value, at path.Path) {
	var items map[string]tftypes.Value
	if !r.as(v, &items, at) {
		return
	}
	into.Set(reflect.MakeMapWithSize(into.Type(), len(items)))
	for key, item := range items {
		// A null element counts as absent, so that an HCL conditional can leave a label out.
		if item.IsKnown() && item.IsNull() {
			continue
		}
		value := reflect.New(into.Type().Elem()).Elem()
		r.readInto(item, value, at.AtMapKey(key))
		into.SetMapIndex(reflect.ValueOf(key), value)
	}
}

func (r *valueReader) as(v tftypes.Value, target any, at path.Path) bool {
	if err := v.As(target); err != nil {
		r.refuse(at, "found %s; it must be %s", kindOf(v), wanted(target))
		return false
	}
	return true
}
