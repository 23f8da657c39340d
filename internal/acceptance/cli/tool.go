// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// ExampleSuffix ends the name of a file that takes no part in an example as it is copied.
const ExampleSuffix = ".example"

// isHidden reports whether a file of an example is not part of it: it is what a tool has left there.
func isHidden(name string) bool {
	return name != "." && strings.HasPrefix(name, ".") || strings.HasPrefix(name, "terraform.")
}

// CopyExample copies a folder with its modules, adds one of its imports, and initializes it.
func CopyExample(t *testing.T, folder, mirror, importFile string, server *hubtest.Hub) string {
	t.Helper()
	copied := t.TempDir()
	hasVariables, kubeconfig := false, ""
	if server != nil {
		kubeconfig = exampleKubeconfig(t, server)
	}
	err := filepath.WalkDir(folder, func(file string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, file)
		if err != nil {
			return err
		}
		switch hidden := isHidden(name); {
		case entry.IsDir() && hidden:
			return filepath.SkipDir
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(copied, name), 0o700)
		case hidden:
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		needProviders(t, text)
		text = withKubectl(t, name, text)
		if server != nil {
			text = bytes.ReplaceAll(text, []byte(UsersKubeconfig), []byte(kubeconfig))
			hasVariables = hasVariables || bytes.Contains(text, []byte(`variable "hub_host"`))
		}
		if name == importFile {
			name = strings.TrimSuffix(name, ExampleSuffix)
		}
		return os.WriteFile(filepath.Join(copied, name), text, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	if hasVariables {
		writeVariables(t, copied, server)
	}
	Tool(t, copied, "init", "-input=false", "-plugin-dir="+mirror)
	Tool(t, copied, "fmt", "-check", "-diff", "-recursive")
	return copied
}

// Binary is Terraform or OpenTofu.
func Binary() string {
	if binary := os.Getenv("TF_ACC_TERRAFORM_PATH"); binary != "" {
		return binary
	}
	return "terraform"
}

// Tool runs Terraform or OpenTofu in a folder.
func Tool(t *testing.T, folder string, arguments ...string) string {
	t.Helper()
	binary := Binary()
	// Flags come before addresses.
	arguments = append([]string{arguments[0], "-no-color"}, arguments[1:]...)
	command := exec.CommandContext(t.Context(), binary, arguments...)
	command.Dir = folder
	out, err := command.CombinedOutput()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() == 2 && arguments[0] == "plan" {
			t.Fatalf("the second plan is not empty:\n%s", out)
		}
		t.Fatalf("%s %s: %v\n%s", binary, strings.Join(arguments, " "), err, out)
	}
	return string(out)
}
