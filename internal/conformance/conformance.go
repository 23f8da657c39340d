// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package conformance runs tests against recorded answers of the real schedulers. It is for tests only.
package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// shown limits the differences that are printed in full.
const shown = 5

// Run reads every case of a dialect: those in the package's testdata/conformance, and those of the folder
// $CONFORMANCE_DIR/<dialect> if that variable is set. For each, compare says how the answer differs from the recorded
// one; empty means that it does not. Cases run at the same time, so compare must not end the test. A case that cannot be
// read has failed. Run prints one line with the count.
func Run[Case any](t *testing.T, dialect string, compare func(c *Case) (name, difference string)) {
	t.Helper()
	runFiles(t, dialect, files(t, ".", dialect), compare)
}

// runFiles is Run for the cases of these files.
func runFiles[Case any](t *testing.T, title string, names []string, compare func(c *Case) (name, difference string)) {
	t.Helper()
	passed, failed := 0, 0
	for _, file := range names {
		report(t, file, outcomes(cases(t, file), compare), &passed, &failed)
	}
	conclude(t, title, passed, failed)
}

// report counts the outcomes of a file, and prints the first differences.
func report(t *testing.T, file string, found []outcome, passed, failed *int) {
	t.Helper()
	for _, o := range found {
		if o.difference == "" {
			*passed++
			continue
		}
		if *failed++; *failed <= shown {
			t.Errorf("%s: %s: -recorded +got:\n%s", filepath.Base(file), o.name, o.difference)
		}
	}
}

// conclude prints the line with the count.
func conclude(t *testing.T, title string, passed, failed int) {
	t.Helper()
	fmt.Printf("conformance %s: %d passed, %d failed of %d\n", title, passed, failed, passed+failed)
	if passed+failed == 0 {
		t.Error("got no cases")
	}
	if failed > shown {
		t.Errorf("and %d more", failed-shown)
	}
}

// outcome is what compare says of a case.
type outcome struct{ name, difference string }

// outcomes compares cases, as many at a time as there are processors. The outcomes are in the order of the cases.
func outcomes[Case any](texts []json.RawMessage, compare func(c *Case) (name, difference string)) []outcome {
	list := make([]outcome, len(texts))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(texts)); i = next.Add(1) - 1 {
				var c Case
				if err := json.Unmarshal(texts[i], &c); err != nil {
					list[i] = outcome{fmt.Sprintf("case %d", i+1), err.Error()}
					continue
				}
				list[i].name, list[i].difference = compare(&c)
			}
		})
	}
	workers.Wait()
	return list
}

// Each decodes every case that Run reads, for tests of a part of what the cases hold.
func Each[Case any](t *testing.T, dialect string, visit func(c *Case)) {
	t.Helper()
	EachFrom(t, ".", dialect, visit)
}

// EachFrom is [Each] for a test of another package than that of the dialect, whose folder is from.
func EachFrom[Case any](t *testing.T, from, dialect string, visit func(c *Case)) {
	t.Helper()
	eachOf(t, files(t, from, dialect), visit)
}

// eachOf decodes every case of these files.
func eachOf[Case any](t *testing.T, names []string, visit func(c *Case)) {
	t.Helper()
	for _, file := range names {
		for number, raw := range cases(t, file) {
			var c Case
			if err := json.Unmarshal(raw, &c); err != nil {
				t.Fatalf("%s: case %d: %v", file, number+1, err)
			}
			visit(&c)
		}
	}
}

// files returns the files of a dialect's scheduling cases, those of its package in the folder from included. Rollout cases belong
// to another package.
func files(t *testing.T, from, dialect string) []string {
	t.Helper()
	all := matching(t, filepath.Join(from, "testdata", "conformance"), dialect, "*.jsonl", "*.jsonl.gz")
	return slices.DeleteFunc(all, func(file string) bool { return strings.HasPrefix(filepath.Base(file), "rollout-") })
}

// matching returns the files of a folder, and of that of the dialect in $CONFORMANCE_DIR if that variable is set, whose names
// match a pattern.
func matching(t testing.TB, folder, dialect string, patterns ...string) []string {
	t.Helper()
	folders := []string{folder}
	if dir := os.Getenv("CONFORMANCE_DIR"); dir != "" {
		folders = append(folders, filepath.Join(dir, dialect))
	}
	var all []string
	for _, folder := range folders {
		for _, pattern := range patterns {
			found, err := filepath.Glob(filepath.Join(folder, pattern))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, found...)
		}
	}
	return all
}

// cases returns the lines of a file.
func cases(t *testing.T, file string) []json.RawMessage {
	t.Helper()
	var list []json.RawMessage
	for decoder := json.NewDecoder(bytes.NewReader(read(t, file))); ; {
		var raw json.RawMessage
		err := decoder.Decode(&raw)
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatalf("%s: case %d: %v", file, len(list)+1, err)
		}
		list = append(list, raw)
	}
}
