// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// testedCommands are the commands in the documents that a test of its own runs, by their beginnings, with the name of that test.
var testedCommands = map[string]string{
	"make -s mirror DIR=":                    "TestAccStart",
	"export TF_CLI_CONFIG_FILE=":             "TestAccStart",
	"terraform query":                        "TestAccQuery",
	"terraform apply":                        "TestAccQuery",
	"terraform plan -generate-config-out=":   "TestAccHubObject_import",
	"dlv debug . -- -debug":                  "TestAccDebug",
	"GOOS=linux GOARCH=amd64 make -s mirror": "TestAccUploadedProvider",
	"cd ~/configuration":                     "TestAccUploadedProvider",
	"terraform providers lock":               "TestAccUploadedProvider",
}

// untestedCommands are the commands in the documents that no test runs, by their beginnings, with the reason. Those of the start pages
// are in untested.
var untestedCommands = map[string]string{
	"git clone https://github.com/":                 "the tests run in a checkout",
	"cd terraform-provider-multicluster":            "the tests run in a checkout",
	"kubectl get managedclusters":                   "the tests have no kubectl: they read files as it writes them",
	"kubectl get memberclusters":                    "the tests have no kubectl: they read files as it writes them",
	"kubectl create":                                "the tests have no kubectl: they create the roles and the eviction themselves",
	"kubectl get clusterresourceplacementevictions": "the tests have no kubectl: TestRealKubeFleet reads the object",
	"terraform apply -target=my_cluster":            "the resource stands for one of the reader",
	"gh attestation verify":                         "there is no release yet",
}

// documented are the sources of the documents that have commands.
func documented(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*.md", ".github/RELEASING.md", "templates/*.tmpl", "templates/*/*", "examples/*/*.md"} {
		found, err := filepath.Glob(filepath.Join("../../..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	return files
}

// commandBlock is a block of commands, also in a list.
var commandBlock = regexp.MustCompile("(?ms)^ *```(?:sh|shell|bash|console)\n(.*?)^ *```$")

// commandsOf are the commands of a document that are in no script of an example, one a line.
func commandsOf(t *testing.T, file, scripts string) (commands []string, blocks int) {
	t.Helper()
	found := commandBlock.FindAllStringSubmatch(readText(t, file), -1)
	for _, block := range found {
		if strings.Contains(scripts, "\n"+block[1]) {
			continue
		}
		for line := range strings.Lines(strings.ReplaceAll(block[1], "\\\n", "")) {
			commands = append(commands, strings.TrimSpace(line))
		}
	}
	return commands, len(found)
}

// TestCommands finds commands in the documents that no test runs and that are not listed as untested.
func TestCommands(t *testing.T) {
	scripts, used, count := scriptTexts(t), map[string]bool{"": true}, 0
	for _, file := range documented(t) {
		page, _, _ := strings.Cut(filepath.Base(file), ".")
		if _, ok := startPages[page]; ok {
			continue // TestAccStart runs its commands, or finds them in untested.
		}
		commands, blocks := commandsOf(t, file, scripts)
		count += blocks
		for _, line := range commands {
			beginning := longestBeginning(line)
			if used[beginning] = true; beginning == "" && line != "" {
				t.Errorf("%s: %q is not run, and is not listed as untested", file, line)
			}
		}
	}
	if count < 10 {
		t.Errorf("only %d blocks were found", count)
	}
	for _, list := range []map[string]string{testedCommands, untestedCommands} {
		for beginning := range list {
			if !used[beginning] {
				t.Errorf("%q is in no document", beginning)
			}
		}
	}
}

// longestBeginning is what a command is listed by; empty if it is not listed.
func longestBeginning(line string) string {
	longest := ""
	for _, list := range []map[string]string{testedCommands, untestedCommands} {
		for beginning := range list {
			if strings.HasPrefix(line, beginning) && len(beginning) > len(longest) {
				longest = beginning
			}
		}
	}
	return longest
}

// TestCommands_tests: the tests exist that are listed.
func TestCommands_tests(t *testing.T) {
	files, err := filepath.Glob("../*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("../*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range slices.Concat(files, more) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for beginning, test := range testedCommands {
		if !strings.Contains(all.String(), "\nfunc "+test+"(") {
			t.Errorf("%q: there is no %s", beginning, test)
		}
	}
}
