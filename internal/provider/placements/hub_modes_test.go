// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// offline is the placement on clusters that the hub does not know.
func offline(r *onhub.PlacedRun) object {
	config := r.Config(1)
	test := strings.TrimSuffix(r.F.Prefix, "-")
	config["clusters"] = list{object{"name": r.F.Prefix + "z", "labels": object{"test": test}}}
	if r.IsOCM() {
		set := r.F.Prefix + "set"
		config["cluster_sets"] = list{object{"name": set, "selector_type": "LabelSelector",
			"label_selector": object{"match_labels": object{"test": test}}}}
		config["cluster_set_bindings"] = list{object{"name": set, "namespace": r.Namespace}}
	}
	return config
}

// TestHubPlaced_mode moves a placement of every kind between the state and hubs.
func TestHubPlaced_mode(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			modes(onhub.NewPlacedRun(t, fakehub.Start(t), kind))
		})
	}
}

func modes(r *onhub.PlacedRun) {
	hub := r.Provider
	r.Provider = nil
	r.Says(r.Do(offline(r)))
	r.WantChosen("z")
	if r.Value("hub_uid") != nil || r.Get() != nil {
		r.T.Fatal("without a hub, the placement was created on one")
	}

	// A hub is added. The placement must not exist there. Its decisions stay until the hub has decided.
	r.Provider = hub
	r.F.Create(r.Imports())
	for range 2 {
		r.Says(r.Do(r.Config(1)), "ERROR "+r.Title()+"exists already")
	}
	r.Delete()
	one := r.First(1)
	moves := r.Title() + "will move|1 cluster joins, 1 cluster leaves, 0 clusters stay."
	r.Says(r.Do(r.Config(1, object{"max_moves": "0"})), "ERROR Too many clusters would lose the workload|1 of 1 cluster")
	r.Says(r.Do(r.Config(1)), moves)
	r.WantChosen("z")
	r.Says(r.Try(r.Config(1)).Diags, r.Title()+"has not been decided by the hub yet")
	r.Decide(one...)
	r.Settles(r.Config(1))
	r.WantChosen(one...)

	keepsState(r)
	r.Provider = hub
	r.Settles(r.Config(1))
	r.Says(r.Do(nil), r.Title()+"is deleted on the hub|")
	unknownThenKnown(r, hub)
}

// keepsState: without its hub, with another one, and as long as the hub is unknown, a placement stays as the state has it.
func keepsState(r *onhub.PlacedRun) {
	r.T.Helper()
	state := r.State
	// The hub is removed, or becomes another one: nothing is read, changed or destroyed.
	for says, provider := range map[string]object{
		"lives on a hub|It is an object of the hub with the UID ":             nil,
		"lives on another hub|and the provider's hub has the UID another-hub": onhub.OtherHub(r.T, r.F.Server),
	} {
		r.Provider = provider
		for _, config := range []object{r.Config(1), r.Config(2), nil} {
			r.Says(r.Do(config), "ERROR "+r.Title()+says)
		}
		if !r.State.Equal(state) {
			r.T.Error("the state has changed")
		}
	}

	// As long as the hub is unknown, the state stays, and every plan is possible.
	for _, provider := range onhub.UnknownHubs() {
		r.Provider = provider
		r.Settles(r.Config(1))
		p := r.Try(r.Config(2))
		if r.Says(p.Diags); !r.Attribute(p.State, "decisions").IsFullyKnown() {
			r.T.Error("the decisions are not known while the hub is unknown")
		}
		r.Says(r.Try(nil).Diags)
		if !r.State.Equal(state) {
			r.T.Error("the state has changed")
		}
		r.Says(r.CarryOut(r.Try(nil)), "ERROR "+r.Title()+"cannot be destroyed|The configuration of the hub is not known.")
	}
}

// unknownThenKnown: a plan with an unknown hub is carried out when the hub is known, and when there is none.
func unknownThenKnown(r *onhub.PlacedRun, hub object) {
	r.T.Helper()
	for _, known := range []object{hub, nil} {
		r.Provider = object{"hub": unknown{}}
		config := r.Config(1)
		if known == nil {
			config = offline(r)
		}
		p := r.Try(config)
		r.Says(p.Diags)
		plansUnknown(r, p)
		r.Provider = known
		r.Start()
		diags := r.CarryOut(p)
		if providertest.Failed(diags) {
			r.T.Fatal(providertest.Said(diags))
		}
		if (r.Value("hub_uid") == nil) != (known == nil) {
			r.T.Errorf("the hub is %v", r.Value("hub_uid"))
		}
		if diags = r.Do(nil); providertest.Failed(diags) || !r.State.IsNull() {
			r.T.Fatal(providertest.Said(diags))
		}
	}
}

