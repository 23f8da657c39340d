// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubd

import (
	"os"
	"path/filepath"
	"testing"
)

// TestPath: another program is built if a source changes, and only then.
func TestPath(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	checkout := t.TempDir()
	below := filepath.Join(checkout, "internal", "tools", "hubd", "below")
	if err := os.MkdirAll(below, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(checkout)
	if _, err := Path(); err == nil {
		t.Error("a folder without sources has a program")
	}
	known := map[string]string{}
	for _, step := range []struct {
		file, content string
		same          bool
	}{
		{"go.mod", "module a", false},
		{"main.go", "package main", false},
		{"main.go", "package main // Other.", false},
		{"below/b.go", "package below", false},
		{"README.md", "text", true},
		{"go.sum", "a v1 h1:a", false},
	} {
		if err := os.WriteFile(filepath.Join(checkout, "internal", "tools", "hubd", step.file), []byte(step.content), 0o600); err != nil {
			t.Fatal(err)
		}
		t.Chdir(below)
		path, err := Path()
		if err != nil {
			t.Fatal(err)
		}
		before, seen := known[path]
		if seen != step.same {
			t.Errorf("%s: the path was used before %t (%s)", step.file, seen, before)
		}
		known[path] = step.file
	}
}
