package provider

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
)

// advisorToken is the secret of the tests; it must be in no diagnostic.
const advisorToken = "s3cr3t"

// startAdvisor runs the reference server of the examples and returns its URL.
func startAdvisor(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "advisor_server")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "../../examples/advisor_server").CombinedOutput(); err != nil {
		t.Fatalf("building the server: %v\n%s", err, out)
	}
	server := exec.CommandContext(t.Context(), binary, "-listen", "127.0.0.1:0")
	server.Env = append(os.Environ(), "ADVISOR_TOKEN="+advisorToken)
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

// TestAccProvider_advisors asks the reference server over a real socket, and reads what a wrong token says.
func TestAccProvider_advisors(t *testing.T) {
	if os.Getenv("TF_ACC") == "" {
		t.Skip("set TF_ACC=1 to run the reference server")
	}
	url := startAdvisor(t)
	config := func(token, onFailure string) string {
		return fmt.Sprintf(`
provider "multicluster" {
  advisors = { prices = { url = %q, bearer_token = %q } }
}
data "multicluster_placement" "web" {
  clusters           = [{ name = "a", labels = { cost = "30" } }, { name = "b", labels = { cost = "12" } }, { name = "c" }]
  previous_decisions = [{ cluster_name = "c" }]
  hybrid = {
    replicas        = 1
    decision_weight = 0
    advisors        = [{ name = "prices"%s }]
  }
}
output "decided" { value = { for d in data.multicluster_placement.web.decisions : d.cluster_name => d.cluster_name } }`, url, token, onFailure)
	}
	decided := func(cluster string) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectKnownOutputValue("decided",
			knownvalue.MapPartial(map[string]knownvalue.Check{cluster: knownvalue.NotNull()}))}}
	}
	refused := regexp.MustCompile(`advisor "prices" did not\s+answer in round 0: the\s+response has status 401`)
	testAcceptance(t,
		resource.TestStep{Config: config(advisorToken, ""), ConfigPlanChecks: decided("b")},
		resource.TestStep{Config: config("wrong-"+advisorToken, ""), PlanOnly: true, ExpectError: refused},
		resource.TestStep{Config: config("wrong-"+advisorToken, `, on_failure = "previous"`), ConfigPlanChecks: decided("c")},
	)
}

// TestProviderAdvisors makes mistakes in the configuration of an advisor. Each gives one diagnostic at its place, which
// does not show the secrets.
func TestProviderAdvisors(t *testing.T) {
	for name, test := range map[string]struct {
		advisor  any
		at, says string
	}{
		"right":         {object{"url": "https://example.com/", "bearer_token": advisorToken}, "", ""},
		"unknown token": {object{"url": "https://example.com/", "bearer_token": unknown{}}, "", ""},
		"plain http":    {object{"url": "http://example.com/", "bearer_token": advisorToken}, `advisors["x"]`, "http is supported for loopback addresses"},
		"user in URL":   {object{"url": "https://u:" + advisorToken + "@example.com/"}, `advisors["x"]`, "use username and password"},
		"timeout":       {object{"url": "https://example.com/", "timeout_seconds": int64(31)}, `advisors["x"].timeout_seconds`, "found 31; it must be 1 to 30"},
		"size":          {object{"url": "https://example.com/", "max_response_bytes": int64(1)}, `advisors["x"].max_response_bytes`, "found 1"},
		"header": {
			object{"url": "https://example.com/", "headers": object{"X-Team": advisorToken + "\n"}}, `advisors["x"]`, "the header X-Team must not contain",
		},
		"token":      {object{"url": "https://example.com/", "bearer_token": advisorToken + "\n"}, `advisors["x"]`, "bearer_token must not contain"},
		"client key": {object{"url": "https://example.com/", "client_key": advisorToken}, `advisors["x"]`, "PEM"},
	} {
		t.Run(name, func(t *testing.T) {
			resp := configureRaw(t, testServer(), object{"advisors": object{"x": test.advisor}})
			switch {
			case test.says == "" && len(resp.Diagnostics) > 0:
				t.Error(shown(resp.Diagnostics[0]))
			case test.says == "":
			case len(resp.Diagnostics) != 1 || pathOf(resp.Diagnostics[0].Attribute) != lineOf(test.at) ||
				!strings.Contains(resp.Diagnostics[0].Detail, test.says) || strings.Contains(shown(resp.Diagnostics[0]), advisorToken):
				for _, d := range resp.Diagnostics {
					t.Log(shown(d))
				}
				t.Errorf("want one diagnostic at %s that says %q", test.at, test.says)
			}
		})
	}
}
