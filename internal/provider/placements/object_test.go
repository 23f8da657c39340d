// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/functions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestObjectAttributesUnknown: what no decision depends on may be unknown; the decisions are known, and nothing is wrong.
func TestObjectAttributesUnknown(t *testing.T) {
	t.Parallel()
	count := 0
	for at, variant := range providertest.Replaced(providertest.FullObject(), unknown{}) {
		count++
		data := providertest.FullResourceConfigs()[placementconfig.DialectKubeFleet]
		maps.Copy(data, variant.(object))
		l := providertest.NewPlacement(t, t)
		config := providertest.Config(t, l.Type(), data)
		p := l.Plan(config)
		if found := slices.Concat(l.Validate(config), p.Diags); len(found) > 0 {
			t.Errorf("unknown %s: %s", at, providertest.Said(found))
			continue
		}
		if !l.Attribute(p.State, "decisions").IsFullyKnown() || l.Attribute(p.State, providertest.TopAttribute(at)).IsFullyKnown() {
			t.Errorf("unknown %s: %s", at, p.State)
		}
	}
	if count < 35 {
		t.Errorf("only %d places were tried", count)
	}
}

// TestObjectAttributesApart: while something is unknown that no decision depends on, mistakes elsewhere are found.
func TestObjectAttributesApart(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	for _, name := range placed.ObjectAttributes {
		config := providertest.Config(t, l.Type(), object{
			"name": "web", "clusters": list{object{"name": "a"}}, "kubefleet": object{}, "on_unsatisfied": "ignore", name: unknown{},
		})
		if found := l.Validate(config); len(found) != 1 || !strings.Contains(providertest.Said(found), "on_unsatisfied") {
			t.Errorf("%s: %s", name, providertest.Said(found))
		}
	}
}

// TestObjectAttributesChangeNoDecision: a change of what no decision depends on is the whole change.
func TestObjectAttributesChangeNoDecision(t *testing.T) {
	base := object{"name": "web", "clusters": list{providertest.Cluster("a", object{}), providertest.Cluster("b", object{})},
		"kubefleet": object{
			"placement_type": "PickN", "number_of_clusters": int64(1),
		}}
	l := providertest.NewPlacement(t, t)
	l.Apply(l.Plan(providertest.Config(t, l.Type(), base)))
	asked, decisions := providertest.FingerprintOf(t, l.Private), l.Attribute(l.State, "decisions")
	namespace := object{"group": "", "version": "v1", "kind": "Namespace", "name": "team-a"}
	for name, values := range map[string]list{
		"resource_selectors": {
			list{namespace}, list{namespace, object{"group": "rbac.authorization.k8s.io", "version": "v1", "kind": "ClusterRole"}}, nil,
		},
		"strategy": {
			object{"type": "External"}, object{"type": "RollingUpdate", "rolling_update": object{"max_surge": int64(0)}}, nil,
		},
		"revision_history_limit": {int64(1), int64(1000), nil},
		"status_reporting_scope": {"ClusterScopeOnly", nil},
	} {
		for _, value := range values {
			data := maps.Clone(base)
			data[name] = value
			config := providertest.Config(t, l.Type(), data)
			p := l.Plan(config)
			if found := slices.Concat(l.Validate(config), p.Diags); len(found) > 0 || len(p.Replace) > 0 {
				t.Errorf("%s = %v: %s, replaced for %v", name, value, providertest.Said(found), p.Replace)
			}
			for line := range strings.Lines(l.Changed(l.State, p.State)) {
				if at := strings.TrimSpace(line); at != "" && !strings.HasPrefix(at, name) {
					t.Errorf("%s = %v: changes %s", name, value, at)
				}
			}
			l.Apply(p)
			l.Settled(config)
		}
	}
	if providertest.FingerprintOf(t, l.Private) != asked || !l.Attribute(l.State, "decisions").Equal(decisions) {
		t.Error("it was decided anew")
	}
}

// TestEmptyResourceSelector warns of a selector of labels that selects everything.
func TestEmptyResourceSelector(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	config := providertest.Config(t, l.Type(), object{
		"name": "web", "clusters": list{object{"name": "a"}}, "kubefleet": object{},
		"resource_selectors": list{object{"group": "", "version": "v1", "kind": "Namespace", "label_selector": object{}}},
	})
	found := slices.Concat(l.Validate(config), l.Plan(config).Diags)
	if len(found) != 1 || providertest.PathOf(found[0].Attribute) != providertest.LineOf("resource_selectors[0].label_selector") ||
		!strings.Contains(found[0].Detail, "matches every resource of the kind; if that is intended, set match_labels = {}") {
		t.Error(providertest.Said(found))
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
			l := providertest.NewPlacement(t, t)
			config := providertest.Config(t, l.Type(), data)
			if found := l.Validate(config); len(found) > 0 {
				t.Fatal(providertest.Said(found))
			}
			found := l.Plan(config).Diags
			if len(found) != len(tt.says) {
				t.Fatal(providertest.Said(found))
			}
			for _, says := range tt.says {
				if !strings.Contains(providertest.Said(found), says) {
					t.Errorf("got %s, want %s", providertest.Said(found), says)
				}
			}
		})
	}
}

// TestEncodeResource encodes an instance of the resource, and decodes it.
func TestEncodeResource(t *testing.T) {
	data := providertest.FullResourceConfigs()[placementconfig.DialectKubeFleet]
	l := providertest.NewPlacement(t, t)
	l.Apply(l.Plan(providertest.Config(t, l.Type(), data)))
	delete(data, "decision_strategy")
	text := providertest.CallText(t, "encode_placement", configWithout(t, l.State, "decision_strategy"))
	decoded, mistake := providertest.Call(t, "decode_placement", functions.PlacementObject.TerraformType(t.Context()), text)
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	want := map[string]string{
		"resource_selectors.0.group": "", "resource_selectors.0.kind": "ConfigMap", "resource_selectors.0.name": "settings",
	}
	got := map[string]string{}
	for name := range providertest.FullObject() {
		flatten(t, name, providertest.AttributeOf(t, decoded, name), got)
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
	values := maps.Clone(providertest.AttributesOf(t, v))
	values[name] = tftypes.NewValue(tftypes.DynamicPseudoType, nil)
	return providertest.ObjectOf(values)
}
