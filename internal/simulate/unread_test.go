// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate_test

import (
	"slices"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// TestUnread: edits that nothing reads move nothing, step after step, with placements of all schedulers that count each other.
func TestUnread(t *testing.T) {
	all := edit.Selection{Selector: &placement.GroupSelector{LabelSelector: &metav1.LabelSelector{}}}
	values := []string{"a", "b", "c"}
	steps := make([][]edit.Edit, len(values))
	for i, value := range values {
		steps[i] = []edit.Edit{{Label: &edit.Texts{Selection: all, Set: map[string]string{"unread": value}}}}
	}
	ofAll := 0
	rapid.Check(t, func(t *rapid.T) {
		fleet, subjects := drawDemands(t)
		dialects := map[placement.Dialect]bool{}
		for i := range subjects {
			subjects[i].Demand = nil
			dialects[subjects[i].Dialect()] = true
		}
		w, findings := simulate.New(t.Context(), fleet, subjects, world.Options{Now: start})
		if slices.ContainsFunc(findings, func(f finding.Finding) bool { return f.Title == "Placements do not settle" }) {
			t.Skip("placements do not settle")
		}
		answers, more := simulate.Run(t.Context(), w, steps, stepsPath)
		if findings = append(findings, more...); findings.HasError() {
			t.Fatal(plannertest.Texts(findings))
		}
		for i := range answers {
			for k := range answers[i].Outcomes {
				o := &answers[i].Outcomes[k]
				if moves := o.Moves(); planner.Moved(&moves) {
					t.Fatalf("step %d moves %s (%s): %s", i, o.Placement(), o.Dialect(), &moves)
				}
			}
		}
		if len(dialects) == len(placement.Dialects) {
			ofAll++
		}
	})
	if ofAll == 0 {
		t.Error("no world has placements of all schedulers")
	}
}
