package provider

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
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
		{"another type", object{"placement_type": "PickAll", "tolerations": list{toleration}}, "a joins", []string{"a", "b", "c"}, true},
		{"a toleration less", policy(2), "A hub refuses that", []string{"b", "c"}, true},
		{"another toleration", policy(2, object{"key": "cpu", "operator": "Exists"}), "A hub refuses that", []string{"b", "c"}, true},
		{"a toleration more", policy(2, object{"key": "cpu", "operator": "Exists"}, toleration), "", []string{"b", "c"}, false},
		{"a default in full", policy(2, object{"key": "gpu", "operator": "Exists", "value": "", "effect": ""}), "", []string{"b", "c"}, false},
		{"an unknown type", object{"placement_type": unknown{}, "number_of_clusters": int64(2), "tolerations": list{toleration}}, "Unknown, because", nil, true},
		{"unknown tolerations", object{"placement_type": "PickN", "number_of_clusters": int64(2), "tolerations": unknown{}}, "Unknown, because", nil, true},
		{"an unknown number", object{"placement_type": "PickN", "number_of_clusters": unknown{}, "tolerations": list{toleration}}, "Unknown, because", nil, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := placementLifecycle(t, t)
			config := func(policy object) tftypes.Value {
				return configOf(t, l.typ(), object{
					"name": "web", "clusters": list{cluster("a", nil), cluster("b", nil), cluster("c", nil)}, "kubefleet": policy,
				})
			}
			l.apply(l.plan(config(policy(2, toleration))))
			p := l.plan(config(test.policy))
			if !strings.Contains(said(p.diags), test.says) || test.says == "" && len(p.diags) > 0 {
				t.Errorf("got %q, want %q", said(p.diags), test.says)
			}
			var because []string
			if test.replaces {
				because = []string{"kubefleet"}
			}
			if !slices.Equal(p.replace, because) {
				t.Errorf("it is replaced because of %v, want %v", p.replace, because)
			}
			if test.want == nil {
				return
			}
			l.apply(p)
			got := l.decidedClusters(l.state)
			if slices.Sort(got); !slices.Equal(got, test.want) {
				t.Errorf("decided %v, want %v", got, test.want)
			}
			l.settled(config(test.policy))
		})
	}
}

// TestPlacementResourceChangesDialect hands a placement from one scheduler to the next. The clusters stay if they suit.
func TestPlacementResourceChangesDialect(t *testing.T) {
	configs := stickyConfigs()
	for from := range configs {
		for to := range configs {
			l := placementLifecycle(t, t)
			fleet := []object{cluster("a", object{}), cluster("b", object{}), cluster("c", object{})}
			l.apply(l.plan(configOf(t, l.typ(), configs[from](fleet...))))
			next := configOf(t, l.typ(), configs[to](fleet...))
			l.apply(l.plan(next))
			if got := l.decidedClusters(l.state); len(got) != 2 {
				t.Errorf("%s to %s: decided %v", from, to, got)
			}
			l.settled(next)
		}
	}
}

// TestPlacementResourceAfterImport plans with a state that has the name alone. What the data source had decided before can
// be handed over.
func TestPlacementResourceAfterImport(t *testing.T) {
	l := placementLifecycle(t, t)
	l.state = configOf(t, l.typ(), object{"id": "web", "name": "web"})
	config := configOf(t, l.typ(), object{
		"name": "web", "clusters": list{cluster("a", nil), cluster("b", nil), cluster("c", nil)},
		"ocm":                object{"number_of_clusters": int64(1)},
		"previous_decisions": list{object{"cluster_name": "c"}},
	})
	p := l.plan(config)
	if len(p.diags) > 0 || len(p.replace) > 0 {
		t.Errorf("got %q and the replacement of %v", said(p.diags), p.replace)
	}
	l.apply(p)
	if got := l.decidedClusters(l.state); !slices.Equal(got, []string{"c"}) {
		t.Errorf("decided %v, want what was decided before", got)
	}
	l.settled(config)
}

