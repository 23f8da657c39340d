// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// ocmObjects are the status of a Placement and its PlacementDecisions.
type ocmObjects struct {
	status map[string]any
	slices map[string]*ocmSlice
}

type ocmSlice struct {
	index    int
	group    string
	clusters []string
}

// writes are those of the controller, in its order: each PlacementDecision, and the deletion of the others; the status first or
// last. The next pass writes the labels.
func (o *ocmObjects) writes(groups []simulatedGroup, statusFirst bool) (writes []func(), labels func()) {
	if len(groups) == 0 {
		groups = []simulatedGroup{{}}
	}
	var names []string
	var statuses []any
	total := 0
	for i, g := range groups {
		name := fmt.Sprintf("web-decision-%d", i+1)
		names = append(names, name)
		statuses = append(statuses, map[string]any{
			"decisionGroupIndex": i, "decisionGroupName": g.name, "decisions": []string{name}, "clusterCount": len(g.clusters),
		})
		total += len(g.clusters)
		writes = append(writes, func() {
			if o.slices[name] == nil {
				o.slices[name] = &ocmSlice{index: i, group: g.name}
			}
		}, func() { o.slices[name].clusters = g.clusters })
	}
	writes = append(writes, func() {
		maps.DeleteFunc(o.slices, func(name string, _ *ocmSlice) bool { return !slices.Contains(names, name) })
	})
	satisfied := "True"
	if total == 0 {
		satisfied = "False"
	}
	status := func() {
		o.status = map[string]any{
			"numberOfSelectedClusters": total, "decisionGroups": statuses,
			"conditions": []any{map[string]any{"type": "PlacementSatisfied", "status": satisfied}},
		}
	}
	if statusFirst {
		writes = append([]func(){status}, writes...)
	} else {
		writes = append(writes, status)
	}
	return writes, func() {
		for i, g := range groups {
			o.slices[names[i]].index, o.slices[names[i]].group = i, g.name
		}
	}
}

func (o *ocmObjects) placement() json.RawMessage {
	return encoded(map[string]any{
		"apiVersion": "cluster.open-cluster-management.io/v1beta1", "kind": "Placement",
		"metadata": map[string]any{"name": "web", "namespace": "n"},
		"spec":     map[string]any{}, "status": o.status,
	})
}

func (o *ocmObjects) listed() (all []json.RawMessage) {
	for _, name := range slices.Sorted(maps.Keys(o.slices)) {
		of := o.slices[name]
		entries := []any{}
		for _, c := range of.clusters {
			entries = append(entries, map[string]any{"clusterName": c, "reason": ""})
		}
		all = append(all, encoded(map[string]any{
			"metadata": map[string]any{"name": name, "namespace": "n", "labels": map[string]any{
				"cluster.open-cluster-management.io/placement":            "web",
				"cluster.open-cluster-management.io/decision-group-index": fmt.Sprint(of.index),
				"cluster.open-cluster-management.io/decision-group-name":  of.group,
			}},
			"status": map[string]any{"decisions": entries},
		}))
	}
	return all
}

// isWhole reports whether the status is that of the PlacementDecisions, by an own comparison.
func (o *ocmObjects) isWhole() bool {
	groups, _ := o.status["decisionGroups"].([]any)
	if len(groups) != len(o.slices) {
		return false
	}
	seen := map[string]bool{}
	for i, g := range groups {
		of := o.slices[fmt.Sprintf("web-decision-%d", i+1)]
		fields, _ := g.(map[string]any)
		if of == nil || fields["clusterCount"] != len(of.clusters) {
			return false
		}
		for _, c := range of.clusters {
			if seen[c] {
				return false
			}
			seen[c] = true
		}
	}
	return true
}