// TestHubPlaced_unknown: every argument of a placement is unknown in a plan that creates it on a hub, and in one that changes it.
// Nothing is found wrong, and an apply that knows the value ends with the placement.
func TestHubPlaced_unknown(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewPlacedRun(t, fakehub.Start(t), kind)
			schedule(r, r.First)
			config := r.Config(1, object{
				"adopt": false, "force_conflicts": false, "timeouts": object{"delete": "1m"}, "wait_for_decisions": true, "max_moves": "100%",
				"on_unsatisfied": "warn", "with_labels": list{"name"}, "with_claims": list{},
			})
			if r.IsOCM() {
				config["decision_strategy"] = object{"group_strategy": object{"clusters_per_decision_group": "1"}}
			} else {
				config["revision_history_limit"] = int64(5)
			}
			count := 0
			for at, variant := range providertest.Replaced(config, unknown{}) {
				if strings.Count(at, ".") > 1 && !strings.HasSuffix(at, ".number_of_clusters") || strings.Contains(at, "[") {
					continue
				}
				count++
				gets(r, variant.(object), config, at, "is created")
				gets(r, variant.(object), config, at, "lives on the hub")
				r.Says(r.Do(nil), r.Title()+"is deleted on the hub|")
			}
			if count != len(config)+1 {
				t.Errorf("%d places were tried", count)
			}
		})
	}
}

// gets plans with an unknown value, and applies the configuration that has it.
func gets(r *onhub.PlacedRun, variant, config object, at, step string) {
	r.T.Helper()
	p := r.Try(variant)
	if p.Failed() {
		r.T.Fatalf("unknown %s of a placement that %s: %s", at, step, providertest.Said(p.Diags))
	}
	p.Config = providertest.Config(r.T, r.Type(), config)
	if diags := r.CarryOut(p); providertest.Failed(diags) {
		r.T.Fatalf("unknown %s of a placement that %s: %s", at, step, providertest.Said(diags))
	}
	r.Settles(config)
	r.WantChosen(r.First(1)...)
}

// TestHubPlaced_mistakes: what has no place on a hub is an error of the plan at the attribute, once, and only if it is known.
// Without a hub, the same is right.
func TestHubPlaced_mistakes(t *testing.T) {
	t.Parallel()
	full := providertest.FullResourceConfigs()
	const fleet = "the placement chooses from the fleet of the hub. Remove it from the configuration"
	says := map[string]string{
		"previous_decisions": "the hub has the earlier decisions", "now": "the hub has its own clock",
		"with_report": "a hub publishes no report",
		"paused":      "Terraform cannot hold back the decisions of a hub", "on_exceeded": `so only "fail" is possible`,
	}
	for _, name := range []string{"clusters", "cluster_sets", "cluster_set_bindings", "scores", "manifests", "placement_decisions"} {
		says[name] = fleet
	}
	for _, kind := range onhub.PlacedKinds {
		r := onhub.NewPlacedRun(t, fakehub.Start(t), kind)
		values := full[placementconfig.DialectKubeFleet]
		if r.IsOCM() {
			values = full[placementconfig.DialectOCM]
		}
		values["with_report"], values["paused"], values["on_exceeded"] = true, true, "keep"
		for _, name := range slices.Sorted(maps.Keys(says)) {
			if r.Schema.Attributes[name] == nil {
				continue
			}
			if values[name] == nil {
				t.Fatalf("%s has no value", name)
			}
			diags := r.Try(r.Config(1, object{name: values[name], "max_moves": "1"})).Diags
			if len(diags) != 1 || providertest.PathOf(diags[0].Attribute) != name {
				t.Errorf("%s of a %s: %s", name, kind, providertest.Said(diags))
				continue
			}
			r.Says(diags, "ERROR "+name+": |"+says[name])
			if diags = r.Try(r.Config(1, object{name: unknown{}, "max_moves": "1"})).Diags; providertest.Failed(diags) {
				t.Errorf("unknown %s of a %s: %s", name, kind, providertest.Said(diags))
			}
		}
	}
}

// TestHubPlaced_required: what only a hub requires.
func TestHubPlaced_required(t *testing.T) {
	ocm, fleet := onhub.NewPlacedRun(t, fakehub.Start(t), "Placement"), onhub.NewPlacedRun(t, fakehub.Start(t), "ResourcePlacement")
	for what, tt := range map[string]struct {
		r      *onhub.PlacedRun
		change object
		says   string
	}{
		"no namespace": {
			ocm, object{"namespace": nil}, "ERROR namespace: |must be set because a Placement on a hub has a namespace",
		},
		"groups in KubeFleet": {
			fleet, object{"decision_strategy": object{"group_strategy": object{"clusters_per_decision_group": "1"}}},
			"ERROR decision_strategy: |has no decision groups on a hub",
		},
		"no resource selectors": {fleet, object{"resource_selectors": nil}, "ERROR resource_selectors: "},
		"a rule without a namespace": {ocm, object{"ocm": nil, "hybrid": object{"replicas": int64(1)}, "namespace": nil},
			"ERROR namespace: |a PlacementRule on a hub has a namespace"},
		"a name with a dot": {
			fleet, object{"name": "v2." + fleet.Name}, "ERROR name: |with a dot in its first 26 characters: KubeFleet cannot create bindings",
		},
		"types of a rule": {
			ocm, object{"ocm": nil, "hybrid": object{"deployer_type": list{"vm", "kubernetes"}}},
			"ERROR hybrid.deployer_type: |one deployer type",
		},
		"an answer in a rule": {ocm, object{"ocm": nil,
			"hybrid": object{"advisors": list{object{"name": "mine", "recommendations": list{}}}}},
			"ERROR hybrid.advisors[0].recommendations: |on a hub the advisors answer there"},
	} {
		diags := tt.r.Try(tt.r.Config(1, tt.change)).Diags
		if len(diags) != 1 {
			t.Errorf("%s: %s", what, providertest.Said(diags))
			continue
		}
		tt.r.Says(diags, tt.says)
	}
}
