// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// unknownHub is a server whose hub is not known.
func unknownHub(t *testing.T) tfprotov6.ProviderServer {
	t.Helper()
	server := providertest.NewServer()
	if resp := providertest.ConfigureRaw(t, server, object{"hub": object{"host": unknown{}}}); len(resp.Diagnostics) > 0 {
		t.Fatal(providertest.Said(resp.Diagnostics))
	}
	return server
}

// TestDeferral_dataSource: with an unknown hub, Terraform defers reading a data source that needs it, if it can.
func TestDeferral_dataSource(t *testing.T) {
	server := unknownHub(t)
	ocm := object{"number_of_clusters": int64(1)}
	for _, test := range []struct {
		name   string
		config object
		needs  bool
	}{
		{"multicluster_placement", object{"ocm": ocm}, true},
		{"multicluster_placement", object{"ocm": ocm, "clusters": list{object{"name": "a"}}}, false},
		{"multicluster_clusters", object{}, true},
		{"multicluster_placement_decisions", object{"name": "web", "namespace": "apps"}, true},
		{"multicluster_workload_status", object{"manifest_works": object{"name": "web"}, "clusters": list{"c"}}, true},
		{"multicluster_rendered_manifests", object{"name": "web"}, true},
		{"multicluster_simulation", object{"steps": list{list{object{"lose": object{"clusters": list{"a"}}}}}}, true},
		{"multicluster_resilience", object{}, true},
		{"multicluster_cluster_report", object{"cluster_names": list{"a"}}, true},
		{"multicluster_comparison", object{"from": list{object{"ocm": ocm}}, "to": list{object{"ocm": ocm}}}, true},
		{"multicluster_headroom", object{"placement": object{"ocm": ocm, "demand": object{"cpu": "1"}}}, true},
		{"multicluster_ocm_placement", object{}, false},
	} {
		name := test.name
		for _, isAllowed := range []bool{true, false} {
			resp := readDeferrable(t, server, name, test.config, isAllowed)
			isDeferred := resp.Deferred != nil && resp.Deferred.Reason == tfprotov6.DeferredReasonProviderConfigUnknown
			if isDeferred != (test.needs && isAllowed) {
				t.Errorf("%s, deferral allowed: %t: deferred: %t", name, isAllowed, isDeferred)
			}
			switch said := providertest.Said(resp.Diagnostics); {
			case test.needs && !isAllowed:
				providertest.FailsWith(t, resp.Diagnostics, "The hub is not known yet")
			case isDeferred && said != "":
				t.Errorf("%s: %s", name, said)
			}
			if isDeferred {
				checkUnknown(t, name, resp.State)
			}
		}
	}
}

// checkUnknown checks that the state of a data source is unknown as a whole.
func checkUnknown(t *testing.T, name string, encoded *tfprotov6.DynamicValue) {
	t.Helper()
	if state, err := encoded.Unmarshal(providertest.DataSchema(name).Type); err != nil || state.IsKnown() {
		t.Errorf("%s: the state is %s, error %v", name, state, err)
	}
}

func readDeferrable(
	t *testing.T, server tfprotov6.ProviderServer, name string, config object, isAllowed bool,
) *tfprotov6.ReadDataSourceResponse {
	t.Helper()
	typ := providertest.DataSchema(name).Type
	encoded, err := tfprotov6.NewDynamicValue(typ, providertest.Config(t, typ, config))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := server.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{
		TypeName: name, Config: &encoded,
		ClientCapabilities: &tfprotov6.ReadDataSourceClientCapabilities{DeferralAllowed: isAllowed},
	})
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

// TestDeferral_resource: with an unknown hub, Terraform defers what it would plan, read and import of a resource, if it can.
func TestDeferral_resource(t *testing.T) {
	configs := providertest.FullObjects()
	for _, noun := range slices.Sorted(maps.Keys(configs)) {
		for _, isAllowed := range []bool{true, false} {
			server := unknownHub(t)
			r := providertest.NewObject(t, noun)
			config := r.Encode(providertest.Config(t, r.Type(), configs[noun]))
			planned, err := server.PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{
				TypeName: r.TypeName, Config: config, ProposedNewState: config,
				PriorState:         r.Encode(tftypes.NewValue(r.Type(), nil)),
				ClientCapabilities: &tfprotov6.PlanResourceChangeClientCapabilities{DeferralAllowed: isAllowed},
			})
			if err != nil {
				t.Fatal(err)
			}
			checkDeferred(t, noun+" plan", isAllowed, planned.Deferred)
			read, err := server.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{
				TypeName: r.TypeName, CurrentState: config,
				ClientCapabilities: &tfprotov6.ReadResourceClientCapabilities{DeferralAllowed: isAllowed},
			})
			if err != nil {
				t.Fatal(err)
			}
			checkDeferred(t, noun+" read", isAllowed, read.Deferred)
			imported, err := server.ImportResourceState(t.Context(), &tfprotov6.ImportResourceStateRequest{
				TypeName: r.TypeName, ID: importIDs[noun],
				ClientCapabilities: &tfprotov6.ImportResourceStateClientCapabilities{DeferralAllowed: isAllowed},
			})
			if err != nil {
				t.Fatal(err)
			}
			checkDeferred(t, noun+" import", isAllowed, imported.Deferred)
			if isAllowed == providertest.Failed(imported.Diagnostics) {
				t.Errorf("%s import, deferral allowed: %t: %s", noun, isAllowed, providertest.Said(imported.Diagnostics))
			}
		}
	}
}

// importIDs are ids of the objects.
var importIDs = map[string]string{
	"cluster": "a", "cluster_set": "a", "cluster_set_binding": "a/b", "cluster_score": "a/b", "manifest_work": "a/b",
	"resource_override": "a/b", "placement": "a/b", "staged_update_strategy": "a/b", "disruption_budget": "a",
	"staged_update_run": "a/b",
}

func checkDeferred(t *testing.T, what string, isAllowed bool, deferred *tfprotov6.Deferred) {
	t.Helper()
	if isAllowed != (deferred != nil && deferred.Reason == tfprotov6.DeferredReasonProviderConfigUnknown) {
		t.Errorf("%s, deferral allowed: %t: %v", what, isAllowed, deferred)
	}
}
