// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// TestReferenceToCluster compares the references to a cluster by its name: of the targets of a rule, of an advisor's answer and
// rules, and of the previous decisions.
func TestReferenceToCluster(t *testing.T) {
	inv := fleet("a", "b", "c")
	inv.Targets = []placement.Target{{Kind: placement.TargetDeployer, Name: "b", Namespace: "b", DeployerType: "vm"}}
	advised := func(a hybrid.Advisor) hybrid.Placement {
		a.Type = hybrid.Predicate
		return hybrid.Placement{Spec: hybrid.Spec{Advisors: []hybrid.Advisor{a}}}
	}
	targets := func(list ...hybrid.TargetReference) hybrid.Placement {
		return hybrid.Placement{Spec: hybrid.Spec{Targets: list}}
	}
	for name, test := range map[string]struct {
		req  hybrid.Placement
		want []string
	}{
		"targets, by kind": {
			targets(hybrid.TargetReference{Kind: "Cluster", Name: "b", Namespace: "clusters"}), []string{"b"},
		},
		"targets, ManagedCluster":       {targets(hybrid.TargetReference{Kind: "ManagedCluster", Name: "b"}), []string{"b"}},
		"targets, every cluster":        {targets(hybrid.TargetReference{Kind: "Cluster"}), []string{"a", "b", "c"}},
		"targets, by namespace":         {targets(hybrid.TargetReference{Name: "a", Namespace: "a"}), []string{"a"}},
		"targets, another namespace":    {targets(hybrid.TargetReference{Name: "a", Namespace: "b"}), nil},
		"targets, of another namespace": {targets(hybrid.TargetReference{Kind: "Cluster", Namespace: "a"}), nil},
		"targets, of another kind":      {targets(hybrid.TargetReference{Kind: "Deployer", Name: "a"}), []string{"a"}},
		"a static advisor": {
			advised(hybrid.Advisor{Name: "mine", Recommendations: []hybrid.StaticRecommendation{{Name: "c", Namespace: "c"}}}),
			[]string{"c"},
		},
		"veto": {
			advised(hybrid.Advisor{Name: "veto", Rules: json.RawMessage(
				`{"resources":[{"kind":"Cluster","name":"a","namespace":"x"},{"name":"b","namespace":"b"}]}`)}), []string{"c"},
		},
		"previous decisions": {
			hybrid.Placement{PreviousDecisions: []string{"b/b"}, Spec: hybrid.Spec{Replicas: int32Of(1)}}, []string{"b"},
		},
		"a deployer in a namespace of its name": {
			hybrid.Placement{PreviousDecisions: []string{"b/b"}, Spec: hybrid.Spec{DeployerType: hybrid.DeployerTypes{"vm"}}},
			[]string{"b/b"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := hybrid.Schedule(t.Context(), test.req, inv, hybrid.BuiltIn{})
			if err != nil {
				t.Fatal(err)
			}
			var chosen []string
			for _, d := range got.Decisions {
				chosen = append(chosen, d.Cluster)
			}
			if diff := cmp.Diff(test.want, chosen); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
