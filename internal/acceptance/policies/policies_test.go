// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package policies evaluates examples/policies on plans, with OPA. It is a module of its own, so that OPA and what it needs
// have no influence on the modules of the provider.
package policies

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/format"
	"github.com/open-policy-agent/opa/v1/rego"
)

const pack = "../../../examples/policies/"

// policy answers the query that policies.hcl has.
func policy(t *testing.T, settings ...string) func(input any) []string {
	t.Helper()
	text, err := os.ReadFile(pack + "placements.rego")
	if err != nil {
		t.Fatal(err)
	}
	module := strings.NewReplacer(settings...).Replace(string(text))
	query, err := rego.New(rego.Query("data.multicluster.deny"), rego.Module("placements.rego", module), rego.Strict(true),
		rego.StrictBuiltinErrors(false)).PrepareForEval(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return func(input any) (denied []string) {
		t.Helper()
		results, err := query.Eval(t.Context(), rego.EvalInput(input))
		if err != nil {
			t.Fatal(err)
		}
		if len(results) != 1 {
			t.Fatalf("%d results: the query is not defined", len(results))
		}
		messages, ok := results[0].Expressions[0].Value.([]any)
		if !ok {
			t.Fatalf("the result is no list: %v", results[0].Expressions[0].Value)
		}
		for _, message := range messages {
			denied = append(denied, message.(string))
		}
		slices.Sort(denied)
		return denied
	}
}

func read(t *testing.T, file string) (plan map[string]any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &plan)
	}
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// denied are the messages for each plan of TestAccPolicyPlans.
var denied = map[string][]string{
	"first": nil, "unchanged": nil, "one_moves": nil, "replaced": nil, "refresh_only": nil,
	"two_move": {
		"multicluster_placement.shop: 2 of its clusters lose the workload, at most 1 may: eu-1, eu-2",
		"multicluster_placement.shop: no cluster of the region eu is known to have the workload afterwards",
		"shop: it does not survive the loss of us",
	},
	"destroyed": {
		"multicluster_placement.shop: 2 of its clusters lose the workload, at most 1 may: eu-1, eu-2",
		"multicluster_placement.shop: no cluster has the workload afterwards",
		"multicluster_placement.shop: no cluster of the region eu is known to have the workload afterwards",
	},
	"renamed": {
		"multicluster_placement.shop: 2 of its clusters lose the workload, at most 1 may: eu-1, eu-2",
		"multicluster_placement.shop: no cluster of the region eu is known to have the workload afterwards",
		"multicluster_placement.shop: no multicluster_resilience says what it survives, or only during apply",
		"shop: it does not survive the loss of us",
	},
	"emptied": {
		"multicluster_placement.shop: 2 of its clusters lose the workload, at most 1 may: eu-1, eu-2",
		"multicluster_placement.shop: no cluster has the workload afterwards",
		"multicluster_placement.shop: no cluster of the region eu is known to have the workload afterwards",
		"shop: it is not satisfied",
	},
	"unguarded": {
		"multicluster_placement.shop: max_moves is not set",
		"multicluster_placement.shop: no multicluster_resilience says what it survives, or only during apply",
		"multicluster_placement.shop: with_labels does not have region",
	},
	"unknown": {
		"multicluster_placement.shop: no multicluster_resilience says what it survives, or only during apply",
		"multicluster_placement.shop: the plan does not say which clusters it has before and after",
	},
	"imported": {"multicluster_placement.shop: the regions of the clusters that lose the workload are not known"},
	"imported_without_decisions": {
		"multicluster_placement.shop: max_moves is not set",
		"multicluster_placement.shop: the plan does not say which clusters it has before and after",
	},
	"rollouts_first": nil, "rollout_breached": nil, "rollout_starts": nil,
	"rollout_starts_beside_breach": {"multicluster_rollout.api: it starts while multicluster_rollout.web is breached"},
	"rollout_starts_beside_breach_targeted": {
		"multicluster_rollout.api: it starts while multicluster_rollout.web is breached",
	},
	"together_first": nil, "together_unchanged": nil, "together_one_moves": nil,
	"together_two_move": {
		shop + ": 2 of its clusters lose the workload, at most 1 may: eu-1, eu-2",
		shop + ": no cluster of the region eu is known to have the workload afterwards",
		"shop: it does not survive the loss of us",
		"web: it does not survive the loss of us",
	},
	"together_removed":   webLost,
	"together_destroyed": slices.Concat(shopLost, webLost),
	"together_unguarded": {shop + ": max_moves is not set", web + ": max_moves is not set"},
	"together_unknown": {
		shop + ": the plan does not say which clusters it has before and after",
		web + ": the plan does not say which clusters it has before and after",
	},
	"together_unknown_keys": slices.Concat(shopLost, webLost, []string{
		"multicluster_placements.teams: the plan does not say which placements it has",
	}),
	"hub_unchanged": nil, "hub_limit_changes": nil, "hub_imported": nil, "hub_has_moved": nil, "hub_released": nil,
	"hub_first": nil, "hub_changes": nil,
	"hub_destroyed": {
		"multicluster_placement.web: 2 of its clusters lose the workload, at most 1 may: a, b",
		"multicluster_placement.web: no cluster has the workload afterwards",
		"multicluster_placement.web: no cluster of the region eu is known to have the workload afterwards",
	},
	"hub_renamed": {
		"multicluster_placement.web: 2 of its clusters lose the workload, at most 1 may: a, b",
		"multicluster_placement.web: no cluster has the workload afterwards",
		"multicluster_placement.web: no cluster of the region eu is known to have the workload afterwards",
	},
}

