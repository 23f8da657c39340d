// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// rolloutLife is a rollout over a few applies. The data are its configuration, which a test changes between them.
type rolloutLife struct {
	*providertest.Resource
	data object
}

// newRolloutLife is a rollout of v1 to a, b and c, one after the other, with a minute of success.
func newRolloutLife(t *testing.T) *rolloutLife {
	t.Helper()
	l := newRolloutLifeAnew(t)
	begins(l.Resource, t, l.data)
	return l
}

// newRolloutLifeAnew is one that has not begun.
func newRolloutLifeAnew(t *testing.T) *rolloutLife {
	t.Helper()
	return &rolloutLife{providertest.NewRollout(t, t), object{
		"name": "web", "revision": "v1", "now": "2026-08-11T12:00:00Z", "decisions": chosen("a", "b", "c"),
		"strategy":       object{"type": "Progressive", "progressive": object{"max_concurrency": int64(1), "min_success_time": "1m"}},
		"cluster_status": object{},
	}}
}

// chosen are the decisions of a placement.
func chosen(names ...string) list {
	decisions := list{}
	for _, name := range names {
		decisions = append(decisions, object{"cluster_name": name})
	}
	return decisions
}

// at sets the time of day.
func (l *rolloutLife) at(clock string) { l.data["now"] = "2026-08-11T" + clock + "Z" }

// finishes reports the success of the revision that is rolled out.
func (l *rolloutLife) finishes(name, clock string) {
	statuses := maps.Clone(l.data["cluster_status"].(object))
	statuses[name] = object{"status": "Succeeded", "last_transition_time": "2026-08-11T" + clock +
		"Z", "revision": l.data["revision"]}
	l.data["cluster_status"] = statuses
}

func (l *rolloutLife) config() tftypes.Value {
	l.T.Helper()
	return providertest.Config(l.T.(testing.TB), l.Type(), l.data)
}

// goes applies, and checks that the revisions and the phase are these, that they were known in the plan, and that the next plan
// is empty.
func (l *rolloutLife) goes(want map[string]string, phase string) {
	l.T.Helper()
	config := l.config()
	if found := l.Validate(config); len(found) > 0 {
		l.T.Fatal(providertest.Said(found))
	}
	p := l.Plan(config)
	if found := onlyErrors(p.Diags); len(found) > 0 {
		l.T.Fatal(providertest.Said(found))
	}
	if len(p.Replace) > 0 {
		l.T.Fatalf("replaced because of %v", p.Replace)
	}
	if got := textsOf(l.Resource, p.State, "revisions"); !maps.Equal(got, want) {
		l.T.Fatalf("the revisions are %v, want %v; it waits for: %s", got, want, l.Text(p.State, "waits_for"))
	}
	if got := l.Text(p.State, "phase"); got != phase {
		l.T.Fatalf("the phase is %s, want %s; it waits for: %s", got, phase, l.Text(p.State, "waits_for"))
	}
	l.Apply(p)
	l.Settled(config)
}

// stays checks that there is nothing to do.
func (l *rolloutLife) stays() {
	l.T.Helper()
	l.Settled(l.config())
}

// refuses checks that a plan has one error, at an attribute, that says something.
func (l *rolloutLife) refuses(at, says string) {
	l.T.Helper()
	l.refused(l.Plan(l.config()), at, says)
}

func (l *rolloutLife) refused(p providertest.Planned, at, says string) {
	l.T.Helper()
	found := onlyErrors(p.Diags)
	if len(found) != 1 || providertest.PathOf(found[0].Attribute) != at ||
		!strings.Contains(found[0].Summary+": "+found[0].Detail, says) {
		l.T.Fatalf("want one error at %s with %q: %s", at, says, providertest.Said(p.Diags))
	}
}

type revisions = map[string]string

