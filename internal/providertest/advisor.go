// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// AdvisorToken is the secret of the tests; it must be in no diagnostic.
const AdvisorToken = "s3cr3t"

// StartAdvisor runs the reference server of the examples and returns its URL.
func StartAdvisor(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "advisor_server")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary,
		"github.com/terraform-multicluster/terraform-provider-multicluster/examples/advisor_server").CombinedOutput(); err != nil {
		t.Fatalf("building the server: %v\n%s", err, out)
	}
	server := exec.CommandContext(t.Context(), binary, "-listen", "127.0.0.1:0")
	server.Env = append(os.Environ(), "ADVISOR_TOKEN="+AdvisorToken)
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return "http://" + strings.TrimSpace(address)
}
