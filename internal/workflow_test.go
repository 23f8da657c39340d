// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package internal

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pinned is an action of this repository, or one at a commit with the version that it is.
var pinned = regexp.MustCompile(`^(\./\S+|[\w.-]+(/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$`)

// TestActionsArePinned: a tag of an action can be moved to other code, which then runs with the key that signs releases.
func TestActionsArePinned(t *testing.T) {
	uses := regexp.MustCompile(`(?m)^[\s-]*uses:\s*(.*)$`)
	count := 0
	for _, pattern := range []string{"../.github/workflows/*.yml", "../.github/actions/*/action.yml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, use := range uses.FindAllStringSubmatch(string(text), -1) {
				if count++; !pinned.MatchString(use[1]) {
					t.Errorf("%s: found %q; use the action at a commit, with its version in a comment", file, use[1])
				}
			}
		}
	}
	if count < 10 {
		t.Errorf("found %d actions", count)
	}
}

// TestReleaseNotes: the notes of a release are what the changelog says of its version, and a release without any is refused.
func TestReleaseNotes(t *testing.T) {
	changelog := filepath.Join(t.TempDir(), "CHANGELOG.md")
	text := "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.2.0 (2026-11-23)\n\n- Second.\n  More.\n\n## 0.1.0 (2026-11-01)\n\n- First.\n\n## 0.0.1\n"
	if err := os.WriteFile(changelog, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for version, want := range map[string]string{
		"v0.2.0": "- Second.\n  More.", "0.1.0": "- First.", "Unreleased": "- New.", "0.0.1": "", "0.3.0": "", "0": "",
	} {
		out, err := exec.CommandContext(t.Context(), "bash", "tools/release-notes.sh", version, changelog).Output()
		if got := strings.TrimSpace(string(out)); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: got %q and %v, want %q", version, got, err, want)
		}
	}
}

// TestReleaseOfDocuments: a release is refused whose README says that there is none, or whose first blocks admit releases that break it.
func TestReleaseOfDocuments(t *testing.T) {
	script, err := filepath.Abs("tools/release.sh")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"**No release is in a registry yet.**": "README.md:1:**No release",
		`version = "~> 0.1.0"`:                 `README.md:1:version = "~> 0.1.0"`,
		`version = "~> 0.2"`:                   `README.md:1:version = "~> 0.2"`,
		`version = "~> 0.2.0"`:                 "internal/tools/release-notes.sh: No such file",
	} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "README.md"), []byte(text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		command := exec.CommandContext(t.Context(), "bash", "-c", "git init -q -b main && git add . && "+
			"git -c user.name=a -c user.email=a@example.com commit -q -m a && bash "+script+" 0.2.0")
		command.Dir = folder
		if out, err := command.CombinedOutput(); err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: got %v, %s, want %q", text, err, out, want)
		}
	}
}