// TestRolloutResourceLife: a status or the time moves one cluster at a time; a change of the time before next_change is no
// change.
func TestRolloutResourceLife(t *testing.T) {
	l := newRolloutLife(t)
	l.goes(revisions{"a": "v1"}, "Progressing")
	if next := l.Text(l.State, "next_change"); next != "" {
		t.Errorf("next_change is %s", next)
	}
	l.at("12:59:00")
	l.stays()

	l.at("13:01:30")
	l.finishes("a", "13:01:00")
	l.goes(revisions{"a": "v1"}, "Progressing")
	if next := l.Text(l.State, "next_change"); next != "2026-08-11T13:02:00Z" {
		t.Errorf("next_change is %s", next)
	}
	l.at("13:01:59")
	l.stays()
	l.at("13:02:00")
	l.goes(revisions{"a": "v1", "b": "v1"}, "Progressing")
	l.at("19:00:00")
	l.stays()

	l.finishes("b", "19:00:00")
	l.at("20:00:00")
	l.goes(revisions{"a": "v1", "b": "v1", "c": "v1"}, "Progressing")
	l.finishes("c", "20:00:00")
	l.at("20:01:00")
	l.goes(revisions{"a": "v1", "b": "v1", "c": "v1"}, "Succeeded")
	l.at("23:00:00")
	l.stays()

	// The same moments in another zone.
	l.data["now"] = "2026-08-12T03:00:00+02:00"
	for name, status := range l.data["cluster_status"].(object) {
		at := strings.Replace(status.(object)["last_transition_time"].(string), "Z", "+00:00", 1)
		l.data["cluster_status"].(object)[name] = object{"status": "Succeeded", "last_transition_time": at, "revision": "v1"}
	}
	l.stays()

	l.at("23:00:00")
	l.data["revision"] = "v2"
	l.goes(revisions{"a": "v2", "b": "v1", "c": "v1"}, "Progressing")
	l.data["decisions"], l.data["paused"] = chosen("a", "c", "d"), true
	l.goes(revisions{"a": "v2", "b": "v1", "c": "v1"}, "Paused")
	l.finishes("a", "23:00:00")
	l.at("23:59:00")
	l.goes(revisions{"a": "v2", "b": "v1", "c": "v1"}, "Paused")
	l.data["paused"] = nil
	l.goes(revisions{"a": "v2", "c": "v2"}, "Progressing")
}

// TestRolloutResourceMember: a cluster that is no longer chosen stays while the rollout is paused; one that left the fleet as
// well leaves at once. Who is in the fleet is said by clusters, by manifests or by the provider's manifests.
func TestRolloutResourceMember(t *testing.T) {
	values, texts := list{}, list{}
	for _, name := range []string{"a", "b", "c"} {
		values = append(values, object{"name": name})
		texts = append(texts, `{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster","metadata":{"name":"`+name+`"}}`)
	}
	for _, source := range []string{"clusters", "manifests", "provider"} {
		t.Run(source, func(t *testing.T) {
			l := newRolloutLifeAnew(t)
			fleet := func(n int) {
				switch source {
				case "clusters":
					l.data["clusters"] = values[:n]
				case "manifests":
					l.data["manifests"] = texts[:n]
				default:
					providertest.ConfigureWith(t, l.Server, texts[:n])
				}
			}
			fleet(3)
			l.data["strategy"], l.data["initial_revisions"] = object{"type": "All"}, object{"a": "v1", "b": "v1", "c": "v1"}
			l.goes(revisions{"a": "v1", "b": "v1", "c": "v1"}, "Succeeded")
			l.data["revision"] = "v2"
			l.data["decisions"] = chosen("a")
			l.data["paused"] = true
			l.goes(revisions{"a": "v1", "b": "v1", "c": "v1"}, "Paused")
			if states := textsOf(l.Resource, l.State, "clusters_by_state"); states["Leaving"] != "b, c" {
				t.Errorf("the states are %v", states)
			}
			fleet(2)
			l.goes(revisions{"a": "v1", "b": "v1"}, "Paused")
			l.data["paused"] = nil
			l.goes(revisions{"a": "v2"}, "Progressing")
			l.finishes("a", "12:00:00")
			l.goes(revisions{"a": "v2"}, "Succeeded")
		})
	}
}

