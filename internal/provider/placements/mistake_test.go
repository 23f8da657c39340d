// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// change sets a value somewhere in the configuration.
type change func(config object)

// set returns the change that puts a value at a path of names and indexes.
func set(value any, at ...any) change {
	return func(config object) {
		var here any = config
		for i, step := range at {
			last := i == len(at)-1
			switch s := step.(type) {
			case string:
				fields := here.(object)
				if last {
					fields[s] = value
				}
				here = fields[s]
			case int:
				items := here.(list)
				if last {
					items[s] = value
				}
				here = items[s]
			}
		}
	}
}

// TestPlacementMistakes makes one mistake after the other in a configuration that is right otherwise. Each gives one
// diagnostic, at its attribute, that says what was found and what is allowed.
func TestPlacementMistakes(t *testing.T) {
	at := func(steps ...any) []any { return steps }
	config := at("ocm", "prioritizer_policy", "configurations", 0)
	selector := at("ocm", "predicates", 0, "required_cluster_selector")
	tests := map[string]struct {
		change change
		at     string
		want   []string
	}{
		"unknown operator": {
			set("Like", append(selector, "label_selector", "match_expressions", 0, "operator")...),
			"ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].operator",
			[]string{`found "Like": must be one of "In", "NotIn", "Exists", "DoesNotExist".`},
		},
		"operator in lower case": {
			set("notin", append(selector, "claim_selector", "match_expressions", 0, "operator")...),
			"ocm.predicates[0].required_cluster_selector.claim_selector.match_expressions[0].operator",
			[]string{`found "notin": must be one of "In", "NotIn", "Exists", "DoesNotExist"; did you mean "NotIn"?`},
		},
		"In without values": {
			set(list{}, append(selector, "label_selector", "match_expressions", 0, "values")...),
			"ocm.predicates[0].required_cluster_selector.label_selector.match_expressions[0].values",
			[]string{"must be specified when `operator` is 'In' or 'NotIn'"},
		},
		"label value in a selector": {
			set("a b", append(selector, "label_selector", "match_labels", "env")...),
			`ocm.predicates[0].required_cluster_selector.label_selector.match_labels["env"]`,
			[]string{`"a b"`, "a valid label must be"},
		},
		"claim value in a selector": {
			set(list{"a b/c"}, append(selector, "claim_selector", "match_expressions", 0, "values")...),
			"ocm.predicates[0].required_cluster_selector.claim_selector.match_expressions[0].values[0]",
			[]string{`"a b/c"`, "a valid label must be"},
		},
		"label value of a cluster": {
			set("not legal!", "clusters", 0, "labels", "env"),
			`clusters[0].labels["env"]`,
			[]string{`"not legal!"`, "a valid label must be"},
		},
		"CEL that does not compile": {
			set("managedCluster.", append(selector, "cel_selector", "cel_expressions", 0)...),
			"ocm.predicates[0].required_cluster_selector.cel_selector.cel_expressions[0]",
			[]string{"compilation failed: ERROR: <input>:1:16: Syntax error"},
		},
		"CEL with another variable": {
			set("cluster.labels.env == 'prod'", append(selector, "cel_selector", "cel_expressions", 0)...),
			"ocm.predicates[0].required_cluster_selector.cel_selector.cel_expressions[0]",
			[]string{
				"undeclared reference to 'cluster'", "\nThe only variable is managedCluster, as in managedCluster.metadata.labels",
				`managedCluster.scores("name") and text.parseJSON().`,
			},
		},
		"CEL with a variable in lower case": {
			set("managedcluster.metadata.name == 'a'", append(selector, "cel_selector", "cel_expressions", 0)...),
			"ocm.predicates[0].required_cluster_selector.cel_selector.cel_expressions[0]",
			[]string{`did you mean "managedCluster"?`},
		},
		"CEL with another function": {
			set("managedCluster.score('usage').size() > 0", append(selector, "cel_selector", "cel_expressions", 0)...),
			"ocm.predicates[0].required_cluster_selector.cel_selector.cel_expressions[0]",
			[]string{`did you mean "scores"?`},
		},
		"weight 11": {
			set(int64(11), append(config, "weight")...),
			"ocm.prioritizer_policy.configurations[0].weight",
			[]string{"11", "between -10 and 10"},
		},
		"weight of half a point": {
			set(1.5, append(config, "weight")...),
			"ocm.prioritizer_policy.configurations[0].weight",
			[]string{"1.5", "whole number"},
		},
		"mode": {
			set("Greedy", "ocm", "prioritizer_policy", "mode"),
			"ocm.prioritizer_policy.mode",
			[]string{`"Greedy"`, `"Additive"`, `"Exact"`},
		},
		"mode in lower case": {
			set("exact", "ocm", "prioritizer_policy", "mode"),
			"ocm.prioritizer_policy.mode",
			[]string{`found "exact": must be one of "Additive", "Exact"; did you mean "Exact"?`},
		},
		"prioritizer": {
			set(object{"built_in": "Spread"}, append(config, "score_coordinate")...),
			"ocm.prioritizer_policy.configurations[0].score_coordinate.built_in",
			[]string{`"Spread"`, `"Balance"`, `"ResourceAllocatableMemory"`, `"Steady"`},
		},
		"AddOn without its score": {
			set(nil, append(config, "score_coordinate", "add_on")...),
			"ocm.prioritizer_policy.configurations[0].score_coordinate.add_on",
			[]string{"names the score of type AddOn"},
		},
		"AddOn without its type": {
			set(nil, append(config, "score_coordinate", "type")...),
			"ocm.prioritizer_policy.configurations[0].score_coordinate.built_in",
			[]string{`must be one of "Balance", "Steady"`, `to use add_on, set type = "AddOn"`},
		},
		"negative number of clusters": {
			set(int64(-1), "ocm", "number_of_clusters"),
			"ocm.number_of_clusters",
			[]string{"-1", "must not be negative"},
		},
		"percentage of 150": {
			set("150%", "decision_strategy", "group_strategy", "clusters_per_decision_group"),
			"decision_strategy.group_strategy.clusters_per_decision_group",
			[]string{`"150%"`, `from "1%" to "100%"`},
		},
		"group name of one letter": {
			set("a", "decision_strategy", "group_strategy", "decision_groups", 0, "group_name"),
			"decision_strategy.group_strategy.decision_groups[0].group_name",
			[]string{`"a"`, "2 to 63"},
		},
		"toleration operator": {
			set("Regex", "ocm", "tolerations", 0, "operator"),
			"ocm.tolerations[0].operator",
			[]string{`"Regex"`, `"Equal"`, `"Exists"`},
		},
		"toleration Exists with a value": {
			set("Exists", "ocm", "tolerations", 0, "operator"),
			"ocm.tolerations[0].value",
			[]string{"If the operator is Exists, the value should be empty."},
		},
		"toleration without key": {
			set(nil, "ocm", "tolerations", 0, "key"),
			"ocm.tolerations[0].operator",
			[]string{"If the key is empty, operator must be Exists."},
		},
		"toleration effect": {
			set("NoSchedule", "ocm", "tolerations", 0, "effect"),
			"ocm.tolerations[0].effect",
			[]string{`"NoSchedule"`, `"NoSelect"`},
		},
		"taint effect": {
			set("NoExecute", "clusters", 0, "taints", 0, "effect"),
			"clusters[0].taints[0].effect",
			[]string{`"NoExecute"`, `"NoSelect"`, `"NoSelectIfNew"`},
		},
		"taint key": {
			set("-gpu", "clusters", 0, "taints", 0, "key"),
			"clusters[0].taints[0].key",
			[]string{`"-gpu"`, `"example.com/gpu"`},
		},
		"time of a taint": {
			set("yesterday", "clusters", 0, "taints", 0, "time_added"),
			"clusters[0].taints[0].time_added",
			[]string{`"yesterday"`, "RFC 3339", "2026-01-31T12:00:00Z"},
		},
		"quantity 12Qi": {
			set("12Qi", "clusters", 0, "allocatable", "memory"),
			`clusters[0].allocatable["memory"]`,
			[]string{`"12Qi"`, "Mi or Gi"},
		},
		"duplicate cluster": {
			func(c object) { c["clusters"] = list{c["clusters"].(list)[0], c["clusters"].(list)[0]} },
			"clusters[1].name",
			[]string{`"eu-1"`, "clusters[0] already has this name"},
		},
		"cluster name": {
			set("EU_1", "clusters", 0, "name"), "clusters[0].name", []string{`"EU_1"`, "lowercase RFC 1123"},
		},
		"score of 101": {
			set(int64(101), "scores", 0, "scores", 0, "value"),
			"scores[0].scores[0].value",
			[]string{"101", "between -100 and 100"},
		},
		"selector type of a set": {
			set("Labels", "cluster_sets", 0, "selector_type"),
			"cluster_sets[0].selector_type",
			[]string{`"Labels"`, `"ExclusiveClusterSetLabel"`, `"LabelSelector"`},
		},
		"time now": {set("12 o'clock", "now"), "now", []string{`"12 o'clock"`, "RFC 3339"}},
		"name":     {set("Web App", "name"), "name", []string{`"Web App"`, "lowercase RFC 1123"}},
		"on_unsatisfied": {
			set("ignore", "on_unsatisfied"), "on_unsatisfied", []string{`"ignore"`, `"error"`, `"warn"`, `"accept"`},
		},
		"no dialect": {set(nil, "ocm"), "ocm", []string{"set one of ocm, kubefleet, hybrid"}},
		"two dialects": {
			set(object{"placement_type": "PickAll"}, "kubefleet"), "kubefleet", []string{"ocm is also set", "exactly one"},
		},
		"broken YAML": {
			set(list{"kind: A\napiVersion: v1\n---\nkind: [\n"}, "manifests"),
			"manifests[0]",
			[]string{"line 4"},
		},
		"name of a file": {
			set(list{"fleet.yaml"}, "manifests"),
			"manifests[0]",
			[]string{
				`found the text "fleet.yaml", which is not a Kubernetes object; to read a file, use file("${path.module}/fleet.yaml").`,
			},
		},
		"second manifest": {
			set(list{providertest.ManagedClusterYAML("  x: y"), strings.Replace(providertest.ManagedClusterYAML("  x: y"), "io/v1",
				"io/v9", 1)}, "manifests"),
			"manifests[1]",
			[]string{
				`document 1 of manifests[1], line 1, ManagedCluster/us-1, apiVersion: found "cluster.open-cluster-management.io/v9": ` +
					`must be "cluster.open-cluster-management.io/v1"`,
			},
		},
		"quantity in a manifest": {
			set(list{"{}", providertest.ManagedClusterYAML("  allocatable: { cpu: 12Qi }")}[1:], "manifests"),
			"manifests[0]",
			[]string{"ManagedCluster/us-1", "12Qi"},
		},
		"taint effect in a manifest": {
			set(list{providertest.ManagedClusterYAML("  x: y\nspec:\n  taints: [{ key: gpu, effect: NoExecute }]")}, "manifests"),
			"manifests[0]",
			[]string{"ManagedCluster/us-1", "spec.taints[0].effect", "NoExecute"},
		},
		"cluster in clusters and in a manifest": {
			set(list{strings.ReplaceAll(providertest.ManagedClusterYAML("  x: y"), "us-1", "eu-1")}, "manifests"),
			"clusters[0].name",
			[]string{`"eu-1"`, "manifests"},
		},
		"fleet of nothing": {
			func(c object) { delete(c, "clusters"); c["manifests"] = list{"kind: Secret\napiVersion: v1"} },
			"manifests",
			[]string{"no cluster", "Secret"},
		},
		"fleet of a misspelt group": {
			func(c object) {
				delete(c, "clusters")
				c["manifests"] = list{strings.Replace(providertest.ManagedClusterYAML("  x: y"), "open-cluster-", "open-clusters-", 1)}
			},
			"manifests",
			[]string{"Skipped 1 object of kind ManagedCluster.cluster.open-clusters-management.io; did you mean " +
				`"ManagedCluster.cluster.open-cluster-management.io"? To plan with no clusters`},
		},
		"no fleet": {
			func(c object) { delete(c, "clusters"); delete(c, "manifests") }, "",
			[]string{"Neither clusters nor manifests", "fleet.yaml"},
		},
	}
	for _, name := range slices.Sorted(maps.Keys(tests)) {
		test := tests[name]
		t.Run(name, func(t *testing.T) {
			config := providertest.FullConfig()
			test.change(config)
			_, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), config))
			if len(diags) != 1 {
				for _, d := range diags {
					t.Log(providertest.Shown(d))
				}
				t.Fatalf("%d diagnostics, want one", len(diags))
			}
			t.Log(providertest.Shown(diags[0]))
			if diff := cmp.Diff(providertest.LineOf(test.at), providertest.PathOf(diags[0].Attribute)); diff != "" {
				t.Errorf("path: -want +got:\n%s", diff)
			}
			for _, want := range append(test.want, test.at) {
				if !strings.Contains(providertest.Shown(diags[0]), want) {
					t.Errorf("the text does not say %q", want)
				}
			}
		})
	}
}

