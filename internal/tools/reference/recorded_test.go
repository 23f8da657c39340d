// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestRecordings: every recorded answer stands in the table of versions, README.md has the days of its versions, and
// CONTRIBUTING.md builds the controllers that it names.
func TestRecordings(t *testing.T) {
	checkout := os.DirFS("../../..")
	var folders []string
	for _, r := range recordings {
		for _, a := range r.answers {
			folders = append(folders, a.folder)
		}
	}
	err := fs.WalkDir(checkout, "internal", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.Contains(name, "/testdata/conformance/") && !slices.Contains(folders, path.Dir(name)) {
			t.Errorf("%s is in no row of the table", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	table, err := recordedTable(checkout)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(table, "1804 placements, 759 rollouts |") || !strings.Contains(table, ", 589 placements with their manifests |") {
		t.Errorf("got\n%s", table)
	}
	readme, err := fs.ReadFile(checkout, "README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, day := range regexp.MustCompile(`\d{4}-\d\d-\d\d`).FindAllString(table, -1) {
		if !strings.Contains(string(readme), day) {
			t.Errorf("README.md does not name the version of %s", day)
		}
	}
	contributing, err := fs.ReadFile(checkout, "CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	commits := regexp.MustCompile("`([0-9a-f]{12})`").FindAllStringSubmatch(table, -1)
	for _, commit := range commits {
		if !strings.Contains(string(contributing), commit[1]) {
			t.Errorf("CONTRIBUTING.md does not name the commit %s", commit[1])
		}
	}
	if len(commits) != 2 {
		t.Errorf("found the commits %v", commits)
	}
}
