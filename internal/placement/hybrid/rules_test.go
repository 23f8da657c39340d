// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

func fleet(names ...string) placement.Inventory {
	var inv placement.Inventory
	for _, name := range names {
		inv.Clusters = append(inv.Clusters, placement.Cluster{Name: name})
	}
	return inv
}

func int32Of(n int32) *int32 { return &n }

// TestWorkedExample runs the published document's example, with both of the previous decisions that it mixes: cluster3
// and cluster1.
func TestWorkedExample(t *testing.T) {
	named := func(names ...string) []recommendation {
		list := make([]recommendation, len(names))
		for i, name := range names {
			list[i].Target = name
		}
		return list
	}
	advisers := scripted{
		"rhacm": {Function: "static", Recommendations: named("cluster3")},
		"grc":   {Function: "static", Recommendations: named("cluster1", "cluster3")},
		"cost":  {Function: "rounds", Rounds: [][]recommendation{named("cluster2"), named("cluster1")}},
	}
	req := hybrid.Placement{Name: "example", Spec: hybrid.Spec{Replicas: int32Of(1), Advisors: []hybrid.Advisor{
		{Name: "rhacm", Weight: int32Of(60)}, {Name: "grc", Type: hybrid.Predicate}, {Name: "cost", Weight: int32Of(50)},
	}}}
	for previous, want := range map[string]string{"cluster3": "cluster2:vetoed cluster1:lowest_rating",
		"cluster1": "cluster2:vetoed cluster3:lowest_rating"} {
		req.PreviousDecisions = []string{previous}
		got, err := hybrid.Schedule(t.Context(), req, fleet("cluster1", "cluster2", "cluster3"), advisers)
		if err != nil {
			t.Fatal(err)
		}
		var removed []string
		for _, round := range got.Rounds {
			for _, key := range round.Removed {
				removed = append(removed, key+":"+round.Reason)
			}
		}
		if diff := cmp.Diff(want, strings.Join(removed, " ")); diff != "" {
			t.Errorf("previously %s: -want +got:\n%s", previous, diff)
		}
		if len(got.Decisions) != 1 || got.Decisions[0].Cluster != previous {
			t.Errorf("previously %s: decided %+v", previous, got.Decisions)
		}
	}
}

