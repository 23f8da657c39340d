// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// TestCheckAfterMistakes: what a validation finds in an object that was read with a mistake may be caused by that mistake. What
// it finds in a value that is set is another mistake.
func TestCheckAfterMistakes(t *testing.T) {
	type object = map[string]any
	list := field.NewPath("list").Index(0)
	for name, tt := range map[string]struct {
		data object
		errs field.ErrorList
		want []string
	}{
		"missing beside a misspelt name": {
			object{"list": []any{object{"kez": "a"}}}, field.ErrorList{field.Required(list.Child("key"), "x")},
			[]string{`list[0].kez: Unsupported attribute: unsupported attribute; did you mean "key"? Expected one of key, values`},
		},
		"not set beside a misspelt name": {
			object{"list": []any{object{"kez": "a"}}}, field.ErrorList{field.Invalid(list.Child("key"), "", "x")},
			[]string{`list[0].kez: Unsupported attribute: unsupported attribute; did you mean "key"? Expected one of key, values`},
		},
		"wrong beside a misspelt name": {
			object{"list": []any{object{"kez": "a", "values": []any{"b"}}}},
			field.ErrorList{field.Invalid(list.Child("values"), "b", "x")},
			[]string{
				`list[0].kez: Unsupported attribute: unsupported attribute; did you mean "key"? Expected one of key, values`,
				`list[0].values: Invalid value: found "b": x`,
			},
		},
		"not fitting beside a value of the wrong kind": {
			object{"list": []any{object{"key": object{}, "values": []any{"b"}}}},
			field.ErrorList{field.Forbidden(list.Child("values"), "x")},
			[]string{"list[0].key: Invalid value: found an object; it must be a string"},
		},
		"missing where it is misplaced": {
			object{"key": "a", "list": []any{object{"key": "b"}}}, field.ErrorList{field.Required(list.Child("key"), "x")},
			[]string{"key: Unsupported attribute: unsupported attribute; key belongs in list[0].key; expected one of amounts, " +
				"bool, float, list, match_labels, name, number_of_clusters, object, percent, rules, time"},
		},
		"in a map of objects": {
			object{"list": object{"x": object{"key": "a"}}}, field.ErrorList{field.Invalid(list.Child("key"), "a", "x")},
			[]string{`list["x"].key: Invalid value: found "a": x`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			tt.data["name"] = "web"
			var got everything
			r := &tfvalue.Reader{}
			r.Read(dynamicInput(t, tt.data), &got, nil)
			r.Check(nil, &got, tt.errs)
			if diff := cmp.Diff(tt.want, mistakesOf(r)); diff != "" {
				t.Errorf("-want +got:\n%s", strings.TrimSpace(diff))
			}
		})
	}
}
