// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match

import (
	"fmt"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// TestFunctionCost compares the prices of two expressions that differ in the size of what a function returns, so that
// the rest of the expression does not matter.
func TestFunctionCost(t *testing.T) {
	parse := func(text string) string { return fmt.Sprintf("type(%q.parseJSON()) != bytes", text) }
	items := func(n int) string { return fmt.Sprintf(`type(managedCluster.scores("%d")) != bytes`, n) }
	for name, c := range map[string]struct {
		small, large string
		want         uint64
	}{
		"scores: 31 for each item":                  {items(0), items(5), 5 * 31},
		"scores: 10 for the call, and its argument": {`type(managedCluster) != bytes`, items(0), 10},
		"parseJSON: a tenth of the length":          {parse(`""`), parse(`"` + strings.Repeat("x", 98) + `"`), 9},
		"parseJSON: characters, not bytes": {
			parse(`"` + strings.Repeat("x", 98) + `"`), parse(`"` + strings.Repeat("€", 98) + `"`), 0,
		},
		"parseJSON: rounded up":              {parse(`""`), parse(`"` + strings.Repeat("x", 99) + `"`), 10},
		"parseJSON: 10 for a list":           {parse(`0`), parse(`[]`), 10},
		"parseJSON: 10 for a list in a list": {parse(`[]`), parse(`[[],[]]`), 20},
		"parseJSON: 30 for a map":            {parse(`0`), parse(`{}`), 30},
		"parseJSON: 30 for a map in a map":   {parse(`{}`), parse(`{"a":{}}`), 30},
		"parseJSON: scalars are free":        {parse(`[]`), parse(`[1,true]`), 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := costOf(t, c.large) - costOf(t, c.small); got != c.want {
				t.Errorf("%s costs %d more than %s, want %d", c.large, got, c.small, c.want)
			}
		})
	}
}

func costOf(t *testing.T, text string) uint64 {
	t.Helper()
	cel := NewCEL(func(_, name string) ([]placement.ScoreValue, bool) {
		var n int
		_, err := fmt.Sscan(name, &n)
		return make([]placement.ScoreValue, n), err == nil
	})
	expression, err := cel.Compile(text)
	if err != nil {
		t.Fatal(err)
	}
	var budget Budget
	object := map[string]any{"metadata": map[string]any{"name": "c1"}}
	if matched, found, err := expression.Evaluate(t.Context(), object, &budget); !matched || err != nil {
		t.Fatalf("%s is %s", text, found)
	}
	return budget.spent
}
