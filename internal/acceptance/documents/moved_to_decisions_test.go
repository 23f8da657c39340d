// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// moveCase is a move from a for_each over a list to decisions.
type moveCase struct {
	// before and after change the configuration from before and the one with the placement.
	before, after []string
	// kept says that the resource keeps its keys.
	kept   bool
	script string
	// destroyed is what check.sh prints, and mistake what the plan fails with. Without both, the plan is applied.
	destroyed, mistake string
}

// otherKeys makes the keys of the configuration from before others than the names of the clusters.
var otherKeys = []string{
	"toset(local.clusters)", `{ for name in local.clusters : "prod-${name}" => name }`, "${each.key}", "${each.value}",
}

// TestAccMovedToDecisions moves a for_each over a list to the decisions of a placement, as the guide does it: the same keys, other
// keys, and a decision that is not the list.
func TestAccMovedToDecisions(t *testing.T) {
	cli.NeedAcceptance(t)
	if _, err := exec.LookPath("jq"); err != nil && os.Getenv("CI") == "" {
		t.Skip("the script needs jq")
	}
	mirror := cli.Mirror(t)
	for name, c := range map[string]moveCase{
		"the same keys": {},
		"another decision": {
			after:     []string{"  previous_decisions", "  # previous_decisions", "  max_moves ", "  # max_moves "},
			destroyed: `local_file.web["us-1"]`,
		},
		"the list is not what the placement may choose": {
			after:   []string{`{ env = "prod" }`, `{ env = "prod", tier = "canary" }`},
			mistake: "Too many clusters would lose the workload",
		},
		"other keys":        {before: otherKeys, destroyed: "local_file.web[\"prod-eu-2\"]\nlocal_file.web[\"prod-us-1\"]"},
		"other keys, kept":  {before: otherKeys, kept: true},
		"other keys, moved": {before: otherKeys, script: "./moved.sh"},
	} {
		t.Run(name, func(t *testing.T) {
			m := &move{t: t, folder: cli.CopyExample(t, "../../../examples/moved_to_decisions", mirror, "", nil)}
			after := m.read("main.tf")
			m.write("main.tf", c.before, m.read("before.tf.example"))
			cli.Tool(t, m.folder, "apply", "-input=false", "-auto-approve")
			if c.kept {
				placement, _, _ := strings.Cut(after, `resource "local_file"`)
				after = placement + m.read("other_keys.tf.example")
			}
			m.write("main.tf", c.after, after)
			if c.script != "" {
				if out, err := m.run(c.script); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
			}
			if m.checks(c) {
				m.applies(c, after)
			}
		})
	}
}

// checks runs check.sh, and reports whether the plan is to be applied.
func (m *move) checks(c moveCase) bool {
	m.t.Helper()
	out, err := m.run("./check.sh")
	if c.mistake != "" {
		if err == nil || !strings.Contains(out, c.mistake) {
			m.t.Errorf("got %v\n%s", err, out)
		}
		return false
	}
	if diff := cmp.Diff(c.destroyed, strings.TrimSpace(out)); diff != "" || (err != nil) != (c.destroyed != "") {
		m.t.Fatalf("%v\n%s", err, diff)
	}
	return c.destroyed == ""
}

// applies applies the plan of check.sh, and then the configuration without what only the first apply needs.
func (m *move) applies(c moveCase, after string) {
	m.t.Helper()
	if out := cli.Tool(m.t, m.folder, "apply", "-input=false", "plan.out"); !strings.Contains(out, "1 added, 0 changed, 0 destroyed") {
		m.t.Errorf("the placement should be all that is added:\n%s", out)
	}
	cli.Tool(m.t, m.folder, "plan", "-input=false", "-detailed-exitcode")
	without := []string{"  previous_decisions", "  # previous_decisions", "max_moves          = 0", "max_moves = 1"}
	m.write("main.tf", append(without, c.after...), after)
	if out := cli.Tool(m.t, m.folder, "apply", "-input=false", "-auto-approve"); !strings.Contains(out, "0 added, 1 changed, 0 destroyed") {
		m.t.Errorf("only the placement should change:\n%s", out)
	}
}

// move is a folder with the example.
type move struct {
	t      *testing.T
	folder string
}

func (m *move) read(name string) string {
	m.t.Helper()
	text, err := os.ReadFile(filepath.Join(m.folder, name))
	if err != nil {
		m.t.Fatal(err)
	}
	return string(text)
}

func (m *move) write(name string, replaced []string, text string) {
	m.t.Helper()
	for i := 0; i < len(replaced); i += 2 {
		if !strings.Contains(text, replaced[i]) {
			m.t.Fatalf("the example does not have %q", replaced[i])
		}
		text = strings.ReplaceAll(text, replaced[i], replaced[i+1])
	}
	if err := os.WriteFile(filepath.Join(m.folder, name), []byte(text), 0o600); err != nil {
		m.t.Fatal(err)
	}
}

// run runs a script of the example.
func (m *move) run(script string) (string, error) {
	m.t.Helper()
	bins := m.t.TempDir()
	binary, err := exec.LookPath(cli.Binary())
	if err == nil {
		err = os.WriteFile(filepath.Join(bins, "terraform"), []byte("#!/bin/sh\nexec \""+binary+"\" \"$@\"\n"), 0o700)
	}
	if err != nil {
		m.t.Fatal(err)
	}
	command := exec.CommandContext(m.t.Context(), "sh", script)
	command.Dir = m.folder
	command.Env = append(os.Environ(), "PATH="+bins+string(filepath.ListSeparator)+os.Getenv("PATH"), "TF_CLI_ARGS=-no-color")
	out, err := command.CombinedOutput()
	return string(out), err
}
