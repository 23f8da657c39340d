package provider

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/rollouts"
)

func rolloutLifecycle(t testing.TB, fail fataler) *lifecycle {
	t.Helper()
	return newLifecycle(t, fail, "multicluster_rollout")
}

// begins makes the first apply of a rollout, for which no cluster has the workload yet.
func (l *lifecycle) begins(t testing.TB, data object) {
	t.Helper()
	given := maps.Clone(data)
	given["revisions"] = object{}
	l.apply(l.plan(configOf(t, l.typ(), given)))
}

// fullRolloutResources are fullRollouts with what only the resource has, but for revisions, with which nothing moves.
func fullRolloutResources() map[string]object {
	configs := fullRollouts()
	for _, config := range configs {
		config["name"], config["require_status"], config["on_breach"] = "web", true, "stop"
		config["paused"], config["abort"], config["retry"] = false, false, "1"
		config["rollback_concurrency"], config["allow_missing_groups"] = "50%", false
		config["max_removals"] = "100%"
		config["now"] = "2026-08-11T12:00:00Z"
		// A state of a revision that the cluster does not have yet would count in the next plan.
		config["cluster_status"].(object)["eu-1"].(object)["revision"] = "v1"
		if config["clusters"] == nil {
			config["clusters"] = list{object{"name": "eu-1"}, object{"name": "us-1"}, object{"name": "us-2"}}
		}
	}
	for _, of := range []string{"RollingUpdate", "External"} {
		configs[of]["max_failures"], configs[of]["progress_deadline"] = "1", "10m"
	}
	configs["External"]["approved_stages"] = object{"v2": list{"canary", "rest"}}
	configs["ProgressivePerGroup"]["approval_groups"] = list{"canary"}
	configs["RollingUpdate"]["clusters"] = list{object{"name": "eu-1", "kind": "MemberCluster"}, object{"name": "us-1", "kind": "MemberCluster"}}
	return configs
}

// onlyErrors leaves out the warnings.
func onlyErrors(diags []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	return slices.DeleteFunc(slices.Clone(diags), func(d *tfprotov6.Diagnostic) bool {
		return d.Severity != tfprotov6.DiagnosticSeverityError
	})
}

// texts is a map of texts in a state or plan.
func (l *lifecycle) texts(of tftypes.Value, name string) map[string]string {
	l.t.Helper()
	var values map[string]tftypes.Value
	if err := l.attribute(of, name).As(&values); err != nil {
		l.t.Fatalf("%s: %s", name, err)
	}
	texts := map[string]string{}
	for key, value := range values {
		var text string
		if err := value.As(&text); err != nil {
			l.t.Fatal(err)
		}
		texts[key] = text
	}
	return texts
}

// text is a text in a state or plan; empty if it is null.
func (l *lifecycle) text(of tftypes.Value, name string) string {
	l.t.Helper()
	var text *string
	if err := l.attribute(of, name).As(&text); err != nil {
		l.t.Fatalf("%s: %s", name, err)
	}
	if text == nil {
		return ""
	}
	return *text
}

// TestRolloutResourceLifecycle creates, changes and destroys a rollout with every type of strategy that has every argument. All
// outputs are known in every plan, and a plan after an apply is empty.
func TestRolloutResourceLifecycle(t *testing.T) {
	named := map[string]bool{"revisions": true}
	for of, data := range fullRolloutResources() {
		for name := range data {
			named[name] = true
		}
		t.Run(of, func(t *testing.T) {
			l := rolloutLifecycle(t, t)
			apply := func(data object) {
				t.Helper()
				checkKnownRollout(t, l, configOf(t, l.typ(), data))
			}
			l.begins(t, data)
			apply(data)
			data["revision"], data["now"] = "v3", "2026-08-11T13:00:00Z"
			apply(data)
			data["name"], data["abort"] = "api", true
			apply(data)
			l.apply(l.plan(l.nothing()))
			if !l.state.IsNull() {
				t.Error("something is left")
			}
		})
	}
	for name, attribute := range resourceSchema("multicluster_rollout").attributes {
		if !named[name] && (attribute.Optional || attribute.Required) {
			t.Errorf("no configuration has %s", name)
		}
	}
}