// TestRolloutResourceHeartbeats: the clusters of a hub change in every plan. The plan changes with their labels only.
func TestRolloutResourceHeartbeats(t *testing.T) {
	l := newRolloutLife(t)
	fleet := func(beat, tier string) list {
		return list{object{
			"name": "a", "labels": object{"tier": tier},
			"agent": object{"last_heartbeat": beat},
		}, object{"name": "b", "claims": object{"seen": beat}}, object{"name": "c"}}
	}
	l.data["clusters"] = fleet("2026-08-11T11:00:00Z", "dev")
	l.goes(revisions{"a": "v1"}, "Progressing")
	l.data["clusters"] = fleet("2026-08-11T11:00:30Z", "dev")
	l.stays()
	l.data["clusters"] = fleet("2026-08-11T11:00:30Z", "prod")
	if p := l.Plan(l.config()); p.State.Equal(l.State) {
		t.Error("another label changes nothing")
	}
}

// TestRolloutResourceImport takes clusters over after an import: without revisions nobody knows what they have.
func TestRolloutResourceImport(t *testing.T) {
	for _, by := range []string{"id", "identity"} {
		l := newRolloutLifeAnew(t)
		identity := providertest.Config(t, l.IdentityType(), object{"name": "web"})
		if by == "id" {
			if diags := l.Imported("web", nil); len(diags) > 0 {
				t.Fatal(providertest.Said(diags))
			}
		} else if diags := l.Imported("", &identity); len(diags) > 0 {
			t.Fatal(providertest.Said(diags))
		}
		providertest.ImportCase{ID: "web", Keys: object{"name": "web", "revisions": object{}}}.CheckImported(t,
			l.Resource, "rollout", identity)
		l.refuses("name", "The rollout does not know the revisions: The rollout was imported")
		l.takesOver()
	}
}

// TestRolloutResourceImportMistakes imports what is no name.
func TestRolloutResourceImportMistakes(t *testing.T) {
	l := newRolloutLife(t)
	diags := l.Imported("", nil)
	if len(diags) != 1 || !strings.Contains(providertest.Said(diags), "it must be name.") {
		t.Error(providertest.Said(diags))
	}
}

// TestRolloutResourceTakeOver does the same without an import.
func TestRolloutResourceTakeOver(t *testing.T) {
	l := newRolloutLifeAnew(t)
	l.refuses("name", "its first apply must set initial_revisions")
	l.takesOver()
}

// takesOver begins with what the clusters have, and goes on at once. Afterwards, the argument may stay and is not read.
func (l *rolloutLife) takesOver() {
	l.T.Helper()
	l.data["initial_revisions"] = object{"a": "v0", "b": "v0", "gone": "v0"}
	l.at("13:00:00")
	l.goes(revisions{"a": "v1", "b": "v0"}, "Progressing")
	l.data["initial_revisions"] = unknown{}
	l.stays()
	l.data["initial_revisions"] = object{}
	l.stays()
	l.finishes("a", "13:00:00")
	l.at("13:01:00")
	l.goes(revisions{"a": "v1", "b": "v1"}, "Progressing")
	l.finishes("b", "13:01:00")
	l.at("13:02:00")
	l.goes(revisions{"a": "v1", "b": "v1", "c": "v1"}, "Progressing")
	l.finishes("c", "13:02:00")
	l.at("13:03:00")
	l.goes(revisions{"a": "v1", "b": "v1", "c": "v1"}, "Succeeded")
}

