// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// Shell runs commands with kubectl and jq on the hub, each of which has to succeed. It skips a test without these programs.
func (h *Hub) Shell(t testing.TB, commands []any) {
	t.Helper()
	for _, tool := range []string{"kubectl", "jq"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	for _, command := range commands {
		shell := exec.CommandContext(t.Context(), "sh", "-ec", fmt.Sprint(command))
		shell.Env = append(os.Environ(), "KUBECONFIG="+h.Kubeconfig)
		if out, err := shell.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", command, err, out)
		}
	}
}
