// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// amounts is a map of texts that are numbers.
type amounts []amount

type amount struct {
	name string
	of   int
}

func (a *amounts) SetText(key, text string) error {
	var of int
	if _, err := fmt.Sscan(text, &of); err != nil {
		return fmt.Errorf("found %q; it must be an amount", text)
	}
	*a = append(*a, amount{key, of})
	return nil
}

func (a *amounts) Texts() map[string]string {
	texts := map[string]string{}
	for _, one := range *a {
		texts[one.name] = fmt.Sprint(one.of)
	}
	return texts
}

type inner struct {
	Key    string   `json:"key"`
	Values []string `json:"values,omitempty"`
}

type embedded struct {
	NumberOfClusters *int32 `json:"numberOfClusters,omitempty"`
}

// everything has a field of every kind.
type everything struct {
	embedded
	Name    string              `json:"name"`
	Bool    bool                `json:"bool,omitempty"`
	Float   float64             `json:"float,omitempty"`
	Labels  map[string]string   `json:"matchLabels,omitempty"`
	List    []inner             `json:"list,omitempty"`
	Object  *inner              `json:"object,omitempty"`
	Amounts amounts             `json:"amounts,omitempty"`
	Time    time.Time           `json:"time,omitzero"`
	Percent *intstr.IntOrString `json:"percent,omitempty"`
	Rules   json.RawMessage     `json:"rules,omitempty"`
	Hidden  string              `json:"-"`
}

var innerType = tftypes.Object{AttributeTypes: map[string]tftypes.Type{"key": tftypes.String,
	"values": tftypes.List{ElementType: tftypes.String}}}

// everythingType is the type that a schema would give everything.
var everythingType = tftypes.Object{AttributeTypes: map[string]tftypes.Type{
	"number_of_clusters": tftypes.Number, "name": tftypes.String, "bool": tftypes.Bool, "float": tftypes.Number,
	"match_labels": tftypes.Map{ElementType: tftypes.String}, "list": tftypes.List{ElementType: innerType}, "object": innerType,
	"amounts": tftypes.Map{ElementType: tftypes.String}, "time": tftypes.String, "percent": tftypes.String, "rules": tftypes.String,
}}

// dynamic makes a value as HCL would: objects and tuples.
func dynamic(t *testing.T, data any) tftypes.Value {
	t.Helper()
	switch v := data.(type) {
	case nil:
		return tftypes.NewValue(tftypes.String, nil)
	case tftypes.Value:
		return v
	case string:
		return tftypes.NewValue(tftypes.String, v)
	case bool:
		return tftypes.NewValue(tftypes.Bool, v)
	case int:
		return tftypes.NewValue(tftypes.Number, v)
	case float64:
		return tftypes.NewValue(tftypes.Number, v)
	case []any:
		values, types := make([]tftypes.Value, len(v)), make([]tftypes.Type, len(v))
		for i := range v {
			values[i] = dynamic(t, v[i])
			types[i] = values[i].Type()
		}
		return tftypes.NewValue(tftypes.Tuple{ElementTypes: types}, values)
	case map[string]any:
		values, types := map[string]tftypes.Value{}, map[string]tftypes.Type{}
		for name, item := range v {
			values[name] = dynamic(t, item)
			types[name] = values[name].Type()
		}
		return tftypes.NewValue(tftypes.Object{AttributeTypes: types}, values)
	}
	t.Fatalf("unexpected test data %T", data)
	return tftypes.Value{}
}

var unknownText = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)

func mistakesOf(r *tfvalue.Reader) []string {
	var list []string
	for m := range r.Mistakes {
		list = append(list, fmt.Sprintf("%s: %s: %s", m.At, m.Summary, m.Message))
	}
	return list
}

