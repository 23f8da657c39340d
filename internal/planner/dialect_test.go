package planner

import (
	"reflect"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/lint"
)

// TestDialects: each dialect says everything that is particular to it, so that no other one's rule applies to it by accident.
func TestDialects(t *testing.T) {
	for _, of := range placement.Dialects {
		if r := requestOf(of); r == nil || r.Dialect() != of {
			t.Errorf("%s: a placement cannot have it", of)
		}
		for table, row := range map[string]any{"dialects": dialects[of], "lint.Dialects": lint.Dialects[of]} {
			value := reflect.ValueOf(row)
			if value.IsNil() {
				t.Errorf("%s: no row in %s", of, table)
				continue
			}
			for i := range value.Elem().NumField() {
				field := value.Elem().Type().Field(i)
				// False is an answer, and no kind of cluster is all of them.
				if field.Type.Kind() != reflect.Bool && field.Name != "kind" && value.Elem().Field(i).IsZero() {
					t.Errorf("%s: %s has no %s", of, table, field.Name)
				}
			}
		}
	}
	for table, rows := range map[string]int{"dialects": len(dialects), "lint.Dialects": len(lint.Dialects)} {
		if rows != len(placement.Dialects) {
			t.Errorf("%s has %d rows for %d dialects", table, rows, len(placement.Dialects))
		}
	}
	if len(placement.Dialects) < 3 {
		t.Errorf("only %d dialects", len(placement.Dialects))
	}
}

// requestOf is a request for a placement of a dialect that asks for nothing; nil if a placement has no field of its name.
func requestOf(of placement.Dialect) *Request {
	r := &Request{}
	value := reflect.ValueOf(&r.Placement).Elem()
	for i := range value.NumField() {
		if name, _, _ := strings.Cut(value.Type().Field(i).Tag.Get("json"), ","); name == string(of) {
			value.Field(i).Set(reflect.New(value.Field(i).Type().Elem()))
			return r
		}
	}
	return nil
}