// checkKnownRollout applies a configuration: every output is known in the plan, and the next plan is empty.
func checkKnownRollout(t *testing.T, l *lifecycle, config tftypes.Value) {
	t.Helper()
	for _, d := range l.validate(config) {
		t.Error(shown(d))
	}
	p := l.plan(config)
	for name, attribute := range l.schema.attributes {
		if attribute.Computed && !l.attribute(p.state, name).IsFullyKnown() {
			t.Errorf("%s is not known in the plan", name)
		}
	}
	if len(p.replace) > 0 {
		t.Errorf("replaced because of %v", p.replace)
	}
	l.apply(p)
	l.settled(config)
}

// TestRolloutResourceUnknown puts an unknown value in the place of every value, on create and on update. Validation finds nothing
// wrong. In a plan, an unknown revision and an unknown status are errors that name them; anything else is a warning that names it, and
// the outputs are unknown.
func TestRolloutResourceUnknown(t *testing.T) {
	t.Parallel()
	for of, data := range fullRolloutResources() {
		fresh, created := rolloutLifecycle(t, t), rolloutLifecycle(t, t)
		created.begins(t, data)
		created.apply(created.plan(configOf(t, created.typ(), data)))
		given := maps.Clone(data)
		given["revisions"] = object{"eu-1": "v1"}
		count := 0
		for at, variant := range replaced(given, unknown{}) {
			count++
			checkUnknownRollout(t, fresh, of+" on create", at, variant)
			if !strings.HasPrefix(at, ".revisions") {
				delete(variant.(object), "revisions")
			}
			checkUnknownRollout(t, created, of+" on update", at, variant)
		}
		if count < 40 {
			t.Errorf("%s: only %d places were tried", of, count)
		}
	}
}

// unusedInRollouts are attributes of decisions that a rollout does not look at.
var unusedInRollouts = []string{"score", "reason", "binding", "state", "placement_decisions"}

func checkUnknownRollout(t *testing.T, l *lifecycle, of, at string, variant any) {
	t.Helper()
	config := configOf(t, l.typ(), variant)
	for _, d := range l.validate(config) {
		t.Errorf("%s: unknown %s: validate: %s", of, at, shown(d))
	}
	p := l.plan(config)
	last := at[strings.LastIndex(at, ".")+1:]
	last, _, _ = strings.Cut(last, "[")
	where := strings.TrimPrefix(at, ".")
	want := []string{"WARNING: " + lineOf(where) + ": The rollout ", "is deferred until apply: ", "Unknown, because of", ": " + where + "."}
	switch topAttribute(at) {
	case "revision":
		want = []string{"ERROR: revision: The revision is not known: revision must be known during plan"}
	case "cluster_status":
		want = []string{"ERROR: cluster_status", ": The status is not known: cluster_status", "would be a cycle"}
	case "decisions", "decision_groups":
		if slices.Contains(unusedInRollouts, last) {
			want = nil
		}
	}
	p.diags = slices.DeleteFunc(p.diags, func(d *tfprotov6.Diagnostic) bool {
		return strings.Contains(d.Summary, "does not move while revisions is set")
	})
	got, plain := said(p.diags), strings.NewReplacer(`["`, ".", `"]`, "")
	if want != nil && len(p.diags) != 1 || want == nil && len(p.diags) > 0 {
		t.Errorf("%s: unknown %s: want one diagnostic with %q: %s", of, at, want, got)
		return
	}
	for _, text := range want {
		if !strings.Contains(plain.Replace(got), plain.Replace(text)) {
			t.Errorf("%s: unknown %s: want %q: %s", of, at, text, got)
		}
	}
	if len(p.diags) > 0 && pathOf(tftypes.NewAttributePathWithSteps(p.diags[0].Attribute.Steps()[:1])) != topAttribute(at) {
		t.Errorf("%s: unknown %s: the attribute is %s", of, at, p.diags[0].Attribute)
	}
	if p.failed() || want == nil {
		return
	}
	_, given := variant.(object)["revisions"].(object)
	checkUnknownOutputs(t, l, p, of, at, given)
}

