// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestPlacementResourceUpdatesPolicy changes the policy of a placement of KubeFleet as a hub allows it, and as it does not: then
// the placement is replaced.
func TestPlacementResourceUpdatesPolicy(t *testing.T) {
	toleration := object{"key": "gpu", "operator": "Exists"}
	policy := func(number int64, tolerations ...any) object {
		return object{"placement_type": "PickN", "number_of_clusters": number, "tolerations": tolerations}
	}
	for _, test := range []struct {
		name     string
		policy   object
		says     string
		want     []string
		replaces bool
	}{
		{"more clusters", policy(3, toleration), "a joins", []string{"a", "b", "c"}, false},
		{"fewer clusters", policy(1, toleration), "leaves", []string{"c"}, false},
		{
			"another type", object{"placement_type": "PickAll", "tolerations": list{toleration}}, "a joins", []string{"a", "b", "c"}, true,
		},
		{"a toleration less", policy(2), "A hub refuses that", []string{"b", "c"}, true},
		{"another toleration", policy(2, object{"key": "cpu", "operator": "Exists"}), "A hub refuses that", []string{"b", "c"}, true},
		{"a toleration more", policy(2, object{"key": "cpu", "operator": "Exists"}, toleration), "", []string{"b", "c"}, false},
		{
			"a default in full", policy(2, object{"key": "gpu", "operator": "Exists", "value": "", "effect": ""}),
			"", []string{"b", "c"}, false,
		},
		{
			"an unknown type", object{"placement_type": unknown{}, "number_of_clusters": int64(2), "tolerations": list{toleration}},
			"Unknown, because", nil, true,
		},
		{
			"unknown tolerations", object{"placement_type": "PickN", "number_of_clusters": int64(2), "tolerations": unknown{}},
			"Unknown, because", nil, true,
		},
		{
			"an unknown number", object{"placement_type": "PickN", "number_of_clusters": unknown{}, "tolerations": list{toleration}},
			"Unknown, because", nil, false,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := providertest.NewPlacement(t, t)
			config := func(policy object) tftypes.Value {
				return providertest.Config(t, l.Type(), object{
					"name": "web", "clusters": list{providertest.Cluster("a", nil), providertest.Cluster("b", nil),
						providertest.Cluster("c", nil)}, "kubefleet": policy,
				})
			}
			l.Apply(l.Plan(config(policy(2, toleration))))
			p := l.Plan(config(test.policy))
			if !strings.Contains(providertest.Said(p.Diags), test.says) || test.says == "" && len(p.Diags) > 0 {
				t.Errorf("got %q, want %q", providertest.Said(p.Diags), test.says)
			}
			var because []string
			if test.replaces {
				because = []string{"kubefleet"}
			}
			if !slices.Equal(p.Replace, because) {
				t.Errorf("it is replaced because of %v, want %v", p.Replace, because)
			}
			if test.want == nil {
				return
			}
			l.Apply(p)
			got := l.DecidedClusters(l.State)
			if slices.Sort(got); !slices.Equal(got, test.want) {
				t.Errorf("decided %v, want %v", got, test.want)
			}
			l.Settled(config(test.policy))
		})
	}
}

// TestPlacementResourceChangesDialect hands a placement from one scheduler to the next. The clusters stay if they suit.
func TestPlacementResourceChangesDialect(t *testing.T) {
	configs := providertest.StickyConfigs()
	for from := range configs {
		for to := range configs {
			l := providertest.NewPlacement(t, t)
			fleet := []object{providertest.Cluster("a", object{}), providertest.Cluster("b", object{}),
				providertest.Cluster("c", object{})}
			l.Apply(l.Plan(providertest.Config(t, l.Type(), configs[from](fleet...))))
			next := providertest.Config(t, l.Type(), configs[to](fleet...))
			l.Apply(l.Plan(next))
			if got := l.DecidedClusters(l.State); len(got) != 2 {
				t.Errorf("%s to %s: decided %v", from, to, got)
			}
			l.Settled(next)
		}
	}
}

