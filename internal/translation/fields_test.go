// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package translation_test

import (
	"encoding/json"
	"iter"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/translation"
)

// opaque are structs without fields of their own in Terraform.
var opaque = []reflect.Type{reflect.TypeFor[intstr.IntOrString]()}

// fill sets every field of a value. Texts are those of their attributes, or "x".
func fill(v reflect.Value, attribute string, texts map[string]string) {
	switch {
	case v.Type() == reflect.TypeFor[json.RawMessage]():
		v.SetBytes([]byte("{}"))
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), attribute, texts)
	case v.Kind() == reflect.Struct && v.Type() == opaque[0]:
		v.Set(reflect.ValueOf(intstr.FromInt32(2)))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if name, isField := attributeOf(v.Type().Field(i)); isField {
				fill(v.Field(i), name, texts)
			}
		}
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), attribute, texts)
	case v.Kind() == reflect.Map:
		v.Set(reflect.ValueOf(map[string]string{"x": "x"}))
	case v.Kind() == reflect.String:
		v.SetString("x")
		if text, ok := texts[attribute]; ok {
			v.SetString(text)
		}
	case v.CanInt():
		v.SetInt(2)
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	default:
		panic("no value for a " + v.Type().String())
	}
}

// attributeOf is the attribute of a field; empty for one that is embedded.
func attributeOf(f reflect.StructField) (name string, isField bool) {
	name, _, _ = strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" || !f.IsExported() {
		return "", false
	}
	if name == "" {
		return "", f.Anonymous
	}
	return tfvalue.Locate(nil, nil, name).String(), true
}

// eachLeaf visits what has no fields of its own, with its path.
func eachLeaf(v reflect.Value, path string, visit func(path string, leaf reflect.Value)) {
	switch {
	case v.Kind() == reflect.Pointer:
		if !v.IsNil() {
			eachLeaf(v.Elem(), path, visit)
		}
	case v.Kind() == reflect.Struct && v.Type() != opaque[0]:
		for i := range v.NumField() {
			if name, isField := attributeOf(v.Type().Field(i)); isField {
				eachLeaf(v.Field(i), strings.Trim(path+"."+name, "."), visit)
			}
		}
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct:
		for i := range v.Len() {
			eachLeaf(v.Index(i), path+"["+strconv.Itoa(i)+"]", visit)
		}
	default:
		visit(path, v)
	}
}

// change gives a leaf another value.
func change(v reflect.Value) {
	switch {
	case v.Kind() == reflect.String:
		v.SetString(v.String() + "y")
	case v.CanInt():
		v.SetInt(v.Int() + 1)
	default:
		v.SetZero()
	}
}

// full is a placement of a scheduler in which every field is set.
func full(dialect placement.Dialect, texts map[string]string) *manifest.Placement {
	p := &manifest.Placement{}
	fill(reflect.ValueOf(p).Elem(), "", texts)
	if dialect != placement.DialectOCM {
		p.OCM = nil
	}
	if dialect != placement.DialectKubeFleet {
		p.KubeFleet, p.ObjectSpec = nil, kubefleet.ObjectSpec{}
	}
	if dialect != placement.DialectHybrid {
		p.Hybrid = nil
	}
	return p
}

// variants are full placements, in each of which another field is changed, by its path.
func variants(dialect placement.Dialect, texts map[string]string) iter.Seq2[string, *manifest.Placement] {
	return func(yield func(string, *manifest.Placement) bool) {
		for i := 0; ; i++ {
			p, changed, count := full(dialect, texts), "", 0
			eachLeaf(reflect.ValueOf(p).Elem(), "", func(path string, leaf reflect.Value) {
				if count == i {
					changed = path
					change(leaf)
				}
				count++
			})
			if i == count || !yield(changed, p) {
				return
			}
		}
	}
}

// TestFields: every field of a placement affects its translation, or is named, itself or with what it is in. A field that is
// added to a spec fails here until a translation handles it.
func TestFields(t *testing.T) {
	for _, test := range []struct {
		from, to placement.Dialect
		// variants are values of some texts: a field is handled if it is in one of them.
		variants []map[string]string
		ignored  map[string]string
		least    int
	}{
		{
			placement.DialectOCM, placement.DialectKubeFleet,
			[]map[string]string{{"mode": "Exact", "operator": "Equal", "effect": "NoSelect"}},
			map[string]string{"status_reporting_scope": "only kubefleet has it"}, 50,
		},
		{
			placement.DialectKubeFleet, placement.DialectOCM,
			[]map[string]string{{"placement_type": "PickN", "operator": "Equal"}, {"placement_type": "PickFixed"}}, nil, 60,
		},
		{
			placement.DialectHybrid, placement.DialectOCM, []map[string]string{{}, {"kind": "ManagedCluster", "namespace": "other"}},
			map[string]string{
				"namespace": "the scheduler differences say so", "status_reporting_scope": "only kubefleet has it",
			}, 30,
		},
	} {
		handled := map[string]bool{}
		for _, texts := range test.variants {
			whole, _ := translation.Of(full(test.from, texts), test.to)
			for path, p := range variants(test.from, texts) {
				changed, _ := translation.Of(p, test.to)
				handled[path] = handled[path] || !cmp.Equal(whole, changed) || isNamed(whole.Untranslated, path)
			}
		}
		for path, isHandled := range handled {
			if _, isIgnored := test.ignored[path]; isHandled == isIgnored {
				t.Errorf("%s to %s: %s: handled: %t", test.from, test.to, path, isHandled)
			}
		}
		if len(handled) < test.least {
			t.Errorf("%s to %s: only %d fields", test.from, test.to, len(handled))
		}
	}
}

// isNamed reports whether a path, or what it is in, is in a list.
func isNamed(list []manifest.Untranslated, path string) bool {
	for _, u := range list {
		rest, isBelow := strings.CutPrefix(path, u.Path)
		if isBelow && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return true
		}
	}
	return false
}