// TestPlacementResourceNameReplaces replaces a placement of another name, and no other.
func TestPlacementResourceNameReplaces(t *testing.T) {
	l := placementLifecycle(t, t)
	config := func(name, namespace any, number int64) tftypes.Value {
		return configOf(t, l.typ(), object{
			"name": name, "namespace": namespace, "clusters": list{cluster("a", nil), cluster("b", nil)},
			"cluster_sets":         list{object{"name": "s", "selector_type": "LabelSelector", "label_selector": object{}}},
			"cluster_set_bindings": list{object{"name": "s", "namespace": "x"}},
			"ocm":                  object{"number_of_clusters": number},
		})
	}
	l.apply(l.plan(config("web", nil, 1)))
	for _, test := range []struct {
		config tftypes.Value
		want   []string
	}{
		{config("web", nil, 2), nil},
		{config("db", nil, 1), []string{"name"}},
		{config("web", "x", 1), []string{"namespace"}},
	} {
		if p := l.plan(test.config); !slices.Equal(p.replace, test.want) {
			t.Errorf("%s replaces because of %v, want %v; %s", l.attribute(test.config, "name"), p.replace, test.want, said(p.diags))
		}
	}
}

// TestPlacementResourceProviderFleet decides on the fleet of the provider: the answer stands until that changes.
func TestPlacementResourceProviderFleet(t *testing.T) {
	l := placementLifecycle(t, t)
	managed := func(name string) string {
		return `{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster","metadata":{"name":"` + name + `"}}`
	}
	config := configOf(t, l.typ(), object{"name": "web", "ocm": object{}})

	if p := l.plan(config); !strings.Contains(said(p.diags), "There is no fleet") {
		t.Errorf("got %q, want an error that there is no fleet", said(p.diags))
	}
	configureWith(t, l.server, list{managed("a")})
	l.apply(l.plan(config))
	l.settled(config)

	configureWith(t, l.server, list{managed("a") + managed("b")})
	p := l.plan(config)
	if !strings.Contains(said(p.diags), "b joins") {
		t.Errorf("got %q, want a warning that b joins", said(p.diags))
	}
	l.apply(p)
	l.settled(config)

	configureWith(t, l.server, unknown{})
	p = l.plan(config)
	if l.attribute(p.state, "decisions").IsKnown() || !strings.Contains(said(p.diags), "The manifests of the provider are not known yet") {
		t.Errorf("got %q, want unknown decisions and a warning", said(p.diags))
	}
	configureWith(t, l.server, list{managed("a"), unknown{}})
	if p = l.plan(config); l.attribute(p.state, "decisions").IsKnown() {
		t.Error("the decisions are known although a manifest is not")
	}
}

// TestPlacementResourceAsksNobody refuses advisors that only HTTP can reach, although the provider has them.
func TestPlacementResourceAsksNobody(t *testing.T) {
	l := placementLifecycle(t, t)
	if resp := configureRaw(t, l.server, object{"advisors": object{"mine": object{"url": "https://advisor.example"}}}); len(resp.Diagnostics) > 0 {
		t.Fatal(shown(resp.Diagnostics[0]))
	}
	p := l.plan(configOf(t, l.typ(), object{
		"name": "web", "clusters": list{cluster("a", nil)}, "hybrid": object{"advisors": list{object{"name": "mine"}}},
	}))
	const says = `ERROR: hybrid["advisors"]: The placement cannot be scheduled: hybrid.advisors[0].recommendations: ` +
		`"mine" is not a built-in advisor`
	if !strings.HasPrefix(said(p.diags), says) || !strings.Contains(said(p.diags), "HTTP advisors work only in the data source") {
		t.Errorf("got %q", said(p.diags))
	}
}

