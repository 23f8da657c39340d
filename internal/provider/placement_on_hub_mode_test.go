package provider

import (
	"strings"
	"testing"
)

// offline is the placement on clusters that the hub does not know.
func (r *placedRun) offline() object {
	config := r.config(1)
	test := strings.TrimSuffix(r.f.prefix, "-")
	config["clusters"] = list{object{"name": r.f.prefix + "z", "labels": object{"test": test}}}
	if r.isOCM() {
		set := r.f.prefix + "set"
		config["cluster_sets"] = list{object{"name": set, "selector_type": "LabelSelector", "label_selector": object{"match_labels": object{"test": test}}}}
		config["cluster_set_bindings"] = list{object{"name": set, "namespace": r.namespace}}
	}
	return config
}

// TestHubPlaced_mode moves a placement of every kind between the state and hubs.
func TestHubPlaced_mode(t *testing.T) {
	t.Parallel()
	for _, kind := range placedKinds {
		t.Run(kind, func(t *testing.T) { newPlacedRun(t, kind).modes() })
	}
}

func (r *placedRun) modes() {
	hub := r.provider
	r.provider = nil
	r.says(r.run(r.offline()))
	r.wantChosen("z")
	if r.value("hub_uid") != nil || r.get() != nil {
		r.t.Fatal("without a hub, the placement was created on one")
	}

	// A hub is added. The placement must not exist there. Its decisions stay until the hub has decided.
	r.provider = hub
	r.f.create(r.imports())
	for range 2 {
		r.says(r.run(r.config(1)), "ERROR "+r.title()+"exists already")
	}
	r.delete()
	one := r.first(1)
	moves := r.title() + "is going to move|1 cluster joins, 1 cluster leaves, 0 clusters stay."
	r.says(r.run(r.config(1, object{"max_moves": "0"})), "ERROR Too many clusters would lose the workload|1 of 1 cluster")
	r.says(r.run(r.config(1)), moves)
	r.wantChosen("z")
	r.says(r.try(r.config(1)).diags, r.title()+"has not been decided by the hub yet")
	r.decide(one...)
	r.settles(r.config(1))
	r.wantChosen(one...)

	r.keepsState()
	r.provider = hub
	r.settles(r.config(1))
	r.says(r.run(nil))
	r.unknownThenKnown(hub)
}

// keepsState: without its hub, with another one, and as long as the hub is unknown, a placement stays as the state has it.
func (r *placedRun) keepsState() {
	r.t.Helper()
	state := r.state
	// The hub is removed, or becomes another one: nothing is read, changed or destroyed.
	for says, provider := range map[string]object{
		"lives on a hub|It is an object of the hub with the UID ":             nil,
		"lives on another hub|and the provider's hub has the UID another-hub": otherHub(r.t, r.f.server),
	} {
		r.provider = provider
		for _, config := range []object{r.config(1), r.config(2), nil} {
			r.says(r.run(config), "ERROR "+r.title()+says)
		}
		if !r.state.Equal(state) {
			r.t.Error("the state has changed")
		}
	}

	// As long as the hub is unknown, the state stays, and every plan is possible.
	for _, provider := range unknownHubs() {
		r.provider = provider
		r.settles(r.config(1))
		p := r.try(r.config(2))
		if r.says(p.diags); !r.attribute(p.state, "decisions").IsFullyKnown() {
			r.t.Error("the decisions are not known while the hub is unknown")
		}
		r.says(r.try(nil).diags)
		if !r.state.Equal(state) {
			r.t.Error("the state has changed")
		}
		r.says(r.carryOut(r.try(nil)), "ERROR "+r.title()+"cannot be destroyed|The configuration of the hub is not known.")
	}
}

// unknownThenKnown: a plan with an unknown hub is carried out when the hub is known, and when there is none.
func (r *placedRun) unknownThenKnown(hub object) {
	r.t.Helper()
	for _, known := range []object{hub, nil} {
		r.provider = object{"hub": unknown{}}
		config := r.config(1)
		if known == nil {
			config = r.offline()
		}
		p := r.try(config)
		r.says(p.diags)
		r.plansUnknown(p)
		r.provider = known
		r.start()
		diags := r.carryOut(p)
		if failed(diags) {
			r.t.Fatal(said(diags))
		}
		if (r.value("hub_uid") == nil) != (known == nil) {
			r.t.Errorf("the hub is %v", r.value("hub_uid"))
		}
		if diags = r.run(nil); failed(diags) || !r.state.IsNull() {
			r.t.Fatal(said(diags))
		}
	}
}

// TestHubPlaced_unknown: every argument of a placement is unknown in a plan that creates it on a hub, and in one that changes it. Nothing is
// found wrong, and an apply that knows the value ends with the placement.
func TestHubPlaced_unknown(t *testing.T) {
	t.Parallel()
	for _, kind := range placedKinds {
		t.Run(kind, func(t *testing.T) {
			r := newPlacedRun(t, kind)
			r.schedule(r.first)
			config := r.config(1, object{
				"adopt": false, "force_conflicts": false, "timeouts": object{"delete": "1m"}, "wait_for_decisions": true, "max_moves": "100%",
				"on_unsatisfied": "warn", "with_labels": list{"name"}, "with_claims": list{},
			})
			if r.isOCM() {
				config["decision_strategy"] = object{"group_strategy": object{"clusters_per_decision_group": "1"}}
			} else {
				config["revision_history_limit"] = int64(5)
			}
			count := 0
			for at, variant := range replaced(config, unknown{}) {
				if strings.Count(at, ".") > 1 && !strings.HasSuffix(at, ".number_of_clusters") || strings.Contains(at, "[") {
					continue
				}
				count++
				r.gets(variant.(object), config, at, "is created")
				r.gets(variant.(object), config, at, "lives on the hub")
				r.says(r.run(nil))
			}
			if count != len(config)+1 {
				t.Errorf("%d places were tried", count)
			}
		})
	}
}

// gets plans with an unknown value, and applies the configuration that has it.
func (r *placedRun) gets(variant, config object, at, step string) {
	r.t.Helper()
	p := r.try(variant)
	if p.failed() {
		r.t.Fatalf("unknown %s of a placement that %s: %s", at, step, said(p.diags))
	}
	p.config = configOf(r.t, r.typ(), config)
	if diags := r.carryOut(p); failed(diags) {
		r.t.Fatalf("unknown %s of a placement that %s: %s", at, step, said(diags))
	}
	r.settles(config)
	r.wantChosen(r.first(1)...)
}
