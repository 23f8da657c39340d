package provider

import (
	"encoding/json"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
)

// keysOf are the arguments that identify an object.
var keysOf = map[string][]string{
	"cluster": {"name"}, "cluster_set": {"name"}, "cluster_set_binding": {"namespace", "name"}, "cluster_score": {"cluster", "name"},
}

// objectLifecycle drives an object.
func objectLifecycle(t testing.TB, noun string) *lifecycle {
	t.Helper()
	return newLifecycle(t, t, "multicluster_"+noun)
}

// fullObjects have a value for every argument.
func fullObjects() map[string]object {
	labels := func() object { return object{"env": "prod", placement.ClusterSetLabel: "blue"} }
	return map[string]object{
		"cluster": {
			"name": "eu-1", "kind": "ManagedCluster", "labels": labels(), "annotations": object{"note": "x"}, "claims": object{"region": "eu"},
			"allocatable": object{"cpu": "40"}, "capacity": object{"cpu": "48"}, "available": object{"cpu": "12"},
			"properties": object{"kubernetes-fleet.io/node-count": "5"}, "namespaces": list{"default"},
			"kubernetes_version": "v1.33.1", "deleting": false,
			"taints": list{object{"key": "gpu", "value": "true", "effect": "NoSelect", "time_added": "2026-08-11T11:59:00Z"}},
			"agent": object{
				"online": true, "last_heartbeat": "2026-08-11T11:59:00Z",
				"joined":  object{"status": "True", "last_transition": "2026-08-11T11:00:00Z"},
				"healthy": object{"status": "True", "last_transition": "2026-08-11T11:00:00Z"},
			},
			"hub_accepts_client": true, "lease_duration_seconds": int64(30),
			"managed_cluster_client_configs": list{object{"url": "https://10.0.0.1:6443", "ca_bundle": "Y2E="}},
			"adopt":                          true, "force_conflicts": true, "timeouts": object{"delete": "30m"}, "on_destroy": "release",
		},
		"cluster_set": {
			"adopt": true, "force_conflicts": true, "timeouts": object{"create": "30m"},
			"name": "blue", "selector_type": "LabelSelector",
			"label_selector": object{
				"match_labels":      object{"env": "prod"},
				"match_expressions": list{object{"key": "env", "operator": "In", "values": list{"prod"}}},
			},
			"clusters": list{
				object{"name": "eu-1", "labels": labels(), "taints": list{object{"key": "gpu", "effect": "NoSelect"}}},
				object{"name": "eu-2"},
			},
		},
		"cluster_set_binding": {
			"adopt": true, "force_conflicts": true, "timeouts": object{"update": "30m"},
			"namespace": "default", "name": "blue",
		},
		"cluster_score": {
			"adopt": true, "force_conflicts": true, "timeouts": object{"delete": "30m"},
			"cluster": "eu-1", "name": "usage", "valid_until": "2026-08-12T00:00:00Z",
			"scores": list{object{"name": "cpu", "value": int64(50)}},
		},
	}
}

// ofMemberCluster reports whether only a MemberCluster has an argument.
func ofMemberCluster(name string) bool {
	return name == "identity" || name == "heartbeat_period_seconds"
}

// TestObjectFull makes sure that the objects that the tests below vary are right and have every argument, and takes them
// through their life.
func TestObjectFull(t *testing.T) {
	for noun, data := range fullObjects() {
		l := objectLifecycle(t, noun)
		for name, attribute := range l.schema.attributes {
			if data[name] == nil && (attribute.Optional || attribute.Required) && !ofMemberCluster(name) {
				t.Errorf("%s: %s has no value", noun, name)
			}
		}
		config := configOf(t, l.typ(), data)
		for _, d := range l.validate(config) {
			t.Errorf("%s: %s", noun, shown(d))
		}
		p := l.plan(config)
		for name := range l.schema.attributes {
			_, isNull := hubresource.IdentityAttributes()[name]
			isNull = isNull || ofMemberCluster(name)
			if value := l.attribute(p.state, name); value.IsNull() != isNull || !value.IsFullyKnown() {
				t.Errorf("%s: %s is planned as %s", noun, name, value)
			}
		}
		l.apply(p)
		l.settled(config)
		l.apply(l.plan(tftypes.NewValue(l.typ(), nil)))
	}
}

