// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"reflect"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// TestDialects: each dialect says everything that is particular to its objects, and what it writes is read.
func TestDialects(t *testing.T) {
	if len(dialects) != len(placement.Dialects) {
		t.Errorf("there are %d rows for %d dialects", len(dialects), len(placement.Dialects))
	}
	for _, of := range placement.Dialects {
		if dialects[of] == nil {
			t.Fatalf("%s: there is no row", of)
		}
	}
	for _, of := range placement.Dialects {
		row := dialects[of]
		checkFunctions(t, of, row)
		p := placementOf(of)
		if set := p.Dialects(); len(set) != 1 || set[0] != of || p.Dialect() != of {
			t.Errorf("%s: a placement is of %v", of, set)
			continue
		}
		object, mistake := row.object(p)
		group, _, _ := strings.Cut(object.APIVersion, "/")
		if placementKinds[object.Kind+"."+group] == nil || object.Kind != p.kind() || mistake != nil {
			t.Errorf("%s: its object is a %s of %s (%v), and its kind %s", of, object.Kind, object.APIVersion, mistake, p.kind())
		}
	}
	for name := range placementKinds {
		if len(api.VersionsOf(name)) == 0 {
			t.Errorf("%s has no version", name)
		}
	}
}

// checkFunctions wants every function of a row to be there.
func checkFunctions(t *testing.T, of placement.Dialect, row any) {
	t.Helper()
	value := reflect.ValueOf(row).Elem()
	for i := range value.NumField() {
		if field := value.Type().Field(i); field.Type.Kind() == reflect.Func && value.Field(i).IsNil() {
			t.Errorf("%s has no %s", of, field.Name)
		}
	}
}

// placementOf is a placement of a dialect that asks for nothing; of none if a placement has no field of its name.
func placementOf(of placement.Dialect) *Placement {
	p := &Placement{Name: "web"}
	value := reflect.ValueOf(p).Elem()
	for i := range value.NumField() {
		if name, _, _ := strings.Cut(value.Type().Field(i).Tag.Get("json"), ","); name == string(of) {
			value.Field(i).Set(reflect.New(value.Field(i).Type().Elem()))
		}
	}
	return p
}
