// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

const statesFolder = "../providertest/testdata/states"

// TestStatesOfVersions reads what every version has left in state files. Nothing of it is lost, and the same configuration plans no
// change, except of attributes that the version did not have. With RECORD_STATES=0.1.0, it records the states of that version.
func TestStatesOfVersions(t *testing.T) {
	if providertest.RecordedVersion() != "" {
		recordStates(t)
	}
	files, err := filepath.Glob(filepath.Join(statesFolder, "*", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, file := range files {
		var state providertest.VersionState
		text, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(text, &state)
		}
		if err != nil {
			t.Fatal(err)
		}
		found[state.TypeName] = true
		name, _ := filepath.Rel(statesFolder, file)
		t.Run(strings.TrimSuffix(name, ".json"), func(t *testing.T) { checkState(t, &state) })
	}
	resp, err := providertest.NewServer().GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for typeName := range resp.ResourceSchemas {
		if !found[typeName] {
			t.Errorf("no state of %s is recorded", typeName)
		}
	}
}

// checkState refreshes and plans with a state.
func checkState(t *testing.T, state *providertest.VersionState) {
	l, had, config := state.Restore(t)
	if state.OnHub {
		return
	}
	resp, err := l.Server.ReadResource(l.Ctx, &tfprotov6.ReadResourceRequest{
		TypeName: l.TypeName, CurrentState: l.Encode(l.State), Private: l.Private, CurrentIdentity: l.Identity,
	})
	if err != nil || len(resp.Diagnostics) > 0 {
		t.Fatalf("refresh: %v %s", err, providertest.Said(resp.Diagnostics))
	}
	before := l.State
	l.State, l.Private, l.Identity = l.Decode(resp.NewState), resp.Private, resp.NewIdentity
	p := l.Plan(config)
	if p.Failed() || len(p.Replace) > 0 {
		t.Fatalf("the plan replaces because of %v, and says: %s", p.Replace, providertest.Said(p.Diags))
	}
	slices.Sort(had)
	for _, name := range had {
		was, refreshed, planned := l.Attribute(before, name), l.Attribute(l.State, name), l.Attribute(p.State, name)
		text := name == "waits_for" // It may change in any release.
		if !was.Equal(refreshed) || !text && !was.Equal(planned) {
			t.Errorf("%s was %s; it is refreshed to %s and planned as %s", name, was, refreshed, planned)
		}
	}
}

// recordStates records a resource of every type in the state alone, with every argument.
func recordStates(t *testing.T) {
	record := func(name string, l *providertest.Resource, data object) {
		config := providertest.Config(t, l.Type(), data)
		l.Apply(l.Plan(config))
		l.Record(t, statesFolder, name, config, false)
	}
	first := object{"initial_revisions": object{}, "paused": true}
	for noun, data := range providertest.FullObjects() {
		record(noun, providertest.NewObject(t, noun), data)
	}
	for dialect, data := range providertest.FullResourceConfigs() {
		record("placement_"+dialect, providertest.NewPlacement(t, t), data)
	}
	for dialect, data := range providertest.TogetherConfigs() {
		data["name"] = "teams"
		record("placements_"+dialect, providertest.NewResource(t, t, "multicluster_placements"), data)
	}
	for strategy, data := range providertest.FullRolloutResources() {
		l := providertest.NewRollout(t, t)
		l.Apply(l.Plan(providertest.Config(t, l.Type(), providertest.Merged(data, first))))
		record("rollout_"+strings.ToLower(strategy), l, data)
	}
}

// TestUpgradeStagedRun: the clusters of each stage were a list once.
func TestUpgradeStagedRun(t *testing.T) {
	l := providertest.NewResource(t, t, "multicluster_staged_update_run")
	resp := l.Upgraded(1, []byte(`{"id": "web-1", "name": "web-1", "clusters_by_stage": {"canary": ["eu-1", "eu-2"], "rest": []}}`))
	if len(resp.Diagnostics) > 0 {
		t.Fatal(providertest.Said(resp.Diagnostics))
	}
	want := tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, map[string]tftypes.Value{
		"canary": tftypes.NewValue(tftypes.String, "eu-1, eu-2"), "rest": tftypes.NewValue(tftypes.String, ""),
	})
	if got := l.Attribute(l.Decode(resp.UpgradedState), "stage_clusters"); !got.Equal(want) {
		t.Errorf("got %s, want %s", got, want)
	}
}
