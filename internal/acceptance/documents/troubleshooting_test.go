// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// messageHeading is a message of the page about troubleshooting.
	messageHeading = regexp.MustCompile(`(?m)^### (.*)$`)
	// ofObject begins a message about one object. The rest of the message is a text of its own in the source.
	ofObject = regexp.MustCompile(`^The (placement|cluster) "[^"]*" `)
	// variablePart is a value in a message.
	variablePart = regexp.MustCompile(`"[^"]*", | at .*$|the property |which `)
)

// TestTroubleshooting finds the messages that are headings of the page in the source of the provider. Those of Terraform
// come first.
func TestTroubleshooting(t *testing.T) {
	_, ours, ok := strings.Cut(readText(t, guideFile("troubleshooting")), "## Errors of the provider")
	if !ok {
		t.Fatal("the page has no errors of the provider")
	}
	source := providerSource(t)
	headings := messageHeading.FindAllStringSubmatch(ours, -1)
	if len(headings) < 10 {
		t.Errorf("only %d messages were found", len(headings))
	}
	for _, heading := range headings {
		for part := range strings.SplitSeq(variablePart.ReplaceAllString(ofObject.ReplaceAllString(heading[1], ""), "\n"), "\n") {
			if part = strings.TrimSpace(part); !strings.Contains(source, part) {
				t.Errorf("%q is not a text of the provider: %q", heading[1], part)
			}
		}
	}
}

// providerSource are the strings in the source of the provider, without those of tests and of the reference.
func providerSource(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir("../../../internal", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "acceptance" || entry.Name() == "reference"):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var tokens scanner.Scanner
		tokens.Init(token.NewFileSet().AddFile(file, -1, len(text)), text, nil, 0)
		for {
			switch _, kind, literal := tokens.Scan(); kind {
			case token.EOF:
				return nil
			case token.STRING:
				all.WriteString(literal + "\n")
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}
