// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestAccClusterReport: of a cluster of a hub the report has every placement that the hub has put on it, its drain is that of a
// simulation, and the second plan is empty.
func TestAccClusterReport(t *testing.T) {
	cli.NeedAcceptance(t)
	mirror := cli.Mirror(t)
	d := newDrainTest(t)
	d.decide("", noEviction)
	onB, absent := 0, ""
	for i := range eachScheduler {
		for _, name := range []string{fmt.Sprintf("web-%d", i), fmt.Sprintf("P-api-%d", i)} {
			if slices.Contains(d.chosen[name], "b") {
				onB++
			} else if strings.HasPrefix(name, "web-") {
				absent = d.f.Namespace + "/" + name
			}
		}
	}
	b := d.f.Prefix + "b"
	w := cli.NewWorkspace(t, mirror, cli.HubProvider(d.f.Server)+fmt.Sprintf(`data "multicluster_cluster_report" "b" {
  cluster_names   = [%[1]q]
  placement_names = [%[2]q]
}
data "multicluster_simulation" "drain" {
  steps = [[
    { taint = { clusters = [%[1]q], key = "maintenance", effect = "NoSelect" } },
    { taint = { clusters = [%[1]q], key = "maintenance", effect = "NoSchedule" } },
    { evict = { clusters = [%[1]q] } },
  ]]
}
locals {
  report = data.multicluster_cluster_report.b.reports[0]
  moves  = data.multicluster_simulation.drain.results[0].moves
}
output "placements" { value = local.report.placement_count }
output "agrees" {
  value = local.report.leaving_count == length([for m in local.moves : m if contains(keys(m.left), %[1]q)])
}
output "page" { value = provider::multicluster::explain(data.multicluster_cluster_report.b) }
`, b, absent))
	w.MustSettle(t)
	out, err := w.Run(t, "output")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{
		fmt.Sprintf("placements = %d", onB), "agrees = true", fmt.Sprintf("### Cluster %s: %d placements", b, onB),
		absent + " | NotPicked: ", `set ocm.number\_of\_clusters to `,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}
