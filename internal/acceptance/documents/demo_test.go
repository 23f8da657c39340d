// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// maxDemoLines is how much a newcomer reads.
const maxDemoLines = 60

// TestAccDemo: `make demo` decides, moves one cluster with a reason, and refuses a move; and it is short.
func TestAccDemo(t *testing.T) {
	cli.NeedAcceptance(t)
	folder := cli.CopyExample(t, "../../../examples/demo", cli.Mirror(t), "", nil)
	command := exec.CommandContext(t.Context(), "internal/tools/demo.sh", cli.Binary(), folder)
	command.Dir = "../../.."
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	printed := string(out)
	for _, want := range []string{`"us-1" = "rank 2 of 5`, `"eu-1" = "free place: `, `"us-1" = "taint: taint maintenance:NoSelect`,
		"Error: Too many clusters would lose the workload"} {
		if strings.Count(printed, want) != 1 {
			t.Errorf("it shows %q %d times, want once:\n%s", want, strings.Count(printed, want), printed)
		}
	}
	if lines := strings.Count(printed, "\n"); lines > maxDemoLines {
		t.Errorf("it prints %d lines, more than %d", lines, maxDemoLines)
	}
}