// TestRatingArithmetic is the document's sum: 20/100 of 60 and 80/100 of 50 are 12 + 40 = 52.
func TestRatingArithmetic(t *testing.T) {
	score := func(n int) *int { return &n }
	req := hybrid.Placement{Name: "sum", Spec: hybrid.Spec{Replicas: int32Of(1), Advisors: []hybrid.Advisor{
		{Name: "rhacm", Weight: int32Of(60)}, {Name: "cost", Weight: int32Of(50)},
	}}}
	got, err := hybrid.Schedule(t.Context(), req, fleet("a", "b"), scripted{
		"rhacm": {Function: "static", Recommendations: []recommendation{{Target: "a", Score: score(20)}, {Target: "b"}}},
		"cost":  {Function: "static", Recommendations: []recommendation{{Target: "a", Score: score(80)}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := placement.Rating{Target: "a", Hundredths: 5200, Shares: []placement.Share{
		{Advisor: "rhacm", Hundredths: 1200}, {Advisor: "cost", Hundredths: 4000},
	}}
	if diff := cmp.Diff(want, got.Rounds[0].Ratings[0]); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if why := got.NotPicked[0].Reason; why != "eliminated in round 0 with the lowest rating, 52" {
		t.Errorf("the reason is %q", why)
	}
}

// TestBuiltIns asks every built-in advisor.
func TestBuiltIns(t *testing.T) {
	inv := fleet("c", "a", "b")
	for i, cpu := range []string{"16", "4", "8"} {
		inv.Clusters[i].Allocatable = placement.Resources{placement.NewResource("cpu", resource.MustParse(cpu))}
	}
	tests := map[string]struct{ advisor, rules, want string }{
		"alphabet":                 {"alphabet", ``, "a=100 b=100"},
		"veto by name":             {"veto", `{"resources":[{"name":"a"},{}]}`, "b=100 c=100"},
		"cpu":                      {"resource_hint", `{"resourceHint":{"type":"cpu"}}`, "a=0 b=33 c=100"},
		"cpu, ascending":           {"resource_hint", `{"resourceHint":{"type":"cpu","order":"asc"}}`, "a=100 b=66 c=0"},
		"memory of no cluster":     {"resource_hint", `{"resourceHint":{"type":"memory"}}`, ""},
		"a policy":                 {"policy", `{"policies":[{"name":"p"}],"compliance":{"a":{"p":true},"b":{"p":false}}}`, "a=100"},
		"no policy":                {"policy", ``, "a=100 b=100 c=100"},
		"cost":                     {"cost", `{"costs":{"a":"0.1","b":"0.4","c":"0.2"}}`, "a=100 b=0 c=66"},
		"cost of some":             {"cost", `{"costs":{"a":"0.1"}}`, "a=100"},
		"cost in numbers":          {"cost", `{"costs":{"a":1,"b":4.0,"c":null}}`, "a=75 b=0 c=100"},
		"a cost beyond the limits": {"cost", `{"costs":{"a":"1e300000000","b":1}}`, "the exponent of a quantity"},
		"a cost below the limits":  {"cost", `{"costs":{"a":1e-300000000,"b":1}}`, "the exponent of a quantity"},
		"rotate":                   {"rotate", `{"rotation":5}`, "a=100 c=100"},
		"unknown resource hint":    {"resource_hint", `{"resourceHint":{"type":"disk"}}`, `resourceHint has type "disk"`},
		"rotate back":              {"rotate", `{"rotation":-1}`, "must not be negative"},
		"broken rules":             {"veto", `{"resources":5}`, "its rules cannot be read"},
		"no such advisor":          {"oracle", ``, "no built-in advisor"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			req := hybrid.Placement{
				Name: "rule",
				Spec: hybrid.Spec{
					Replicas: int32Of(2),
					Advisors: []hybrid.Advisor{{Name: test.advisor, Rules: json.RawMessage(test.rules)}},
				},
			}
			result, err := hybrid.Schedule(t.Context(), req, inv, hybrid.BuiltIn{})
			if err != nil {
				if !strings.Contains(err.Error(), test.want) || test.want == "" {
					t.Errorf("error %v, want %q", err, test.want)
				}
				return
			}
			var got []string
			for _, r := range result.Rounds[0].Ratings {
				for _, share := range r.Shares {
					got = append(got, r.Target+"="+placement.FormatHundredths(share.Hundredths))
				}
			}
			if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// failing does not answer for one advisor from the given round on.
type failing struct {
	scripted
	name string
	from int
}

func (f failing) Answer(q *hybrid.Question) (hybrid.Answer, error) {
	if q.Advisor.Name == f.name && q.Round >= f.from {
		return hybrid.Answer{}, errors.New("connection refused")
	}
	return f.scripted.Answer(q)
}

// TestOnFailure lets an advisor fail in its second round.
func TestOnFailure(t *testing.T) {
	named := func(names ...string) scriptedAdvisor {
		s := scriptedAdvisor{Function: "static"}
		for _, name := range names {
			s.Recommendations = append(s.Recommendations, recommendation{Target: name})
		}
		return s
	}
	answerer := failing{scripted{"first": named("a", "b", "c"), "second": named("c"), "only": named("a", "b")}, "second", 1}
	req := func(onFailure string) hybrid.Placement {
		return hybrid.Placement{
			Name:              "rule",
			PreviousDecisions: []string{"b", "gone"},
			Spec: hybrid.Spec{
				Replicas: int32Of(1),
				Advisors: []hybrid.Advisor{{Name: "first"}, {Name: "second", OnFailure: onFailure}},
			},
		}
	}
	for onFailure, want := range map[string]string{
		"":              `advisor "second" did not answer in round 1: connection refused`,
		hybrid.Ignore:   "b",
		hybrid.Previous: "b",
	} {
		got, err := hybrid.Schedule(t.Context(), req(onFailure), fleet("a", "b", "c"), answerer)
		switch {
		case err != nil && err.Error() != want:
			t.Errorf("%q: %v", onFailure, err)
		case err == nil && (len(got.Decisions) != 1 || got.Decisions[0].Cluster != want || len(got.Warnings) != 1 ||
			!strings.Contains(got.Warnings[0], `advisor "second" did not answer in round 1: connection refused`)):
			t.Errorf("%q: decided %+v, warned %q", onFailure, got.Decisions, got.Warnings)
		}
	}
	gone := req(hybrid.Previous)
	gone.PreviousDecisions = []string{"gone"}
	if _, err := hybrid.Schedule(t.Context(), gone, fleet("a", "b", "c"), answerer); err == nil {
		t.Error("no previous decision can be kept, and there is no error")
	}
	vetoed := req(hybrid.Previous)
	vetoed.PreviousDecisions = []string{"c", "a"}
	vetoed.Advisors = append(vetoed.Advisors, hybrid.Advisor{Name: "only", Type: hybrid.Predicate})
	got, err := hybrid.Schedule(t.Context(), vetoed, fleet("a", "b", "c"), answerer)
	if err != nil || len(got.Decisions) != 1 || got.Decisions[0].Cluster != "a" {
		t.Errorf("decided %+v, %v", got.Decisions, err)
	}
}

// TestWarnings: there is a warning for every name, of the rule or an advisor, that does not match a target.
func TestWarnings(t *testing.T) {
	req := hybrid.Placement{
		Name: "rule",
		Spec: hybrid.Spec{
			Targets:  []hybrid.TargetReference{{Name: "a"}, {Name: "typo", Namespace: "ns"}},
			Advisors: []hybrid.Advisor{{Name: "x"}},
		},
	}
	got, err := hybrid.Schedule(t.Context(), req, fleet("a", "b"), scripted{"x": {
		Function: "static", Recommendations: []recommendation{{Target: "a"}, {Target: "b"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`target "ns/typo" matches nothing that the rule is for`, `advisor "x" names "b", which is not a candidate`}
	if diff := cmp.Diff(want, got.Warnings); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestValidate has every mistake.
func TestValidate(t *testing.T) {
	for text, want := range map[string]string{
		`{"replicas":-1}`:       "replicas",
		`{"replicas":65536}`:    "replicas",
		`{"decisionWeight":-1}`: "decisionWeight",
		`{"targetLabels":{"matchExpressions":[{"key":"a","operator":"Gt"}]}}`: "targetLabels.matchExpressions[0].operator",
		`{"advisors":[{}]}`:                                                         "advisors[0].name",
		`{"advisors":[{"name":"a"},{"name":"a"}]}`:                                  "advisors[1].name",
		`{"advisors":[{"name":"a","type":"Predicate"}]}`:                            "advisors[0].type",
		`{"advisors":[{"name":"a","weight":32768}]}`:                                "advisors[0].weight",
		`{"advisors":[{"name":"a","recommendations":[{"name":"x"},{"name":"x"}]}]}`: "advisors[0].recommendations[1].name",
		`{"advisors":[{"name":"a","recommendations":[{"name":"x","score":101}]}]}`:  "advisors[0].recommendations[0].score",
		`{"replicas":0,"advisors":[{"name":"a"},{"name":"A"}]}`:                     "",
	} {
		var req hybrid.Placement
		if err := json.Unmarshal([]byte(text), &req); err != nil {
			t.Fatal(err)
		}
		errs := req.Validate()
		if got := len(errs); got > 1 || got == 1 && errs[0].Field != want || got == 0 && want != "" {
			t.Errorf("%s: %v, want %q", text, errs, want)
		}
	}
	ignored := hybrid.Placement{Spec: hybrid.Spec{Advisors: []hybrid.Advisor{{Name: "a", Type: hybrid.Predicate,
		OnFailure: hybrid.Ignore}}}}
	if errs := ignored.Validate(); len(errs) != 1 || errs[0].Field != "advisors[0].onFailure" {
		t.Errorf("a predicate that is ignored: %v", errs)
	}
	ignored.Advisors[0].FailOpen = true
	if errs := ignored.Validate(); len(errs) > 0 {
		t.Errorf("a predicate that may be ignored: %v", errs)
	}
}

// FuzzRule reads any rule: it is rejected, or Schedule does not panic with it.
func FuzzRule(f *testing.F) {
	f.Add([]byte(`{"replicas":1,"advisors":[{"name":"alphabet"},{"name":"veto","type":"predicate","rules":{"resources":[{"name":"a"}]}}]}`))
	f.Add([]byte(`{"deployerType":"x","targets":[{"name":"a"}],"targetLabels":{},"decisionWeight":0}`))
	f.Add([]byte(`{"advisors":[{"name":"rotate","rules":{"rotation":7}},{"name":"cost","rules":{"costs":{"a":1}}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var req hybrid.Placement
		if json.Unmarshal(text, &req) != nil || len(req.Validate()) > 0 {
			return
		}
		inv := fleet("a", "b", "c")
		result, err := hybrid.Schedule(t.Context(), req, inv, hybrid.BuiltIn{})
		if err == nil && len(result.Decisions)+len(result.NotPicked)+len(result.Rejected) != len(inv.Clusters) {
			t.Errorf("%+v", result)
		}
	})
}

// TestDecisionStrategy divides the decisions into groups, as in every dialect.
func TestDecisionStrategy(t *testing.T) {
	two := intstr.FromInt32(2)
	req := hybrid.Placement{Name: "web", DecisionStrategy: placement.DecisionStrategy{GroupStrategy: &placement.GroupStrategy{
		ClustersPerDecisionGroup: &two,
		DecisionGroups: []placement.DecisionGroup{{GroupName: "canary", GroupClusterSelector: placement.GroupSelector{
			LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"tier": "canary"}},
		}}},
	}}}
	inv := fleet("a", "b", "c", "d")
	inv.Clusters[2].Labels = map[string]string{"tier": "canary"}
	got, err := hybrid.Schedule(t.Context(), req, inv, hybrid.BuiltIn{})
	if err != nil {
		t.Fatal(err)
	}
	want := []placement.Group{
		{Index: 0, Name: "canary", Clusters: []string{"c"}, PlacementDecisions: []string{"web-decision-1"}},
		{Index: 1, Clusters: []string{"a", "b"}, PlacementDecisions: []string{"web-decision-2"}},
		{Index: 2, Clusters: []string{"d"}, PlacementDecisions: []string{"web-decision-3"}},
	}
	if diff := cmp.Diff(want, got.Groups); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestMostSevereFailure: a predicate that must not fail stops the decision, before or after an advisor that may fail.
func TestMostSevereFailure(t *testing.T) {
	for _, order := range [][]string{{"lenient", "strict"}, {"strict", "lenient"}} {
		req := hybrid.Placement{Name: "rule", PreviousDecisions: []string{"a"}, Spec: hybrid.Spec{Replicas: int32Of(1)}}
		for _, name := range order {
			advisor := hybrid.Advisor{Name: name, OnFailure: hybrid.Previous}
			if name == "strict" {
				advisor.Type, advisor.OnFailure = hybrid.Predicate, hybrid.Fail
			}
			req.Advisors = append(req.Advisors, advisor)
		}
		got, err := hybrid.Schedule(t.Context(), req, fleet("a", "b"), scripted{})
		if err == nil || !strings.Contains(err.Error(), `advisor "strict"`) {
			t.Errorf("%v: decided %+v, %v", order, got.Decisions, err)
		}
	}
}
