// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestAccRolloutStories runs rollouts from their first apply to their end: every *.tftest.hcl in the folders of testdata/rollouts
// is one, with Terraform's or OpenTofu's own test command and the provider as users get it.
func TestAccRolloutStories(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	folders, err := filepath.Glob(filepath.Join("testdata", "rollouts", "*"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("there are no rollouts: %v", err)
	}
	mirror := cli.Mirror(t)
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			if out := cli.Tool(t, cli.CopyExample(t, folder, mirror, "", nil), "test"); !strings.Contains(out, "Success!") {
				t.Errorf("no test ran:\n%s", out)
			}
		})
	}
}
