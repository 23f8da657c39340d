// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Start initializes a folder with a configuration and a fleet.
func (c Folder) Start(mirror, config, fleet string) {
	c.T.Helper()
	for name, text := range map[string]string{"main.tf": config, "fleet.json": fleet} {
		if err := os.WriteFile(filepath.Join(c.Path, name), []byte(text), 0o600); err != nil {
			c.T.Fatal(err)
		}
	}
	c.Succeeds("initialized", "init", "-plugin-dir="+mirror)
}

// Lines counts the lines of a text.
func Lines(text string) int { return strings.Count(text, "\n") }

// Folder is Terraform or OpenTofu in a folder of its own.
type Folder struct {
	T    *testing.T
	Path string
}

// run runs a command with variables, such as name=api, and reports whether it succeeded, and what it said on one line.
func (c Folder) run(command string, arguments ...string) (bool, string) {
	c.T.Helper()
	full := []string{command, "-no-color", "-input=false"}
	var last []string
	for _, argument := range arguments {
		switch {
		case strings.HasPrefix(argument, "-"):
			full = append(full, argument)
		case strings.Contains(argument, "=") && command != "output":
			full = append(full, "-var", argument)
		default:
			last = append(last, argument)
		}
	}
	if command == "output" {
		full = []string{command, "-raw"}
	}
	ok, out := c.Output(full[0], append(full[1:], last...)...)
	return ok, Whitespace.ReplaceAllString(out, " ")
}

// Output runs a command as it is, and returns what it said.
func (c Folder) Output(command string, arguments ...string) (bool, string) {
	c.T.Helper()
	binary := os.Getenv("TF_ACC_TERRAFORM_PATH")
	if binary == "" {
		binary = "terraform"
	}
	run := exec.CommandContext(c.T.Context(), binary, append([]string{command}, arguments...)...)
	run.Dir = c.Path
	out, err := run.CombinedOutput()
	return err == nil, string(out)
}

// Succeeds runs a command that has to succeed and to say something.
func (c Folder) Succeeds(says, command string, arguments ...string) {
	c.T.Helper()
	if ok, out := c.run(command, arguments...); !ok || !strings.Contains(out, says) {
		c.T.Fatalf("%s %v: success: %t; want %q, got: %s", command, arguments, ok, says, out)
	}
}

// Fails runs a command that has to fail and to say something.
func (c Folder) Fails(says, command string, arguments ...string) {
	c.T.Helper()
	if ok, out := c.run(command, arguments...); ok || !strings.Contains(out, says) {
		c.T.Fatalf("%s %v: success: %t; want %q, got: %s", command, arguments, ok, says, out)
	}
}
