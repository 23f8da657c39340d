// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// TestRuleOfClustersInNamespaces keeps the cluster that the status of a rule has chosen, in a namespace of the cluster's name.
func TestRuleOfClustersInNamespaces(t *testing.T) {
	for name, decision := range map[string]string{
		"by kind":      `{"kind":"Cluster","name":"mycluster1","namespace":"mycluster1"}`,
		"by namespace": `{"name":"mycluster1","namespace":"mycluster1"}`,
	} {
		t.Run(name, func(t *testing.T) {
			manifests, err := inventory.ReadFleet(t.Context(), `{"apiVersion":"core.hybridapp.io/v1alpha1","kind":"PlacementRule",
				"metadata":{"name":"web","namespace":"default"},"status":{"decisions":[`+decision+`]}}`)
			if err != nil {
				t.Fatal(err)
			}
			r := planner.Request{Fleet: plannertest.Clusters("mycluster1", "mycluster2", "mycluster3")}
			r.Name, r.Namespace, r.Hybrid = "web", "default", &hybrid.Spec{Replicas: new(int32(1))}
			r.Manifests = manifests
			answer, found := planner.Decide(t.Context(), &r)
			if len(found) > 0 {
				t.Fatal(plannertest.Texts(found))
			}
			if diff := cmp.Diff([]string{"mycluster1"}, chosen(answer)); diff != "" {
				t.Errorf("chosen: -want +got:\n%s", diff)
			}
			if len(answer.Moves.Joined)+len(answer.Moves.Left) > 0 || answer.Moves.Stayed != 1 {
				t.Errorf("moves: %+v", answer.Moves)
			}
		})
	}
	t.Run("a deployer of that name", func(t *testing.T) {
		r := planner.Request{Fleet: planner.Fleet{Targets: []placement.Target{
			{Kind: placement.TargetDeployer, Name: "vm", Namespace: "vm", DeployerType: "vm"},
		}}}
		r.Name, r.Hybrid = "web", &hybrid.Spec{DeployerType: hybrid.DeployerTypes{"vm"}}
		r.PreviousDecisions = []planner.PreviousDecision{{ClusterName: "vm/vm"}}
		answer, found := planner.Decide(t.Context(), &r)
		if len(found) > 0 {
			t.Fatal(plannertest.Texts(found))
		}
		if answer.Moves.Stayed != 1 {
			t.Errorf("moves: %+v", answer.Moves)
		}
	})
}

