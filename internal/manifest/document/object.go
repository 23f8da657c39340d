package document

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// Object is an object of any kind in a text.
type Object struct {
	// Number is the number of the document in the text, from 1. The items of a List have the same.
	Number int
	// Fields are those of its JSON. Numbers are float64.
	Fields map[string]any
}

// Objects are the objects of a text with JSON or YAML of any number of documents. A List is split into its items. It is an
// error if a number cannot be kept.
func Objects(ctx context.Context, text string) ([]Object, error) {
	list, err := Split(ctx, text)
	if err != nil {
		return nil, err
	}
	objects := make([]Object, len(list))
	for i := range list {
		objects[i].Number = list[i].Number
		decoder := json.NewDecoder(bytes.NewReader(list[i].JSON))
		decoder.UseNumber()
		var value any
		if err := decoder.Decode(&value); err != nil {
			return nil, list[i].Mistake("", err)
		}
		if value, err = withFloats(value); err != nil {
			return nil, list[i].Mistake("", err)
		}
		fields, isObject := value.(map[string]any)
		if !isObject {
			return nil, list[i].Mistake("", errors.New("must be an object"))
		}
		objects[i].Fields = fields
	}
	return objects, nil
}

// maxExact is the least whole number from which on not every one is a float64.
const maxExact = 1 << 53

// withFloats replaces the numbers of a value. It leaves out fields that are null.
func withFloats(value any) (any, error) {
	var err error
	switch value := value.(type) {
	case json.Number:
		number, err := value.Float64()
		if err == nil && number == math.Trunc(number) && math.Abs(number) >= maxExact {
			err = fmt.Errorf("found the number %s; JSON is read with an error for whole numbers from 2^53 on. Write a smaller "+
				"one, or a string", value)
		}
		return number, err
	case []any:
		for i := range value {
			if value[i], err = withFloats(value[i]); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for name, field := range value {
			if field == nil {
				delete(value, name)
				continue
			}
			if value[name], err = withFloats(field); err != nil {
				return nil, err
			}
		}
	}
	return value, nil
}
