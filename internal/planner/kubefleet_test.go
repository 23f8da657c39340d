// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

func kubefleetRequest() *Request {
	return &Request{Placement: Placement{Name: "web", Namespace: "team-a",
		KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickAll}}}
}

// TestPolicySnapshot: the current policy snapshot is the highest that a binding of the placement names, and one more if the
// manifests have the placement with another policy.
func TestPolicySnapshot(t *testing.T) {
	binding := func(namespace, of, snapshot string) placement.ResourceBinding {
		return placement.ResourceBinding{Namespace: namespace, Placement: of, PolicySnapshot: snapshot}
	}
	bindings := []placement.ResourceBinding{
		binding("team-a", "web", "web-2"), binding("team-a", "web", "web-10"), binding("team-a", "web", "web-9"),
		binding("team-a", "web", "web-none"), binding("team-a", "web", "other-99"),
		binding("team-b", "web", "web-99"), binding("team-a", "other", "web-99"),
	}
	same := kubefleet.Placement{Name: "web", Namespace: "team-a", Spec: kubefleet.Spec{PlacementType: kubefleet.PickAll}}
	another := same
	another.Tolerations = []kubefleet.Toleration{{Operator: kubefleet.TolerationExists}}
	elsewhere := another
	elsewhere.Namespace = "team-b"
	for name, tt := range map[string]struct {
		bindings []placement.ResourceBinding
		stored   []kubefleet.Placement
		want     string
	}{
		"no binding":                      {nil, nil, "web-0"},
		"the highest":                     {bindings, nil, "web-10"},
		"the placement as it is":          {bindings, []kubefleet.Placement{same}, "web-10"},
		"the placement of another policy": {bindings, []kubefleet.Placement{elsewhere, another}, "web-11"},
		"a placement of another name":     {bindings, []kubefleet.Placement{elsewhere}, "web-10"},
	} {
		t.Run(name, func(t *testing.T) {
			r := kubefleetRequest()
			r.Manifests.KubeFleetPlacements = tt.stored
			if got := r.snapshot(tt.bindings).Name; got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestStoredPlacement: what the state has stands before what the manifests have.
func TestStoredPlacement(t *testing.T) {
	r := kubefleetRequest()
	r.Manifests.KubeFleetPlacements = []kubefleet.Placement{{Name: "web"}, {Name: "web", Namespace: "team-a"}}
	if got := r.stored(); got != &r.Manifests.KubeFleetPlacements[1].Spec {
		t.Errorf("got %+v, want that of the manifests", got)
	}
	r.Policy = &kubefleet.Spec{}
	if got := r.stored(); got != r.Policy {
		t.Errorf("got %+v, want that of the state", got)
	}
}

// TestPreviousBindings: an earlier decision is bound by the policy of the placement, unless it says otherwise.
func TestPreviousBindings(t *testing.T) {
	r := kubefleetRequest()
	r.PreviousDecisions = []PreviousDecision{
		{ClusterName: "bare"},
		{ClusterName: "empty", Binding: &PreviousBinding{}},
		{ClusterName: "same", Binding: &PreviousBinding{State: placement.BindingScheduled, Policy: r.KubeFleet.PolicyHash()}},
		{ClusterName: "another", Binding: &PreviousBinding{Policy: "another"}},
	}
	got := map[string][2]string{}
	for _, b := range r.previousBindings("web-3") {
		got[b.TargetCluster] = [2]string{string(b.State), b.PolicySnapshot}
	}
	want := map[string][2]string{
		"bare": {"Bound", "web-3"}, "empty": {"Bound", "web-3"}, "same": {"Scheduled", "web-3"}, "another": {"Bound", ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("-want +got:\n" + diff)
	}
}

// TestPolicySnapshotOfHub: a hub tells which policy snapshot is the latest. The same policy keeps it, with its status; any other
// gets the next one. Decisions that are given are those of a placement without snapshots.
func TestPolicySnapshotOfHub(t *testing.T) {
	policy := func(n int32) kubefleet.Spec {
		return kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: &n}
	}
	latest := &apiobject.PolicySnapshot{Index: 4, Policy: policy(2), PolicySnapshot: kubefleet.PolicySnapshot{
		Name: "web-4", Generation: 1, Status: placement.PolicySnapshotStatus{ObservedGeneration: 7},
		Annotations: map[string]string{kubefleet.GenerationAnnotation: "7", kubefleet.NumberOfClustersAnnotation: "2"},
	}}
	another := policy(2)
	another.Tolerations = []kubefleet.Toleration{{Operator: kubefleet.TolerationExists}}
	for name, tt := range map[string]struct {
		latest             *apiobject.PolicySnapshot
		wanted             kubefleet.Spec
		given              bool
		name               string
		generation, number string
		observed           int64
	}{
		"none yet":       {nil, policy(2), false, "web-0", "1", "2", 0},
		"the same":       {latest, policy(2), false, "web-4", "7", "2", 7},
		"another number": {latest, policy(3), false, "web-4", "8", "3", 7},
		"another policy": {latest, another, false, "web-5", "1", "2", 0},
		"given":          {latest, policy(2), true, "web-9", "1", "2", 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := kubefleetRequest()
			r.KubeFleet, r.Snapshot, r.InForce = &tt.wanted, tt.latest, tt.given
			r.Manifests.FromHub = true
			got := r.snapshot([]placement.ResourceBinding{{Namespace: "team-a", Placement: "web", PolicySnapshot: "web-9"}})
			if got.Name != tt.name || got.Annotations[kubefleet.GenerationAnnotation] != tt.generation ||
				got.Annotations[kubefleet.NumberOfClustersAnnotation] != tt.number || got.Status.ObservedGeneration != tt.observed {
				t.Errorf("got %+v", got)
			}
		})
	}
	if latest.Annotations[kubefleet.NumberOfClustersAnnotation] != "2" {
		t.Error("the snapshot of the hub was changed")
	}
}
