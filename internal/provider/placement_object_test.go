package provider

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/functions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// fullObject has a value for every argument that is not about the decisions.
func fullObject() object {
	return object{
		"resource_selectors": list{
			object{"group": "", "version": "v1", "kind": "ConfigMap", "name": "settings", "selection_scope": "NamespaceWithResources"},
			object{"group": "apps", "version": "v1", "kind": "Deployment", "label_selector": object{
				"match_labels":      object{"app": "web"},
				"match_expressions": list{object{"key": "tier", "operator": "In", "values": list{"front"}}},
			}},
		},
		"strategy": object{
			"type":           "RollingUpdate",
			"rolling_update": object{"max_unavailable": int64(1), "max_surge": "50%", "unavailable_period_seconds": int64(5)},
			"apply_strategy": object{
				"type": "ServerSideApply", "comparison_option": "FullComparison", "when_to_apply": "IfNotDrifted",
				"when_to_take_over": "IfNoDiff", "allow_co_ownership": true, "server_side_apply_config": object{"force": true},
			},
			"delete_strategy":      object{"propagation_policy": "Abandon"},
			"report_back_strategy": object{"type": "Mirror", "destination": "WorkAPI"},
		},
		"revision_history_limit": int64(3), "status_reporting_scope": "ClusterScopeOnly",
	}
}

// TestObjectAttributesUnknown: what no decision depends on may be unknown; the decisions are known, and nothing is wrong.
func TestObjectAttributesUnknown(t *testing.T) {
	t.Parallel()
	count := 0
	for at, variant := range replaced(fullObject(), unknown{}) {
		count++
		data := fullResourceConfigs()[placementconfig.DialectKubeFleet]
		maps.Copy(data, variant.(object))
		l := placementLifecycle(t, t)
		config := configOf(t, l.typ(), data)
		p := l.plan(config)
		if found := slices.Concat(l.validate(config), p.diags); len(found) > 0 {
			t.Errorf("unknown %s: %s", at, said(found))
			continue
		}
		if !l.attribute(p.state, "decisions").IsFullyKnown() || l.attribute(p.state, topAttribute(at)).IsFullyKnown() {
			t.Errorf("unknown %s: %s", at, p.state)
		}
	}
	if count < 35 {
		t.Errorf("only %d places were tried", count)
	}
}

// TestObjectAttributesApart: while something is unknown that no decision depends on, mistakes elsewhere are found.
func TestObjectAttributesApart(t *testing.T) {
	l := placementLifecycle(t, t)
	for _, name := range placementconfig.ObjectAttributes {
		config := configOf(t, l.typ(), object{
			"name": "web", "clusters": list{object{"name": "a"}}, "kubefleet": object{}, "on_unsatisfied": "ignore", name: unknown{},
		})
		if found := l.validate(config); len(found) != 1 || !strings.Contains(said(found), "on_unsatisfied") {
			t.Errorf("%s: %s", name, said(found))
		}
	}
}

// TestObjectAttributesChangeNoDecision: a change of what no decision depends on is the whole change.
func TestObjectAttributesChangeNoDecision(t *testing.T) {
	base := object{"name": "web", "clusters": list{cluster("a", object{}), cluster("b", object{})}, "kubefleet": object{
		"placement_type": "PickN", "number_of_clusters": int64(1),
	}}
	l := placementLifecycle(t, t)
	l.apply(l.plan(configOf(t, l.typ(), base)))
	asked, decisions := fingerprintOf(t, l.private), l.attribute(l.state, "decisions")
	namespace := object{"group": "", "version": "v1", "kind": "Namespace", "name": "team-a"}
	for name, values := range map[string]list{
		"resource_selectors":     {list{namespace}, list{namespace, object{"group": "rbac.authorization.k8s.io", "version": "v1", "kind": "ClusterRole"}}, nil},
		"strategy":               {object{"type": "External"}, object{"type": "RollingUpdate", "rolling_update": object{"max_surge": int64(0)}}, nil},
		"revision_history_limit": {int64(1), int64(1000), nil},
		"status_reporting_scope": {"ClusterScopeOnly", nil},
	} {
		for _, value := range values {
			data := maps.Clone(base)
			data[name] = value
			config := configOf(t, l.typ(), data)
			p := l.plan(config)
			if found := slices.Concat(l.validate(config), p.diags); len(found) > 0 || len(p.replace) > 0 {
				t.Errorf("%s = %v: %s, replaced for %v", name, value, said(found), p.replace)
			}
			for line := range strings.Lines(l.changed(l.state, p.state)) {
				if at := strings.TrimSpace(line); at != "" && !strings.HasPrefix(at, name) {
					t.Errorf("%s = %v: changes %s", name, value, at)
				}
			}
			l.apply(p)
			l.settled(config)
		}
	}
	if fingerprintOf(t, l.private) != asked || !l.attribute(l.state, "decisions").Equal(decisions) {
		t.Error("it was decided anew")
	}
}

