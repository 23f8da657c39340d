// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestComments fails while the file differs from the comments.
func TestComments(t *testing.T) {
	want, err := descriptions(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../" + file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("internal/%s is out of date: run make generate and commit it (-comments +file):\n%s", file, diff)
	}
}

// TestDescriptions shows what of a comment is a description.
func TestDescriptions(t *testing.T) {
	const source = `package rules

// Rule is a rule.
//
// Example web for guides/rules#rule:
//
//	{
//	  max_moves = 1
//	}
type Rule struct {
	// How many clusters
	// move. Defaults to 1.
	// +required
	// ---
	// Upstream has no limit.
	MaxMoves int ` + "`json:\"maxMoves,omitempty\"`" + `
	// Of no attribute.
	Hidden string ` + "`json:\"-\"`" + `
	NoComment int ` + "`json:\"noComment\"`" + `
}

// Count counts.
//
// # Data source rules
//
// Counts rules.
// All of them.
//
// # Function count
//
// Counts:
//
//   - one,
//     or
//   - two.
//
// No more.
func Count() {}
`
	want := strings.Join([]string{
		"# Data source rules\nCounts rules. All of them.",
		"# Function count\nCounts:\n\n- one, or\n- two.\n\nNo more.",
		"rules.Rule\nmax_moves: How many clusters move. Defaults to 1. +required",
		"rules.Rule guides/rules#rule web\n{\n  max_moves = 1\n}\n",
	}, "\n\n\n")
	got, err := descriptions(fstest.MapFS{"rules/rule.go": {Data: []byte(source)}, "rules/rule_test.go": {Data: []byte("package")}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