// TestPlacementWarnings has what a hub accepts although it does something else than it says: a warning, and a decision.
func TestPlacementWarnings(t *testing.T) {
	const groups = "decision_strategy.group_strategy.clusters_per_decision_group"
	configuration := []any{"ocm", "prioritizer_policy", "configurations", 0}
	for name, c := range map[string]struct {
		changes  []change
		at, want string
	}{
		"groups of no cluster": {
			[]change{set("0", "decision_strategy", "group_strategy", "clusters_per_decision_group")},
			groups, "found 0: a number below 1 puts all clusters into one group",
		},
		"groups of -3 clusters": {
			[]change{set("-3", "decision_strategy", "group_strategy", "clusters_per_decision_group")},
			groups, "found -3: a number below 1 puts all clusters into one group",
		},
		"a prioritizer that there is not, of weight 0": {
			[]change{
				set(object{"built_in": "Spread"}, append(configuration, "score_coordinate")...),
				set(int64(0), append(configuration, "weight")...),
			},
			"ocm.prioritizer_policy.configurations[0].score_coordinate.built_in", `found "Spread": must be one of`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			config := providertest.FullConfig()
			for _, change := range c.changes {
				change(config)
			}
			state, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), config))
			if state == nil || len(diags) == 0 {
				t.Fatalf("state %v, diagnostics %v", state, diags)
			}
			first := diags[0]
			if first.Severity != tfprotov6.DiagnosticSeverityWarning ||
				providertest.PathOf(first.Attribute) != providertest.LineOf(c.at) || !strings.Contains(first.Detail, c.want) {
				t.Errorf("%s; want a warning at %s: %s", providertest.Shown(first), c.at, c.want)
			}
		})
	}
}
