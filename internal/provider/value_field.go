package provider

import (
	"reflect"
	"strings"
	"sync"
	"unicode"
)

// structField is a field of a struct and the attribute that it is in Terraform.
type structField struct {
	index     int
	attribute string
	// omitted says that the field is absent where it has its zero value. Any other field is a required attribute.
	omitted bool
}

var structFields sync.Map

// fieldsOf lists the fields of a struct that have a JSON name. The decision strategy of an OCM Placement is no part of ocm: it
// stands beside, as it works with every dialect.
func fieldsOf(t reflect.Type) []structField {
	if known, ok := structFields.Load(t); ok {
		if fields, ok := known.([]structField); ok {
			return fields
		}
	}
	var fields []structField
	for i := range t.NumField() {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name != "" && name != "-" {
			fields = append(fields, structField{
				index: i, attribute: snakeCase(name), omitted: options == "omitempty" || options == "omitzero",
			})
		}
	}
	structFields.Store(t, fields)
	return fields
}

// snakeCase turns a JSON name of the Kubernetes API into the name of an attribute.
func snakeCase(name string) string {
	var snake strings.Builder
	for _, letter := range name {
		if unicode.IsUpper(letter) {
			snake.WriteByte('_')
			letter = unicode.ToLower(letter)
		}
		snake.WriteRune(letter)
	}
	return snake.String()
}
