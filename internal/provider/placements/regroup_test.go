// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// inGroups chooses all clusters, those of the tier canary in a group of this name.
func inGroups(dialect string, size int64, clusters ...any) object {
	policies := map[string]object{"ocm": {}, "hybrid": {"replicas": int64(len(clusters))},
		"kubefleet": {"placement_type": "PickAll"}}
	return object{"name": "web", "clusters": clusters, dialect: policies[dialect], "max_moves": "0",
		"decision_strategy": object{"group_strategy": object{
			"clusters_per_decision_group": fmt.Sprint(size),
			"decision_groups": list{object{
				"group_name": "canary", "group_cluster_selector": object{"label_selector": object{"match_labels": object{"tier": "canary"}}},
			}},
		}}}
}

// regroupedIn are the changes of groups in a state.
func regroupedIn(l *providertest.Resource, t *testing.T, state tftypes.Value) string {
	t.Helper()
	var regrouped map[string]tftypes.Value
	if err := providertest.AttributeOf(t, l.Attribute(state, "moves"), "regrouped").As(&regrouped); err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(regrouped)) {
		all = append(all, name+" "+providertest.StringOf(t, regrouped[name]))
	}
	return strings.Join(all, "; ")
}

// TestRegrouped: a change of group is a warning and a part of moves, although no cluster loses the workload.
func TestRegrouped(t *testing.T) {
	canary, member := object{"tier": "canary"}, object{}
	for _, dialect := range []string{"ocm", "kubefleet", "hybrid"} {
		l := providertest.NewPlacement(t, t)
		apply := func(data object, want string, says ...string) {
			t.Helper()
			config := providertest.Config(t, l.Type(), data)
			p := l.Plan(config)
			expect(p, t, false, says...)
			if len(says) == 0 && len(p.Diags) > 0 {
				t.Errorf("%s: %s", dialect, providertest.Said(p.Diags))
			}
			l.Apply(p)
			l.Settled(config)
			if got := regroupedIn(l, t, l.State); got != want {
				t.Errorf("%s: regrouped %q, want %q", dialect, got, want)
			}
		}
		apply(inGroups(dialect, 9, providertest.Cluster("a", canary), providertest.Cluster("b", member),
			providertest.Cluster("c", member)), "")
		const swapped = "a from canary to group 1: its labels and claims no longer match the selector of canary; " +
			"b from group 1 to canary: its labels and claims match the selector of canary"
		apply(inGroups(dialect, 9, providertest.Cluster("a", member), providertest.Cluster("b", canary),
			providertest.Cluster("c", member)), swapped,
			`The placement "web" changes the groups of its clusters`, "3 clusters stay, 2 of them in another group",
			"a (canary to group 1) changes its group: its labels and claims no longer match the selector of canary",
			"b (group 1 to canary) changes its group: its labels and claims match the selector of canary")
		apply(inGroups(dialect, 9, providertest.Cluster("a", member), providertest.Cluster("b", canary),
			providertest.Cluster("c", object{"note": "x"})), swapped)

		explained, mistake := providertest.Call(t, "explain", tftypes.String, l.State)
		if mistake != nil {
			t.Fatal(mistake.Text)
		}
		text, noun := providertest.StringOf(t, explained), "clusters"
		if dialect == placementconfig.DialectHybrid {
			noun = "targets"
		}
		for _, want := range []string{" 3 " + noun + " stay, 2 of them in another group.",
			"| a | from canary to group 1: its labels and claims no longer match"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not in\n%s", dialect, want, text)
			}
		}

		apply(inGroups(dialect, 1, providertest.Cluster("a", member), providertest.Cluster("b", canary),
			providertest.Cluster("c", member)),
			"c from group 1 to group 2: groups are filled in the order of names; the placement changed too", "c (group 1 to group 2) changes its group", "the placement changed too")
	}
}

// TestRegroupedPaused: a paused placement keeps its groups, and says how they would change.
func TestRegroupedPaused(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	l.Apply(l.Plan(providertest.Config(t, l.Type(), inGroups("ocm", 9, providertest.Cluster("a", object{"tier": "canary"}),
		providertest.Cluster("b", nil)))))
	before := l.Attribute(l.State, "decision_groups")
	data := inGroups("ocm", 9, providertest.Cluster("a", nil), providertest.Cluster("b", nil))
	data["paused"] = true
	p := l.Plan(providertest.Config(t, l.Type(), data))
	expect(p, t, false, `"web" is paused`, "a (canary to group 0) changes its group")
	if after := l.Attribute(p.State, "decision_groups"); !after.Equal(before) {
		t.Errorf("the groups are %s", after)
	}
}

// TestRegroupedFromManifests compares a data source with the PlacementDecisions of its manifests.
func TestRegroupedFromManifests(t *testing.T) {
	data := inGroups("ocm", 9, providertest.Cluster("a", nil), providertest.Cluster("b", object{"tier": "canary"}))
	delete(data, "max_moves")
	data["manifests"] = list{slice("web-decision-1", "canary", 0, "a"), slice("web-decision-2", "", 1, "b")}
	state, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), data))
	if len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	moves := tftypes.NewValue(tftypes.Object{AttributeTypes: map[string]tftypes.Type{"moves": state["moves"].Type()}},
		map[string]tftypes.Value{"moves": state["moves"]})
	const want = "a from canary to group 1: its labels and claims no longer match the selector of canary; " +
		"b from group 1 to canary: its labels and claims match the selector of canary"
	if got := regroupedIn(providertest.NewPlacement(t, t), t, moves); got != want {
		t.Errorf("regrouped %q, want %q", got, want)
	}
}

// slice is a PlacementDecision of the placement web.
func slice(name, group string, index int, cluster string) string {
	return fmt.Sprintf(`{"apiVersion":"cluster.open-cluster-management.io/v1beta1","kind":"PlacementDecision","metadata":{"name":%q,"labels":{
		"cluster.open-cluster-management.io/placement":"web","cluster.open-cluster-management.io/decision-group-name":%q,
		"cluster.open-cluster-management.io/decision-group-index":"%d"}},"status":{"decisions":[{"clusterName":%q}]}}`, name, group, index, cluster)
}