// publishedRule is the rule of the published example, with a status.
func publishedRule(t *testing.T, status string) planner.Request {
	t.Helper()
	text := `{"apiVersion":"core.hybridapp.io/v1alpha1","kind":"PlacementRule","metadata":{"name":"web","namespace":"default"},
		"spec":{"deployerType":null,"replicas":1,"decisionWeight":null,"advisors":[
			{"name":"grc","type":"predicate","rules":{"policies":[{"name":"p"}]}},
			{"name":"rhacm","type":"priority","weight":60,"rules":{"resourceHint":{"type":"cpu"}}},
			{"name":"cost","type":"priority","weight":50}]},
		"status":` + status + `}`
	placed, err := manifest.ReadPlacement(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	r := planner.Request{Placement: placed, Fleet: plannertest.Clusters("cluster1", "cluster2", "cluster3")}
	if r.Manifests, err = inventory.ReadFleet(t.Context(), text); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPublishedRule decides the published example from each status that the document prints, without HTTP: the recommendations
// answer for the advisors that need more than the fleet. rhacm answers by the fleet, in which no cluster has cpu.
func TestPublishedRule(t *testing.T) {
	for name, test := range map[string]struct {
		status string
		want   string
	}{
		"the first answers": {`{"candidates":[{"name":"cluster1"},{"name":"cluster2"},{"name":"cluster3"}],
			"recommendations":{"rhacm":[{"name":"cluster3"}],"grc":[{"name":"cluster1"},{"name":"cluster3"}],"cost":[{"name":"cluster2"}]},
			"decisions":[{"name":"cluster1"}]}`, "cluster1"},
		"the second answers": {`{"candidates":[{"name":"cluster1"},{"name":"cluster3"}],
			"recommendations":{"rhacm":[{"name":"cluster3"}],"grc":[{"name":"cluster1"},{"name":"cluster3"}],"cost":[{"name":"cluster1"}]},
			"decisions":[{"name":"cluster3"}]}`, "cluster3"},
		"the last answers": {`{"candidates":[{"name":"cluster1"}],
			"recommendations":{"rhacm":[{"name":"cluster1"}],"grc":[{"name":"cluster1"}],"cost":[{"name":"cluster1"}]},
			"decisions":[{"name":"cluster1"}]}`, "cluster1"},
	} {
		t.Run(name, func(t *testing.T) {
			r := publishedRule(t, test.status)
			answer, found := planner.Decide(t.Context(), &r)
			if found.HasError() {
				t.Fatal(plannertest.Texts(found))
			}
			if got := strings.Join(chosen(answer), " "); got != test.want {
				t.Errorf("chosen %s, want %s", got, test.want)
			}
		})
	}
}

// TestRecordedDecision continues where the hub is, if the rule and its candidates are the same.
func TestRecordedDecision(t *testing.T) {
	const (
		// The eliminated cluster2 is the existing decision: from the start it would stay.
		status = `"recommendations":{"a":[{"name":"cluster3"}],"b":[{"name":"cluster1"}]},"decisions":[{"name":"cluster2"}]`
		whole  = `{"candidates":[{"name":"cluster3"},{"name":"cluster1"}],"eliminators":[{"name":"cluster2"}],` + status + `}`
	)
	rule := func(status string) planner.Request {
		text := `{"apiVersion":"core.hybridapp.io/v1alpha1","kind":"PlacementRule","metadata":{"name":"web","generation":3},
			"spec":{"replicas":1,"advisors":[{"name":"a","weight":60,"rules":{"x":1,"y":2}},{"name":"b","weight":50},
				{"name":"alphabet","weight":0}]},"status":` + status + `}`
		r := planner.Request{Fleet: plannertest.Clusters("cluster1", "cluster2", "cluster3")}
		var err error
		if r.Placement, err = manifest.ReadPlacement(t.Context(), text); err != nil {
			t.Fatal(err)
		}
		if r.Manifests, err = inventory.ReadFleet(t.Context(), text); err != nil {
			t.Fatal(err)
		}
		return r
	}
	for name, test := range map[string]struct {
		status string
		change func(*planner.Request)
		want   string
		says   string
	}{
		"continued": {whole, func(*planner.Request) {}, "cluster3", ""},
		"rules in another form": {whole, func(r *planner.Request) {
			r.Hybrid.Advisors[0].Rules = json.RawMessage(`{"y": 2, "x": 1}`)
		}, "cluster3", ""},
		"the spec has changed": {
			whole, func(r *planner.Request) { r.Hybrid.Advisors[1].Weight = new(int32(55)) }, "cluster2", "",
		},
		"the generation has changed": {
			strings.Replace(whole, "{", `{"observedGeneration":2,`, 1), func(*planner.Request) {}, "cluster2", "",
		},
		"the decisions are given": {
			whole, func(r *planner.Request) { r.PreviousDecisions = []planner.PreviousDecision{{ClusterName: "cluster2"}} },
			"cluster2", "",
		},
		"a candidate is gone": {
			whole, func(r *planner.Request) { r.Clusters = r.Clusters[:2] }, "cluster1", "a\" names \"cluster3\"",
		},
		"a candidate was not asked": {
			whole, func(r *planner.Request) { r.Clusters = append(r.Clusters, placement.Cluster{Name: "new"}) },
			"cluster2", "do not include new",
		},
		"nothing is known of the rounds": {`{` + status + `}`, func(*planner.Request) {}, "cluster2", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := rule(test.status)
			test.change(&r)
			answer, found := planner.Decide(t.Context(), &r)
			if found.HasError() {
				t.Fatal(plannertest.Texts(found))
			}
			if got := strings.Join(chosen(answer), " "); got != test.want {
				t.Errorf("chosen %s, want %s: %+v", got, test.want, answer.Result.Rounds)
			}
			if says := plannertest.Texts(found); says == "" != (test.says == "") || !strings.Contains(says, test.says) {
				t.Errorf("says %q, want %q", says, test.says)
			}
		})
	}
}

// TestUnansweredAdvisor says what is missing, and speaks of HTTP only where HTTP advisors are configured.
func TestUnansweredAdvisor(t *testing.T) {
	for name, test := range map[string]struct {
		advisor hybrid.Advisor
		unasked []string
		status  bool
		want    string
	}{
		"not built in": {hybrid.Advisor{Name: "mine"}, nil, false,
			`"mine" is not a built-in advisor (alphabet, cost, grc, policy, resource_hint, rhacm, ` +
				"rotate, veto). Set `recommendations` for it"},
		"of the provider": {hybrid.Advisor{Name: "mine"}, []string{"mine"}, false,
			"Set `recommendations` for it. (The provider's advisor of this name is not asked: HTTP advisors work only in the " +
				"data source.)"},
		"with a status": {
			hybrid.Advisor{Name: "mine"}, nil, true, "and the status of the PlacementRule has no recommendations of it. Set",
		},
		"cost": {
			hybrid.Advisor{Name: "cost"}, nil, false, `the built-in advisor "cost" needs rules.costs, which is not set. Set it, or set`,
		},
		"grc": {
			hybrid.Advisor{Name: "grc", Rules: json.RawMessage(`{"policies":[{"name":"p"}]}`)}, nil, false, "needs rules.compliance",
		},
		"rhacm": {hybrid.Advisor{Name: "rhacm"}, nil, false, "needs rules.resourceHint"},
	} {
		t.Run(name, func(t *testing.T) {
			r := planner.Request{Fleet: plannertest.Clusters("a")}
			r.Name, r.Hybrid, r.Unasked = "web", &hybrid.Spec{Advisors: []hybrid.Advisor{test.advisor}}, test.unasked
			if test.status {
				r.Manifests.PlacementRules = []apiobject.PlacementRule{{Name: "web"}}
			}
			_, found := planner.Decide(t.Context(), &r)
			says := plannertest.Texts(found)
			if !strings.Contains(says, test.want) || strings.Contains(says, "HTTP") != (test.unasked != nil) {
				t.Errorf("got %s, want %s", says, test.want)
			}
		})
	}
}

// TestTargetObjects has the kind and the namespace of what a rule has chosen.
func TestTargetObjects(t *testing.T) {
	r := planner.Request{Fleet: plannertest.Clusters("a", "b")}
	r.Clusters[1].Kind = placement.MemberCluster
	r.Targets = []placement.Target{
		{Kind: placement.TargetDeployer, Name: "vm", Namespace: "ops", DeployerType: "vm"},
		{Kind: "services", Name: "a"},
	}
	r.Name, r.Hybrid = "web", &hybrid.Spec{DeployerType: hybrid.DeployerTypes{hybrid.DeployerAll}}
	answer, found := planner.Decide(t.Context(), &r)
	if len(found) > 0 {
		t.Fatal(plannertest.Texts(found))
	}
	outputs, err := answer.Outputs(&planner.Details{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]planner.TargetObject{"a": {Kind: "cluster"}, "b": {Kind: "MemberCluster"},
		"ops/vm": {Kind: "deployer", Namespace: "ops"}}
	got, byCluster := map[string]planner.TargetObject{}, map[string]planner.TargetObject{}
	for i := range outputs.Decisions {
		got[outputs.Decisions[i].ClusterName] = outputs.Decisions[i].TargetObject
	}
	for name := range outputs.DecisionsByCluster {
		byCluster[name] = outputs.DecisionsByCluster[name].TargetObject
	}
	if diff := cmp.Diff(want, got) + cmp.Diff(want, byCluster); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestKubernetesRule decides a decoded PlacementRule for Kubernetes resources alone as its controller does: without regard to
// taints, by the conditions that clusters have, and the chosen cluster stays.
func TestKubernetesRule(t *testing.T) {
	cluster := func(name, status string) string {
		return `{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster","metadata":{"name":"` + name + `"},
			"spec":{"hubAcceptsClient":true,"taints":[{"key":"cluster.open-cluster-management.io/unreachable","effect":"NoSelect"}]},"status":` + status + "}"
	}
	placed, err := manifest.ReadPlacement(t.Context(), `{"apiVersion":"apps.open-cluster-management.io/v1","kind":"PlacementRule",
		"metadata":{"name":"web","namespace":"apps"},
		"spec":{"clusterReplicas":1,"clusterConditions":[{"type":"ManagedClusterConditionAvailable","status":"True"}]}}`)
	if err != nil {
		t.Fatal(err)
	}
	r := planner.Request{Placement: placed, Prior: planner.Prior{PreviousDecisions: []planner.PreviousDecision{{ClusterName: "d"}}}}
	condition := func(status string) string {
		return `{"conditions":[{"type":"ManagedClusterConditionAvailable","status":"` + status + `"}]}`
	}
	r.Manifests, err = inventory.ReadFleet(t.Context(), cluster("a", condition("False"))+"\n---\n"+cluster("b",
		condition("True"))+"\n---\n"+
		cluster("c", "{}")+"\n---\n"+cluster("d", condition("True")))
	if err != nil {
		t.Fatal(err)
	}
	answer, found := planner.Decide(t.Context(), &r)
	if len(found) > 0 {
		t.Fatal(plannertest.Texts(found))
	}
	var rejected []string
	for i := range answer.Result.Rejected {
		rejected = append(rejected, answer.Result.Rejected[i].Cluster)
	}
	if diff := cmp.Diff([]string{"d"}, chosen(answer)) + cmp.Diff([]string{"a"}, rejected); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