// TestPlacementResourceAfterImport plans with a state that has the name alone. What the data source had decided before can
// be handed over.
func TestPlacementResourceAfterImport(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	l.State = providertest.Config(t, l.Type(), object{"id": "web", "name": "web"})
	config := providertest.Config(t, l.Type(), object{
		"name": "web", "clusters": list{providertest.Cluster("a", nil), providertest.Cluster("b", nil), providertest.Cluster("c", nil)},
		"ocm":                object{"number_of_clusters": int64(1)},
		"previous_decisions": list{object{"cluster_name": "c"}},
	})
	p := l.Plan(config)
	if len(p.Diags) > 0 || len(p.Replace) > 0 {
		t.Errorf("got %q and the replacement of %v", providertest.Said(p.Diags), p.Replace)
	}
	l.Apply(p)
	if got := l.DecidedClusters(l.State); !slices.Equal(got, []string{"c"}) {
		t.Errorf("decided %v, want what was decided before", got)
	}
	l.Settled(config)
}

// TestPlacementResourceNameReplaces replaces a placement of another name, and no other.
func TestPlacementResourceNameReplaces(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	config := func(name, namespace any, number int64) tftypes.Value {
		return providertest.Config(t, l.Type(), object{
			"name": name, "namespace": namespace, "clusters": list{providertest.Cluster("a", nil), providertest.Cluster("b", nil)},
			"cluster_sets":         list{object{"name": "s", "selector_type": "LabelSelector", "label_selector": object{}}},
			"cluster_set_bindings": list{object{"name": "s", "namespace": "x"}},
			"ocm":                  object{"number_of_clusters": number},
		})
	}
	l.Apply(l.Plan(config("web", nil, 1)))
	for _, test := range []struct {
		config tftypes.Value
		want   []string
	}{
		{config("web", nil, 2), nil},
		{config("db", nil, 1), []string{"name"}},
		{config("web", "x", 1), []string{"namespace"}},
	} {
		if p := l.Plan(test.config); !slices.Equal(p.Replace, test.want) {
			t.Errorf("%s replaces because of %v, want %v; %s", l.Attribute(test.config, "name"), p.Replace, test.want,
				providertest.Said(p.Diags))
		}
	}
}

// TestPlacementResourceProviderFleet decides on the fleet of the provider: the answer stands until that changes.
func TestPlacementResourceProviderFleet(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	managed := func(name string) string {
		return `{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster","metadata":{"name":"` + name + `"}}`
	}
	config := providertest.Config(t, l.Type(), object{"name": "web", "ocm": object{}})

	if p := l.Plan(config); !strings.Contains(providertest.Said(p.Diags), "There is no fleet") {
		t.Errorf("got %q, want an error that there is no fleet", providertest.Said(p.Diags))
	}
	providertest.ConfigureWith(t, l.Server, list{managed("a")})
	l.Apply(l.Plan(config))
	l.Settled(config)

	providertest.ConfigureWith(t, l.Server, list{managed("a") + managed("b")})
	p := l.Plan(config)
	if !strings.Contains(providertest.Said(p.Diags), "b joins") {
		t.Errorf("got %q, want a warning that b joins", providertest.Said(p.Diags))
	}
	l.Apply(p)
	l.Settled(config)

	providertest.ConfigureWith(t, l.Server, unknown{})
	p = l.Plan(config)
	if l.Attribute(p.State, "decisions").IsKnown() ||
		!strings.Contains(providertest.Said(p.Diags), "The manifests of the provider are not known yet") {
		t.Errorf("got %q, want unknown decisions and a warning", providertest.Said(p.Diags))
	}
	providertest.ConfigureWith(t, l.Server, list{managed("a"), unknown{}})
	if p = l.Plan(config); l.Attribute(p.State, "decisions").IsKnown() {
		t.Error("the decisions are known although a manifest is not")
	}
}

// TestPlacementResourceAsksNobody refuses advisors that only HTTP can reach, although the provider has them.
func TestPlacementResourceAsksNobody(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	if resp := providertest.ConfigureRaw(t, l.Server,
		object{"advisors": object{"mine": object{"url": "https://advisor.example"}}}); len(resp.Diagnostics) > 0 {
		t.Fatal(providertest.Shown(resp.Diagnostics[0]))
	}
	p := l.Plan(providertest.Config(t, l.Type(), object{
		"name": "web", "clusters": list{providertest.Cluster("a", nil)}, "hybrid": object{"advisors": list{object{"name": "mine"}}},
	}))
	const says = `ERROR: hybrid["advisors"]: The placement cannot be scheduled: hybrid.advisors[0].recommendations: ` +
		`"mine" is not a built-in advisor`
	if !strings.HasPrefix(providertest.Said(p.Diags), says) ||
		!strings.Contains(providertest.Said(p.Diags), "HTTP advisors work only in the data source") {
		t.Errorf("got %q", providertest.Said(p.Diags))
	}
}

