// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package plannertest

import (
	"reflect"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// CheckRows wants a table to have a row for every dialect, and every field in it. False is an answer, and no kind of cluster is
// all of them.
func CheckRows[R any](t *testing.T, table string, rows map[placement.Dialect]*R) {
	t.Helper()
	for _, dialect := range placement.Dialects {
		row := rows[dialect]
		if row == nil {
			t.Errorf("%s: no row in %s", dialect, table)
			continue
		}
		value := reflect.ValueOf(row).Elem()
		for _, field := range reflect.VisibleFields(value.Type()) {
			if field.Type.Kind() != reflect.Bool && field.Name != "kind" && value.FieldByIndex(field.Index).IsZero() {
				t.Errorf("%s: %s has no %s", dialect, table, field.Name)
			}
		}
	}
	if len(rows) > len(placement.Dialects) {
		t.Errorf("%s has %d rows for %d dialects", table, len(rows), len(placement.Dialects))
	}
}
