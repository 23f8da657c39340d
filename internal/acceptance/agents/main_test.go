// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package agents

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// results are the rows of the table that TestMain prints.
var results struct {
	mu   sync.Mutex
	rows []string
}

func TestMain(m *testing.M) {
	cli.Main(m, func() {
		if len(results.rows) == 0 {
			return
		}
		slices.Sort(results.rows)
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintln(table, "STORY\tRESULT\tSECONDS\n"+strings.Join(results.rows, "\n"))
		_ = table.Flush()
	})
}

// story runs a story beside others, and notes how it ends.
func story(t *testing.T, name string, run func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		start := time.Now()
		t.Cleanup(func() {
			result := "passed"
			if t.Failed() {
				result = "failed"
			}
			results.mu.Lock()
			defer results.mu.Unlock()
			results.rows = append(results.rows, fmt.Sprintf("%s\t%s\t%.0f", t.Name(), result, time.Since(start).Seconds()))
		})
		run(t)
	})
}

// tools are the paths of Terraform and OpenTofu, or of the one that there is.
func tools() []string {
	all := []string{cli.Binary()}
	if second := os.Getenv("TF_ACC_TOFU_PATH"); second != "" && second != all[0] {
		all = append(all, second)
	}
	return all
}

// onEach runs a story on each tool.
func onEach(t *testing.T, name string, run func(t *testing.T, tool string)) {
	t.Helper()
	for _, tool := range tools() {
		story(t, name+" on "+filepath.Base(tool), func(t *testing.T) { run(t, tool) })
	}
}

// limit is how long something may take that the agents do, on a busy machine.
const limit = 4 * time.Minute

// until repeats a step until it reports that something is so.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !is(); time.Sleep(time.Second) {
		if t.Failed() {
			t.FailNow()
		}
		if time.Now().After(end) {
			t.Fatalf("after %s: it never came to this: %s", limit, what)
		}
	}
}

// orNone is a value, or a dash.
func orNone(value string) string { return cmp.Or(value, "-") }
