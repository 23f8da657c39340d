// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/rollouts"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// begins makes the first apply of a rollout, for which no cluster has the workload yet.
func begins(l *providertest.Resource, t testing.TB, data object) {
	t.Helper()
	given := maps.Clone(data)
	given["initial_revisions"], given["paused"] = object{}, true
	l.Apply(l.Plan(providertest.Config(t, l.Type(), given)))
}

// onlyErrors leaves out the warnings.
func onlyErrors(diags []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	return slices.DeleteFunc(slices.Clone(diags), func(d *tfprotov6.Diagnostic) bool {
		return d.Severity != tfprotov6.DiagnosticSeverityError
	})
}

// textsOf is a map of texts in a state or plan.
func textsOf(l *providertest.Resource, of tftypes.Value, name string) map[string]string {
	l.T.Helper()
	var values map[string]tftypes.Value
	if err := l.Attribute(of, name).As(&values); err != nil {
		l.T.Fatalf("%s: %s", name, err)
	}
	texts := map[string]string{}
	for key, value := range values {
		var text string
		if err := value.As(&text); err != nil {
			l.T.Fatal(err)
		}
		texts[key] = text
	}
	return texts
}

// TestRolloutResourceLifecycle creates, changes and destroys a rollout with every type of strategy that has every argument. All
// outputs are known in every plan, and a plan after an apply is empty.
func TestRolloutResourceLifecycle(t *testing.T) {
	named := map[string]bool{"initial_revisions": true}
	for of, data := range providertest.FullRolloutResources() {
		for name := range data {
			named[name] = true
		}
		t.Run(of, func(t *testing.T) {
			l := providertest.NewRollout(t, t)
			apply := func(data object) {
				t.Helper()
				checkKnownRollout(t, l, providertest.Config(t, l.Type(), data))
			}
			begins(l, t, data)
			apply(data)
			data["revision"], data["now"] = "v3", "2026-08-11T13:00:00Z"
			apply(data)
			data["name"], data["abort"] = "api", true
			apply(data)
			l.Apply(l.Plan(l.Nothing()))
			if !l.State.IsNull() {
				t.Error("something is left")
			}
		})
	}
	for name, attribute := range providertest.ResourceSchema("multicluster_rollout").Attributes {
		if !named[name] && (attribute.Optional || attribute.Required) {
			t.Errorf("no configuration has %s", name)
		}
	}
}

// checkKnownRollout applies a configuration: every output is known in the plan, and the next plan is empty.
func checkKnownRollout(t *testing.T, l *providertest.Resource, config tftypes.Value) {
	t.Helper()
	for _, d := range l.Validate(config) {
		t.Error(providertest.Shown(d))
	}
	p := l.Plan(config)
	for name, attribute := range l.Schema.Attributes {
		if attribute.Computed && !l.Attribute(p.State, name).IsFullyKnown() {
			t.Errorf("%s is not known in the plan", name)
		}
	}
	if len(p.Replace) > 0 {
		t.Errorf("replaced because of %v", p.Replace)
	}
	l.Apply(p)
	l.Settled(config)
}

// TestRolloutResourceUnknown puts an unknown value in the place of every value, on create and on update. Validation finds nothing
// wrong. In a plan, an unknown revision and an unknown status are errors that name them; anything else is a warning that names
// it, and the outputs are unknown.
func TestRolloutResourceUnknown(t *testing.T) {
	t.Parallel()
	for of, data := range providertest.FullRolloutResources() {
		fresh, created := providertest.NewRollout(t, t), providertest.NewRollout(t, t)
		begins(created, t, data)
		created.Apply(created.Plan(providertest.Config(t, created.Type(), data)))
		given := maps.Clone(data)
		given["initial_revisions"] = object{"eu-1": "v1"}
		count := 0
		for at, variant := range providertest.Replaced(given, unknown{}) {
			count++
			checkUnknownRollout(t, fresh, of+" on create", at, variant)
			if !strings.HasPrefix(at, ".initial_revisions") { // Not read any more.
				checkUnknownRollout(t, created, of+" on update", at, variant)
			}
		}
		if count < 35 {
			t.Errorf("%s: only %d places were tried", of, count)
		}
	}
}

// unusedInRollouts are attributes of decisions that a rollout does not look at.
var unusedInRollouts = []string{"score", "reason", "binding", "state", "placement_decisions"}

func checkUnknownRollout(t *testing.T, l *providertest.Resource, of, at string, variant any) {
	t.Helper()
	config := providertest.Config(t, l.Type(), variant)
	for _, d := range l.Validate(config) {
		t.Errorf("%s: unknown %s: validate: %s", of, at, providertest.Shown(d))
	}
	p := l.Plan(config)
	last := at[strings.LastIndex(at, ".")+1:]
	last, _, _ = strings.Cut(last, "[")
	where := strings.TrimPrefix(at, ".")
	want := []string{"WARNING: " + providertest.LineOf(where) + ": The rollout ", "is deferred until apply: ", "Unknown, because of",
		": " + where + "."}
	switch providertest.TopAttribute(at) {
	case "revision":
		want = []string{"ERROR: revision: The revision is not known: revision must be known during plan"}
	case "cluster_status":
		want = []string{"ERROR: cluster_status", ": The status is not known: cluster_status", "would be a cycle"}
	case "decisions", "decision_groups":
		if slices.Contains(unusedInRollouts, last) {
			want = nil
		}
	}
	p.Diags = slices.DeleteFunc(p.Diags, func(d *tfprotov6.Diagnostic) bool {
		return strings.Contains(d.Summary, "begins with initial_revisions")
	})
	got, plain := providertest.Said(p.Diags), strings.NewReplacer(`["`, ".", `"]`, "")
	if want != nil && len(p.Diags) != 1 || want == nil && len(p.Diags) > 0 {
		t.Errorf("%s: unknown %s: want one diagnostic with %q: %s", of, at, want, got)
		return
	}
	for _, text := range want {
		if !strings.Contains(plain.Replace(got), plain.Replace(text)) {
			t.Errorf("%s: unknown %s: want %q: %s", of, at, text, got)
		}
	}
	if len(p.Diags) > 0 && providertest.PathOf(tftypes.NewAttributePathWithSteps(
		p.Diags[0].Attribute.Steps()[:1])) != providertest.TopAttribute(at) {
		t.Errorf("%s: unknown %s: the attribute is %s", of, at, p.Diags[0].Attribute)
	}
	if p.Failed() || want == nil {
		return
	}
	checkUnknownOutputs(t, l, p, of, at)
}