// TestEmptyResourceSelector warns of a selector of labels that selects everything.
func TestEmptyResourceSelector(t *testing.T) {
	l := placementLifecycle(t, t)
	config := configOf(t, l.typ(), object{
		"name": "web", "clusters": list{object{"name": "a"}}, "kubefleet": object{},
		"resource_selectors": list{object{"group": "", "version": "v1", "kind": "Namespace", "label_selector": object{}}},
	})
	found := slices.Concat(l.validate(config), l.plan(config).diags)
	if len(found) != 1 || pathOf(found[0].Attribute) != lineOf("resource_selectors[0].label_selector") ||
		!strings.Contains(found[0].Detail, "matches every resource of the kind; if that is intended, set match_labels = {}") {
		t.Error(said(found))
	}
}

// TestObjectWarnings warns of what a hub accepts and ignores.
func TestObjectWarnings(t *testing.T) {
	selectors := list{object{"group": "apps", "version": "v1", "kind": "Deployment", "selection_scope": "NamespaceOnly"}}
	for name, tt := range map[string]struct {
		arguments object
		says      []string
	}{
		"a scope of another kind": {
			object{"kubefleet": object{}, "namespace": "team-a", "resource_selectors": selectors},
			[]string{"resource_selectors[0].selection_scope: found \"NamespaceOnly\": it has no effect on a kind other than Namespace"},
		},
		"a status in its namespace": {
			object{"kubefleet": object{}, "namespace": "team-a", "status_reporting_scope": "NamespaceAccessible"},
			[]string{"status_reporting_scope: found \"NamespaceAccessible\": it has no effect on a ResourcePlacement"},
		},
		"ocm": {
			object{"ocm": object{
				"sort_by": "Score", "score_rate_limit": "5m",
				"spread_policy": object{"spread_constraints": list{object{"topology_key": "region", "topology_key_type": "Label"}}},
			}},
			[]string{
				"ocm.spread_policy.spread_constraints: the scheduler does not implement it",
				"ocm.sort_by: found \"Score\": the scheduler does not implement it",
				"ocm.score_rate_limit: found \"5m\": the scheduler does not implement it",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			data := object{"name": "web", "clusters": list{object{"name": "a", "namespaces": list{"team-a"}}}}
			maps.Copy(data, tt.arguments)
			l := placementLifecycle(t, t)
			config := configOf(t, l.typ(), data)
			if found := l.validate(config); len(found) > 0 {
				t.Fatal(said(found))
			}
			found := l.plan(config).diags
			if len(found) != len(tt.says) {
				t.Fatal(said(found))
			}
			for _, says := range tt.says {
				if !strings.Contains(said(found), says) {
					t.Errorf("got %s, want %s", said(found), says)
				}
			}
		})
	}
}

// TestEncodeResource encodes an instance of the resource, and decodes it.
func TestEncodeResource(t *testing.T) {
	data := fullResourceConfigs()[placementconfig.DialectKubeFleet]
	l := placementLifecycle(t, t)
	l.apply(l.plan(configOf(t, l.typ(), data)))
	delete(data, "decision_strategy")
	text := callText(t, "encode_placement", configWithout(t, l.state, "decision_strategy"))
	decoded, mistake := call(t, "decode_placement", functions.PlacementObject.TerraformType(t.Context()), text)
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	want := map[string]string{
		"resource_selectors.0.group": "", "resource_selectors.0.kind": "ConfigMap", "resource_selectors.0.name": "settings",
	}
	got := map[string]string{}
	for name := range fullObject() {
		flatten(t, name, attributeOf(t, decoded, name), got)
	}
	for at, value := range want {
		if got[at] != value {
			t.Errorf("%s is %q", at, got[at])
		}
	}
	if len(got) < 20 {
		t.Errorf("decoded %v", got)
	}
}

// configWithout is an object in which an attribute is null.
func configWithout(t *testing.T, v tftypes.Value, name string) tftypes.Value {
	t.Helper()
	values := maps.Clone(attributesOf(t, v))
	values[name] = tftypes.NewValue(tftypes.DynamicPseudoType, nil)
	return objectOf(values)
}