// TestRoundTrip writes a struct as a value of a schema, and reads it again.
func TestRoundTrip(t *testing.T) {
	three, half := int32(3), intstr.FromString("50%")
	full := everything{
		embedded: embedded{NumberOfClusters: &three}, Name: "web", Bool: true, Float: 1.5, Labels: map[string]string{"env": "prod"},
		List: []inner{{Key: "a", Values: []string{"x", "y"}}, {Key: "b"}}, Object: &inner{Key: "c"},
		Amounts: amounts{{"cpu", 2}, {"memory", 3}},
		Time:    time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC), Percent: &half, Rules: json.RawMessage(`{"a":1}`),
	}
	for name, want := range map[string]everything{"full": full, "empty": {Name: "web"}} {
		value, err := tfvalue.Value(everythingType, want)
		if err != nil {
			t.Fatal(err)
		}
		var got, config everything
		r := &tfvalue.Reader{}
		r.Read(tfvalue.Of(value), &got, nil)
		r.ReadConfig(tfvalue.Of(value), &config)
		for _, got := range []everything{got, config} {
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(everything{}, amount{})); diff != "" || len(mistakesOf(r)) > 0 {
				t.Errorf("%s: %s\n-want +got:\n%s", name, mistakesOf(r), diff)
			}
		}
	}
}

// TestForms: what HCL converts is the same whatever its form.
func TestForms(t *testing.T) {
	type object = map[string]any
	three := int32(3)
	for name, tt := range map[string]struct {
		data object
		want everything
	}{
		"numbers as text": {object{"number_of_clusters": "3", "float": "1.5"}, everything{embedded: embedded{&three}, Float: 1.5}},
		"text as numbers": {
			object{"percent": 3, "match_labels": object{"a": 1, "b": true}}, everything{Percent: &intstr.IntOrString{IntVal: 3},
				Labels: map[string]string{"a": "1", "b": "true"}},
		},
		"bools as text": {object{"bool": "true"}, everything{Bool: true}},
		"a map as a list": {
			object{"list": object{"y": object{"key": "2"}, "x": object{"key": "1"}}}, everything{List: []inner{{Key: "1"}, {Key: "2"}}},
		},
		"null is not set": {
			object{"object": nil, "match_labels": object{"a": nil, "b": "c"}}, everything{Labels: map[string]string{"b": "c"}},
		},
		"empty is not null": {object{"list": []any{}}, everything{List: []inner{}}},
	} {
		t.Run(name, func(t *testing.T) {
			tt.data["name"], tt.want.Name = "web", "web"
			var got everything
			r := &tfvalue.Reader{}
			r.Read(dynamicInput(t, tt.data), &got, nil)
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(everything{}, amount{})); diff != "" || len(mistakesOf(r)) > 0 {
				t.Errorf("%s\n-want +got:\n%s", mistakesOf(r), diff)
			}
		})
	}
}

