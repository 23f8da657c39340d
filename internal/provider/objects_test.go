// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// keysOf are the arguments that identify an object.
var keysOf = map[string][]string{
	"cluster": {"name"}, "cluster_set": {"name"}, "cluster_set_binding": {"namespace", "name"}, "cluster_score": {"cluster", "name"},
	"resource_override": {"namespace", "name"}, "disruption_budget": {"name"},
}

// ofAnotherKind reports whether only a MemberCluster, a ClusterResourceOverride, or a budget with the other limit has an argument.
func ofAnotherKind(name string) bool {
	return slices.Contains([]string{"identity", "heartbeat_period_seconds", "cluster_resource_selectors", "min_available"}, name)
}

// TestObjectFull makes sure that the objects that the tests below vary are right and have every argument, and takes them
// through their life.
func TestObjectFull(t *testing.T) {
	for noun, data := range providertest.FullObjects() {
		l := providertest.NewObject(t, noun)
		for name, attribute := range l.Schema.Attributes {
			if data[name] == nil && (attribute.Optional || attribute.Required) && !ofAnotherKind(name) {
				t.Errorf("%s: %s has no value", noun, name)
			}
		}
		config := providertest.Config(t, l.Type(), data)
		for _, d := range l.Validate(config) {
			t.Errorf("%s: %s", noun, providertest.Shown(d))
		}
		p := l.Plan(config)
		for name := range l.Schema.Attributes {
			isNull := name == managed.HubUID || name == managed.UID || ofAnotherKind(name)
			if value := l.Attribute(p.State, name); value.IsNull() != isNull || !value.IsFullyKnown() {
				t.Errorf("%s: %s is planned as %s", noun, name, value)
			}
		}
		l.Apply(p)
		l.Settled(config)
		l.Apply(l.Plan(tftypes.NewValue(l.Type(), nil)))
	}
}

// TestClusterName: a plan warns of the name of a MemberCluster that KubeFleet cannot place on.
func TestClusterName(t *testing.T) {
	l := providertest.NewObject(t, "cluster")
	for says, data := range map[string]object{
		`such as "eu-1".`: {"name": "eu.1", "kind": "MemberCluster"},
		"":                {"name": "eu.1", "kind": "ManagedCluster"},
	} {
		diags := l.Plan(providertest.Config(t, l.Type(), data)).Diags
		if (len(diags) == 0) != (says == "") || !strings.Contains(providertest.Said(diags), says) || providertest.Failed(diags) {
			t.Errorf("%v: %s", data, providertest.Said(diags))
		}
	}
}

// TestObjectUnknown puts an unknown value in the place of every value. Nothing is found wrong, and only what depends on
// the value is unknown.
func TestObjectUnknown(t *testing.T) {
	t.Parallel()
	for noun, data := range providertest.FullObjects() {
		count := 0
		for at, variant := range providertest.Replaced(data, unknown{}) {
			count++
			l := providertest.NewObject(t, noun)
			config := providertest.Config(t, l.Type(), variant)
			for _, d := range l.Validate(config) {
				t.Errorf("%s: unknown %s: %s", noun, at, providertest.Shown(d))
			}
			p := l.Plan(config)
			for _, d := range p.Diags {
				t.Errorf("%s: unknown %s: %s", noun, at, providertest.Shown(d))
			}
			want := map[string]bool{
				"id": !slices.Contains(keysOf[noun], strings.TrimPrefix(at, ".")),
				"cluster_set": at != ".labels" && at != ".labels."+placement.ClusterSetLabel &&
					(noun != "cluster_set_binding" || at != ".name"),
				"member_names": false,
			}
			knows(l, p.State, want, noun+": unknown "+at)
			// In the same run the value gets known: what was planned as known stays, the rest is filled in.
			known := l.Plan(providertest.Config(t, l.Type(), data))
			refines(l, at, p.State, known.State)
			l.Apply(known)
		}
		if count < len(data) {
			t.Errorf("%s: only %d places were tried", noun, count)
		}
	}
}

// knows checks which attributes of a plan are known, of those that the resource has.
func knows(l *providertest.Resource, planned tftypes.Value, want map[string]bool, what string) {
	l.T.Helper()
	for name, known := range want {
		if l.Schema.Attributes[name] != nil && l.Attribute(planned, name).IsFullyKnown() != known {
			l.T.Fatalf("%s: %s is known: %t", what, name, !known)
		}
	}
}

// refines checks that the plan of a configuration that has become known keeps the attributes that a plan before knew.
func refines(l *providertest.Resource, at string, before, after tftypes.Value) {
	l.T.Helper()
	for name := range l.Schema.Attributes {
		was, is := l.Attribute(before, name), l.Attribute(after, name)
		if was.IsFullyKnown() && !was.Equal(is) {
			l.T.Fatalf("unknown %s: %s was planned as %s, then as %s", at, name, was, is)
		}
	}
}

