// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestAccHubPlacement_together: three new placements of one plan, each of three of ten clusters, are predicted on nine: each counts
// those that were planned before it, and says so. An apply in that plan's order by the hub, or in any other, is no surprise.
func TestAccHubPlacement_together(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	server := hubtest.Start(t)
	prefix, namespace := server.Prefix(t), server.Namespace(t)
	test := strings.TrimSuffix(prefix, "-")
	server.Create(t, "{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSet, metadata: {name: "+test+"}, "+
		"spec: {clusterSelector: {selectorType: LabelSelector, labelSelector: {matchLabels: {test: "+test+"}}}}}")
	server.Create(t, "{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSetBinding, metadata: {name: "+test+
		", namespace: "+namespace+"}, spec: {clusterSet: "+test+"}}")
	for i := range 10 {
		onhub.CreateCluster(t, server, fmt.Sprintf("%s%d", prefix, i), test)
	}
	workspace := cli.NewWorkspace(t, cli.Mirror(t), cli.HubProvider(server)+fmt.Sprintf(`
resource "multicluster_placement" "all" {
  for_each  = toset(["a", "b", "c"])
  name      = each.key
  namespace = %q
  ocm       = { cluster_sets = [%q], number_of_clusters = 3 }
}
`, namespace, test))
	out, err := workspace.Run(t, "plan", "-input=false")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// Terraform breaks the lines.
	text := strings.Join(strings.Fields(strings.NewReplacer("│", "", "╵", "", "╷", "").Replace(out)), " ")
	var names []string
	for _, told := range regexp.MustCompile(`is expected to choose 3 clusters \(([^)]*)\)`).FindAllStringSubmatch(text, -1) {
		names = append(names, strings.Split(told[1], ", ")...)
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) != 9 {
		t.Errorf("%d clusters are told: %v\n%s", len(names), names, out)
	}
	for says, count := range map[string]int{
		"Its prioritizer Balance counts the decisions of other placements":                                    1,
		"This is after " + namespace + "/":                                                                    2,
		"names differ: before them it chooses 3 clusters (" + prefix + "0, " + prefix + "1, " + prefix + "2)": 2,
	} {
		if strings.Count(text, says) != count {
			t.Errorf("%d times, not %d: %s\n%s", strings.Count(text, says), count, says, out)
		}
	}
}