// checkUnknownOutputs checks that the outputs are unknown, and the id as long as the name is.
func checkUnknownOutputs(t *testing.T, l *providertest.Resource, p providertest.Planned, of, at string) {
	t.Helper()
	for _, name := range rollouts.ProgressNames() {
		if l.Attribute(p.State, name).IsKnown() {
			t.Errorf("%s: unknown %s: %s is known: %s", of, at, name, l.Attribute(p.State, name))
		}
	}
	if known := l.Attribute(p.State, "id").IsKnown(); known == (at == ".name") {
		t.Errorf("%s: unknown %s: id is known: %t", of, at, known)
	}
}

// TestRolloutResourceNull does the same with null: the rollout goes on, or one error says what is missing.
func TestRolloutResourceNull(t *testing.T) {
	t.Parallel()
	for of, data := range providertest.FullRolloutResources() {
		for at, variant := range providertest.Replaced(data, nil) {
			if slices.Contains([]string{".name", ".revision", ".strategy"}, at) {
				continue // Terraform itself wants a required attribute.
			}
			l := providertest.NewRollout(t, t)
			begins(l, t, data)
			config := providertest.Config(t, l.Type(), variant)
			if found := onlyErrors(l.Validate(config)); len(found) > 1 {
				t.Errorf("%s: null %s: more than one error: %s", of, at, providertest.Said(found))
			} else if len(found) == 1 {
				continue
			}
			p := l.Plan(config)
			if found := onlyErrors(p.Diags); len(found) > 1 {
				t.Errorf("%s: null %s: more than one error: %s", of, at, providertest.Said(found))
			} else if len(found) == 1 {
				continue
			}
			if !p.State.IsFullyKnown() {
				t.Errorf("%s: null %s: neither a plan nor an error", of, at)
			}
			l.Apply(p)
			l.Settled(config)
		}
	}
}

// TestRolloutResourceMisspelt misspells every attribute below those of the schema. Each gives one error, which names the right
// one.
func TestRolloutResourceMisspelt(t *testing.T) {
	l := providertest.NewRollout(t, t)
	for of, config := range providertest.FullRolloutResources() {
		delete(config, "cluster_status") // Its keys may be anything.
		delete(config, "approved_stages")
		for how, rename := range providertest.Misspellings {
			for place, variant := range providertest.Renamed(config, rename) {
				at, name := strings.TrimPrefix(place.At, "."), place.Name
				if len(name) < 5 || strings.Contains(at, "binding.") {
					continue // The binding is not read.
				}
				found := onlyErrors(l.Validate(providertest.Config(t, l.Type(), variant)))
				want := []string{at + ": unsupported attribute; ", `did you mean "` + name + `"?`}
				if len(found) != 1 || !strings.HasPrefix(found[0].Detail, want[0]) || !strings.Contains(found[0].Detail, want[1]) {
					t.Errorf("%s, %s, %s: want one error with %q: %s", of, how, at, want, providertest.Said(found))
				}
			}
		}
	}
}

// TestRolloutResourceUnknownThenKnown: what is unknown in the plan and known when it is applied gives what a known plan would
// have.
func TestRolloutResourceUnknownThenKnown(t *testing.T) {
	t.Parallel()
	for of, data := range providertest.FullRolloutResources() {
		for _, name := range []string{"decisions", "decision_groups", "strategy", "clusters", "manifests", "now",
			"approved_stages", "paused",
			"abort", "retry", "on_breach", "max_failures", "progress_deadline", "rollback_concurrency", "allow_missing_groups",
			"require_status", "number_of_clusters", "name"} {
			known := maps.Clone(data)
			if known[name] == nil {
				continue
			}
			l := providertest.NewRollout(t, t)
			begins(l, t, data)
			deferred := maps.Clone(known)
			deferred[name] = unknown{}
			first := l.Plan(providertest.Config(t, l.Type(), deferred))
			if len(onlyErrors(first.Diags)) > 0 {
				t.Errorf("%s, %s: %s", of, name, providertest.Said(first.Diags))
				continue
			}
			config := providertest.Config(t, l.Type(), known)
			second := l.Plan(config)
			for attribute, was := range providertest.AttributesOf(t, first.State) {
				if is := l.Attribute(second.State, attribute); was.IsFullyKnown() && !was.Equal(is) {
					t.Errorf("%s, %s: %s was planned as %s, and is %s", of, name, attribute, was, is)
				}
			}
			l.Apply(second)
			l.Settled(config)
		}
	}
}
