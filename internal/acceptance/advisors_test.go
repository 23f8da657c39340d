// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"os"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestAccProvider_advisors asks the reference server over a real socket, and reads what a wrong token says.
func TestAccProvider_advisors(t *testing.T) {
	if os.Getenv("TF_ACC") == "" {
		t.Skip("set TF_ACC=1 to run the reference server")
	}
	url := providertest.StartAdvisor(t)
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
	cli.Test(t,
		resource.TestStep{Config: config(providertest.AdvisorToken, ""), ConfigPlanChecks: decided("b")},
		resource.TestStep{Config: config("wrong-"+providertest.AdvisorToken, ""), PlanOnly: true, ExpectError: refused},
		resource.TestStep{
			Config: config("wrong-"+providertest.AdvisorToken, `, on_failure = "previous"`), ConfigPlanChecks: decided("c"),
		},
	)
}
