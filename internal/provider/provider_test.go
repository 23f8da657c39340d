package provider

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// testTime is where the clock of the provider stands in tests.
var testTime = time.Date(2026, 8, 11, 12, 0, 0, 0, time.UTC)

func testServer() tfprotov6.ProviderServer {
	return rawserver.NewInterruptible(boundedServer(0))
}

// boundedServer is the server inside of the one that can be interrupted, for messages of a size; 0 is the size that a plugin takes.
func boundedServer(limit int) tfprotov6.ProviderServer { return patientServer(limit, 0) }

// patientServer is the same for a time that an apply waits for the first decisions of a placement.
func patientServer(limit int, firstDecision time.Duration) tfprotov6.ProviderServer {
	now := func() time.Time { return testTime }
	create, err := rawserver.New(context.Background(), &Provider{Version: "test", Now: now, FirstDecision: firstDecision})
	if err != nil {
		panic(err)
	}
	return &rawserver.Bounded{ProviderServer: create(), Limit: limit, Advice: LargeResult}
}

// testAcceptance runs steps on the real binary. After every step that applies, another plan has to be empty.
func testAcceptance(t *testing.T, steps ...resource.TestStep) {
	t.Helper()
	t.Parallel()
	resource.Test(t, acceptance(steps))
}

func acceptance(steps []resource.TestStep) resource.TestCase {
	return resource.TestCase{
		ProtoV6ProviderFactories: map[string]func() (tfprotov6.ProviderServer, error){
			"multicluster": func() (tfprotov6.ProviderServer, error) { return testServer(), nil },
		},
		Steps: steps,
	}
}

// testIdentity runs steps that need the identities of resources, which Terraform has since 1.12.
func testIdentity(t *testing.T, steps ...resource.TestStep) {
	t.Helper()
	t.Parallel()
	test := acceptance(steps)
	test.TerraformVersionChecks = []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_12_0)}
	resource.Test(t, test)
}

var whitespace = regexp.MustCompile(`[\s│╷╵]+`)

// testMistakes plans a configuration that is wrong. The real binary has to report each of the mistakes, and no more;
// how it breaks the lines does not matter.
func testMistakes(t *testing.T, config string, mistakes ...string) {
	t.Helper()
	t.Parallel()
	failed := false
	test := acceptance([]resource.TestStep{{Config: config, PlanOnly: true, ExpectNonEmptyPlan: true}})
	test.ErrorCheck = func(err error) error {
		failed = true
		text := whitespace.ReplaceAllString(err.Error(), " ")
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