// TestObjectUnknown puts an unknown value in the place of every value. Nothing is found wrong, and only what depends on
// the value is unknown.
func TestObjectUnknown(t *testing.T) {
	t.Parallel()
	for noun, data := range fullObjects() {
		count := 0
		for at, variant := range replaced(data, unknown{}) {
			count++
			l := objectLifecycle(t, noun)
			config := configOf(t, l.typ(), variant)
			for _, d := range l.validate(config) {
				t.Errorf("%s: unknown %s: %s", noun, at, shown(d))
			}
			p := l.plan(config)
			for _, d := range p.diags {
				t.Errorf("%s: unknown %s: %s", noun, at, shown(d))
			}
			want := map[string]bool{
				"id":           !slices.Contains(keysOf[noun], strings.TrimPrefix(at, ".")),
				"cluster_set":  at != ".labels" && at != ".labels."+placement.ClusterSetLabel && (noun != "cluster_set_binding" || at != ".name"),
				"member_names": false,
			}
			l.knows(p.state, want, noun+": unknown "+at)
			// In the same run the value gets known: what was planned as known stays, the rest is filled in.
			known := l.plan(configOf(t, l.typ(), data))
			l.refines(at, p.state, known.state)
			l.apply(known)
		}
		if count < len(data) {
			t.Errorf("%s: only %d places were tried", noun, count)
		}
	}
}

// knows checks which attributes of a plan are known, of those that the resource has.
func (l *lifecycle) knows(planned tftypes.Value, want map[string]bool, what string) {
	l.t.Helper()
	for name, known := range want {
		if l.schema.attributes[name] != nil && l.attribute(planned, name).IsFullyKnown() != known {
			l.t.Fatalf("%s: %s is known: %t", what, name, !known)
		}
	}
}

// refines checks that the plan of a configuration that has become known keeps the attributes that a plan before knew.
func (l *lifecycle) refines(at string, before, after tftypes.Value) {
	l.t.Helper()
	for name := range l.schema.attributes {
		was, is := l.attribute(before, name), l.attribute(after, name)
		if was.IsFullyKnown() && !was.Equal(is) {
			l.t.Fatalf("unknown %s: %s was planned as %s, then as %s", at, name, was, is)
		}
	}
}

// TestObjectNull puts null in the place of every value. Where the schema allows null the object is made of what is left;
// elsewhere one diagnostic tells what is missing.
func TestObjectNull(t *testing.T) {
	t.Parallel()
	for noun, data := range fullObjects() {
		for at, variant := range replaced(data, nil) {
			l := objectLifecycle(t, noun)
			config := configOf(t, l.typ(), variant)
			diags := l.validate(config)
			switch {
			case l.needs(at) && len(diags) != 1:
				t.Errorf("%s: null %s: %d diagnostics, want one that says that it is missing: %s", noun, at, len(diags), said(diags))
			case !l.needs(at) && len(diags) > 0 && at != ".label_selector.match_expressions[0].values" && at != ".selector_type":
				t.Errorf("%s: null %s: %s", noun, at, said(diags))
			}
			if len(diags) > 0 {
				continue
			}
			l.apply(l.plan(config))
			l.settled(config)
		}
	}
}

// needs reports whether there has to be a value at a place such as .taints[0].key.
func (l *lifecycle) needs(at string) bool {
	if attribute, ok := l.schema.attributes[strings.TrimPrefix(at, ".")]; ok {
		return attribute.Required
	}
	return requiredInside.MatchString(at)
}

// requiredInside are the elements of lists, and the attributes of objects that have to be set.
var requiredInside = regexp.MustCompile(`^\.managed_cluster_client_configs\[0\]\.url$|\]$|\]\.(name|key|effect|operator)$|scores\[0\]\.value$`)

