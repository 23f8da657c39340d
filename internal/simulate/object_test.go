// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// TestObject: CEL expressions read the whole object of a cluster. It follows every edit, keeps what no edit changes, and gets the
// parts that it does not have.
func TestObject(t *testing.T) {
	const before = `{"metadata":{"name":"a","uid":"1","labels":{"region":"eu"}},"spec":{"hubAcceptsClient":true}}`
	one := edit.Selection{Clusters: []string{"a"}}
	for name, tt := range map[string]struct {
		edit       edit.Edit
		expression string
		want       string
	}{
		"label": {
			edit.Edit{Label: &edit.Texts{Selection: one, Set: map[string]string{"tier": "gold"}, Remove: []string{"region"}}},
			`managedCluster.metadata.labels == {"tier": "gold"}`,
			`{"metadata":{"name":"a","uid":"1","labels":{"tier":"gold"}},"spec":{"hubAcceptsClient":true}}`,
		},
		"taint": {
			edit.Edit{Taint: &edit.Taint{Selection: one, Taint: placement.Taint{
				Key: "k", Value: "v", Effect: placement.PreferNoSelect, TimeAdded: start,
			}}},
			`managedCluster.spec.taints[0].key == "k"`,
			`{"metadata":{"name":"a","uid":"1","labels":{"region":"eu"}},"spec":{"hubAcceptsClient":true,"taints":[{"key":"k","value":"v",` +
				`"effect":"PreferNoSelect","timeAdded":"2026-01-01T00:00:00Z"}]}}`,
		},
		"claim": {
			edit.Edit{Claim: &edit.Texts{Selection: one, Set: map[string]string{"zone": "b", "id": "x"}}},
			`managedCluster.status.clusterClaims.exists(c, c.name == "zone" && c.value == "b")`,
			`{"metadata":{"name":"a","uid":"1","labels":{"region":"eu"}},"spec":{"hubAcceptsClient":true},"status":{"clusterClaims":` +
				`[{"name":"id","value":"x"},{"name":"zone","value":"b"}]}}`,
		},
		"resize": {
			edit.Edit{Resize: &edit.Resize{Selection: one, Resources: map[string]string{"cpu": "4"}}},
			`managedCluster.status.allocatable["cpu"] == "4"`,
			`{"metadata":{"name":"a","uid":"1","labels":{"region":"eu"}},"spec":{"hubAcceptsClient":true},"status":{"allocatable":` +
				`{"cpu":"4"},"capacity":{"cpu":"4"}}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			of := planner.Fleet{Clusters: []placement.Cluster{{
				Name: "a", Kind: placement.ManagedCluster, Labels: map[string]string{"region": "eu"}, Object: []byte(before),
			}}}
			s := planner.Placement{Name: "web", OCM: &ocm.Spec{Predicates: []ocm.Predicate{{
				RequiredClusterSelector: ocm.ClusterSelector{CELSelector: &ocm.CELSelector{CELExpressions: []string{tt.expression}}},
			}}}}
			w := begin(t, of, simulate.Subject{Placement: world.Placement{Placement: s}})
			steps, found := simulate.Run(t.Context(), w, [][]edit.Edit{{tt.edit}}, stepsPath)
			if found.HasError() {
				t.Fatal(plannertest.Texts(found))
			}
			var got, want any
			for text, into := range map[string]*any{tt.want: &want, string(steps[0].World.Clusters()[0].Object): &got} {
				if err := json.Unmarshal([]byte(text), into); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if names := steps[0].Outcomes[0].Clusters(); len(names) != 1 {
				t.Errorf("the expression does not see the edit: %s", steps[0].Outcomes[0].Unsatisfied(t.Context()))
			}
			if string(w.Clusters()[0].Object) != before {
				t.Error("the world itself has changed")
			}
		})
	}
}

// TestObject_broken: an object that cannot be read is an error at the edit, which names the cluster.
func TestObject_broken(t *testing.T) {
	w := begin(t, planner.Fleet{Clusters: []placement.Cluster{{Name: "a", Object: []byte("[")}}}, pick(placement.DialectOCM, "web", 1))
	_, found := simulate.Run(t.Context(), w, [][]edit.Edit{{taint(placement.NoSelect, "a")}}, stepsPath)
	const want = `error steps[0][0].taint: The cluster cannot be edited: Cluster "a": its object: `
	if got := plannertest.Texts(found); !strings.HasPrefix(got, want) {
		t.Errorf("want %s: %s", want, got)
	}
}
