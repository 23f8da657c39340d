// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

const hubPlacementAddress = "multicluster_placement.x"

// placedOn expects the clusters of a placement in the state.
func placedOn(names ...string) statecheck.StateCheck {
	checks := map[string]knownvalue.Check{}
	for _, name := range names {
		checks[name] = knownvalue.NotNull()
	}
	return statecheck.ExpectKnownValue(hubPlacementAddress, tfjsonpath.New("decisions_by_cluster"), knownvalue.MapExact(checks))
}

func placementAction(of plancheck.ResourceActionType, further ...plancheck.PlanCheck) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: append([]plancheck.PlanCheck{plancheck.ExpectResourceAction(hubPlacementAddress, of)},
		further...)}
}

// firstClusters are the first numberOfClusters of a namespace's own clusters, by name: what the scheduler decides here.
func firstClusters(prefix string) func(*unstructured.Unstructured) []hubtest.DecisionGroup {
	return func(placement *unstructured.Unstructured) []hubtest.DecisionGroup {
		n, _, _ := unstructured.NestedInt64(placement.Object, "spec", "numberOfClusters")
		all := []string{prefix + "a", prefix + "b", prefix + "c"}
		return []hubtest.DecisionGroup{{Clusters: all[:min(int(n), len(all))]}}
	}
}

// TestAccHubPlacement is the life of a Placement: created, decided by the hub, changed with and without waiting, guarded,
// imported, deleted.
func TestAccHubPlacement(t *testing.T) {
	cli.NeedAcceptance(t)
	server := hubtest.Start(t)
	f := onhub.NewDecidedFleet(t, hubtest.Start(t))
	server.OCMScheduler(t, f.Namespace, firstClusters(f.Prefix))
	config := func(n int, further string) string {
		return cli.HubProvider(server) + fmt.Sprintf(`resource "multicluster_placement" "x" {
  name      = "web"
  namespace = %q
  ocm = {
    cluster_sets       = [%q]
    number_of_clusters = %d
    prioritizer_policy = { mode = "Exact" }
  }
%s
}
resource "terraform_data" "each" {
  count = length(multicluster_placement.x.decisions)
}
`, f.Namespace, f.Prefix+"set", n, further)
	}
	withoutCount := func(n int, further string) string {
		text := config(n, further)
		return text[:regexp.MustCompile(`resource "terraform_data"`).FindStringIndex(text)[0]]
	}
	a, b, c := f.Prefix+"a", f.Prefix+"b", f.Prefix+"c"
	cli.Test(t,
		resource.TestStep{
			Config: withoutCount(1, "wait_for_decisions = true"),
			ConfigPlanChecks: placementAction(plancheck.ResourceActionCreate,
				plancheck.ExpectUnknownValue(hubPlacementAddress, tfjsonpath.New("decisions"))),
			ConfigStateChecks: []statecheck.StateCheck{placedOn(a)},
		},
		resource.TestStep{
			// Without waiting the decisions stay known, and follow with the next refresh.
			Config: config(2, ""),
			ConfigPlanChecks: placementAction(plancheck.ResourceActionUpdate,
				plancheck.ExpectKnownValue(hubPlacementAddress, tfjsonpath.New("decisions"), knownvalue.ListSizeExact(1))),
			ExpectNonEmptyPlan: true,
		},
		resource.TestStep{
			PreConfig:         func() { waitForDecisions(t, server, f.Namespace, "web", 2) },
			Config:            config(2, ""),
			ConfigStateChecks: []statecheck.StateCheck{placedOn(a, b)},
		},
		resource.TestStep{
			Config:      config(1, "max_moves = 0"),
			ExpectError: regexp.MustCompile(`(?s)Too many clusters would lose the workload.*1 of 2 clusters`),
		},
		resource.TestStep{
			Config: withoutCount(3, "wait_for_decisions = true\n  max_moves = 0"),
			ConfigPlanChecks: placementAction(plancheck.ResourceActionUpdate,
				plancheck.ExpectUnknownValue(hubPlacementAddress, tfjsonpath.New("decisions"))),
			ConfigStateChecks: []statecheck.StateCheck{placedOn(a, b, c)},
		},
		resource.TestStep{
			Config:      withoutCount(3, "clusters = [{ name = \"x\" }]"),
			ExpectError: regexp.MustCompile(`(?s)clusters: the placement chooses from the fleet of the hub`),
		},
		resource.TestStep{
			ResourceName: hubPlacementAddress, ImportState: true, ImportStateId: f.Namespace + "/web", ImportStateVerify: true,
			ImportStateVerifyIgnore: []string{"wait_for_decisions", "max_moves", "moves", "expected"}, Config: withoutCount(3,
				"wait_for_decisions = true\n  max_moves = 0"),
		},
	)
}

// waitForDecisions waits until the hub has decided on a number of clusters.
func waitForDecisions(t *testing.T, server *hubtest.Hub, namespace, name string, n int) {
	t.Helper()
	hubtest.Eventually(t, fmt.Sprintf("the stand-in has decided on %d clusters", n), func() bool {
		selector := "cluster.open-cluster-management.io/placement=" + name
		var names []string
		for _, d := range server.List(t, "cluster.open-cluster-management.io/v1beta1", "PlacementDecision", namespace, selector) {
			decisions, _, _ := unstructured.NestedSlice(d.Object, "status", "decisions")
			for _, of := range decisions {
				if fields, ok := of.(map[string]any); ok {
					names = append(names, fmt.Sprint(fields["clusterName"]))
				}
			}
		}
		slices.Sort(names)
		return len(slices.Compact(names)) == n
	})
}

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
