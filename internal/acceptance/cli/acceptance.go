// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package cli

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// HubProvider is the configuration of the provider with a hub. Further arguments of the hub can follow.
func HubProvider(server *hubtest.Hub, arguments ...string) string {
	text := fmt.Sprintf("provider \"multicluster\" {\n  hub = {\n    config_path = %q\n", server.Kubeconfig)
	for _, argument := range arguments {
		text += "    " + argument + "\n"
	}
	return text + "  }\n}\n"
}

// NeedAcceptance skips a test that runs the real binary, before it starts an API server for it.
func NeedAcceptance(t *testing.T) {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("needs the real binary: set TF_ACC=1")
	}
}

// OneToolIsEnough is NeedAcceptance for a test whose subject is not the tool but what the provider does for a hub or over many
// applies: while both tools run, OpenTofu leaves it out.
func OneToolIsEnough(t *testing.T) {
	t.Helper()
	NeedAcceptance(t)
	if IsSecondTool() {
		t.Skip("its subject is not the tool: it runs on the other one")
	}
}

// IsSecondTool reports whether both tools run, and this is OpenTofu.
func IsSecondTool() bool { return os.Getenv("SECOND_TOOL") != "" }

const (
	// Computing is how long the provider computes before the test interrupts the plan. The whole plan takes minutes.
	Computing = 500 * time.Millisecond
	// Promptly is how long an interrupted plan may take on a busy machine. On an idle one it takes 0.1 s.
	Promptly = 30 * time.Second
)

// Test runs steps on the real binary. After every step that applies, another plan has to be empty.
func Test(t *testing.T, steps ...resource.TestStep) {
	t.Helper()
	t.Parallel()
	resource.Test(t, acceptance(steps))
}

func acceptance(steps []resource.TestStep) resource.TestCase {
	return resource.TestCase{
		ProtoV6ProviderFactories: map[string]func() (tfprotov6.ProviderServer, error){
			"multicluster": func() (tfprotov6.ProviderServer, error) { return providertest.NewServer(), nil },
		},
		Steps: steps,
	}
}

// TestWithIdentity runs steps that need the identities of resources, which Terraform has since 1.12.
func TestWithIdentity(t *testing.T, steps ...resource.TestStep) {
	t.Helper()
	t.Parallel()
	test := acceptance(steps)
	test.TerraformVersionChecks = []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_12_0)}
	resource.Test(t, test)
}

// Whitespace is what the tool writes between words: it breaks lines in a frame.
var Whitespace = regexp.MustCompile(`[\s│╷╵]+`)

// TestMistakes plans a configuration that is wrong. The real binary has to report each of the mistakes, and no more;
// how it breaks the lines does not matter.
func TestMistakes(t *testing.T, config string, mistakes ...string) {
	t.Helper()
	t.Parallel()
	failed := false
	test := acceptance([]resource.TestStep{{Config: config, PlanOnly: true, ExpectNonEmptyPlan: true}})
	test.ErrorCheck = func(err error) error {
		failed = true
		text := Whitespace.ReplaceAllString(err.Error(), " ")
		for _, m := range mistakes {
			if !strings.Contains(text, m) {
				t.Errorf("nothing says %q", m)
			}
		}
		if count := strings.Count(text, " Error: "); count != len(mistakes) {
			t.Errorf("%d mistakes are reported, want %d", count, len(mistakes))
		}
		if t.Failed() {
			t.Log(err)
		}
		return nil
	}
	resource.Test(t, test)
	if !failed {
		t.Error("nothing is found wrong")
	}
}
