// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

func chosen(answer *planner.Answer) []string {
	var names []string
	for i := range answer.Result.Decisions {
		names = append(names, answer.Result.Decisions[i].Cluster)
	}
	return names
}

// TestDecide asks every dialect.
func TestDecide(t *testing.T) {
	for name, tt := range map[string]struct {
		placement planner.Placement
		want      []string
	}{
		"ocm": {planner.Placement{OCM: &ocm.Spec{NumberOfClusters: new(int32(2))}}, []string{"a", "b"}},
		"kubefleet": {
			planner.Placement{KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: new(int32(2))}},
			[]string{"c", "b"},
		},
		"hybrid": {planner.Placement{Hybrid: &hybrid.Spec{Replicas: new(int32(1))}}, []string{"c"}},
	} {
		t.Run(name, func(t *testing.T) {
			tt.placement.Name = "web"
			answer, found := planner.Decide(t.Context(), &planner.Request{Placement: tt.placement,
				Fleet: plannertest.Clusters("a", "b", "c")})
			if len(found) > 0 {
				t.Fatal(plannertest.Texts(found))
			}
			if diff := cmp.Diff(tt.want, chosen(answer)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestDecideFindings: what a decision cannot be made of, and what speaks against it.
func TestDecideFindings(t *testing.T) {
	tainted := plannertest.Clusters("a")
	tainted.Clusters[0].Taints = []placement.Taint{{Key: "k", Effect: placement.NoSelect, TimeAdded: time.Unix(100, 0)}}
	seconds := int64(60)
	for name, tt := range map[string]struct {
		request planner.Request
		want    string
	}{
		"no clusters": {
			planner.Request{Placement: planner.Placement{OCM: &ocm.Spec{}}, Fleet: planner.Fleet{Clusters: []placement.Cluster{}}},
			"error clusters: The fleet has no clusters: ",
		},
		"the time decides": {
			planner.Request{
				Fleet: tainted, Placement: planner.Placement{
					OCM: &ocm.Spec{Tolerations: []match.Toleration{{Key: "k", TolerationSeconds: &seconds}}}},
			},
			"error now: The decision depends on the time: ",
		},
		"not satisfied": {
			planner.Request{Fleet: plannertest.Clusters("a"), Placement: planner.Placement{OCM: plannertest.Labelled("x")}},
			"error ocm: The placement is not satisfied: ",
		},
		"not satisfied, a warning": {
			planner.Request{
				Fleet: plannertest.Clusters("a"), Placement: planner.Placement{Name: "web", OCM: plannertest.Labelled("x")},
				OnUnsatisfied: planner.UnsatisfiedWarn,
			},
			`warning ocm: The placement "web" is not satisfied: `,
		},
		"accepted": {
			planner.Request{Fleet: plannertest.Clusters("a"), Placement: planner.Placement{OCM: plannertest.Labelled("x")},
				OnUnsatisfied: planner.UnsatisfiedAccept}, "",
		},
		"a misconfigured pass": {
			planner.Request{Fleet: plannertest.Clusters("a"), Placement: planner.Placement{OCM: &ocm.Spec{Predicates: []ocm.Predicate{
				{RequiredClusterSelector: ocm.ClusterSelector{CELSelector: &ocm.CELSelector{CELExpressions: []string{"1 +"}}}},
			}}}},
			"error ocm.predicates[0].requiredClusterSelector.celSelector.celExpressions[0]: The placement cannot be scheduled: " +
				"compilation failed",
		},
		"an advisor without an answer": {
			planner.Request{
				Fleet:     plannertest.Clusters("a"),
				Placement: planner.Placement{Hybrid: &hybrid.Spec{Advisors: []hybrid.Advisor{{Name: "mine"}}}},
			},
			"error hybrid.advisors[0].recommendations: The placement cannot be scheduled: ",
		},
	} {
		t.Run(name, func(t *testing.T) {
			answer, found := planner.Decide(t.Context(), &tt.request)
			if text := plannertest.Texts(found); !strings.HasPrefix(text, tt.want) || tt.want == "" && text != "" {
				t.Errorf("got %s, want %s", text, tt.want)
			}
			if !found.HasError() && answer == nil {
				t.Error("there is no answer")
			}
		})
	}
}

// change decides a placement that has chosen clusters before.
func change(
	t *testing.T, limit planner.Limit, before []string, spec *ocm.Spec, fleet planner.Fleet,
) (*planner.Outcome, planner.Findings) {
	t.Helper()
	var decisions []planner.PreviousDecision
	for _, name := range before {
		decisions = append(decisions, planner.PreviousDecision{ClusterName: name})
	}
	c := planner.Transition{
		Request: &planner.Request{Placement: planner.Placement{Name: "web", OCM: spec}, Fleet: fleet}, Limit: limit,
		Last:        &planner.State{Decisions: decisions, Satisfied: true},
		Fingerprint: planner.Fingerprint{Whole: "new"}, LastFingerprint: planner.Fingerprint{Whole: "old"},
	}
	return c.Decide(t.Context())
}

// TestChange limits what moves.
func TestChange(t *testing.T) {
	none := intstr.FromInt32(0)
	for name, tt := range map[string]struct {
		limit   planner.Limit
		before  []string
		spec    *ocm.Spec
		fleet   planner.Fleet
		want    []string
		finding string
	}{
		"nothing moves": {
			planner.Limit{MaxMoves: &none}, []string{"a"}, plannertest.Labelled("a"), plannertest.Clusters("a", "b"), []string{"a"}, "",
		},
		"without a limit": {
			planner.Limit{}, []string{"a"}, plannertest.Labelled("b"), plannertest.Clusters("a", "b"), []string{"b"},
			`warning ocm: The placement "web" moves: `,
		},
		"fail": {
			planner.Limit{MaxMoves: &none}, []string{"a"}, plannertest.Labelled("b"), plannertest.Clusters("a", "b"),
			nil, "error max_moves: ",
		},
		"keep": {
			planner.Limit{MaxMoves: &none, OnExceeded: planner.ExceededKeep}, []string{"a"}, plannertest.Labelled("b"),
			plannertest.Clusters("a", "b"), []string{"a"}, `warning max_moves: The placement "web" keeps its clusters: `,
		},
		"keep, and one is gone": {
			planner.Limit{MaxMoves: &none, OnExceeded: planner.ExceededKeep}, []string{"a", "gone"},
			&ocm.Spec{NumberOfClusters: new(int32(2))}, plannertest.Clusters("a", "b"), []string{"a", "b"},
			`warning ocm: The placement "web" moves: `,
		},
	} {
		t.Run(name, func(t *testing.T) {
			outcome, found := change(t, tt.limit, tt.before, tt.spec, tt.fleet)
			if text := plannertest.Texts(found); !strings.HasPrefix(text, tt.finding) || tt.finding == "" && text != "" {
				t.Errorf("got %s, want %s", text, tt.finding)
			}
			if tt.want == nil {
				if outcome != nil {
					t.Errorf("there is an outcome: %v", chosen(outcome.Answer))
				}
				return
			}
			if diff := cmp.Diff(tt.want, chosen(outcome.Answer)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestChangeStands: the answer to the same question is not given anew.
func TestChangeStands(t *testing.T) {
	c := planner.Transition{
		Request: &planner.Request{
			Placement: planner.Placement{Name: "web", OCM: plannertest.Labelled("a")}, Fleet: plannertest.Clusters("a", "b"),
		},
		Last:        &planner.State{Decisions: []planner.PreviousDecision{{ClusterName: "b"}}, Satisfied: true},
		Fingerprint: planner.Fingerprint{Whole: "same"}, LastFingerprint: planner.Fingerprint{Whole: "same"},
	}
	outcome, found := c.Decide(t.Context())
	if len(found) > 0 || !outcome.Stands || outcome.Fingerprint.Whole != "same" {
		t.Errorf("%s, outcome %+v", plannertest.Texts(found), outcome)
	}
}

// TestValidate puts every mistake to its argument.
func TestValidate(t *testing.T) {
	r := planner.Request{
		Placement: planner.Placement{Name: "web", OCM: &ocm.Spec{NumberOfClusters: new(int32(-1))}},
		Fleet:     planner.Fleet{Kind: placement.ManagedCluster, Clusters: []placement.Cluster{{Name: "a"}, {Name: "a"}}},
	}
	r.PreviousDecisions = []planner.PreviousDecision{{ClusterName: "a"}, {ClusterName: "a"}}
	known := func(int) bool { return true }
	var fields []string
	for _, err := range r.Validate(known) {
		fields = append(fields, err.Field)
	}
	if diff := cmp.Diff([]string{"kind", "previous_decisions[1].cluster_name", "ocm.numberOfClusters"}, fields); diff != "" ||
		len(r.Warnings()) > 0 {
		t.Errorf("%v\n-want +got:\n%s", r.Warnings(), diff)
	}
	r.Kind = ""
	if errs := r.Validate(known); len(errs) == 0 || errs[0].Field != "clusters[1].name" {
		t.Errorf("got %v", errs)
	}
	if errs := r.Validate(func(cluster int) bool { return cluster < 1 }); len(errs) > 0 && errs[0].Field == "clusters[1].name" {
		t.Errorf("a cluster whose kind is not known is a mistake: %v", errs)
	}
}

// TestValidateFleet finds what a hub would accept and silently not use.
func TestValidateFleet(t *testing.T) {
	yes := placement.AgentCondition{Status: "Yes"}
	r := planner.Request{
		Placement: planner.Placement{Name: strings.Repeat("a", 64), KubeFleet: &kubefleet.Spec{}},
		Fleet: planner.Fleet{
			Clusters:    []placement.Cluster{{Name: "a", Agent: &placement.MemberAgent{Joined: yes, Healthy: yes}}},
			ClusterSets: []placement.ClusterSet{{Name: "a", LabelSelector: &metav1.LabelSelector{}}, {Name: "a"}},
			Bindings:    []placement.Binding{{Name: "a", Namespace: "x"}, {Name: "a", Namespace: "y"}, {Name: "a", Namespace: "x"}},
			Scores:      []placement.Score{{Cluster: "a", Name: "x"}, {Cluster: "b", Name: "x"}, {Cluster: "a", Name: "x"}},
		},
		Prior: planner.Prior{PreviousDecisions: []planner.PreviousDecision{
			{ClusterName: "a", Binding: &planner.PreviousBinding{State: "bound"}},
		}},
	}
	var found []string
	errs := r.Validate(func(int) bool { return true })
	for _, err := range errs {
		found = append(found, err.Error())
	}
	want := []string{
		`clusters[0].agent.healthy.status: Unsupported value: "Yes": must be one of "True", "False", "Unknown"`,
		`clusters[0].agent.joined.status: Unsupported value: "Yes": must be one of "True", "False", "Unknown"`,
		`previous_decisions[0].binding.state: Unsupported value: "bound": must be one of "Scheduled", "Bound", "Unscheduled"; did you mean "Bound"?`,
		`cluster_sets[0].label_selector: Forbidden: a set of this selector_type does not use it; to select by labels, set selector_type = "LabelSelector"`,
		`cluster_sets[1].name: Duplicate value: "a": cluster_sets[0] already has this name`,
		`cluster_set_bindings[2].name: Duplicate value: "x/a": cluster_set_bindings[0] already has this name`,
		`scores[2].name: Duplicate value: "a/x": scores[0] already has this name`,
		`name: Too long: found 64 bytes: must have at most 63`,
	}
	slices.Sort(want)
	slices.Sort(found)
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
