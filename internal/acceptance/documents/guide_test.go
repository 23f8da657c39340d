// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// guides are the guides that consist of examples, with the number of their blocks of HCL.
var guides = map[string]int{
	"decisions-at-plan-time": 2, "progressive-rollouts": 1, "hub-ocm": 3, "hub-kubefleet": 4, "hub-placements": 2,
	"hub-permissions": 2, "workloads": 2, "in-ci": 3, "in-modules": 2, "what-if": 4, "migrate": 1,
}

// TestGuide makes sure that every block of HCL in the guides is a part of an example, all of which TestExample runs.
func TestGuide(t *testing.T) {
	all := exampleTexts(t)
	for name, least := range guides {
		blocks := blocksOf(t, guideFile(name), "terraform")
		if len(blocks) < least {
			t.Errorf("%s has only %d blocks", name, len(blocks))
		}
		for _, block := range blocks {
			if !strings.Contains(all, "\n"+block) {
				t.Errorf("%s: this block is in no example:\n%s", name, block)
			}
		}
	}
}

// scriptTexts are the scripts of all examples, all of which tests run.
func scriptTexts(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, pattern := range []string{"*.sh", "*.jq", "*.yml", "*.yaml", "*.rego"} {
		files, err := filepath.Glob(filepath.Join("../../../examples/*", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			all.WriteString("\n" + readText(t, file))
		}
	}
	return all.String()
}

// TestGuideScripts makes sure that every block of a script in the guides is a part of a script of an example.
func TestGuideScripts(t *testing.T) {
	all := scriptTexts(t)
	count := 0
	for name := range guides {
		for _, language := range scriptLanguages(name) {
			for _, block := range blocksOf(t, guideFile(name), language) {
				if count++; !strings.Contains(all, "\n"+block) {
					t.Errorf("%s: this block is in no script:\n%s", name, block)
				}
			}
		}
	}
	if count < 4 {
		t.Errorf("only %d blocks were found", count)
	}
}

// scriptLanguages are the languages of the scripts in a guide.
func scriptLanguages(guide string) []string {
	if guide == "in-ci" || guide == "migrate" {
		return []string{"sh", "yaml"} // the workflow and the bindings; other guides have YAML of other systems
	}
	return []string{"sh"}
}

// exampleTexts are the Terraform files of all examples.
func exampleTexts(t *testing.T) string {
	t.Helper()
	var examples []string
	err := filepath.WalkDir("../../../examples", func(file string, entry fs.DirEntry, err error) error {
		suffix := filepath.Ext(strings.TrimSuffix(file, ".example"))
		if err != nil || entry.IsDir() || suffix != ".tf" && suffix != ".tofu" && suffix != ".hcl" {
			return err
		}
		text, err := os.ReadFile(file)
		examples = append(examples, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return "\n" + strings.Join(examples, "\n")
}

// TestReadme makes sure that every block of HCL in README.md is a part of an example.
func TestReadme(t *testing.T) {
	all, blocks := exampleTexts(t), blocksOf(t, "../../../README.md", "terraform")
	if len(blocks) < 1 {
		t.Errorf("README.md has only %d blocks", len(blocks))
	}
	for _, block := range blocks {
		if !strings.Contains(all, "\n"+block) {
			t.Errorf("this block is in no example:\n%s", block)
		}
	}
}

// maxReadmeLines is how many lines README.md may have.
const maxReadmeLines = 80

// TestAccReadme: README.md is short, and shows what the plan of its example prints.
func TestAccReadme(t *testing.T) {
	if lines := cli.Lines(readText(t, "../../../README.md")); lines > maxReadmeLines {
		t.Errorf("README.md has %d lines, more than %d", lines, maxReadmeLines)
	}
	cli.NeedAcceptance(t)
	g := newGuideRun(t, "../../README", "", "readme", cli.Mirror(t))
	g.run("plan")
	g.check()
}

// guideFile is the source of a guide.
func guideFile(name string) string { return filepath.Join("../../../templates/guides", name+".md") }

// blocksOf are the blocks of a language in a file.
func blocksOf(t *testing.T, file, language string) []string {
	t.Helper()
	blocks := strings.Split(readText(t, file), "\n```"+language+"\n")[1:]
	for i, block := range blocks {
		blocks[i], _, _ = strings.Cut(block, "```")
	}
	return blocks
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
