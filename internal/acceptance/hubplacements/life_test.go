// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"fmt"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubPlaced takes a placement of every kind through its life on a hub.
func TestHubPlaced(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) { life(onhub.NewPlacedRun(t, kind)) })
	}
}

func life(r *onhub.PlacedRun) {
	one, two := r.First(1), r.First(2)
	created := r.Title() + "is created on the hub|The hub is expected to choose 1 cluster (" + one[0] + ")."
	undecided := r.Title() + "has not been decided by the hub yet|"
	set := map[string]any{"spec.numberOfClusters": int64(1), "spec.prioritizerPolicy.mode": "Exact"}
	if !r.IsOCM() {
		set = map[string]any{
			"spec.policy.numberOfClusters": int64(1), "spec.policy.placementType": "PickN",
			"spec.strategy.rollingUpdate.maxUnavailable": "30%",
			// A default.
			"spec.strategy.rollingUpdate.maxSurge": "25%",
		}
	}
	p := r.Try(r.Config(1))
	r.Says(p.Diags, created)
	for _, name := range append([]string{"uid"}, placementconfig.ResultNames()...) {
		if r.Attribute(p.State, name).IsKnown() {
			r.T.Errorf("%s is known in the plan that creates", name)
		}
	}
	r.Says(r.Do(r.Config(1)), created, undecided+"set wait_for_decisions = true")
	r.WantChosen()
	for path, want := range set {
		if diff := cmp.Diff(want, onhub.FieldOf(r.T, r.Get(), path)); diff != "" {
			r.T.Errorf("%s: %s", path, diff)
		}
	}
	r.Says(r.Try(r.Config(1)).Diags, undecided+"check that its scheduler runs")

	r.Decide(one...)
	r.Settles(r.Config(1))
	r.WantChosen(one...)
	uid := r.Value("uid")

	// What others write is neither drift nor a conflict.
	r.Patch("controller", "{metadata: {labels: {team: x}, annotations: {note: x}}}")
	r.Settles(r.Config(1))

	// Drift is shown, also of a nested value. It is a conflict with who has caused it.
	drift := `{spec: {tolerations: [{key: gpu, value: "false"}]}}`
	conflict := "spec.tolerations"
	if !r.IsOCM() {
		drift, conflict = "{spec: {strategy: {rollingUpdate: {maxUnavailable: 50%}}}}", "spec.strategy.rollingUpdate.maxUnavailable"
	}
	r.Patch("kubectl", drift)
	if p = r.Try(r.Config(1)); p.State.Equal(r.State) {
		r.T.Error("drift is not shown")
	}
	r.Says(p.Diags, append(undecidedChange(r), "ERROR "+r.Title()+"has fields of another manager|"+conflict+`, set by "kubectl`)...)
	forced := object{"force_conflicts": true}
	r.Says(r.Do(r.Config(1, forced)), undecidedChange(r)...)
	r.Decide(one...)
	r.Settles(r.Config(1, forced))

	// An update: the decisions stay known, and follow with the next refresh.
	joins := "is going to move|The hub is expected to decide:|1 cluster joins, 0 clusters leave, 1 cluster stays.|" + two[1]
	p = r.Try(r.Config(2))
	r.Says(p.Diags, r.Title()+joins)
	r.Says(r.Do(r.Config(2)), r.Title()+joins)
	r.WantChosen(one...)
	r.Decide(two...)
	r.Settles(r.Config(2))
	r.WantChosen(two...)
	if r.Value("uid") != uid {
		r.T.Error("another object")
	}
	leaves := r.Title() + "is going to move|0 clusters join, 1 cluster leaves, 1 cluster stays."
	r.Says(r.Do(r.Config(1)), leaves)
	r.Decide(one...)
	r.Settles(r.Config(1))

	// Deleted by somebody else: made again. Made again by somebody else: not taken over without adopt.
	r.Delete()
	r.Says(r.Do(r.Config(1)), created, undecided)
	if r.Value("uid") == uid {
		r.T.Error("the same object")
	}
	r.Delete()
	r.F.Create(r.Imports())
	r.Says(r.Do(r.Config(1)), r.Title()+"is another object now", "ERROR "+r.Title()+"exists already")
	r.Says(r.Do(r.Config(1)), "ERROR "+r.Title()+"exists already|set adopt = true")
	r.Decide(two...)
	r.Says(r.Do(r.Config(1, object{"adopt": true, "force_conflicts": true})), leaves)
	r.WantChosen(two...)
	r.Decide(one...)
	r.Settles(r.Config(1, object{"adopt": true, "force_conflicts": true}))
	r.WantChosen(one...)

	// Released, it stays with its decisions, and is adopted with them. Its deletion takes the workload from its clusters.
	r.Says(r.Do(r.Config(1, object{"on_destroy": "release"})))
	r.Says(r.Do(nil), "An object stays on the hub|"+r.Title()+"is released")
	if r.Get() == nil {
		r.T.Fatal("the placement was deleted")
	}
	adopted := r.Config(1, object{"adopt": true, "on_destroy": "delete"})
	r.Says(r.Do(adopted))
	r.Settles(adopted)
	r.Says(r.Do(nil), r.Title()+"is deleted on the hub|takes the workload from all its clusters: 1 cluster ("+one[0]+
		").|set on_destroy = \"release\" and apply that first")
	if r.Get() != nil {
		r.T.Error("the placement was not deleted")
	}
}

// undecidedChange is what a refresh says while the hub has not decided a change: nothing in Open Cluster Management, which does
// not tell.
func undecidedChange(r *onhub.PlacedRun) []string {
	if r.IsOCM() {
		return nil
	}
	return []string{r.Title() + "has changed since the hub decided it"}
}

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
	f := onhub.NewDecidedFleet(t)
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
			ImportStateVerifyIgnore: []string{"wait_for_decisions", "max_moves", "moves"}, Config: withoutCount(3,
				"wait_for_decisions = true\n  max_moves = 0"),
		},
	)
}

// waitForDecisions waits until the hub has decided on a number of clusters.
func waitForDecisions(t *testing.T, server *hubtest.Hub, namespace, name string, n int) {
	t.Helper()
	for range 100 {
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
		if slices.Sort(names); len(slices.Compact(names)) == n {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("the stand-in has not decided on %d clusters", n)
}

// TestHubTainted_placement: the replacement of a tainted placement takes the workload from its clusters, so max_moves applies.
func TestHubTainted_placement(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewPlacedRun(t, kind)
			startWith(r, r.Config(2), 2)
			already := r.Title() + "is an object of the state already"
			r.Says(r.Tainted(r.Config(2, object{"max_moves": "1"})).Diags, already,
				"ERROR Too many clusters would lose the workload|2 of 2 clusters would lose the workload")
			r.Says(r.Tainted(r.Config(2)).Diags, already, r.Title()+"is replaced on the hub|takes the workload from all its "+
				"clusters: 2 clusters")
		})
	}
}