// TestObjectReplaced changes the arguments one by one: only another key makes another object.
func TestObjectReplaced(t *testing.T) {
	for noun, data := range fullObjects() {
		keys := keysOf[noun]
		for name := range data {
			l := objectLifecycle(t, noun)
			l.apply(l.plan(configOf(t, l.typ(), data)))
			variant := maps.Clone(data)
			if variant[name] = nil; slices.Contains(keys, name) {
				variant[name] = "other"
			}
			p := l.plan(configOf(t, l.typ(), variant))
			if replaces := len(p.replace) > 0; replaces != slices.Contains(keys, name) {
				t.Errorf("%s: another %s replaces: %v", noun, name, p.replace)
			}
		}
	}
}

// plain is a value as JSON has it in a state.
func plain(t *testing.T, value tftypes.Value) any {
	t.Helper()
	if value.IsNull() {
		return nil
	}
	as := func(target any) {
		if err := value.As(target); err != nil {
			t.Fatal(err)
		}
	}
	switch {
	case value.Type().Is(tftypes.String):
		var text string
		as(&text)
		return text
	case value.Type().Is(tftypes.Bool):
		var b bool
		as(&b)
		return b
	case value.Type().Is(tftypes.Number):
		var number big.Float
		as(&number)
		return json.Number(number.Text('g', -1))
	case value.Type().Is(tftypes.List{}), value.Type().Is(tftypes.Tuple{}):
		var items []tftypes.Value
		as(&items)
		values := make([]any, len(items))
		for i := range items {
			values[i] = plain(t, items[i])
		}
		return values
	}
	var items map[string]tftypes.Value
	as(&items)
	values := make(map[string]any, len(items))
	for key, item := range items {
		values[key] = plain(t, item)
	}
	return values
}

// stateFile is a state as a state file has it: dynamic values with their types.
func (l *lifecycle) stateFile(t *testing.T) []byte {
	values := map[string]any{}
	for name, attribute := range l.schema.attributes {
		value := l.attribute(l.state, name)
		if values[name] = plain(t, value); attribute.Type.Is(tftypes.DynamicPseudoType) && !value.IsNull() {
			typ, err := value.Type().MarshalJSON() //nolint:staticcheck // There is no other way to write a type.
			if err != nil {
				t.Fatal(err)
			}
			values[name] = map[string]any{"value": plain(t, value), "type": json.RawMessage(typ)}
		}
	}
	encoded, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

// upgraded is a state that was read from a file.
func (l *lifecycle) upgraded(version int64, state []byte) *tfprotov6.UpgradeResourceStateResponse {
	l.t.Helper()
	resp, err := l.server.UpgradeResourceState(l.ctx, &tfprotov6.UpgradeResourceStateRequest{
		TypeName: l.typeName, Version: version, RawState: &tfprotov6.RawState{JSON: state},
	})
	if err != nil {
		l.t.Fatal(err)
	}
	return resp
}

// TestUpgradeState reads states of this version: they stay as they are. One that was written before an attribute existed lacks
// it. A state of the version before is one clear error.
func TestUpgradeState(t *testing.T) {
	check := func(l *lifecycle, data object) {
		config := configOf(t, l.typ(), data)
		l.apply(l.plan(config))
		resp := l.upgraded(l.schema.version, l.stateFile(t))
		if len(resp.Diagnostics) > 0 {
			t.Fatalf("%s: %s", l.typeName, said(resp.Diagnostics))
		}
		if state := l.decode(resp.UpgradedState); !state.Equal(l.state) {
			t.Errorf("%s: the state has changed:%s", l.typeName, l.changed(l.state, state))
		}
		old := l.upgraded(0, []byte(`{"id":"x","name":"x","ocm":{"predicates":[]}}`))
		if len(old.Diagnostics) != 1 || !strings.Contains(said(old.Diagnostics), "earlier version of the provider") {
			t.Errorf("%s: version 0: %s", l.typeName, said(old.Diagnostics))
		}
		short := l.decode(l.upgraded(l.schema.version, []byte(`{"id":"x","name":"x"}`)).UpgradedState)
		for name := range l.schema.attributes {
			if value := l.attribute(short, name); value.IsNull() != (name != "id" && name != "name") {
				t.Errorf("%s: %s is %s in a short state", l.typeName, name, value)
			}
		}
	}
	for noun, data := range fullObjects() {
		check(objectLifecycle(t, noun), data)
	}
	for _, data := range fullResourceConfigs() {
		check(placementLifecycle(t, t), data)
	}
}