// What several placements are called that are decided together, and what is said of those that are removed.
const (
	shop = `multicluster_placements.teams.outcomes["shop"]`
	web  = `multicluster_placements.teams.outcomes["web"]`
)

var shopLost, webLost = []string{
	shop + ": 2 of its clusters lose the workload, at most 1 may: eu-1, eu-2",
	shop + ": no cluster has the workload afterwards",
	shop + ": no cluster of the region eu is known to have the workload afterwards",
}, []string{
	web + ": 2 of its clusters lose the workload, at most 1 may: eu-3, us-1",
	web + ": no cluster has the workload afterwards",
	web + ": no cluster of the region eu is known to have the workload afterwards",
	web + ": no cluster of the region us is known to have the workload afterwards",
}

// TestPlans checks the recorded plans, and those that make testacc has written into $POLICY_PLANS, in the forms of Conftest
// and of HCP Terraform.
func TestPlans(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.json")
	if len(files) != len(denied) {
		t.Errorf("%d plans are recorded, want %d", len(files), len(denied))
	}
	if folder := os.Getenv("POLICY_PLANS"); folder != "" {
		fresh, _ := filepath.Glob(filepath.Join(folder, "*", "*.json"))
		t.Logf("%d new plans", len(fresh))
		files = append(files, fresh...)
	}
	deny := policy(t)
	for _, file := range files {
		plan := read(t, file)
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		want, ok := denied[name]
		if !ok {
			t.Errorf("%s: unknown plan", file)
		}
		run := map[string]any{"plan": plan, "run": map[string]any{}}
		for form, input := range map[string]any{"Conftest": plan, "HCP Terraform": run} {
			if got := deny(input); !slices.Equal(got, want) {
				t.Errorf("%s, %s: got\n%s\nwant\n%s", file, form, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}

func changes(plan map[string]any) (all []map[string]any) {
	list, _ := plan["resource_changes"].([]any)
	for _, change := range list {
		all = append(all, change.(map[string]any))
	}
	return all
}

// TestPlans_expected: what a hub is expected to decide is compared with what the placement has.
func TestPlans_expected(t *testing.T) {
	for name, test := range map[string]struct {
		clusters any
		want     []string
	}{
		"nothing moves": {clusters: []any{"a", "b"}},
		"one leaves":    {clusters: []any{"b"}},
		"no region eu": {clusters: []any{"c"}, want: []string{
			"multicluster_placement.web: 2 of its clusters lose the workload, at most 1 may: a, b",
			"multicluster_placement.web: no cluster of the region eu is known to have the workload afterwards",
		}},
		"empty": {clusters: []any{}, want: []string{
			"multicluster_placement.web: 2 of its clusters lose the workload, at most 1 may: a, b",
			"multicluster_placement.web: no cluster has the workload afterwards",
			"multicluster_placement.web: no cluster of the region eu is known to have the workload afterwards",
		}},
		"not known": {clusters: nil, want: []string{"multicluster_placement.web: the plan does not say what the hub is expected to decide"}},
	} {
		t.Run(name, func(t *testing.T) {
			plan := read(t, "testdata/hub_changes.json")
			after := changes(plan)[0]["change"].(map[string]any)["after"].(map[string]any)
			after["expected"] = map[string]any{"clusters": test.clusters}
			if got := policy(t)(plan); !slices.Equal(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
	t.Run("not required", func(t *testing.T) {
		plan := read(t, "testdata/hub_changes.json")
		changes(plan)[0]["change"].(map[string]any)["after"].(map[string]any)["expected"] = nil
		if got := policy(t, `"prediction": true`, `"prediction": false`)(plan); got != nil {
			t.Errorf("got %q", got)
		}
	})
}

// TestPlans_notRecognised: what does not look like a plan, or has something new, is denied.
func TestPlans_notRecognised(t *testing.T) {
	deny := policy(t)
	const noPlan = "this is no complete plan of format 1: nothing can be checked"
	for name, input := range map[string]any{
		"null": nil, "a list": []any{}, "an empty object": map[string]any{}, "no plan": map[string]any{"plan": nil},
		"a plan in a plan": map[string]any{"plan": map[string]any{"plan": read(t, "testdata/first.json")}},
		"a state":          map[string]any{"format_version": "1.0", "values": map[string]any{}},
	} {
		if got := deny(input); !slices.Contains(got, noPlan) {
			t.Errorf("%s: %q", name, got)
		}
	}
	type object = map[string]any
	for name, test := range map[string]struct {
		change func(plan, first, values object)
		want   string
	}{
		"another format": {func(plan, _, _ object) { plan["format_version"] = "2.0" }, noPlan},
		"an error":       {func(plan, _, _ object) { plan["errored"] = true }, noPlan},
		"another form":   {func(plan, _, _ object) { plan["resource_changes"] = object{} }, noPlan},
		"no mode":        {func(_, first, _ object) { delete(first, "mode") }, noPlan},
		"no changes": {
			func(plan, _, _ object) { delete(plan, "resource_changes") },
			"multicluster_placement.shop: resource_changes does not have it",
		},
		"another type": {
			func(_, first, _ object) { first["type"] = "multicluster_x" }, "do not know resources of type multicluster_x",
		},
		"another action": {
			func(_, first, _ object) { first["change"].(object)["actions"] = []any{"forget"} }, "do not know the actions",
		},
		"no decisions": {
			func(_, _, values object) { delete(values, "decisions_by_cluster") }, "does not say which clusters",
		},
		"other decisions": {
			func(_, _, values object) { values["decisions_by_cluster"] = "eu-1" }, "does not say which clusters",
		},
	} {
		plan := read(t, "testdata/first.json")
		first := changes(plan)[0]
		test.change(plan, first, first["change"].(object)["after"].(object))
		if got := deny(plan); !strings.Contains(strings.Join(got, "\n"), test.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestKinds: the policies know every resource of the provider.
func TestKinds(t *testing.T) {
	kinds, _ := filepath.Glob("../../../examples/resources/*")
	if len(kinds) < 8 {
		t.Fatalf("only %d kinds were found", len(kinds))
	}
	deny := policy(t)
	for _, kind := range kinds {
		plan := read(t, "testdata/first.json")
		changes(plan)[0]["type"] = filepath.Base(kind)
		if got := strings.Join(deny(plan), "\n"); strings.Contains(got, "do not know") {
			t.Error(got)
		}
	}
}

func TestFormat(t *testing.T) {
	text, err := os.ReadFile(pack + "placements.rego")
	if err != nil {
		t.Fatal(err)
	}
	formatted, err := format.Source("placements.rego", text)
	if err != nil || string(formatted) != string(text) {
		t.Errorf("opa fmt would change placements.rego: %v", err)
	}
}

// TestSentinel: the rules for Sentinel, which cannot be run here, have the same messages.
func TestSentinel(t *testing.T) {
	text, err := os.ReadFile(pack + "placements.sentinel")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := os.ReadFile(pack + "placements.rego")
	if err != nil {
		t.Fatal(err)
	}
	messages := regexp.MustCompile(`(?:sprintf\(|deny contains )"(.*?)"`).FindAllStringSubmatch(string(rules), -1)
	if len(messages) < 10 {
		t.Fatalf("only %d messages were found", len(messages))
	}
	for _, message := range messages {
		for _, part := range regexp.MustCompile(`%[dsv]`).Split(strings.TrimPrefix(message[1], "%s: "), -1) {
			if !strings.Contains(string(text), part) {
				t.Errorf("placements.sentinel does not have %q", part)
			}
		}
	}
}