// TestObjectNull puts null in the place of every value. Where the schema allows null the object is made of what is left;
// elsewhere one diagnostic tells what is missing.
func TestObjectNull(t *testing.T) {
	t.Parallel()
	for noun, data := range providertest.FullObjects() {
		for at, variant := range providertest.Replaced(data, nil) {
			l := providertest.NewObject(t, noun)
			config := providertest.Config(t, l.Type(), variant)
			diags := l.Validate(config)
			switch {
			case needs(l, at) && len(diags) != 1:
				t.Errorf("%s: null %s: %d diagnostics, want one that says that it is missing: %s", noun, at, len(diags),
					providertest.Said(diags))
			case !needs(l, at) && len(diags) > 0 && at != ".label_selector.match_expressions[0].values" && at != ".selector_type":
				t.Errorf("%s: null %s: %s", noun, at, providertest.Said(diags))
			}
			if len(diags) > 0 {
				continue
			}
			l.Apply(l.Plan(config))
			l.Settled(config)
		}
	}
}

// needs reports whether there has to be a value at a place such as .taints[0].key.
func needs(l *providertest.Resource, at string) bool {
	if l.TypeName == "multicluster_resource_override" && requiredOfOverride.MatchString(at) {
		return true
	}
	if l.TypeName == "multicluster_disruption_budget" && at == ".max_unavailable" {
		return true // One limit has to be set.
	}
	if attribute, ok := l.Schema.Attributes[strings.TrimPrefix(at, ".")]; ok {
		return attribute.Required
	}
	if strings.Contains(at, ".value.") {
		return false // A value of a patch is any value.
	}
	return requiredInside.MatchString(at)
}

// requiredInside are the elements of lists, and the attributes of objects that have to be set.
var requiredInside = regexp.MustCompile(
	`^\.managed_cluster_client_configs\[0\]\.url$|\]$|\]\.(name|key|effect|operator)$|scores\[0\]\.value$`)

// requiredOfOverride are the attributes of a ResourceOverride that have to be set.
var requiredOfOverride = regexp.MustCompile(
	`^\.(namespace|resource_selectors)$|^\.placement\.name$|rules\[1\]\.override_type$|\.(group|version|kind|op|path|override_rules|cluster_selector_terms|label_selector)$|rules\[0\]\.json_patch_overrides$`)

// TestObjectReplaced changes the arguments one by one: only another key makes another object.
func TestObjectReplaced(t *testing.T) {
	for noun, data := range providertest.FullObjects() {
		keys := keysOf[noun]
		for name := range data {
			l := providertest.NewObject(t, noun)
			l.Apply(l.Plan(providertest.Config(t, l.Type(), data)))
			variant := maps.Clone(data)
			if variant[name] = nil; slices.Contains(keys, name) {
				variant[name] = "other"
			}
			p := l.Plan(providertest.Config(t, l.Type(), variant))
			if replaces := len(p.Replace) > 0; replaces != slices.Contains(keys, name) {
				t.Errorf("%s: another %s replaces: %v", noun, name, p.Replace)
			}
		}
	}
}

// TestUpgradeState reads states of this version: they stay as they are. One that was written before an attribute existed lacks
// it. A state of the version before is one clear error.
func TestUpgradeState(t *testing.T) {
	check := func(l *providertest.Resource, data object) {
		config := providertest.Config(t, l.Type(), data)
		l.Apply(l.Plan(config))
		resp := l.Upgraded(l.Schema.Version, l.StateFile(t))
		if len(resp.Diagnostics) > 0 {
			t.Fatalf("%s: %s", l.TypeName, providertest.Said(resp.Diagnostics))
		}
		if state := l.Decode(resp.UpgradedState); !state.Equal(l.State) {
			t.Errorf("%s: the state has changed:%s", l.TypeName, l.Changed(l.State, state))
		}
		old := l.Upgraded(0, []byte(`{"id":"x","name":"x","ocm":{"predicates":[]}}`))
		if len(old.Diagnostics) != 1 || !strings.Contains(providertest.Said(old.Diagnostics), "earlier version of the provider") {
			t.Errorf("%s: version 0: %s", l.TypeName, providertest.Said(old.Diagnostics))
		}
		short := l.Decode(l.Upgraded(l.Schema.Version, []byte(`{"id":"x","name":"x"}`)).UpgradedState)
		for name := range l.Schema.Attributes {
			if value := l.Attribute(short, name); value.IsNull() != (name != "id" && name != "name") {
				t.Errorf("%s: %s is %s in a short state", l.TypeName, name, value)
			}
		}
	}
	for noun, data := range providertest.FullObjects() {
		check(providertest.NewObject(t, noun), data)
	}
	for _, data := range providertest.FullResourceConfigs() {
		check(providertest.NewPlacement(t, t), data)
	}
}
