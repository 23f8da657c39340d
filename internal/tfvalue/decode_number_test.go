// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"encoding/json"
	"fmt"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/msgpack"
	"pgregory.net/rapid"
)

// drawValue draws a value of Terraform: one that is nested has the types of literals, of lists and of maps.
func drawValue(t *rapid.T, depth int) cty.Value {
	text := rapid.OneOf(
		rapid.StringMatching(`-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,2})?`),
		rapid.SampledFrom([]string{"0.1", "1.31", "1e21", "12345678901234567890", "9223372036854775807", "9007199254740993", "1e308"}),
	).Draw(t, "text")
	number := cty.MustParseNumberVal(text).Add(cty.Zero) // not -0, which is sent as 0
	plain := []cty.Value{
		number, cty.StringVal(text), cty.ListVal([]cty.Value{number, number}), cty.SetVal([]cty.Value{number}),
		cty.MapVal(map[string]cty.Value{text: number}), cty.NullVal(cty.DynamicPseudoType), cty.NullVal(cty.Number), cty.True,
	}
	if depth == 0 {
		return rapid.SampledFrom(plain).Draw(t, "plain")
	}
	a, b := drawValue(t, depth-1), drawValue(t, depth-1)
	nested := []cty.Value{
		cty.TupleVal([]cty.Value{a, b}), cty.ObjectVal(map[string]cty.Value{"a": a, "number": b}), cty.EmptyTupleVal, cty.EmptyObjectVal, a,
	}
	if !a.IsNull() {
		nested = append(nested, cty.ListVal([]cty.Value{a, a}), cty.MapVal(map[string]cty.Value{"a": a, "b": a}))
	}
	return rapid.SampledFrom(nested).Draw(t, "nested")
}

// exactText is a number with all of its digits: with fewer bits of precision the same number would have fewer.
func exactText(number *big.Float) json.Number {
	return json.Number(new(big.Float).SetPrec(512).Set(number).Text('f', -1))
}

// plainInput is a value as Decode returns it, with the texts of its numbers.
func plainInput(v Input) any {
	switch v.kind {
	case kindNumber:
		return exactText(v.number)
	case kindList:
		list := []any{}
		for _, item := range v.list {
			list = append(list, plainInput(item))
		}
		return list
	case kindObject:
		object := map[string]any{}
		for name, field := range v.fields {
			object[name] = plainInput(field)
		}
		return object
	}
	return (&Reader{}).data(v, nil, true, exact)
}

// plainValue is the same of a value of Terraform.
func plainValue(v cty.Value) any {
	switch t := v.Type(); {
	case v.IsNull():
		return nil
	case t == cty.Number:
		return exactText(v.AsBigFloat())
	case t == cty.String:
		return v.AsString()
	case t == cty.Bool:
		return v.True()
	case t.IsMapType() || t.IsObjectType():
		object := map[string]any{}
		for name, field := range v.AsValueMap() {
			object[name] = plainValue(field)
		}
		return object
	}
	list := []any{}
	for _, item := range v.AsValueSlice() {
		list = append(list, plainValue(item))
	}
	return list
}

// TestDecode_numbers: every number in a dynamic value is that number, and every string is a string, however they are written.
func TestDecode_numbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := drawValue(t, 3)
		// The attribute is dynamic, or what is in its object is, each with a type of its own.
		schema := cty.DynamicPseudoType
		if value.Type().IsObjectType() && rapid.Bool().Draw(t, "within") {
			attributes := map[string]cty.Type{}
			for name := range value.Type().AttributeTypes() {
				attributes[name] = cty.DynamicPseudoType
			}
			schema = cty.Object(attributes)
		}
		encoded, err := msgpack.Marshal(value, schema)
		if err != nil {
			t.Fatal(err)
		}
		decoded, err := Decode(encoded)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(plainValue(value), plainInput(decoded)); diff != "" {
			t.Errorf("-Terraform +decoded:\n%s", diff)
		}
	})
}

// TestDecode_JSON: a number in a value of any shape is one in JSON, as Kubernetes reads it: a whole number of at most 64 bits is
// exact, any other the nearest float64. One that no JSON reader reads is a mistake.
func TestDecode_JSON(t *testing.T) {
	for written, want := range map[string]string{
		"3": "3", "0.1": "0.1", "-2.5": "-2.5", "9007199254740993": "9007199254740993", "9223372036854775807": "9223372036854775807",
		"12345678901234567890": "12345678901234567000", "1e21": "1e+21", "1e-7": "1e-7", "1e600": "", "-1e600": "", "1e-600": "",
	} {
		number := cty.MustParseNumberVal(written)
		object := cty.ObjectVal(map[string]cty.Value{"a": cty.ListVal([]cty.Value{number}), "b": cty.StringVal(written)})
		encoded, err := msgpack.Marshal(object, cty.DynamicPseudoType)
		if err != nil {
			t.Fatal(err)
		}
		decoded, err := Decode(encoded)
		if err != nil {
			t.Fatal(err)
		}
		reader := &Reader{}
		text, err := json.Marshal(reader.data(decoded, Root("spec"), false, rounded))
		if err != nil {
			t.Fatal(err)
		}
		var mistakes []string
		for m := range reader.Mistakes {
			mistakes = append(mistakes, m.At.String()+": "+m.Message)
		}
		if want == "" {
			const tooLarge = "spec.a[0]: found a number that is too large or too close to zero; it must be between 1e-308 and 1e308"
			if diff := cmp.Diff([]string{tooLarge}, mistakes); diff != "" {
				t.Errorf("%s: %s", written, diff)
			}
			continue
		}
		if want := fmt.Sprintf(`{"a":[%s],"b":"%s"}`, want, written); string(text) != want || mistakes != nil {
			t.Errorf("got %s, want %s: %v", text, want, mistakes)
		}
	}
}

// TestValue_decimal: a decimal fraction is written as Terraform reads it, so that it is equal to the same one in a configuration.
func TestValue_decimal(t *testing.T) {
	value, err := Value(tftypes.DynamicPseudoType, map[string]any{"a": 0.1})
	if err != nil {
		t.Fatal(err)
	}
	if got := Of(value).Field("a").number; got.Cmp(cty.MustParseNumberVal("0.1").AsBigFloat()) != 0 {
		t.Errorf("got %s", got.Text('g', 50))
	}
}

// TestWhole: fractions in the place of whole numbers are one mistake.
func TestWhole(t *testing.T) {
	var of struct {
		Scores []struct {
			Value int64 `json:"value"`
		} `json:"scores"`
	}
	fraction := Object(map[string]Input{"value": {kind: kindNumber, number: cty.MustParseNumberVal("1.5").AsBigFloat()}})
	other := Object(map[string]Input{"value": {kind: kindNumber, number: cty.MustParseNumberVal("2.5").AsBigFloat()}})
	reader := &Reader{}
	reader.Read(Object(map[string]Input{"scores": {kind: kindList, list: []Input{fraction, other, other}}}), &of, nil)
	var got []string
	for m := range reader.Mistakes {
		got = append(got, m.Message)
	}
	want := []string{"found 1.5; it must be a whole number: round it, such as with floor(). 2 more elements have the same mistake"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
