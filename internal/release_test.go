// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package internal

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// build is what a release is built for: every pair of an operating system and an architecture that is not ignored.
type build struct {
	Goos   []string `json:"goos"`
	Goarch []string `json:"goarch"`
	Ignore []struct {
		Goos   string `json:"goos"`
		Goarch string `json:"goarch"`
	} `json:"ignore"`
}

func (b *build) targets() []string {
	var targets []string
	for _, system := range b.Goos {
		for _, architecture := range b.Goarch {
			targets = append(targets, system+"/"+architecture)
		}
	}
	for _, ignored := range b.Ignore {
		targets = slices.DeleteFunc(targets, func(target string) bool { return target == ignored.Goos+"/"+ignored.Goarch })
	}
	return targets
}

// TestReleaseTargets: a single target that Go does not know stops a whole release, and Go gives up targets: it had
// windows/arm until 1.25.
func TestReleaseTargets(t *testing.T) {
	text, err := os.ReadFile("../.goreleaser.yml")
	if err != nil {
		t.Fatal(err)
	}
	var release struct {
		Builds []build `json:"builds"`
	}
	if err := yaml.Unmarshal(text, &release); err != nil {
		t.Fatal(err)
	}
	list, err := exec.CommandContext(t.Context(), "go", "tool", "dist", "list").Output()
	if err != nil {
		t.Fatal(err)
	}
	known, count := strings.Fields(string(list)), 0
	for _, b := range release.Builds {
		for _, target := range b.targets() {
			if count++; !slices.Contains(known, target) {
				t.Errorf("a release is built for %s, which this version of Go does not know; ignore it in .goreleaser.yml", target)
			}
		}
	}
	for _, needed := range []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64"} {
		if !slices.ContainsFunc(release.Builds, func(b build) bool { return slices.Contains(b.targets(), needed) }) {
			t.Errorf("no release is built for %s", needed)
		}
	}
	t.Logf("a release has %d targets", count)
}
