// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package effects

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// fleetView is a hub that has a fleet and nothing else.
type fleetView struct {
	hubview.View
	fleet inventory.Fleet
}

func (v *fleetView) Fleet(context.Context, hubview.FleetQuery) (inventory.Fleet, error) {
	return v.fleet, nil
}

// planOf is the plan of a hub with ManagedClusters of some names.
func planOf(names ...string) *Plan {
	client := &hub.Client{Written: func(hub.Reference) {}}
	return NewPlan(&hubview.Client{Client: client, Shared: &fleetView{fleet: clusters(names...)}})
}

// clusters are a fleet of ManagedClusters.
func clusters(names ...string) (fleet inventory.Fleet) {
	for _, name := range names {
		fleet.Clusters = append(fleet.Clusters, placement.Cluster{Name: name, Kind: placement.ManagedCluster})
	}
	return fleet
}

func cluster(name string) hub.Reference {
	return hub.Reference{Kind: hubobject.ManagedCluster, Name: name}
}

// deleted is the change that deletes a cluster, and created that which creates one.
func deleted(name string) hubview.Change {
	return hubview.Change{Prior: &hubview.Object{Reference: cluster(name)}}
}

func created(name string) hubview.Change {
	fleet := clusters(name)
	return hubview.Change{Planned: &hubview.Object{Reference: cluster(name), Fleet: &fleet}}
}

// heard is a question that notes which clusters the hub has before a change and after it.
type heard struct {
	FleetQuestion
	said []string
	err  error
}

func (h *heard) Ask(ctx context.Context, change *Change) (finding.List, error) {
	h.said = append(h.said, change.What+": "+namesIn(ctx, change.Before())+" -> "+namesIn(ctx, change.After))
	return finding.List{finding.Warning("", "asked", change.What)}, h.err
}

func (*heard) NotKnown(change *Change, why error) finding.List {
	return finding.List{finding.Warning("", "not known", change.What+": "+why.Error())}
}

func namesIn(ctx context.Context, view hubview.View) string {
	fleet, _ := view.Fleet(ctx, hubview.FleetQuery{Kinds: hubobject.ClusterKinds})
	var names []string
	for i := range fleet.Clusters {
		names = append(names, fleet.Clusters[i].Name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// TestChange: each change is asked the same question over the hub before it and after it. One that was planned twice counts once,
// one that was written is in the lists of the hub, and what belongs to no fleet is not asked about.
func TestChange(t *testing.T) {
	plan, question := planOf("a", "b"), &heard{}
	plan.Watch(question)
	plan.Change(t.Context(), "first", deleted("a"))
	plan.Change(t.Context(), "second", created("c"))
	plan.Change(t.Context(), "second again", created("c"))
	plan.Client.Written(cluster("a"))
	plan.Change(t.Context(), "third", deleted("b"))
	plan.Change(t.Context(), "another kind", hubview.Change{Prior: &hubview.Object{Reference: hub.Reference{Kind: hubobject.Placement}}})
	want := "first: a b -> b\nsecond: b -> b c\nsecond again: b -> b c\nthird: a b c -> a c"
	if got := strings.Join(question.said, "\n"); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	planned := plan.Planned()
	if got := namesIn(t.Context(), planned); got != "a c" || !planned.Deletes() {
		t.Errorf("at last: %s", got)
	}
	if before := planned.BeforeDeletions(); namesIn(t.Context(), before) != "a b c" || before.Deletes() {
		t.Error("before the deletions:", namesIn(t.Context(), before))
	}
}

// TestDecides: a placement counts what was decided for those that were planned before it: what the plan expects of one that it
// creates or changes, and nothing of one that it deletes. No question is asked about it, and the hub itself stays as it is.
func TestDecides(t *testing.T) {
	decision := func(name string, clusters ...string) placement.PlacementDecision {
		return placement.PlacementDecision{Namespace: "shop", Placement: name, Clusters: clusters}
	}
	plan, question := planOf("a"), &heard{}
	plan.Client.Shared.(*fleetView).fleet.Decisions = []placement.PlacementDecision{decision("old", "a"), decision("gone", "a")}
	plan.Watch(question)
	published := func(planned *hubview.Planned) string {
		fleet, err := planned.Fleet(t.Context(), hubview.FleetQuery{Kinds: []*hubobject.Kind{hubobject.PlacementDecision}})
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, d := range fleet.Decisions {
			all = append(all, d.Placement+"="+strings.Join(d.Clusters, "+"))
		}
		slices.Sort(all)
		return strings.Join(all, " ")
	}
	plan.Decides("shop", "new", []placement.PlacementDecision{decision("new", "b")})
	plan.Decides("shop", "old", []placement.PlacementDecision{decision("old", "b"), decision("old", "c")})
	plan.Decides("shop", "new", []placement.PlacementDecision{decision("new", "c")})
	plan.Decides("shop", "gone", nil)
	plan.InTurn(func(planned *hubview.Planned) {
		if got := published(planned); got != "new=c old=b old=c" {
			t.Errorf("after the plan: %s", got)
		}
		if got := published(planned.BeforeDecisions()); got != "gone=a old=a" {
			t.Errorf("on the hub: %s", got)
		}
		var names []string
		for _, ref := range planned.Predicted() {
			names = append(names, ref.Name)
		}
		if got := strings.Join(names, " "); got != "new old gone" || planned.Deletes() {
			t.Errorf("in the order of the plan: %s", got)
		}
	})
	if len(question.said) > 0 {
		t.Errorf("asked: %v", question.said)
	}
}

// TestNotKnown: what cannot be compared is told, and so is what is not known yet, in whatever order it is planned. An interrupted
// plan has nothing to say.
func TestNotKnown(t *testing.T) {
	plan, question := planOf(), &heard{err: errors.New("no fleet")}
	plan.Unknown("The cluster b", []*hubobject.Kind{hubobject.ManagedCluster})
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	for name, tt := range map[string]struct {
		findings finding.List
		want     string
	}{
		"before":      {plan.Watch(question), "warning : not known: The cluster b: some values are unknown until apply"},
		"a change":    {plan.Change(t.Context(), "a", deleted("a")), "warning : asked: a\nwarning : not known: a: no fleet"},
		"interrupted": {plan.Change(interrupted, "a", deleted("a")), "warning : asked: a"},
		"unknown values": {plan.Unknown("c", []*hubobject.Kind{hubobject.MemberCluster}),
			"warning : not known: c: some values are unknown until apply"},
		"another kind": {plan.Unknown("c", []*hubobject.Kind{hubobject.ManifestWork}), ""},
	} {
		if got := plannertest.Texts(tt.findings); got != tt.want {
			t.Errorf("%s: got %s\nwant %s", name, got, tt.want)
		}
	}
}

// TestCount: predictions end at a number of clusters.
func TestCount(t *testing.T) {
	plan := planOf()
	if plan.Count(maxCounted) {
		t.Error("the limit itself is too large")
	}
	if !plan.Count(1) || !plan.Count(0) {
		t.Error("there is no limit")
	}
}
