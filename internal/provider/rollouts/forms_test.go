// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestRolloutResourceSameMeaning writes the arguments of every rollout in each form that means the same: the plan is empty.
func TestRolloutResourceSameMeaning(t *testing.T) {
	for of, data := range providertest.FullRolloutResources() {
		l := providertest.NewRollout(t, t)
		config := providertest.Config(t, l.Type(), data)
		begins(l, t, data)
		l.Apply(l.Plan(config))
		for how, variant := range sameRollouts(t, l, data) {
			if found := l.Validate(variant); len(found) > 0 {
				t.Errorf("%s: %s: %s", of, how, providertest.Said(found))
				continue
			}
			p := l.Plan(variant)
			if p.Failed() {
				t.Errorf("%s: %s: %s", of, how, providertest.Said(p.Diags))
			} else if !p.State.Equal(l.State) {
				t.Errorf("%s: %s:%s", of, how, l.Changed(l.State, p.State))
			}
		}
	}
}

// sameRollouts are configurations that mean the same.
func sameRollouts(t *testing.T, l *providertest.Resource, data object) map[string]tftypes.Value {
	t.Helper()
	config := providertest.Config(t, l.Type(), data)
	same := map[string]tftypes.Value{}
	for how, f := range providertest.Forms {
		same[how] = providertest.Reform(t, config,
			func(attribute string, v tftypes.Value) tftypes.Value { return f.Reformed(t, v, attribute, 0) })
	}
	for _, name := range []string{"decisions", "decision_groups", "clusters"} {
		items, ok := data[name].(list)
		if !ok {
			continue
		}
		other := maps.Clone(data)
		items = slices.Clone(items)
		slices.Reverse(items)
		other[name] = items
		same[name+" in another order"] = providertest.Config(t, l.Type(), other)
		instances := object{}
		for i, item := range items {
			instances[string(rune('a'+i))] = item
		}
		other[name] = instances
		same[name+" as a map"] = providertest.Config(t, l.Type(), other)
	}
	same["nulls"] = providertest.Reform(t, config, func(name string, v tftypes.Value) tftypes.Value {
		switch name {
		case "cluster_status":
			return mapElements(t, v, func(v tftypes.Value) tftypes.Value { return withNull(t, v, "revision") })
		case "strategy":
			return withNull(t, v, "stages", "all", "rolling_update")
		}
		return v
	})
	return same
}

// withNull adds attributes that are null, if they are not there.
func withNull(t *testing.T, v tftypes.Value, names ...string) tftypes.Value {
	t.Helper()
	values := maps.Clone(providertest.AttributesOf(t, v))
	for _, name := range names {
		if _, ok := values[name]; !ok {
			values[name] = tftypes.NewValue(tftypes.DynamicPseudoType, nil)
		}
	}
	return providertest.ObjectOf(values)
}

// mapElements changes every element of an object.
func mapElements(t *testing.T, v tftypes.Value, change func(tftypes.Value) tftypes.Value) tftypes.Value {
	t.Helper()
	values := map[string]tftypes.Value{}
	for name, value := range providertest.AttributesOf(t, v) {
		values[name] = change(value)
	}
	return providertest.ObjectOf(values)
}

// TestRolloutResourceSameDuration writes durations, times and sizes in other ways. A time in another zone is the same time.
func TestRolloutResourceSameDuration(t *testing.T) {
	progressive := func(block object) object { return object{"type": "Progressive", "progressive": block} }
	for _, test := range []struct {
		name     string
		was, now any
	}{
		{"strategy", progressive(object{"min_success_time": "60s"}), progressive(object{"min_success_time": "1m"})},
		{"strategy", progressive(object{"min_success_time": "1h"}), progressive(object{"min_success_time": "60m0s"})},
		{"strategy", progressive(object{"max_concurrency": int64(2)}), progressive(object{"max_concurrency": "2"})},
		{
			"strategy", progressive(object{"max_concurrency": int64(2)}),
			progressive(object{"max_concurrency": int64(2), "max_failures": nil}),
		},
		{
			"strategy", progressive(object{"max_concurrency": int64(2), "mandatory_decision_groups": nil}),
			progressive(object{"max_concurrency": int64(2)}),
		},
		{
			"cluster_status", object{"a": object{"status": "Progressing", "last_transition_time": "2026-08-11T12:00:00Z"}},
			object{"a": object{"status": "Progressing", "last_transition_time": "2026-08-11T14:00:00+02:00", "revision": nil}},
		},
	} {
		l := newRolloutLife(t)
		l.data[test.name] = test.was
		config := l.config()
		l.Apply(l.Plan(config))
		l.data[test.name] = test.now
		p := l.Plan(l.config())
		if p.Failed() || !p.State.Equal(l.State) {
			t.Errorf("%s: %v, then %v: %s%s", test.name, test.was, test.now, providertest.Said(p.Diags),
				strings.TrimSpace(l.Changed(l.State, p.State)))
		}
	}
}

// TestRolloutResourceWithoutEffect: what has no effect is accepted with a warning at its line that names it.
func TestRolloutResourceWithoutEffect(t *testing.T) {
	for _, test := range []struct {
		change   func(data object)
		at, says string
	}{
		{func(data object) {
			data["strategy"] = object{"type": "All", "rolling_update": object{"max_unavailable": int64(1)}}
		}, `strategy["rolling_update"]`, `strategy.rolling_update: found "All": it has no effect without type = "RollingUpdate"`},
		{func(data object) {
			data["strategy"] = object{"type": "All", "stages": list{object{"name": "x"}}}
		}, `strategy["stages"]`, `it has no effect without type = "External"`},
		{
			func(data object) { data["approved_stages"] = object{"v1": list{"canary"}} }, `approved_stages["v1"]`,
			"nothing asks for this approval: stages of type External do, and in a resource the groups of type ProgressivePerGroup in " +
				"approval_groups",
		},
		{func(data object) {
			data["cluster_status"] = object{"aa": object{"status": "Failed", "revision": "v1"}}
		}, `cluster_status["aa"]`, `the rollout has no cluster of this name; did you mean "a"?`},
		{func(data object) {
			data["cluster_status"] = object{"a": object{"status": "Succeeded", "last_transition_time": "2026-08-11T12:00:00Z",
				"revision": "v1"}}
		}, `cluster_status["a"]`, `the status is about the revision that the cluster gets by this apply; the next plan takes it as the result.`},
		{
			func(data object) { data["decisions"] = list{} }, "decisions", "no cluster is chosen: nothing is rolled out, and clusters " +
				"with the workload lose it.",
		},
	} {
		l := newRolloutLife(t)
		test.change(l.data)
		p := l.Plan(l.config())
		if len(p.Diags) != 1 || p.Failed() || providertest.PathOf(p.Diags[0].Attribute) != test.at ||
			!strings.Contains(p.Diags[0].Detail, test.says) ||
			!strings.HasPrefix(p.Diags[0].Summary, `The rollout "web" `) {
			t.Errorf("want one warning at %s with %q: %s", test.at, test.says, providertest.Said(p.Diags))
		}
	}
}
