// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// repeated is an expression that lets x grow a number of times, and then evaluates last.
func repeated(first string, times int, grow, last string) string {
	return "[" + first + "]" + strings.Repeat(".map(x, "+grow+")", times) + ".exists(x, " + last + ")"
}

// bombs are short expressions whose values grow with every step. Their cost alone would not stop them.
func bombs() map[string]string {
	const s = `"%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s"`
	twenty := strings.TrimSuffix(strings.Repeat("x, ", 20), ", ")
	long := strings.Repeat("x", 4000)
	return map[string]string{
		"format":           repeated(`"x"`, 9, s+".format(["+twenty+"])", `x != ""`),
		"format of nested": repeated(`["x"]`, 9, "["+twenty+"]", `"%s".format([x]) != ""`),
		"format of maps": repeated(`{"a": "x"}`, 9, `{"a": x, "b": x, "c": x, "d": x, "e": x, "f": x, "g": x, "h": x, "i": x}`,
			`"%s".format([x]) != ""`),
		"concatenation":        repeated(`"`+long+`"`, 6, `x + x + x + x + x + x + x + x + x + x`, `x.size() > 0`),
		"join":                 repeated(`"xx"`, 9, "["+twenty+`].join("-")`, `x != ""`),
		"join with a long one": `[("` + long + `").split("")].exists(l, l.join(l.join("")).split("").join(l.join("")) != "")`,
		"replace":              repeated(`"`+long+`"`, 3, `x.replace("x", x)`, `x != ""`),
		"replace of nothing":   repeated(`"`+long+`"`, 3, `x.replace("", x)`, `x != ""`),
		"split":                repeated(`"`+long+`"`, 1, `x.replace("x", x).split("")`, `x.size() > 0`),
		"findAll": repeated(`"`+long+`"`, 1, `x.replace("x", "`+long[:1000]+`")`,
			`[1, 2, 3, 4, 5, 6, 7].map(i, x.findAll("x")).size() > 0`),
		"lists":           repeated(`[1, 2, 3]`, 30, "x + x", "x.sum() > 0"),
		"equal":           repeated(`[1]`, 9, "["+twenty+"]", `x == x`),
		"not equal":       repeated(`[1]`, 9, "["+twenty+"]", `x != x`),
		"equal optionals": repeated(`[1]`, 9, "["+twenty+"]", `optional.of(x) == optional.of(x)`),
		"in":              repeated(`[1]`, 9, "["+twenty+"]", `x in [x]`),
		"indexOf":         repeated(`[1]`, 9, "["+twenty+"]", `[x].indexOf(x) == 0`),
		"parseJSON": `["[` + strings.Repeat("{},", 1000) +
			`{}]"].map(x, x.replace("{}", x).replace("{}", x)).exists(x, x.parseJSON().size() > 0)`,
		"parseJSON, a list": `["` + strings.Repeat("[],", 500) +
			`[]"].map(x, "[" + x.replace("[]", "[" + x + "]") + "]").exists(x, x.parseJSON().size() > 0)`,
		"literals": list(300) + ".map(a, " + list(300) + ".map(b, [" +
			strings.TrimSuffix(strings.Repeat("1,", 500), ",") + "])).size() > 0",
		"bytes": repeated(`b"`+long+`"`, 6, `x + x + x + x + x + x + x + x + x + x`, `x.size() > 0`),
	}
}

// TestCELResultsAreBounded: every bomb ends early because of a limit, for some that of the cost.
func TestCELResultsAreBounded(t *testing.T) {
	const (
		most    = 300 << 20
		reason  = "an error (the values that the expression builds take more than 64 MiB)"
		tooMuch = "an error (operation cancelled: actual cost limit exceeded)"
	)
	cel := newCEL(t)
	for name, text := range bombs() {
		t.Run(name, func(t *testing.T) {
			before := allocated()
			start := time.Now()
			matched, found := evaluate(t, cel, text, &match.Budget{})
			if matched || found != reason && found != tooMuch {
				t.Errorf("matched %t, %q; want %q", matched, found, reason)
			}
			if got := allocated() - before; got > most {
				t.Errorf("%d MB were allocated", got>>20)
			}
			t.Logf("%d MB, %s", (allocated()-before)>>20, time.Since(start))
		})
	}
}

// allocated is how many bytes the process has allocated since it started.
func allocated() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.TotalAlloc
}

// TestCELResultsStartAnew evaluates an expression that takes nearly all the memory allowed, cluster by cluster.
func TestCELResultsStartAnew(t *testing.T) {
	const ten = "[x, x, x, x, x, x, x, x, x, x]"
	text := "managedCluster.size() == 0 && " + repeated(`"`+strings.Repeat("x", 6000)+`"`, 2,
		`"%s%s%s%s%s%s%s%s%s%s".format(`+ten+`)`, `x != ""`)
	expression, err := newCEL(t).Compile(text)
	if err != nil {
		t.Fatal(err)
	}
	for range 200 {
		matched, found, err := expression.Evaluate(t.Context(), map[string]any{}, &match.Budget{})
		if !matched || err != nil {
			t.Fatalf("%q, %v", found, err)
		}
	}
}

// TestCELInterrupted ends the context during a long evaluation.
func TestCELInterrupted(t *testing.T) {
	expression, err := newCEL(t).Compile("managedCluster.size() == 1 || " + loops(45) + " || true")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	object := map[string]any{}
	timer := time.AfterFunc(20*time.Millisecond, cancel)
	defer timer.Stop()
	for range 1000 {
		matched, found, err := expression.Evaluate(ctx, object, &match.Budget{})
		if err == nil {
			continue
		}
		if !errors.Is(err, context.Canceled) || matched || found != "" {
			t.Errorf("%t, %q, %v", matched, found, err)
		}
		return
	}
	t.Error("the evaluation was not interrupted")
}