// TestPlacementResourceKeepsOldDecisions keeps decisions although another scheduler is to decide: the state has the new
// arguments beside the old decisions, and the next plan must not take these for decisions of the new scheduler.
func TestPlacementResourceKeepsOldDecisions(t *testing.T) {
	configs := providertest.StickyConfigs()
	for from := range configs {
		for to := range configs {
			l := providertest.NewPlacement(t, t)
			config := func(dialect string, clusters ...object) tftypes.Value {
				data := configs[dialect](clusters...)
				data["max_moves"], data["on_exceeded"], data["on_unsatisfied"] = "0", "keep", "accept"
				return providertest.Config(t, l.Type(), data)
			}
			l.Apply(l.Plan(config(from, providertest.Cluster("a", object{}), providertest.Cluster("b", object{}))))
			next := config(to, providertest.Cluster("a", object{}), providertest.Cluster("b", object{"off": "yes"}),
				providertest.Cluster("c", object{}))
			if to == placementconfig.DialectKubeFleet && from == to {
				next = config(to, providertest.Cluster("a", object{"off": "yes"}), providertest.Cluster("b", object{"off": "yes"}),
					providertest.Cluster("c", object{}))
			}
			l.Apply(l.Plan(next))
			l.Settled(next)
			if got := l.DecidedClusters(l.State); !slices.Contains(got, "a") || !slices.Contains(got, "b") {
				t.Errorf("%s to %s: decided %v, want what was decided before", from, to, got)
			}
		}
	}
}

// TestPlacementResourceOwnManifests has a fleet of its own beside that of the provider, which does not matter then.
func TestPlacementResourceOwnManifests(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	managed := func(name string) string {
		return `{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster","metadata":{"name":"` + name + `"}}`
	}
	config := providertest.Config(t, l.Type(), object{"name": "web", "ocm": object{}, "manifests": list{managed("own")}})
	providertest.ConfigureWith(t, l.Server, list{managed("a")})
	l.Apply(l.Plan(config))
	l.Settled(config)
	providertest.ConfigureWith(t, l.Server, list{managed("b")})
	l.Settled(config)
}

// TestPlacementUnknownDialects passes unknown dialects on, as a module does while Terraform validates: they may be null.
func TestPlacementUnknownDialects(t *testing.T) {
	fleet := list{providertest.Cluster("a", nil)}
	for _, test := range []struct {
		name   string
		config object
		says   string
	}{
		{"all", object{"clusters": fleet, "ocm": unknown{}, "kubefleet": unknown{}, "hybrid": unknown{}}, ""},
		{"one is known", object{"clusters": fleet, "ocm": object{}, "kubefleet": unknown{}}, ""},
		{"two are known", object{"clusters": fleet, "ocm": object{}, "kubefleet": object{}, "hybrid": unknown{}}, "Two schedulers"},
		{
			"the known one is wrong", object{"clusters": fleet, "ocm": object{"number_of_clusters": int64(-1)}, "kubefleet": unknown{}},
			"ocm.number_of_clusters",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), test.config))
			if test.says == "" && len(diags) > 0 || test.says != "" &&
				(len(diags) != 1 || !strings.Contains(providertest.Said(diags), test.says)) {
				t.Errorf("got %q, want %q", providertest.Said(diags), test.says)
			}
		})
	}
}

// TestPlacementResourceEmptyNamespace refuses an empty namespace, which would have the id of none.
func TestPlacementResourceEmptyNamespace(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	diags := l.Validate(providertest.Config(t, l.Type(), object{"name": "web", "namespace": "",
		"clusters": list{providertest.Cluster("a", nil)}, "ocm": object{}}))
	if len(diags) != 1 || !strings.Contains(providertest.Said(diags), "namespace") {
		t.Errorf("got %q", providertest.Said(diags))
	}
}

// TestPlacementResourceTimestamp tells those who take timestamp() for the time what to take.
func TestPlacementResourceTimestamp(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	p := l.Plan(providertest.Config(t, l.Type(), providertest.TimedConfig(unknown{})))
	if !strings.Contains(providertest.Said(p.Diags), "timestamp() is unknown until apply; use plantimestamp().") {
		t.Errorf("got %q", providertest.Said(p.Diags))
	}
}
