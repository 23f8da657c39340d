// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestAccTwoHubs decides over one text with the objects of two hubs, in every form that a fleet can have.
func TestAccTwoHubs(t *testing.T) {
	cli.Test(t, resource.TestStep{
		Config: "locals {\n  fleet = <<-EOT\n" + providertest.TwoHubs + "EOT\n}\n" + `
provider "multicluster" { manifests = [local.fleet] }
data "multicluster_placement" "ocm" { ocm = {} }
data "multicluster_placement" "kubefleet" {
  manifests = [local.fleet]
  kubefleet = {}
}
resource "multicluster_placement" "hybrid" {
  name   = "web"
  kind   = "MemberCluster"
  hybrid = {}
}
data "multicluster_clusters" "members" { kind = "MemberCluster" }
output "ocm" { value = data.multicluster_placement.ocm.decisions[*].cluster_name }
output "ocm_skipped" { value = data.multicluster_placement.ocm.skipped_kinds }
output "kubefleet" { value = data.multicluster_placement.kubefleet.decisions[*].cluster_name }
output "kubefleet_skipped" { value = data.multicluster_placement.kubefleet.skipped_kinds }
output "hybrid" { value = multicluster_placement.hybrid.decisions[*].cluster_name }
output "decoded" { value = provider::multicluster::place({ clusters = provider::multicluster::decode_clusters(local.fleet), ocm = {} }).decisions[*].cluster_name }
output "filtered" { value = provider::multicluster::decode_clusters(local.fleet, "ManagedCluster")[*].kind }
output "listed" { value = provider::multicluster::place({ clusters = data.multicluster_clusters.members.clusters, kubefleet = {} }).decisions[*].cluster_name }
`,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("ocm", cli.Tuple("eu-1", "eu-2")),
			plancheck.ExpectKnownOutputValue("ocm_skipped",
				knownvalue.MapExact(map[string]knownvalue.Check{providertest.MemberKind: knownvalue.Int64Exact(3)})),
			plancheck.ExpectKnownOutputValue("kubefleet", cli.Tuple("eu-1", "us-1", "us-2")),
			plancheck.ExpectKnownOutputValue("kubefleet_skipped",
				knownvalue.MapExact(map[string]knownvalue.Check{providertest.ManagedKind: knownvalue.Int64Exact(2)})),
			plancheck.ExpectKnownOutputValue("hybrid", cli.Tuple("eu-1", "us-1", "us-2")),
			plancheck.ExpectKnownOutputValue("decoded", cli.Tuple("eu-1", "eu-2")),
			plancheck.ExpectKnownOutputValue("filtered", cli.Tuple("ManagedCluster", "ManagedCluster")),
			plancheck.ExpectKnownOutputValue("listed", cli.Tuple("eu-1", "us-1", "us-2")),
		}},
	})
}
