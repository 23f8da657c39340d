// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// livePlacement chooses the clusters of a test from a hub. The arguments are further ones of the data source.
func livePlacement(test string, arguments ...string) string {
	return fmt.Sprintf(`
data "multicluster_placement" "web" {
  name = %[1]q
  ocm  = { predicates = [{ required_cluster_selector = { label_selector = { match_labels = { test = %[1]q } } } }] }
  %[2]s
}
output "names" { value = keys(data.multicluster_placement.web.decisions_by_cluster) }
`, test, strings.Join(arguments, "\n  "))
}

// TestAccHubPlacement_firstPlan decides by the fleet of a hub in the very first plan, and again by the fleet that it has later.
func TestAccHubPlacement_firstPlan(t *testing.T) {
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	test := strings.TrimSuffix(prefix, "-")
	onhub.CreateCluster(t, server, prefix+"a", test)
	config := cli.HubProvider(server, `kind = "ManagedCluster"`) + livePlacement(test) + fmt.Sprintf(`
data "multicluster_clusters" "web" {
  label_selector = { match_labels = { test = %q } }
}
output "clusters" { value = data.multicluster_clusters.web.names }
`, test)
	checks := func(names ...string) resource.ConfigPlanChecks {
		keys := make([]knownvalue.Check, len(names))
		for i := range names {
			keys[i] = cli.Text(names[i])
		}
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("names", knownvalue.TupleExact(keys)),
			plancheck.ExpectKnownOutputValue("clusters", cli.TextList(names...)),
		}}
	}
	cli.Test(t,
		resource.TestStep{
			Config: config + cli.Releases, PlanOnly: true, ExpectNonEmptyPlan: true,
			ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPreRefresh: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(fmt.Sprintf("terraform_data.release[%q]", prefix+"a"), plancheck.ResourceActionCreate),
			}},
		},
		resource.TestStep{Config: config, ConfigPlanChecks: checks(prefix + "a")},
		resource.TestStep{
			PreConfig: func() { onhub.CreateCluster(t, server, prefix+"b", test) },
			Config:    config, ConfigPlanChecks: checks(prefix+"a", prefix+"b"),
		},
	)
}

// TestAccHubPlacement_deferred reads the fleet when Terraform applies, because the same apply creates a cluster.
func TestAccHubPlacement_deferred(t *testing.T) {
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	test := strings.TrimSuffix(prefix, "-")
	onhub.CreateCluster(t, server, prefix+"a", test)
	// A provisioner asks for the cluster with one file, and waits for the other.
	folder := t.TempDir()
	wanted, done := filepath.Join(folder, "wanted"), filepath.Join(folder, "done")
	go func() {
		for t.Context().Err() == nil {
			if _, err := os.Stat(wanted); err == nil {
				onhub.CreateCluster(t, server, prefix+"b", test)
				if err := os.WriteFile(done, nil, 0o600); err != nil {
					t.Error(err)
				}
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	cli.Test(t, resource.TestStep{
		Config: cli.HubProvider(server) + fmt.Sprintf(`
resource "terraform_data" "cluster" {
  provisioner "local-exec" {
    command = "touch %s; until [ -e %s ]; do sleep 0.05; done"
  }
}`, wanted, done) + livePlacement(test, "depends_on = [terraform_data.cluster]"),
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectUnknownOutputValue("names")}},
		ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("names",
			knownvalue.TupleExact([]knownvalue.Check{cli.Text(prefix + "a"), cli.Text(prefix + "b")}))},
	})
}

// TestAccHubUnknown has a hub that is known only after apply: Terraform reads data sources all the same, unless they depend on
// what makes it known.
func TestAccHubUnknown(t *testing.T) {
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	test := strings.TrimSuffix(prefix, "-")
	onhub.CreateCluster(t, server, prefix+"a", test)
	later := fmt.Sprintf(`
resource "terraform_data" "later" { input = %q }
provider "multicluster" { hub = { config_path = terraform_data.later.output } }
`, server.Kubeconfig)
	cli.Test(t,
		resource.TestStep{
			Config: later + livePlacement(test), PlanOnly: true,
			ExpectError: regexp.MustCompile(`The hub is not known yet[\s\S]*not known yet:\s+hub\.config_path\.[\s\S]*add\s+depends_on`),
		},
		resource.TestStep{
			Config:           later + livePlacement(test, "depends_on = [terraform_data.later]"),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectUnknownOutputValue("names")}},
			ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("names",
				knownvalue.TupleExact([]knownvalue.Check{cli.Text(prefix + "a")}))},
		},
		resource.TestStep{
			Config:           later + livePlacement(test),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
		},
	)
}
