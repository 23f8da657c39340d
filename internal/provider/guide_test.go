package provider

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRolloutGuide makes sure that every block of HCL in the guide is a part of an example, all of which TestExample runs.
func TestRolloutGuide(t *testing.T) {
	guide, err := os.ReadFile("../../templates/guides/progressive-rollouts.md")
	if err != nil {
		t.Fatal(err)
	}
	var examples []string
	err = filepath.WalkDir("../../examples", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(file) != ".tf" {
			return err
		}
		text, err := os.ReadFile(file)
		examples = append(examples, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(examples, "\n")
	blocks := strings.Split(string(guide), "\n```terraform\n")[1:]
	if len(blocks) < 9 {
		t.Errorf("the guide has only %d blocks", len(blocks))
	}
	for _, block := range blocks {
		if block, _, _ = strings.Cut(block, "```"); !strings.Contains(all, "\n"+block) {
			t.Errorf("this block is in no example:\n%s", block)
		}
	}
}