// TestMistakes: everything that does not fit is told with its path.
func TestMistakes(t *testing.T) {
	type object = map[string]any
	for name, tt := range map[string]struct {
		data any
		want string
	}{
		"a name that is not there": {
			object{"nam": "x"}, `nam: Unsupported attribute: unsupported attribute; did you mean "name"? Expected one of amounts, bool, extra, float, list, match_labels, name, number_of_clusters, object, percent, rules, time`,
		},
		"several names": {
			object{"values": 1, "nam": "x", "nothing": 2}, `nam: Unsupported attribute: unsupported attributes nam (did you mean "name"?), ` +
				"nothing, values (belongs in list[0].values); expected one of amounts, bool, extra, float, list, match_labels, name, " +
				"number_of_clusters, object, percent, rules, time",
		},
		"a name that is null": {
			object{"nothing": nil}, "nothing: Unsupported attribute: unsupported attribute; expected one of amounts, bool, extra, " +
				"float, list, match_labels, name, number_of_clusters, object, percent, rules, time",
		},
		"a name of further inside": {
			object{"values": []any{}}, "values: Unsupported attribute: unsupported attribute; values belongs in list[0].values; " +
				"expected one of amounts, bool, extra, float, list, match_labels, name, number_of_clusters, object, percent, rules, time",
		},
		"a name of further out": {
			object{"object": object{"key": "a", "match_labels": object{}}}, "object.match_labels: Unsupported attribute: unsupported " +
				"attribute; match_labels belongs beside object; expected one of key, values",
		},
		"further attributes": {object{"extra": 3}, ""},
		"an object for a list": {
			object{"object": object{"key": "a", "values": object{"a": "b"}}}, "object.values: Invalid value: found an object; it must " +
				"be a list of strings",
		},
		"a list of one object": {
			object{"list": object{"key": "a"}}, "list: Invalid value: found an object; it must be a list of objects, such as [{ " +
				"key = \"a\" }]",
		},
		"a name in a list": {
			object{"list": []any{object{"key": "a", "vlaues": []any{}}}},
			`list[0].vlaues: Unsupported attribute: unsupported attribute; did you mean "values"? Expected one of key, values`,
		},
		"a name in two elements": {
			object{"list": []any{object{"kee": "a"}, object{"kee": "b"}}},
			`list[0].kee: Unsupported attribute: unsupported attribute; did you mean "key"? Expected one of key, values. 1 more element has the same mistake`,
		},
		"texts for objects": {
			object{"list": []any{"a", "b", "c"}}, "list[0]: Invalid value: found a string; it must be an object, such as { key = ... }. " +
				"2 more elements have the same mistake",
		},
		"a text for a list": {
			object{"object": object{"key": "a", "values": "b"}},
			`object.values: Invalid value: found a string; it must be a list of strings, such as ["b"]`,
		},
		"an object of Kubernetes": {
			object{"object": object{"apiVersion": "v1", "kind": "Pod", "metadata": object{}}}, "object: Invalid value: it is a manifest",
		},
		"what is required": {
			object{"object": object{}}, "object.key: Missing required attribute: the attribute must be set",
		},
		"null where required": {
			object{"object": object{"key": nil}}, "object.key: Missing required attribute: the attribute must be set",
		},
		"null in a list":       {object{"list": []any{nil}}, "list[0]: Invalid value: must not be null; remove the element"},
		"a list for an object": {object{"object": []any{}}, "object: Invalid value: found a list; it must be an object"},
		"text for a list":      {object{"list": "a"}, "list: Invalid value: found a string; it must be a list of objects"},
		"a list for an object or text": {
			object{"rules": []any{}}, "rules: Invalid value: found a list; it must be an object, or a string with JSON",
		},
		"a list for a bool":   {object{"bool": []any{}}, "bool: Invalid value: found a list; it must be true or false"},
		"a bool for a number": {object{"float": true}, "float: Invalid value: found a bool; it must be a number"},
		"text for a bool":     {object{"bool": "yes"}, `bool: Invalid value: found "yes"; it must be true or false`},
		"text for a number":   {object{"float": "much"}, `float: Invalid value: found "much"; it must be a number`},
		"a fraction": {
			object{"number_of_clusters": 1.5}, "number_of_clusters: Invalid value: found 1.5; " +
				"it must be a whole number: round it, such as with floor()",
		},
		"a large number": {
			object{"number_of_clusters": 1 << 40}, "number_of_clusters: Invalid value: found 1099511627776; it must be a whole number " +
				"of at most 32 bits",
		},
		"a time": {
			object{"time": "soon"}, `time: Invalid value: found "soon"; it must be a time of RFC 3339, such as "2026-01-31T12:00:00Z"`,
		},
		"an amount": {
			object{"amounts": object{"cpu": "x"}}, `amounts["cpu"]: Invalid value: found "x"; it must be an amount`,
		},
		"the whole value": {"x", ": Invalid value: found a string; it must be an object, such as { name = ... }"},
	} {
		t.Run(name, func(t *testing.T) {
			if data, ok := tt.data.(object); ok {
				data["name"] = "web"
			}
			var got everything
			r := &tfvalue.Reader{Object: "it is a manifest"}
			r.Additional = map[reflect.Type]tfvalue.AdditionalAttributes{reflect.TypeFor[everything](): {Names: []string{"extra"}}}
			r.Read(dynamicInput(t, tt.data), &got, nil)
			if text := strings.Join(mistakesOf(r), "\n"); text != tt.want {
				t.Errorf("got  %s\nwant %s", text, tt.want)
			}
		})
	}
}