// TestPlacementResourceKeepsOldDecisions keeps decisions although another scheduler is to decide: the state has the new
// arguments beside the old decisions, and the next plan must not take these for decisions of the new scheduler.
func TestPlacementResourceKeepsOldDecisions(t *testing.T) {
	configs := stickyConfigs()
	for from := range configs {
		for to := range configs {
			l := placementLifecycle(t, t)
			config := func(dialect string, clusters ...object) tftypes.Value {
				data := configs[dialect](clusters...)
				data["max_moves"], data["on_exceeded"], data["on_unsatisfied"] = "0", "keep", "accept"
				return configOf(t, l.typ(), data)
			}
			l.apply(l.plan(config(from, cluster("a", object{}), cluster("b", object{}))))
			next := config(to, cluster("a", object{}), cluster("b", object{"off": "yes"}), cluster("c", object{}))
			if to == placementconfig.DialectKubeFleet && from == to {
				next = config(to, cluster("a", object{"off": "yes"}), cluster("b", object{"off": "yes"}), cluster("c", object{}))
			}
			l.apply(l.plan(next))
			l.settled(next)
			if got := l.decidedClusters(l.state); !slices.Contains(got, "a") || !slices.Contains(got, "b") {
				t.Errorf("%s to %s: decided %v, want what was decided before", from, to, got)
			}
		}
	}
}

// TestPlacementResourceOwnManifests has a fleet of its own beside that of the provider, which does not matter then.
func TestPlacementResourceOwnManifests(t *testing.T) {
	l := placementLifecycle(t, t)
	managed := func(name string) string {
		return `{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster","metadata":{"name":"` + name + `"}}`
	}
	config := configOf(t, l.typ(), object{"name": "web", "ocm": object{}, "manifests": list{managed("own")}})
	configureWith(t, l.server, list{managed("a")})
	l.apply(l.plan(config))
	l.settled(config)
	configureWith(t, l.server, list{managed("b")})
	l.settled(config)
}

// TestPlacementUnknownDialects passes unknown dialects on, as a module does while Terraform validates: they may be null.
func TestPlacementUnknownDialects(t *testing.T) {
	fleet := list{cluster("a", nil)}
	for _, test := range []struct {
		name   string
		config object
		says   string
	}{
		{"all", object{"clusters": fleet, "ocm": unknown{}, "kubefleet": unknown{}, "hybrid": unknown{}}, ""},
		{"one is known", object{"clusters": fleet, "ocm": object{}, "kubefleet": unknown{}}, ""},
		{"two are known", object{"clusters": fleet, "ocm": object{}, "kubefleet": object{}, "hybrid": unknown{}}, "Two dialects"},
		{"the known one is wrong", object{"clusters": fleet, "ocm": object{"number_of_clusters": int64(-1)}, "kubefleet": unknown{}}, "ocm.number_of_clusters"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, diags := plan(t, configOf(t, placementType(), test.config))
			if test.says == "" && len(diags) > 0 || test.says != "" && (len(diags) != 1 || !strings.Contains(said(diags), test.says)) {
				t.Errorf("got %q, want %q", said(diags), test.says)
			}
		})
	}
}

// TestPlacementResourceEmptyNamespace refuses an empty namespace, which would have the id of none.
func TestPlacementResourceEmptyNamespace(t *testing.T) {
	l := placementLifecycle(t, t)
	diags := l.validate(configOf(t, l.typ(), object{"name": "web", "namespace": "", "clusters": list{cluster("a", nil)}, "ocm": object{}}))
	if len(diags) != 1 || !strings.Contains(said(diags), "namespace") {
		t.Errorf("got %q", said(diags))
	}
}

// TestPlacementResourceTimestamp tells those who take timestamp() for the time what to take.
func TestPlacementResourceTimestamp(t *testing.T) {
	l := placementLifecycle(t, t)
	p := l.plan(configOf(t, l.typ(), timedConfig(unknown{})))
	if !strings.Contains(said(p.diags), "timestamp() is unknown until apply; use plantimestamp().") {
		t.Errorf("got %q", said(p.diags))
	}
}
