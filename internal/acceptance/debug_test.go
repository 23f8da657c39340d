// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestAccDebug attaches the tool to a provider that was started with -debug. The address of the provider has the registry of the
// tool.
func TestAccDebug(t *testing.T) {
	if os.Getenv("TF_ACC") == "" {
		t.Skip("set TF_ACC=1 to run the real binary")
	}
	folder := t.TempDir()
	const config = `terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}

data "multicluster_placement" "web" {
  clusters = [{ name = "a" }]
  ocm      = {}
}

output "clusters" {
  value = keys(data.multicluster_placement.web.decisions_by_cluster)
}
`
	if err := os.WriteFile(filepath.Join(folder, "main.tf"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	registry := "registry.terraform.io"
	if strings.Contains(cli.Tool(t, folder, "version"), "OpenTofu") {
		registry = "registry.opentofu.org"
	}
	reattach := startDebug(t, registry)
	if !strings.Contains(reattach, registry+"/terraform-multicluster/multicluster") {
		t.Errorf("the address has another registry: %s", reattach)
	}
	// Neither init nor a mirror: without the attached provider, the tool finds none.
	command := exec.CommandContext(t.Context(), cli.Binary(), "plan", "-no-color", "-input=false")
	command.Dir, command.Env = folder, append(os.Environ(), "TF_REATTACH_PROVIDERS="+reattach)
	if out, err := command.CombinedOutput(); err != nil || !strings.Contains(string(out), `+ "a",`) {
		t.Errorf("error %v:\n%s", err, out)
	}
}

// startDebug starts the binary with -debug and returns the value of TF_REATTACH_PROVIDERS that it prints.
func startDebug(t *testing.T, registry string) string {
	t.Helper()
	binary := filepath.Join(cli.Mirror(t), "terraform-provider-multicluster_v0.1.0")
	command := exec.Command(binary, "-debug", "-registry", registry)
	out, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Signal(syscall.SIGINT)
		_ = command.Wait()
	})
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, value, ok := strings.Cut(strings.TrimSpace(lines.Text()), "TF_REATTACH_PROVIDERS="); ok {
			return strings.Trim(value, "'")
		}
	}
	t.Fatal("the provider printed no address to attach to")
	return ""
}
