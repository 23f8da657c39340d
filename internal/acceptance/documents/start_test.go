// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// startPages are the guides that lead from an empty folder to a decision, with the example whose objects their hub has.
var startPages = map[string]string{"get-started": "", "hub-ocm": "hub_ocm", "hub-kubefleet": "hub_kubefleet"}

// maxStartWords is how many words a start page may have, its files and commands included.
const maxStartWords = 650

// TestStartPages: the start pages are short.
func TestStartPages(t *testing.T) {
	for name := range startPages {
		_, body, _ := strings.Cut(readText(t, guideFile(name)), "\n# ")
		if words := len(strings.Fields(body)); words > maxStartWords {
			t.Errorf("%s has %d words, more than %d", name, words, maxStartWords)
		}
	}
}

// untested are the commands that the tests cannot run.
var untested = map[string]string{
	"$ kubectl": "shows the objects that the test has created; the tests have no kubectl",
	"kubectl":   "creates what the test has created",
	"az":        "needs a subscription of Azure",
	"kubelogin": "needs a login at Microsoft Entra ID",
}

// TestAccStart follows each start page from an empty folder, with the provider from `make mirror`: it writes the files, runs the
// commands and finds what the page shows in the output of the last command.
func TestAccStart(t *testing.T) {
	cli.NeedAcceptance(t)
	config := mirrorConfig(t)
	for name, example := range startPages {
		t.Run(name, func(t *testing.T) {
			var server *hubtest.Hub
			if example != "" {
				server = exampleHub(t, filepath.Join("../../../examples", example))
			}
			t.Parallel()
			follow(t, name, config, server)
		})
	}
}

// mirrorConfig makes a mirror as a user does, and returns the CLI configuration that `make mirror` prints.
func mirrorConfig(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	command := exec.CommandContext(t.Context(), "make", "-s", "--no-print-directory", "mirror", "DIR="+folder)
	command.Dir = "../../.."
	text, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(folder, "mirror.tfrc")
	if err := os.WriteFile(config, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return config
}

var (
	// fenced is a block of a page with the line before it.
	fenced = regexp.MustCompile("(?ms)(?:^([^\n]*)\n\n)?^```([a-z]*)\n(.*?)^```$")
	// writes ends the line before a block that is a file.
	writes = regexp.MustCompile("`([a-z]+\\.[a-z]+)`:$")
)

// walk is a page that is followed in a folder.
type walk struct {
	t              *testing.T
	folder, config string
	server         *hubtest.Hub
	// printed is the output of the last command.
	printed string
	// commands and shown count what was run, and what was compared with it.
	commands, shown int
}

// follow does what a page says.
func follow(t *testing.T, page, config string, server *hubtest.Hub) {
	t.Helper()
	w := &walk{t: t, folder: t.TempDir(), config: config, server: server}
	if server != nil {
		defer w.run("terraform destroy -auto-approve -refresh=false")
	}
	for _, block := range fenced.FindAllStringSubmatch(readText(t, guideFile(page)), -1) {
		before, language, content := block[1], block[2], block[3]
		file := writes.FindStringSubmatch(before)
		switch {
		case file != nil:
			w.write(file[1], content)
		case language == "shell":
			w.runAll(content)
		case language == "":
			w.compare(content)
		default:
			t.Errorf("%q does not end with the name of the file that this is:\n%s", before, content)
		}
	}
	if w.commands < 3 || w.shown < 2 {
		t.Errorf("%d commands were run, and %d outputs compared", w.commands, w.shown)
	}
}

func (w *walk) write(name, content string) {
	w.t.Helper()
	if w.server != nil {
		content = strings.ReplaceAll(content, cli.UsersKubeconfig, w.server.Kubeconfig)
	}
	if err := os.WriteFile(filepath.Join(w.folder, name), []byte(content), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// runAll runs the commands of a block.
func (w *walk) runAll(block string) {
	w.t.Helper()
	for line := range strings.Lines(block) {
		if strings.HasPrefix(line, "terraform ") {
			w.commands++
			w.run(line)
		} else if !isUntested(line, block) {
			w.t.Errorf("%q is not run, and is not listed as untested", line)
		}
	}
}

func (w *walk) run(line string) {
	w.t.Helper()
	command := exec.CommandContext(w.t.Context(), cli.Binary(), append(strings.Fields(line)[1:], "-no-color", "-input=false")...)
	command.Dir, command.Env = w.folder, append(os.Environ(), "TF_CLI_CONFIG_FILE="+w.config)
	out, err := command.CombinedOutput()
	if w.printed = string(out); err != nil {
		w.t.Errorf("%s: %v\n%s", line, err, out)
	}
}

// compare finds what a page shows in the output of the last command.
func (w *walk) compare(shown string) {
	w.t.Helper()
	if w.shown++; !strings.Contains(normalized(w.printed), normalized(shown)) {
		w.t.Errorf("the last command does not print this:\n%s\nbut this:\n%s", shown, w.printed)
	}
}

// isUntested reports whether a line is a command that the tests cannot run, or what it prints.
func isUntested(line, block string) bool {
	if strings.HasPrefix(block, "$ ") {
		_, ok := untested["$ "+strings.Fields(block)[1]]
		return ok
	}
	_, ok := untested[strings.Fields(line)[0]]
	return ok
}
