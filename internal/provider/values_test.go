package provider

import (
	"math/big"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// attributeOf is an attribute of an object.
func attributeOf(t testing.TB, v tftypes.Value, name string) tftypes.Value {
	t.Helper()
	var attributes map[string]tftypes.Value
	if err := v.As(&attributes); err != nil {
		t.Fatal(err)
	}
	return attributes[name]
}

// elementsOf are the elements of a list.
func elementsOf(t testing.TB, v tftypes.Value) []tftypes.Value {
	t.Helper()
	var elements []tftypes.Value
	if err := v.As(&elements); err != nil {
		t.Fatal(err)
	}
	return elements
}

// stringOf is a text.
func stringOf(t testing.TB, v tftypes.Value) string {
	t.Helper()
	var text string
	if err := v.As(&text); err != nil {
		t.Fatal(err)
	}
	return text
}

// counts are the numbers of a map; nil for an empty one.
func counts(t testing.TB, v tftypes.Value) map[string]int64 {
	t.Helper()
	var elements map[string]tftypes.Value
	if err := v.As(&elements); err != nil {
		t.Fatal(err)
	}
	var of map[string]int64
	for key, element := range elements {
		var number big.Float
		if err := element.As(&number); err != nil {
			t.Fatal(err)
		}
		if of == nil {
			of = map[string]int64{}
		}
		of[key], _ = number.Int64()
	}
	return of
}