// TestUnknown: an unknown value is no mistake, and neither is what it may have caused.
func TestUnknown(t *testing.T) {
	type object = map[string]any
	var got everything
	r := &tfvalue.Reader{}
	r.Read(dynamicInput(t, object{
		"name": unknownText, "list": []any{object{"key": unknownText}, object{"key": "b"}}, "amounts": object{"cpu": unknownText},
		"object": object{"key": "x"},
	}), &got, nil)
	var unknown []string
	for _, at := range r.Unknown() {
		unknown = append(unknown, at.String())
	}
	slices.Sort(unknown)
	if diff := cmp.Diff([]string{`amounts["cpu"]`, "list[0].key", "name"}, unknown); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	r.Check(nil, &got, field.ErrorList{
		field.Required(field.NewPath("list").Index(0).Child("values"), "beside an unknown value"),
		field.Invalid(field.NewPath("list").Index(1).Child("key"), "b", "must be c"),
	})
	if diff := cmp.Diff([]string{`list[1].key: Invalid value: found "b": must be c`}, mistakesOf(r)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if root := (*tfvalue.Path)(nil); !r.IsUnknown(root.Attribute("list").Index(0).Attribute("key")) ||
		r.IsUnknown(root.Attribute("list")) {
		t.Error("list[0].key is unknown, and the list is not")
	}
}

// TestMistakesOnce: below a value that is wrong nothing more is told.
func TestMistakesOnce(t *testing.T) {
	r := &tfvalue.Reader{}
	list := (*tfvalue.Path)(nil).Attribute("list")
	r.Refuse(list, "is wrong")
	r.Refuse(list.Index(0), "is wrong, too")
	r.Refuse((*tfvalue.Path)(nil).Attribute("lists"), "is another")
	if diff := cmp.Diff([]string{"list: Invalid value: is wrong", "lists: Invalid value: is another"}, mistakesOf(r)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestValue converts what is no struct.
func TestValue(t *testing.T) {
	list := tftypes.List{ElementType: tftypes.Number}
	number := func(f float64) tftypes.Value { return tftypes.NewValue(tftypes.Number, big.NewFloat(f)) }
	for name, tt := range map[string]struct {
		of   tftypes.Type
		data any
		want tftypes.Value
	}{
		"nil":           {tftypes.String, nil, tftypes.NewValue(tftypes.String, nil)},
		"a nil pointer": {innerType, (*inner)(nil), tftypes.NewValue(innerType, nil)},
		"a nil list":    {list, []int(nil), tftypes.NewValue(list, []tftypes.Value{})},
		"unknown":       {list, tfvalue.Unknown, tftypes.NewValue(list, tftypes.UnknownValue)},
		"a value":       {tftypes.String, unknownText, unknownText},
		"numbers": {
			list, []any{1, int32(2), 2.5, json.Number("3.25"), json.Number("")}, tftypes.NewValue(list,
				[]tftypes.Value{number(1), number(2), number(2.5), number(3.25), tftypes.NewValue(tftypes.Number, nil)}),
		},
		"a map": {
			tftypes.Map{ElementType: tftypes.Number}, map[string]int{"a": 1}, tftypes.NewValue(tftypes.Map{ElementType: tftypes.Number},
				map[string]tftypes.Value{"a": number(1)}),
		},
		"no time": {tftypes.String, time.Time{}, tftypes.NewValue(tftypes.String, nil)},
	} {
		got, err := tfvalue.Value(tt.of, tt.data)
		if err != nil || !got.Equal(tt.want) {
			t.Errorf("%s: %v, got %s, want %s", name, err, got, tt.want)
		}
	}
	for name, tt := range map[string]struct {
		of   tftypes.Type
		data any
		want string
	}{
		"a list":            {tftypes.String, []string{"a"}, "cannot convert a list"},
		"an object":         {list, inner{}, "cannot convert an object"},
		"a map":             {list, map[string]int{"a": 1}, "cannot convert an object"},
		"amounts":           {list, amounts{{"cpu", 1}}, "cannot convert an object"},
		"text for a number": {list, []string{"a"}, "[0]: "},
		"inside": {everythingType, struct {
			Object any `json:"object"`
		}{Object: []int{1}}, "object: cannot convert a list"},
		"a channel": {tftypes.String, make(chan int), "unsupported Go type chan int"},
		"no number": {tftypes.Number, json.Number("x"), "not a number"},
	} {
		if _, err := tfvalue.Value(tt.of, tt.data); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", name, err, tt.want)
		}
	}
}

// dynamicInput is a value as a reader has it.
func dynamicInput(t *testing.T, data any) tfvalue.Input {
	t.Helper()
	return tfvalue.Of(dynamic(t, data))
}