// checkUnknownOutputs checks that the outputs are unknown, but for revisions that are configured, and the id as long as the name is.
func checkUnknownOutputs(t *testing.T, l *lifecycle, p planned, of, at string, given bool) {
	t.Helper()
	for _, name := range rollouts.ProgressNames() {
		if (!given || name != "revisions") && l.attribute(p.state, name).IsKnown() {
			t.Errorf("%s: unknown %s: %s is known: %s", of, at, name, l.attribute(p.state, name))
		}
	}
	if known := l.attribute(p.state, "id").IsKnown(); known == (at == ".name") {
		t.Errorf("%s: unknown %s: id is known: %t", of, at, known)
	}
}

// TestRolloutResourceNull does the same with null: the rollout goes on, or one error says what is missing.
func TestRolloutResourceNull(t *testing.T) {
	t.Parallel()
	for of, data := range fullRolloutResources() {
		for at, variant := range replaced(data, nil) {
			if slices.Contains([]string{".name", ".revision", ".strategy"}, at) {
				continue // Terraform itself wants a required attribute.
			}
			l := rolloutLifecycle(t, t)
			l.begins(t, data)
			config := configOf(t, l.typ(), variant)
			if found := onlyErrors(l.validate(config)); len(found) > 1 {
				t.Errorf("%s: null %s: more than one error: %s", of, at, said(found))
			} else if len(found) == 1 {
				continue
			}
			p := l.plan(config)
			if found := onlyErrors(p.diags); len(found) > 1 {
				t.Errorf("%s: null %s: more than one error: %s", of, at, said(found))
			} else if len(found) == 1 {
				continue
			}
			if !p.state.IsFullyKnown() {
				t.Errorf("%s: null %s: neither a plan nor an error", of, at)
			}
			l.apply(p)
			l.settled(config)
		}
	}
}

// TestRolloutResourceMisspelt misspells every attribute below those of the schema. Each gives one error, which names the right one.
func TestRolloutResourceMisspelt(t *testing.T) {
	l := rolloutLifecycle(t, t)
	for of, config := range fullRolloutResources() {
		delete(config, "cluster_status") // Its keys may be anything.
		delete(config, "approved_stages")
		for how, rename := range misspellings {
			for place, variant := range renamed(config, rename) {
				at, name := strings.TrimPrefix(place.at, "."), place.name
				if len(name) < 5 || strings.Contains(at, "binding.") {
					continue // The binding is not read.
				}
				found := onlyErrors(l.validate(configOf(t, l.typ(), variant)))
				want := []string{at + ": unsupported attribute; ", `did you mean "` + name + `"?`}
				if len(found) != 1 || !strings.HasPrefix(found[0].Detail, want[0]) || !strings.Contains(found[0].Detail, want[1]) {
					t.Errorf("%s, %s, %s: want one error with %q: %s", of, how, at, want, said(found))
				}
			}
		}
	}
}

// TestRolloutResourceUnknownThenKnown: what is unknown in the plan and known when it is applied gives what a known plan would have.
func TestRolloutResourceUnknownThenKnown(t *testing.T) {
	t.Parallel()
	for of, data := range fullRolloutResources() {
		for _, name := range []string{"decisions", "decision_groups", "strategy", "clusters", "manifests", "now", "approved_stages", "paused",
			"abort", "retry", "on_breach", "max_failures", "progress_deadline", "rollback_concurrency", "allow_missing_groups", "require_status", "number_of_clusters", "name", "revisions"} {
			known := maps.Clone(data)
			if name == "revisions" {
				known[name] = object{"eu-1": "v1", "us-1": "v2"}
			}
			if known[name] == nil {
				continue
			}
			l := rolloutLifecycle(t, t)
			l.begins(t, data)
			deferred := maps.Clone(known)
			deferred[name] = unknown{}
			first := l.plan(configOf(t, l.typ(), deferred))
			if len(onlyErrors(first.diags)) > 0 {
				t.Errorf("%s, %s: %s", of, name, said(first.diags))
				continue
			}
			config := configOf(t, l.typ(), known)
			second := l.plan(config)
			for attribute, was := range attributesOf(t, first.state) {
				if is := l.attribute(second.state, attribute); was.IsFullyKnown() && !was.Equal(is) {
					t.Errorf("%s, %s: %s was planned as %s, and is %s", of, name, attribute, was, is)
				}
			}
			l.apply(second)
			l.settled(config)
		}
	}
}
