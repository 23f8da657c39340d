// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision_test

import (
	"encoding/json"
	"maps"
	"slices"

	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
)

// fleetObjects are the bindings of a placement of KubeFleet, and its latest policy snapshot.
type fleetObjects struct {
	generation, observed int64
	bindings             map[string]string
	targets              []string
	// hasSnapshot is false for the moment in which the old snapshot is no longer the latest and the new one does not exist.
	hasSnapshot, hasStatus bool
	// spreads says that a change of the policy unschedules every binding and restores one in each cycle.
	spreads bool
}

// change is a change of the spec with another policy.
func (o *fleetObjects) change() (writes []func()) {
	o.generation++
	generation := o.generation
	writes = []func(){
		func() { o.hasSnapshot = false },
		func() { o.hasSnapshot, o.hasStatus, o.targets = true, false, nil },
		func() { o.observed = generation },
	}
	if o.spreads {
		for _, c := range slices.Sorted(maps.Keys(o.bindings)) {
			writes = append(writes, func() { o.bindings[c] = "Unscheduled" })
		}
	}
	return writes
}

func (o *fleetObjects) writes(clusters []string) (writes []func()) {
	if o.generation != o.observed {
		writes = o.change()
	}
	for _, c := range clusters {
		writes = append(writes, func() { o.bindings[c] = "Bound" })
	}
	for _, c := range slices.Sorted(maps.Keys(o.bindings)) {
		if !slices.Contains(clusters, c) {
			writes = append(writes, func() { o.bindings[c] = "Unscheduled" })
		}
	}
	return append(writes, func() { o.hasSnapshot, o.hasStatus, o.targets = true, true, clusters })
}

func (o *fleetObjects) placement() json.RawMessage {
	return encoded(map[string]any{
		"apiVersion": "placement.kubernetes-fleet.io/v1beta1", "kind": "ClusterResourcePlacement",
		"metadata": map[string]any{"name": "web", "generation": o.generation},
		"spec": map[string]any{
			"policy":            map[string]any{"placementType": "PickN", "numberOfClusters": 1},
			"resourceSelectors": []any{map[string]any{"group": "", "version": "v1", "kind": "Namespace", "name": "x"}},
		},
	})
}

func (o *fleetObjects) snapshot(t *rapid.T) *apiobject.PolicySnapshot {
	if !o.hasSnapshot {
		return nil
	}
	status := map[string]any{"observedCRPGeneration": o.observed}
	if o.hasStatus {
		targets := []any{}
		for _, c := range o.targets {
			targets = append(targets, map[string]any{"clusterName": c, "selected": true})
		}
		status["targetClusters"] = targets
		status["conditions"] = []any{map[string]any{"type": "Scheduled", "status": "True", "observedGeneration": 1}}
	}
	s, err := apiobject.DecodePolicySnapshot(decode.Listed, encoded(map[string]any{"metadata": map[string]any{"name": "web-1", "generation": 1},
		"status": status}))
	if err != nil {
		t.Fatal(err)
	}
	return &s
}

func (o *fleetObjects) listed() (all []json.RawMessage) {
	for _, c := range slices.Sorted(maps.Keys(o.bindings)) {
		all = append(all, encoded(map[string]any{
			"metadata": map[string]any{"name": "web-" + c, "labels": map[string]any{"kubernetes-fleet.io/parent-CRP": "web"}},
			"spec":     map[string]any{"state": o.bindings[c], "targetCluster": c, "schedulingPolicySnapshotName": "web-1"},
		}))
	}
	return all
}
