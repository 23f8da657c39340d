// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

const editorsFolder = "../../editors"

// TestEditors: the files for editors are those that are generated, and no others.
func TestEditors(t *testing.T) {
	files, err := editorFiles()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(editorsFolder, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is out of date (%v): run make generate and commit", name, err)
		}
	}
	entries, err := os.ReadDir(editorsFolder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if _, ok := files[entry.Name()]; !ok {
			t.Errorf("%s is not generated", entry.Name())
		}
	}
}
