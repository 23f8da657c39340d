// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/effects"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// sets is a kind of objects that needs nothing of a hub to be planned.
var sets = Kind[placement.ClusterSet]{
	Kinds: []*hubobject.Kind{hubobject.ManagedClusterSet, hubobject.ManagedClusterSetBinding},
	Choose: func(s *placement.ClusterSet) []*hubobject.Kind {
		if s.SelectorType == placement.LabelSelector {
			return []*hubobject.Kind{hubobject.ManagedClusterSetBinding}
		}
		return []*hubobject.Kind{hubobject.ManagedClusterSet}
	},
	Keys: []string{"name"},
	Apply: func(_ *hubobject.Kind, s *placement.ClusterSet) (hubobject.Applied, error) {
		return hubobject.ApplyClusterSet(s)
	},
}

// onHub is the target of an object with a UID, empty for one that is not on the hub.
func onHub(uid string) *Target {
	t := &Target{Hub: &Hub{}, Client: &hubview.Client{Client: &hub.Client{}}, HubUID: "h"}
	t.Hub.Plan = effects.NewPlan(t.Client)
	if uid != "" {
		t.PriorIdentity = Identity{HubUID: "h", UID: uid}
	}
	return t
}

type setOperation = Operation[placement.ClusterSet]

// planAnswers are what a Planned reports of itself.
type planAnswers struct {
	HasOtherKind, IsOther, IsSame bool
	Name, UID                     string
}

// TestPlan: a change is that of the object that exists, or another object has its name or its kind.
func TestPlan(t *testing.T) {
	before := &placement.ClusterSet{Name: "a", SelectorType: placement.ExclusiveClusterSetLabel}
	for name, tt := range map[string]struct {
		uid           string
		prior, object *placement.ClusterSet
		want          planAnswers
	}{
		"new":          {object: before, want: planAnswers{Name: "a"}},
		"unchanged":    {"1", before, before, planAnswers{IsSame: true, Name: "a", UID: "1"}},
		"changed":      {"1", before, &placement.ClusterSet{Name: "a"}, planAnswers{Name: "a", UID: "1"}},
		"another name": {"1", before, &placement.ClusterSet{Name: "b"}, planAnswers{IsOther: true, Name: "b"}},
		"another kind": {
			"1", before, &placement.ClusterSet{Name: "a", SelectorType: placement.LabelSelector},
			planAnswers{HasOtherKind: true, IsOther: true, Name: "a"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			planned, err := (&setOperation{
				Target: onHub(tt.uid), Kind: &sets, Prior: tt.prior, Object: tt.object, Arguments: &Arguments{},
			}).planned(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got := planAnswers{planned.HasOtherKind(), planned.IsOther(), planned.IsSame(), planned.Name, string(planned.UID)}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestPlanArguments: what the arguments say of the write is in the change.
func TestPlanArguments(t *testing.T) {
	planned, err := (&setOperation{
		Target: onHub(""), Kind: &sets, Object: &placement.ClusterSet{Name: "a"}, Arguments: &Arguments{Adopt: true, ForceConflicts: true},
	}).planned(t.Context())
	if err != nil || !planned.Adopt || !planned.Force || planned.Merged() != nil {
		t.Errorf("got %+v, %v", planned, err)
	}
}

// notKnown is a question that no change can be compared with.
type notKnown struct{ effects.FleetQuestion }

func (notKnown) Ask(context.Context, *effects.Change) (finding.List, error) { return nil, nil }

func (notKnown) NotKnown(change *effects.Change, _ error) finding.List {
	return warning("not known", change.What)
}

// TestPlanUnknown: only an object of the fleet may move the placements that max_moves limits.
func TestPlanUnknown(t *testing.T) {
	works := Kind[placement.ClusterSet]{Kinds: []*hubobject.Kind{hubobject.ManifestWork}}
	for kind, want := range map[*Kind[placement.ClusterSet]]int{&sets: 1, &works: 0} {
		target := onHub("1")
		target.Hub.Plan.Watch(notKnown{})
		o := &setOperation{Target: target, Kind: kind, What: "The object", Object: &placement.ClusterSet{Name: "a"}}
		if found := o.planUnknown(); len(found) != want {
			t.Errorf("%v: got %v, want %d warnings", kind.Kinds[0], found, want)
		}
	}
}

// TestPlanImmutable: an object is replaced if the hub refuses to change it.
func TestPlanImmutable(t *testing.T) {
	kind := sets
	kind.Immutable = func(prior, object *placement.ClusterSet) finding.List {
		if prior.SelectorType == object.SelectorType {
			return nil
		}
		return finding.List{finding.Warning("selectorType", "It is replaced", "The type is immutable.")}
	}
	before := &placement.ClusterSet{Name: "a", SelectorType: placement.ExclusiveClusterSetLabel}
	for _, after := range []*placement.ClusterSet{before, {Name: "a"}} {
		o := &setOperation{Target: onHub("1"), Kind: &kind, Prior: before, Object: after, Arguments: &Arguments{}}
		planned, err := o.planned(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if want := after != before; planned.IsOther() != want || len(planned.Immutable) > 0 != want || planned.HasOtherKind() {
			t.Errorf("%v: got %+v", after, planned)
		}
	}
}
