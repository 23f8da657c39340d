// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// TestWhatHubsPublish is the table of what the hub of each dialect tells of its decisions, and of the clusters that it has.
func TestWhatHubsPublish(t *testing.T) {
	type published struct {
		Groups, Generation, Contradicts bool
		Kind                            placement.ClusterKind
	}
	want := map[placement.Dialect]published{
		placement.DialectOCM:       {Groups: true, Contradicts: true, Kind: placement.ManagedCluster},
		placement.DialectKubeFleet: {Generation: true, Contradicts: true, Kind: placement.MemberCluster},
		placement.DialectHybrid:    {Contradicts: true},
	}
	got := map[placement.Dialect]published{}
	for _, of := range placement.Dialects {
		p := PublishedOn(of)
		got[of] = published{p.Groups, p.Generation, p.Contradiction != "", ClusterKind(of)}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestPredictable: what the hub decides from something that the provider does not know is not predicted, and the error says from
// what.
func TestPredictable(t *testing.T) {
	later := &decisions.Decided{SpecError: errors.New(`unknown field "x"`)}
	elsewhere := &decisions.Decided{Placement: manifest.Placement{Unscheduled: "it has another scheduler"}}
	for _, of := range placement.Dialects {
		for want, d := range map[string]*decisions.Decided{
			`the spec of the placement is of a later version than the provider knows: unknown field "x"`: later,
			"the hub does not schedule the placement: it has another scheduler":                          elsewhere,
			"": {},
		} {
			if got := textOf(webOf(of).Predictable(d)); got != want {
				t.Errorf("%s: got %q, want %q", of, got, want)
			}
		}
	}
	answers := map[string][]hybrid.StaticRecommendation{"mine": {{Name: "a"}}}
	costs := json.RawMessage(`{"costs":{"a":"1"}}`)
	for name, tt := range map[string]struct {
		advisor hybrid.Advisor
		rule    *apiobject.PlacementRule
		want    string
	}{
		"built in":             {advisor: hybrid.Advisor{Name: "alphabet"}},
		"built in, with rules": {advisor: hybrid.Advisor{Name: "cost", Rules: costs}},
		"built in, without":    {advisor: hybrid.Advisor{Name: "cost"}, want: `has no recommendations of the advisor "cost"`},
		"of the hub":           {advisor: hybrid.Advisor{Name: "mine"}, rule: &apiobject.PlacementRule{Recommendations: answers}},
		"of the hub, no answer": {
			advisor: hybrid.Advisor{Name: "mine"}, rule: &apiobject.PlacementRule{}, want: `of the advisor "mine"`,
		},
		"of the hub, no rule": {advisor: hybrid.Advisor{Name: "mine"}, want: `of the advisor "mine"`},
	} {
		r := webOf(placement.DialectHybrid)
		r.Hybrid.Advisors = []hybrid.Advisor{tt.advisor}
		if got := textOf(r.Predictable(&decisions.Decided{Rule: tt.rule})); !strings.Contains(got, tt.want) ||
			tt.want == "" && got != "" {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}

func textOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestSchedule: the scheduler alone decides what a decision has, and what prevents one is the error.
func TestSchedule(t *testing.T) {
	for _, of := range placement.Dialects {
		r := webOf(of)
		r.Namespace, r.Fleet = "", Fleet{Clusters: fleetOf("a", "b", "c")}
		if r.KubeFleet != nil {
			r.KubeFleet.PlacementType = kubefleet.PickAll
		}
		result, err := r.Schedule(t.Context())
		answer, found := Decide(t.Context(), r)
		if err != nil || len(found) > 0 {
			t.Fatalf("%s: %v; %s", of, err, plannertest.Texts(found))
		}
		if diff := cmp.Diff(clusterNamesOf(&answer.Result), clusterNamesOf(&result)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", of, diff)
		}
		r.Clusters = []placement.Cluster{}
		if _, err := r.Schedule(t.Context()); !strings.HasPrefix(textOf(err), "There is no cluster to choose from") {
			t.Errorf("%s: got %v", of, err)
		}
	}
}

func clusterNamesOf(result *placement.Result) (names []string) {
	for i := range result.Decisions {
		names = append(names, result.Decisions[i].Cluster)
	}
	return names
}

// TestWarningsOfScheduler: their titles are numbered, as Terraform shows only the first of several warnings of a title, and there
// are only so many.
func TestWarningsOfScheduler(t *testing.T) {
	r := webOf(placement.DialectOCM)
	if found := r.warnings(nil); len(found) > 0 {
		t.Error(plannertest.Texts(found))
	}
	if got := plannertest.Titles(r.warnings([]string{"no"})); got != "warning ocm: has a warning" {
		t.Errorf("got %q", got)
	}
	list := make([]string, finding.Shown+2)
	for i := range list {
		list[i] = strings.Repeat("x", i+1)
	}
	found := r.warnings(list)
	if len(found) != finding.Shown+1 || !strings.HasSuffix(found[finding.Shown].Title, " has 2 more warnings") {
		t.Errorf("%d warnings: %s", len(found), plannertest.Titles(found))
	}
	titles := map[string]bool{}
	for _, f := range found {
		titles[f.Title] = true
	}
	if len(titles) != len(found) {
		t.Errorf("two warnings have one title: %v", titles)
	}
}

// TestNamesAreSaidOnce: a name that no cluster has is in the reason of a placement that is not satisfied, or else a warning.
func TestNamesAreSaidOnce(t *testing.T) {
	for _, policy := range []string{UnsatisfiedAccept, UnsatisfiedWarn, UnsatisfiedError} {
		r := webOf(placement.DialectKubeFleet)
		r.Namespace, r.Fleet, r.OnUnsatisfied = "", Fleet{Clusters: fleetOf("a", "b")}, policy
		r.KubeFleet = &kubefleet.Spec{PlacementType: kubefleet.PickFixed, ClusterNames: []string{"a", "missing"}}
		_, found := Decide(t.Context(), r)
		// How to satisfy the placement has the name again.
		reasons, _, _ := strings.Cut(plannertest.Texts(found), "One of these changes")
		if got := strings.Count(reasons, "missing"); got != 1 {
			t.Errorf("%s: said %d times:\n%s", policy, got, plannertest.Texts(found))
		}
	}
}

// TestScheduleError: a mistake that only the scheduler finds is at its field.
func TestScheduleError(t *testing.T) {
	r := webOf(placement.DialectOCM)
	for want, err := range map[string]error{
		"ocm": errors.New("no"),
		"ocm.predicates[0].requiredClusterSelector": &placement.Misconfiguration{Field: "predicates[0].requiredClusterSelector"},
		"decisionStrategy.groupStrategy":            &placement.Misconfiguration{Field: "decisionStrategy.groupStrategy"},
	} {
		if f := r.scheduleError(err); f.At != want || f.Warning || f.Title != "The placement cannot be scheduled" {
			t.Errorf("got %+v, want it at %s", f, want)
		}
	}
}
