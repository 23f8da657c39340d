// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// anyObjects is an ObjectList in which a text is an object with that text.
type anyObjects []map[string]any

func (o *anyObjects) AddObject(element int, fields map[string]any) { *o = append(*o, fields) }

func (o *anyObjects) AddText(element int, text string) error {
	if text == "wrong" {
		return errors.New("is wrong")
	}
	*o = append(*o, map[string]any{"text": text, "element": float64(element)})
	return nil
}

func (o *anyObjects) Objects() []map[string]any { return *o }

type withObjects struct {
	List anyObjects `json:"list"`
}

// readObjectList reads a list, and returns it with the mistakes and the unknown paths.
func readObjectList(t *testing.T, v any) (of withObjects, found []string) {
	t.Helper()
	value, err := Value(tftypes.DynamicPseudoType, v)
	if err != nil {
		t.Fatal(err)
	}
	reader := &Reader{}
	reader.Read(Object(map[string]Input{"list": Of(value)}), &of, nil)
	for m := range reader.Mistakes {
		found = append(found, m.At.String()+": "+m.Message)
	}
	for _, at := range reader.Unknown() {
		found = append(found, at.String()+" is unknown")
	}
	return of, found
}

// TestObjectList reads objects of any shape and texts, without nulls.
func TestObjectList(t *testing.T) {
	type object = map[string]any
	for name, tt := range map[string]struct {
		value any
		want  anyObjects
		found []string
	}{
		"objects": {
			[]any{object{"a": 1.5, "b": nil, "c": object{"d": nil, "e": []any{"z", "a", true}}}, "text"},
			anyObjects{{"a": 1.5, "c": object{"e": []any{"z", "a", true}}}, {"text": "text", "element": 1.0}}, nil,
		},
		"a text": {"text", anyObjects{{"text": "text", "element": 0.0}}, nil},
		"wrong":  {[]any{"wrong", object{}}, anyObjects{{}}, []string{"list[0]: is wrong"}},
		"null":   {[]any{nil}, nil, []string{"list[0]: must not be null; remove the element"}},
		"number": {[]any{1.0}, nil, []string{"list[0]: found a number; it must be an object or a text"}},
		"object": {object{"a": 1.0}, nil, []string{"list: found an object; it must be a list of objects or of texts"}},
		"large":  {[]any{object{"a": 1 << 53}}, anyObjects{{"a": int64(1 << 53)}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			of, found := readObjectList(t, tt.value)
			if diff := cmp.Diff(tt.found, found); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.want, of.List); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestObjectList_canonical: the order of strings matters, that of attributes does not, and what is written is read again.
func TestObjectList_canonical(t *testing.T) {
	type object = map[string]any
	one, _ := readObjectList(t, []any{object{"args": []any{"b", "a"}, "x": 1.0}})
	same, _ := readObjectList(t, []any{object{"x": 1.0, "args": []any{"b", "a"}, "y": nil}})
	other, _ := readObjectList(t, []any{object{"args": []any{"a", "b"}, "x": 1.0}})
	if !bytes.Equal(Canonical(one), Canonical(same)) || bytes.Equal(Canonical(one), Canonical(other)) {
		t.Errorf("%s\n%s\n%s", Canonical(one), Canonical(same), Canonical(other))
	}
	value, err := Value(tftypes.DynamicPseudoType, one.List)
	if err != nil {
		t.Fatal(err)
	}
	var again withObjects
	(&Reader{}).Read(Object(map[string]Input{"list": Of(value)}), &again, nil)
	if diff := cmp.Diff(fmt.Sprint(one), fmt.Sprint(again)); diff != "" {
		t.Error(diff)
	}
}

// TestObjectList_unknown notes what is unknown.
func TestObjectList_unknown(t *testing.T) {
	unknown := Input{kind: kindUnknown}
	list := Input{kind: kindList, list: []Input{Object(map[string]Input{"a": unknown}), unknown}}
	reader, of := &Reader{}, withObjects{}
	reader.Read(Object(map[string]Input{"list": list}), &of, nil)
	if diff := cmp.Diff([]string{"list[0].a", "list[1]"}, []string{reader.Unknown()[0].String(),
		reader.Unknown()[1].String()}); diff != "" {
		t.Error(diff)
	}
}
