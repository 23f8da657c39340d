// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// TestDeployerTypes chooses from the targets of one type, of several, and of all.
func TestDeployerTypes(t *testing.T) {
	inv := fleet("a", "b")
	inv.Targets = []placement.Target{
		{Kind: placement.TargetDeployer, Name: "d1", Namespace: "ops", DeployerType: "vm"},
		{Kind: placement.TargetDeployer, Name: "d2", Namespace: "ops", DeployerType: "cloud", PlacementTarget: "services"},
		{Kind: placement.TargetDeployer, Name: "d3", Namespace: "ops", DeployerType: "kubernetes"},
		{Kind: "services", Name: "s", Namespace: "ops"},
		{Kind: "others", Name: "o", Namespace: "ops"},
	}
	for text, want := range map[string][]string{
		`null`:                      {"a", "b"},
		`""`:                        {"a", "b"},
		`"kubernetes"`:              {"a", "b"},
		`["kubernetes"]`:            {"a", "b"},
		`"vm"`:                      {"ops/d1"},
		`["vm","kubernetes"]`:       {"a", "b", "ops/d1"},
		`["cloud","vm"]`:            {"ops/d1", "ops/s"},
		`"all"`:                     {"a", "b", "ops/d1", "ops/s"},
		`["infrastructure","none"]`: nil,
	} {
		t.Run(text, func(t *testing.T) {
			var req hybrid.Placement
			if err := json.Unmarshal([]byte(`{"deployerType":`+text+`}`), &req.Spec); err != nil {
				t.Fatal(err)
			}
			got, err := hybrid.Schedule(t.Context(), req, inv, hybrid.BuiltIn{})
			if err != nil {
				t.Fatal(err)
			}
			var chosen []string
			for _, d := range got.Decisions {
				chosen = append(chosen, d.Cluster)
			}
			if diff := cmp.Diff(want, chosen); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if text == `["cloud","vm"]` {
				expectReason(t, &got, "a", `the target is of type "cluster"; the placement is for type "services, vm"`)
			}
		})
	}
}

// expectReason compares the reason that a result has for a cluster.
func expectReason(t *testing.T, result *placement.Result, cluster, want string) {
	t.Helper()
	for e := range result.Explain {
		if e.Cluster == cluster {
			if e.Reason != want {
				t.Errorf("the reason of %s is %s, want %s", cluster, e.Reason, want)
			}
			return
		}
	}
	t.Errorf("%s has no reason", cluster)
}

// TestDeployerTypesOfOneName refuses candidates of several types that a result could not distinguish.
func TestDeployerTypesOfOneName(t *testing.T) {
	inv := fleet("a")
	inv.Targets = []placement.Target{{Kind: placement.TargetDeployer, Name: "a", DeployerType: "vm"}}
	_, err := hybrid.Schedule(t.Context(), hybrid.Placement{Spec: hybrid.Spec{DeployerType: hybrid.DeployerTypes{"all"}}},
		inv, hybrid.BuiltIn{})
	if err == nil || !strings.Contains(err.Error(), `two candidates are named "a", a cluster and a deployer`) {
		t.Errorf("got %v", err)
	}
}

// TestDeployerTypesJSON writes one type as a string, as the operator wants it, and refuses what is no type.
func TestDeployerTypesJSON(t *testing.T) {
	for types, want := range map[string]string{"": `{}`, "vm": `{"deployerType":"vm"}`,
		"vm,kubernetes": `{"deployerType":["vm","kubernetes"]}`} {
		spec := hybrid.Spec{DeployerType: slices.DeleteFunc(strings.Split(types, ","), func(name string) bool { return name == "" })}
		got, err := json.Marshal(spec)
		if err != nil || string(got) != want {
			t.Errorf("%q: %s, %v", types, got, err)
		}
	}
	if err := json.Unmarshal([]byte(`{"deployerType":{"a":1}}`), &hybrid.Spec{}); err == nil {
		t.Error("an object is accepted")
	}
	for name, types := range map[string]hybrid.DeployerTypes{"deployerType[1]": {"vm", "vm"}, "deployerType[0]": {"all", "vm"}} {
		errs := (&hybrid.Spec{DeployerType: types}).Validate()
		if len(errs) != 1 || errs[0].Field != name {
			t.Errorf("%v: %v", types, errs)
		}
	}
}
