// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestAccMistakes tries the mistakes of testdata/mistakes with the real binary: those that a configuration shows on its own
// with validate, the others with plan. Each mistake has one error, at the line with the comment "# error:", or below it if the
// comment stands alone, that says what the comment says. No other line has an error.
func TestAccMistakes(t *testing.T) {
	if os.Getenv("TF_ACC") == "" {
		t.Skip("needs the real binary: set TF_ACC=1")
	}
	t.Parallel()
	mirror := cli.Mirror(t)
	count := 0
	for _, command := range []string{"validate", "plan"} {
		marked := markedMistakes(t, filepath.Join("testdata", "mistakes", command))
		count += len(marked)
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			if err := os.CopyFS(folder, os.DirFS(filepath.Join("testdata", "mistakes", command))); err != nil {
				t.Fatal(err)
			}
			cli.Tool(t, folder, "init", "-input=false", "-plugin-dir="+mirror)
			compareMistakes(t, reportedErrors(t, folder, command), marked)
		})
	}
	if count < 500 {
		t.Errorf("only %d mistakes are marked", count)
	}
}

// compareMistakes compares the errors that were found with the marks.
func compareMistakes(t *testing.T, found map[linePlace][]string, marked map[linePlace]string) {
	t.Helper()
	places := slices.Collect(maps.Keys(marked))
	for at := range found {
		if _, ok := marked[at]; !ok {
			places = append(places, at)
		}
	}
	slices.SortFunc(places, func(a, b linePlace) int { return cmp.Or(cmp.Compare(a.file, b.file), a.line-b.line) })
	for _, at := range places {
		got, want := found[at], marked[at]
		if want == "" || len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("%s:%d: want one error with\n\t%q\ngot %d:\n\t%s", at.file, at.line, want, len(got), strings.Join(got, "\n\t"))
		}
	}
}

// linePlace is a line of a file.
type linePlace struct {
	file string
	line int
}

// markedMistakes are the texts after "# error:" in the files of a folder, by the line that they are about.
func markedMistakes(t *testing.T, folder string) map[linePlace]string {
	t.Helper()
	marked := map[linePlace]string{}
	files, err := filepath.Glob(filepath.Join(folder, "*.tf*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		at := linePlace{file: filepath.Base(file)}
		for line := range strings.Lines(string(content)) {
			at.line++
			before, text, ok := strings.Cut(strings.TrimSpace(line), "# error: ")
			if !ok {
				continue
			}
			place := at
			if before == "" || strings.HasPrefix(before, `"//"`) {
				place.line++
			}
			if strings.HasSuffix(file, ".json") {
				text = strings.ReplaceAll(strings.TrimSuffix(text, `",`), `\"`, `"`)
			}
			marked[place] = text
		}
	}
	return marked
}

// reportedErrors runs validate or plan, which has to fail, and returns its errors on one line each.
func reportedErrors(t *testing.T, folder, command string) map[linePlace][]string {
	t.Helper()
	run := exec.CommandContext(t.Context(), cli.Binary(), command, "-json", "-no-color")
	run.Dir = folder
	// It fails because of the errors.
	out, _ := run.Output()
	type diagnostic struct {
		Severity, Summary, Detail string
		Range                     struct {
			Filename string
			Start    struct{ Line int }
		}
	}
	var list []diagnostic
	if command == "validate" {
		var report struct{ Diagnostics []diagnostic }
		if err := json.Unmarshal(out, &report); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		list = report.Diagnostics
	} else {
		for line := range strings.Lines(string(out)) {
			var message struct{ Diagnostic diagnostic }
			if err := json.Unmarshal([]byte(line), &message); err != nil {
				t.Fatalf("%v\n%s", err, line)
			}
			list = append(list, message.Diagnostic)
		}
	}
	found := map[linePlace][]string{}
	for _, d := range list {
		if d.Severity == "error" {
			at := linePlace{d.Range.Filename, d.Range.Start.Line}
			text := cli.Whitespace.ReplaceAllString(d.Detail, " ")
			found[at] = append(found[at], fmt.Sprintf("%s: %s", d.Summary, text))
		}
	}
	return found
}
