// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// TestChangeComparesPasses: the pass of an answer explains what moves later. One that is lost, or is of other decisions, does
// not.
func TestChangeComparesPasses(t *testing.T) {
	fleet := plannertest.Clusters("a", "b")
	request := planner.Request{Placement: planner.Placement{Name: "web", OCM: plannertest.Labelled("a")}, Fleet: fleet}
	answer, found := planner.Decide(t.Context(), &request)
	if len(found) > 0 {
		t.Fatal(plannertest.Texts(found))
	}
	later := plannertest.Clusters("a", "b")
	later.Clusters[0].Labels["name"], later.Clusters[1].Labels["name"] = "b", "a"
	const known, unknown = "b joins: the cluster changed; before, its label did not match", "leaves; rank 1 of 1"
	for name, tt := range map[string]struct {
		pass   []byte
		before string
		want   string
	}{
		"known":              {answer.Pass(), "a", known},
		"lost":               {nil, "a", unknown},
		"malformed":          {[]byte("pass"), "a", unknown},
		"of other decisions": {answer.Pass(), "gone", unknown},
	} {
		t.Run(name, func(t *testing.T) {
			last := &planner.State{Decisions: []planner.PreviousDecision{{ClusterName: tt.before}}, Pass: tt.pass, Satisfied: true}
			c := planner.Transition{
				Request: &planner.Request{Placement: request.Placement, Fleet: later}, Last: last,
				Fingerprint: planner.Fingerprint{Whole: "new"}, LastFingerprint: planner.Fingerprint{Whole: "old"},
			}
			if _, found := c.Decide(t.Context()); !strings.Contains(plannertest.Texts(found), tt.want) {
				t.Errorf("got %s, want %s", plannertest.Texts(found), tt.want)
			}
			c.Request, c.Last = &planner.Request{Placement: request.Placement, Fleet: later}, nil
			encoded, err := json.Marshal(last.Predecessor(false))
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(encoded, &c.Replaced); err != nil {
				t.Fatal(err)
			}
			if _, found := c.Decide(t.Context()); !strings.Contains(plannertest.Texts(found), tt.want) {
				t.Errorf("replaced: got %s, want %s", plannertest.Texts(found), tt.want)
			}
		})
	}
}