// TestRolloutResourceInitial: what is wrong with the initial revisions is an error at the cluster, and a warning says what they mean.
func TestRolloutResourceInitial(t *testing.T) {
	l := newRolloutLifeAnew(t)
	l.data["revision"] = "v2"
	l.data["clusters"] = list{object{"name": "a"}, object{"name": "b"}, object{"name": "c"}}
	l.data["initial_revisions"] = object{"a": ""}
	if found := l.Validate(l.config()); len(found) != 1 || providertest.PathOf(found[0].Attribute) != `initial_revisions["a"]` ||
		!strings.Contains(found[0].Detail,
			`initial_revisions["a"]: found "": must not be empty; leave out a cluster that does not have the workload`) {
		t.Error(providertest.Said(found))
	}
	l.data["initial_revisions"] = unknown{}
	if p := l.Plan(l.config()); p.Failed() || !strings.Contains(providertest.Said(p.Diags), "is deferred until apply") {
		t.Error(providertest.Said(p.Diags))
	}
	l.data["initial_revisions"] = object{"a": "v2", "b": "v1", "c": nil, "nowhere": "v0", "C": "v0"} // Null as of a conditional.
	p := l.Plan(l.config())
	for _, text := range []string{
		`WARNING: initial_revisions: The rollout "web" begins with initial_revisions: It starts "v2" on 1 cluster now. All but the 2 clusters ` +
			"of initial_revisions are taken to have nothing.",
		`initial_revisions["C"]: neither the chosen clusters nor the fleet have a cluster of this name, so it leaves the rollout; did you mean "c"?`,
	} {
		if p.Failed() || !strings.Contains(providertest.Said(p.Diags), text) {
			t.Errorf("want %q: %s", text, providertest.Said(p.Diags))
		}
	}
	l.goes(revisions{"a": "v2", "b": "v2"}, "Progressing")
	l = newRolloutLifeAnew(t)
	l.data["initial_revisions"] = object{}
	if p := l.Plan(l.config()); !strings.Contains(providertest.Said(p.Diags), `It starts "v1" on 1 cluster now. All clusters are taken to `+
		"have nothing.") {
		t.Error(providertest.Said(p.Diags))
	}
	l.data["initial_revisions"], l.data["decisions"] = object{"a": "v1", "b": "v1"}, list{}
	l.refuses("decisions", "no cluster is chosen; 2 clusters with the workload would lose it: a, b.")
	// The old form is one error.
	l.data["revisions"] = object{"a": "v1"}
	if found := l.Validate(l.config()); len(found) != 1 || !strings.Contains(found[0].Detail, "initial_revisions = {}") {
		t.Error(providertest.Said(found))
	}
}

// TestRolloutResourceRemovals: decisions that become empty take the workload from no cluster by accident. Paused keeps it, and
// max_removals allows the step.
func TestRolloutResourceRemovals(t *testing.T) {
	for _, strategy := range []object{
		{"type": "All"}, {"type": "Progressive", "progressive": object{"max_concurrency": int64(1)}},
		{"type": "RollingUpdate", "rolling_update": object{"max_unavailable": int64(1)}},
		{"type": "External", "stages": list{object{"name": "all", "label_selector": object{}}}},
	} {
		l := newRolloutLifeAnew(t)
		l.data["strategy"], l.data["initial_revisions"] = strategy, object{"a": "v1", "b": "v1", "c": "v1"}
		l.data["clusters"] = list{object{"name": "a"}, object{"name": "b"}, object{"name": "c"}}
		l.goes(revisions{"a": "v1", "b": "v1", "c": "v1"}, "Succeeded")
		l.data["decisions"] = list{}
		l.refuses("decisions", "Too many clusters would lose the workload: decisions: no cluster is chosen; 3 clusters "+
			"with the workload would lose it: a, b, c. Check the placement and its fleet. To keep the workload, set paused = "+
			"true. If this is intended, set max_removals = 3. To destroy the rollout anyway, run terraform destroy -refresh=false.")
		l.data["paused"] = true
		l.goes(revisions{"a": "v1", "b": "v1", "c": "v1"}, "Paused")
		l.data["paused"], l.data["max_removals"] = nil, "50%"
		l.refuses("max_removals", `max_removals: found "50%": it allows 1 of the 3 clusters with the workload to lose it, and 3 would: a, b, c.`)
		l.data["max_removals"] = "3"
		l.goes(revisions{}, "Progressing")
	}
}
