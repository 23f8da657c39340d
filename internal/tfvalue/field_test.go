// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue_test

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// TestFields has the fields of embedded structs, with the struct that declares them.
func TestFields(t *testing.T) {
	type Inner struct {
		TimeAdded string `json:"timeAdded,omitempty"`
		Skipped   string `json:"-"`
	}
	type outer struct {
		Inner
		Count int `json:"count"`
		Other bool
	}
	var got []string
	for _, f := range tfvalue.Fields(reflect.TypeFor[outer]()) {
		required := ""
		if f.Required {
			required = " required"
		}
		got = append(got, f.Declared.Name()+"."+f.Attribute+" "+f.Type.String()+required)
	}
	if diff := cmp.Diff([]string{"Inner.time_added string", "outer.count int required"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
