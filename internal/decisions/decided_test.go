// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package decisions_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

const (
	decidedPlacement = `{"apiVersion":"cluster.open-cluster-management.io/v1beta1","kind":"Placement","metadata":{"name":"web","namespace":"x","generation":4}}`
	decidedCRP       = `{"apiVersion":"placement.kubernetes-fleet.io/v1beta1","kind":"ClusterResourcePlacement","metadata":{"name":"web","generation":4}}`
)

func raws(texts ...string) []json.RawMessage {
	list := make([]json.RawMessage, len(texts))
	for i := range texts {
		list[i] = json.RawMessage(texts[i])
	}
	return list
}

// TestReadDecided_slices: what the hub is writing, and what others have labelled, is read as far as it makes sense.
func TestReadDecided_slices(t *testing.T) {
	d, err := decisions.ReadDecided(t.Context(), decisions.DecidedObjects{Placement: json.RawMessage(decidedPlacement),
		Decisions: raws(
			`{"metadata":{"name":"web-decision-10","labels":{"cluster.open-cluster-management.io/decision-group-index":"1"}},"status":{"decisions":[{"clusterName":"j"}]}}`,
			`{"metadata":{"name":"web-decision-2","labels":{"cluster.open-cluster-management.io/decision-group-index":"1"}},"status":{"decisions":[{"clusterName":"b"},{"clusterName":"a"}]}}`,
			`{"metadata":{"name":"web-decision-1","labels":{"cluster.open-cluster-management.io/decision-group-index":"0","cluster.open-cluster-management.io/decision-group-name":"canary"}},"status":{"decisions":[{"clusterName":"a"}]}}`,
			`{"metadata":{"name":"web-decision-11","labels":{"cluster.open-cluster-management.io/decision-group-index":"3"}}}`,
		)})
	if err != nil {
		t.Fatal(err)
	}
	want := []placement.Group{
		{Index: 0, Name: "canary", Clusters: []string{"a"}, PlacementDecisions: []string{"web-decision-1"}},
		{Index: 1, Clusters: []string{"b", "j"}, PlacementDecisions: []string{"web-decision-2", "web-decision-10"}},
		{Index: 3, PlacementDecisions: []string{"web-decision-11"}},
	}
	if diff := cmp.Diff(want, d.Groups); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if !slices.Equal(d.Names(), []string{"a", "b", "j"}) || !d.Scheduled || d.Satisfied || d.Generation != 4 {
		t.Errorf("%+v", d)
	}
}

// TestReadDecided_writing: a status that counts other clusters than there are, or none yet, is that of decisions in progress,
// unless a mistake leaves them out.
func TestReadDecided_writing(t *testing.T) {
	for status, want := range map[string]bool{
		`{"numberOfSelectedClusters":1}`: false, `{"numberOfSelectedClusters":2}`: true, `{"numberOfSelectedClusters":0}`: true, `{}`: true,
		`{"numberOfSelectedClusters":2,"conditions":[{"type":"PlacementMisconfigured","status":"True"}]}`:  false,
		`{"numberOfSelectedClusters":2,"conditions":[{"type":"PlacementMisconfigured","status":"False"}]}`: true,
	} {
		d, err := decisions.ReadDecided(t.Context(), decisions.DecidedObjects{
			Placement: json.RawMessage(strings.Replace(decidedPlacement, "{", `{"status":`+status+`,`, 1)),
			Decisions: raws(`{"status":{"decisions":[{"clusterName":"a"}]}}`),
		})
		if err != nil || d.Writing != want {
			t.Errorf("%s: %+v, %v", status, d, err)
		}
	}
}

// TestReadDecided_bindings: the live bindings are the decisions, those that the snapshot lists first.
func TestReadDecided_bindings(t *testing.T) {
	const binding = `{"metadata":{"name":"NAME"},"spec":{"state":"STATE","targetCluster":"CLUSTER"}}`
	of := func(name, state, cluster string) string {
		return strings.NewReplacer("NAME", name, "STATE", state, "CLUSTER", cluster).Replace(binding)
	}
	objects := decisions.DecidedObjects{
		Placement: json.RawMessage(decidedCRP),
		Decisions: raws(of("1", "Bound", "a"), of("2", "Scheduled", "b"), of("3", "Unscheduled", "c"), of("4", "Bound", "d"),
			of("5", "Bound", "d"),
			of("6", "Other", "e"), `{"metadata":{"name":"7","deletionTimestamp":"2026-01-31T12:00:00Z"},"spec":{"state":"Bound","targetCluster":"f"}}`),
	}
	scheduled := func(observed, generation int64) *apiobject.PolicySnapshot {
		return &apiobject.PolicySnapshot{PolicySnapshot: kubefleet.PolicySnapshot{Generation: 1, Status: placement.PolicySnapshotStatus{
			ObservedGeneration: observed, TargetClusters: []placement.ClusterDecision{{ClusterName: "d", Selected: true},
				{ClusterName: "b", Selected: true}, {ClusterName: "a"}},
			Conditions: []metav1.Condition{{Type: "Scheduled", Status: metav1.ConditionFalse, ObservedGeneration: generation}},
		}}}
	}
	for name, tt := range map[string]struct {
		snapshot           *apiobject.PolicySnapshot
		scheduled, current bool
		names              []string
	}{
		"no snapshot":                    {nil, false, false, []string{"a", "b", "d"}},
		"no status":                      {&apiobject.PolicySnapshot{}, false, false, []string{"a", "b", "d"}},
		"current":                        {scheduled(4, 1), true, true, []string{"d", "b", "a"}},
		"changed since it was read":      {scheduled(5, 1), true, true, []string{"d", "b", "a"}},
		"of an earlier generation":       {scheduled(3, 1), true, false, []string{"d", "b", "a"}},
		"of an earlier snapshot's state": {scheduled(4, 0), true, false, []string{"d", "b", "a"}},
	} {
		t.Run(name, func(t *testing.T) {
			objects.Snapshot = tt.snapshot
			d, err := decisions.ReadDecided(t.Context(), objects)
			if err != nil {
				t.Fatal(err)
			}
			if d.Scheduled != tt.scheduled || *d.Current != tt.current || d.Satisfied || !slices.Equal(d.Names(), tt.names) {
				t.Errorf("scheduled %v, current %v, names %v", d.Scheduled, *d.Current, d.Names())
			}
			if len(d.ResourceBindings) != 7 || len(d.Groups) != 1 || !slices.Equal(d.Groups[0].Clusters, []string{"a", "b", "d"}) {
				t.Errorf("%+v", d)
			}
		})
	}
}

// TestReadDecided_wrong returns an error about an object of another form.
func TestReadDecided_wrong(t *testing.T) {
	for name, o := range map[string]decisions.DecidedObjects{
		"placement": {Placement: json.RawMessage(`{"metadata":{"generation":"x"}}`)},
		"spec":      {Placement: json.RawMessage(strings.Replace(decidedPlacement, "{", `{"spec":{"predicates":1},`, 1))},
		"slice":     {Placement: json.RawMessage(decidedPlacement), Decisions: raws(`{"status":{"decisions":3}}`)},
		"binding":   {Placement: json.RawMessage(decidedCRP), Decisions: raws(`{"spec":[]}`)},
	} {
		if d, err := decisions.ReadDecided(t.Context(), o); err == nil {
			t.Errorf("%s: %+v", name, d)
		}
	}
}
