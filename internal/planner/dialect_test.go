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
		checkRow(t, of, "dialects", reflect.ValueOf(dialects[of]))
		checkRow(t, of, "lint.Dialects", reflect.ValueOf(lint.Dialects[of]))
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

// checkRow wants every field of a dialect's row in a table. False is an answer, and no kind of cluster is all of them.
func checkRow(t *testing.T, of placement.Dialect, table string, row reflect.Value) {
	t.Helper()
	if row.IsNil() {
		t.Errorf("%s: no row in %s", of, table)
		return
	}
	for i := range row.Elem().NumField() {
		field := row.Elem().Type().Field(i)
		if field.Type.Kind() != reflect.Bool && field.Name != "kind" && row.Elem().Field(i).IsZero() {
			t.Errorf("%s: %s has no %s", of, table, field.Name)
		}
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
