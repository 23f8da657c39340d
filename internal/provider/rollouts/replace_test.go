// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestRolloutResourceMovesElsewhere: other decisions may take the workload from all clusters if as many get it in the same plan.
func TestRolloutResourceMovesElsewhere(t *testing.T) {
	l := newRolloutLifeAnew(t)
	l.data["decisions"], l.data["initial_revisions"] = chosen("a"), object{"a": "v1"}
	l.goes(revisions{"a": "v1"}, "Succeeded")
	l.data["decisions"] = chosen("b")
	l.goes(revisions{"b": "v1"}, "Progressing")
	l.data["decisions"] = chosen("a", "b", "c")
	l.finishes("b", "12:00:00")
	l.at("12:01:00")
	l.goes(revisions{"a": "v1", "b": "v1"}, "Progressing")
	l.data["decisions"] = chosen("d", "e", "f")
	l.refuses("decisions", "the decisions are others, and this step starts 1 of them; 2 clusters with the workload would "+
		"lose it: a, b.")
	l.data["strategy"] = object{"type": "All"}
	l.goes(revisions{"d": "v1", "e": "v1", "f": "v1"}, "Progressing")
}

// TestRolloutResourceReplace: -replace would start over, and taint does. With what each cluster has, a cluster that has another name
// now is taken over by a replacement.
func TestRolloutResourceReplace(t *testing.T) {
	l := newRolloutLife(t)
	l.goes(revisions{"a": "v1"}, "Progressing")
	l.refused(l.PlanReplacement(l.config()), "name", "The rollout would start over: Its replacement does not know what the "+
		"clusters have")
	l.data["initial_revisions"] = object{} // It has stayed since the first apply.
	l.refused(l.PlanReplacement(l.config()), "initial_revisions", "it leaves out 1 of the 1 cluster with the workload, which "+
		"would lose it: a. Write what each cluster has now, or plan without -replace.")
	l.data["initial_revisions"] = object{"a": "v1"}
	p := l.PlanReplacement(l.config())
	if found := onlyErrors(p.Diags); len(found) > 0 {
		t.Fatal(providertest.Said(found))
	}
	l.Apply(p)
	l.goes(revisions{"a": "v1", "b": "v1"}, "Progressing")
	l.data["initial_revisions"], l.data["decisions"] = object{"a": "v1", "new-b": "v1"}, chosen("a", "new-b", "c")
	l.refused(l.PlanReplacement(l.config()), "initial_revisions", "it leaves out 1 of the 2 clusters with the workload, which "+
		"would lose it: b.")
	l.data["max_removals"] = "1"
	l.Apply(l.PlanReplacement(l.config()))
	l.goes(revisions{"a": "v1", "new-b": "v1", "c": "v1"}, "Progressing")
	l.data["initial_revisions"], l.data["max_removals"] = nil, nil

	// After terraform taint, Terraform plans without the state and without private data.
	l.data["revision"] = "v2"
	l.refused(l.PlanOnce(l.Nothing(), nil, nil, l.config()), "name", "its state is lost or tainted")
}

// TestRolloutResourceRename changes the name and nothing else.
func TestRolloutResourceRename(t *testing.T) {
	l := newRolloutLife(t)
	l.goes(revisions{"a": "v1"}, "Progressing")
	before := l.State
	l.data["name"] = "api"
	l.goes(revisions{"a": "v1"}, "Progressing")
	if changed := strings.Fields(l.Changed(before, l.State)); !slices.Contains(changed, "name:") ||
		!slices.Contains(changed, "id:") ||
		strings.Count(l.Changed(before, l.State), "\n") > 3 {
		t.Errorf("changed: %s", l.Changed(before, l.State))
	}
	identity, err := l.Identity.IdentityData.Unmarshal(l.IdentityType())
	if err != nil || !identity.Equal(providertest.Config(t, l.IdentityType(), object{"name": "api"})) {
		t.Errorf("the identity is %s: %v", identity, err)
	}
}
