// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// TestConstantExpression counts the evaluations for three clusters, by the look-ups of a score. The cost for each cluster
// does not depend on them.
func TestConstantExpression(t *testing.T) {
	for text, want := range map[string]int{
		`{"metadata": {"name": "c1"}}.scores("usage").size() == 1`:                                 1,
		`managedCluster.scores("usage").size() == 1`:                                               3,
		`[managedCluster].all(c, c.scores("usage").size() == 1)`:                                   3,
		`[1].all(i, {"metadata": {"name": "c1"}}.scores("usage").size() == 1)`:                     1,
		`managedCluster == {} || {"metadata": {"name": "c1"}}.scores("usage").size() == 1`:         3,
		`["c1"].all(managedCluster, {"metadata": {"name": "c1"}}.scores("usage").size() == 1)`:     1,
		`optional.of("c1").optMap(n, {"metadata": {"name": n}}.scores("usage").size()).hasValue()`: 1,
	} {
		evaluations := 0
		cel := match.NewCEL(func(_, _ string) ([]placement.ScoreValue, bool) {
			evaluations++
			return make([]placement.ScoreValue, 1), true
		})
		expression, err := cel.Compile(text)
		if err != nil {
			t.Fatal(err)
		}
		var first uint64
		for i, name := range []string{"c1", "c2", "c3"} {
			object := map[string]any{"metadata": map[string]any{"name": name}}
			var budget match.Budget
			if matched, found, err := expression.Evaluate(t.Context(), object, &budget); !matched || err != nil {
				t.Errorf("%s for %s is %s, %v", text, name, found, err)
			}
			if i == 0 {
				first = budget.Spent()
			}
			if budget.Spent() != first || first == 0 {
				t.Errorf("%s costs %d for c1 and %d for %s", text, first, budget.Spent(), name)
			}
		}
		if evaluations != want {
			t.Errorf("%s was evaluated %d times, want %d", text, evaluations, want)
		}
	}
}

// TestConstantExpressionInterrupted: an evaluation that was interrupted leaves no answer.
func TestConstantExpressionInterrupted(t *testing.T) {
	expression, err := newCEL(t).Compile(loops(40))
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if matched, _, err := expression.Evaluate(ended, map[string]any{}, &match.Budget{}); matched ||
		!errors.Is(err, context.Canceled) {
		t.Errorf("matched %t, error %v", matched, err)
	}
	if matched, found, err := expression.Evaluate(t.Context(), map[string]any{}, &match.Budget{}); !matched || err != nil {
		t.Errorf("%q, %v", found, err)
	}
}

// TestCELQuantityBounds: quantities that take minutes to compute with are rejected.
func TestCELQuantityBounds(t *testing.T) {
	cel := newCEL(t)
	for text, want := range map[string]string{
		`isQuantity("1e300000000")`:                                                    "false",
		`isQuantity("1e-300000000")`:                                                   "false",
		`quantity("1e300000000").compareTo(quantity("1")) > 0`:                         "an error (the exponent of a quantity is a number from -1000 to 1000)",
		`quantity("1") == quantity("1e-300000000")`:                                    "an error (the exponent of a quantity is a number from -1000 to 1000)",
		`[managedCluster.metadata.name + "1e9999"].all(x, quantity(x) == quantity(x))`: "an error (the exponent of a quantity is a number from -1000 to 1000)",
		`quantity("1e300000000").isInteger() || true`:                                  "",
		`isQuantity("1e1000") && isQuantity("-1.5Ki")`:                                 "",
		`quantity("1e1000").isGreaterThan(quantity("1e-9"))`:                           "",
		`quantity(["1Gi"][0]).add(1).asInteger() == 1073741825`:                        "",
	} {
		begun := time.Now()
		if matched, found := evaluate(t, cel, text, &match.Budget{}); matched != (want == "") || found != want {
			t.Errorf("%s is %t, %q; want %q", text, matched, found, want)
		}
		if took := time.Since(begun); took > time.Minute {
			t.Errorf("%s takes %s", text, took)
		}
	}
}
