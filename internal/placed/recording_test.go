// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placed

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// drawnHub is a hub with a placement and what it has decided for it.
type drawnHub struct {
	fleet   inventory.Fleet
	decided decisions.Decided
	now     time.Time
}

// drawHub draws a hub of a dialect.
func drawHub(t *rapid.T, dialect placement.Dialect) *drawnHub {
	h := &drawnHub{fleet: inventory.Fleet{FromHub: true}, now: time.Date(2026, 11, 26, 3, 0, 0, 0, time.UTC)}
	ago := func(name string) time.Time {
		return h.now.Add(-time.Duration(rapid.IntRange(0, 600).Draw(t, name)) * time.Second)
	}
	var names []string
	for i := range rapid.IntRange(1, 8).Draw(t, "clusters") {
		c := placement.Cluster{
			Name: fmt.Sprintf("c%d", i), Kind: placement.ManagedCluster, Annotations: map[string]string{"note": "x"},
			Labels: map[string]string{"region": rapid.SampledFrom([]string{"eu", "us"}).Draw(t, "region")},
			Claims: map[string]string{"zone": rapid.SampledFrom([]string{"1", "2"}).Draw(t, "zone")},
			Object: json.RawMessage(`{}`),
		}
		if rapid.Bool().Draw(t, "tainted") {
			c.Taints = []placement.Taint{{Key: "gpu", Effect: placement.NoSelect, TimeAdded: ago("added")}}
		}
		amount := fmt.Sprintf("%dGi", rapid.IntRange(1, 64).Draw(t, "memory"))
		for _, resources := range []*placement.Resources{&c.Allocatable, &c.Capacity, &c.Available} {
			if err := resources.SetText("memory", amount); err != nil {
				t.Fatal(err)
			}
		}
		if dialect == placement.DialectKubeFleet {
			c.Kind, c.Claims = placement.MemberCluster, nil
			c.Properties = map[string]string{"cost": amount}
			c.Agent = &placement.MemberAgent{Online: true, LastHeartbeat: ago("heartbeat"),
				Joined: placement.AgentCondition{Status: "True"}, Healthy: placement.AgentCondition{Status: "True", LastTransition: ago("healthy")}}
			c.NamespacesCollected, c.Namespaces = true, []string{"shop"}
			if len(c.Taints) > 0 {
				c.Taints[0].Effect = "NoSchedule"
			}
		}
		names = append(names, c.Name)
		h.fleet.Clusters = append(h.fleet.Clusters, c)
	}
	h.fleet.ClusterPlaces = make([]document.Place, len(names))
	h.fleet.Sets = []placement.ClusterSet{{Name: "global", SelectorType: placement.LabelSelector, LabelSelector: &metav1.LabelSelector{}}}
	h.fleet.Bindings = []placement.Binding{{Name: "global", Namespace: "x"}}
	some := func(name string) []string {
		return rapid.SliceOfDistinct(rapid.SampledFrom(names), rapid.ID).Draw(t, name)
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "others") {
		h.fleet.Decisions = append(h.fleet.Decisions, placement.PlacementDecision{
			Namespace: "x", Name: fmt.Sprintf("other-%d", i), Placement: "other", Clusters: append(some("other"), "gone"),
		})
	}
	for _, name := range some("scored") {
		h.fleet.Scores = append(h.fleet.Scores, placement.Score{
			Cluster: name, Name: "load", ValidUntil: ago("valid").Add(5 * time.Minute),
			Values: []placement.ScoreValue{{Name: "cpu", Value: int32(rapid.IntRange(-100, 100).Draw(t, "score"))}},
		})
	}
	h.decided = decisions.Decided{Scheduled: true, Satisfied: true, Groups: make([]placement.Group, 1)}
	for _, name := range some("chosen") {
		h.decided.Decisions = append(h.decided.Decisions, decisions.DecidedCluster{Name: name})
	}
	h.decided.Placement.Name, h.decided.Placement.Namespace = "web", "x"
	switch dialect {
	case placement.DialectOCM:
		own := placement.PlacementDecision{Namespace: "x", Name: "web-decision-0", Placement: "web", Clusters: h.decided.Names()}
		h.decided.PlacementDecisions = []placement.PlacementDecision{own}
		h.fleet.Decisions = append(h.fleet.Decisions, own)
	case placement.DialectKubeFleet:
		h.drawBindings(t)
	case placement.DialectHybrid:
		h.decided.Rule = &apiobject.PlacementRule{Name: "web", Namespace: "x", Decisions: h.decided.Names()}
	}
	h.decided.Placement = *drawSpec(t, dialect)
	return h
}

// drawBindings draws what KubeFleet has decided.
func (h *drawnHub) drawBindings(t *rapid.T) {
	h.decided.Snapshot = &apiobject.PolicySnapshot{
		PolicySnapshot: kubefleet.PolicySnapshot{Name: "web-0", Generation: 1, Annotations: map[string]string{
			kubefleet.NumberOfClustersAnnotation: "2", kubefleet.GenerationAnnotation: "1",
		}},
		Namespace: "x", Placement: "web", Latest: true, Policy: kubefleet.Spec{PlacementType: kubefleet.PickN},
	}
	for _, name := range h.decided.Names() {
		state := rapid.SampledFrom([]placement.BindingState{placement.BindingScheduled, placement.BindingBound, placement.BindingUnscheduled})
		h.decided.ResourceBindings = append(h.decided.ResourceBindings, placement.ResourceBinding{
			Name: "web-" + name, Namespace: "x", Placement: "web", State: state.Draw(t, "state"), TargetCluster: name, PolicySnapshot: "web-0",
			Annotations: map[string]string{kubefleet.PreviousStateAnnotation: "Bound"}, Finalizers: []string{kubefleet.Finalizer},
			Deleting: rapid.Bool().Draw(t, "deleting"), ClusterDecision: placement.ClusterDecision{ClusterName: name, Selected: true},
		})
	}
}

// drawSpec draws a placement of a dialect.
func drawSpec(t *rapid.T, dialect placement.Dialect) *planner.Placement {
	p := &planner.Placement{Name: "web", Namespace: "x"}
	number, weight := rapid.Int32Range(1, 5).Draw(t, "number"), rapid.Int32Range(-2, 2)
	switch dialect {
	case placement.DialectOCM:
		p.OCM = &ocm.Spec{NumberOfClusters: &number}
		for _, name := range []string{ocm.Balance, ocm.Steady, ocm.ResourceAllocatableMemory} {
			w := weight.Draw(t, name)
			p.OCM.PrioritizerPolicy.Configurations = append(p.OCM.PrioritizerPolicy.Configurations, ocm.PrioritizerConfiguration{
				ScoreCoordinate: &ocm.ScoreCoordinate{Type: ocm.TypeBuiltIn, BuiltIn: name}, Weight: &w,
			})
		}
		w := weight.Draw(t, "load")
		p.OCM.PrioritizerPolicy.Configurations = append(p.OCM.PrioritizerPolicy.Configurations, ocm.PrioritizerConfiguration{
			ScoreCoordinate: &ocm.ScoreCoordinate{Type: ocm.TypeAddOn, AddOn: &ocm.AddOnScore{ResourceName: "load", ScoreName: "cpu"}}, Weight: &w,
		})
		if seconds := rapid.Int64Range(0, 600).Draw(t, "seconds"); seconds > 0 {
			p.OCM.Tolerations = []match.Toleration{{Key: "gpu", Operator: "Exists", TolerationSeconds: &seconds}}
		}
		if rapid.Bool().Draw(t, "grouped") {
			size := intstr.FromInt32(2)
			p.DecisionStrategy.GroupStrategy = &placement.GroupStrategy{ClustersPerDecisionGroup: &size}
		}
	case placement.DialectKubeFleet:
		p.KubeFleet = &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: &number}
		p.KubeFleet.Affinity = &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{
			Preferred: []kubefleet.PreferredClusterSelector{{Weight: weight.Draw(t, "cost"), Preference: kubefleet.ClusterSelectorTerm{
				PropertySorter: &kubefleet.PropertySorter{Name: "cost", SortOrder: kubefleet.Ascending},
			}}},
		}}
	case placement.DialectHybrid:
		p.Hybrid = &hybrid.Spec{Replicas: &number, Advisors: []hybrid.Advisor{{Name: "alphabet"}}}
	}
	return p
}

// TestRecording_property: what is predicted with a recording is what is predicted with the hub, and the same hub is recorded in the
// same bytes.
func TestRecording_property(t *testing.T) {
	for _, dialect := range placement.Dialects {
		t.Run(string(dialect), func(t *testing.T) { rapid.Check(t, func(t *rapid.T) { checkRecording(t, dialect) }) })
	}
}

func checkRecording(t *rapid.T, dialect placement.Dialect) {
	h := drawHub(t, dialect)
	set, err := hubobject.ApplyPlacement(&h.decided.Placement)
	if err != nil {
		t.Fatal(err)
	}
	fields := set.Object
	fields["apiVersion"] = hubobject.Dialects[dialect].Placements.Namespaced.Group + "/v1beta1"
	fields["kind"] = hubobject.Dialects[dialect].Placements.Namespaced.Kind
	fields["metadata"] = map[string]any{"name": "web", "namespace": "x", "uid": "1"}
	var encoded []byte
	for range 2 {
		recording, err := hubview.Record(&hub.Object{Fields: fields}, &h.decided, &h.fleet, h.now)
		if err != nil {
			t.Fatal(err)
		}
		again, err := recording.Encode()
		if err != nil || encoded != nil && !bytes.Equal(encoded, again) {
			t.Fatalf("other bytes: %v", err)
		}
		encoded = again
	}
	recording, err := hubview.DecodeRecording(encoded)
	if err != nil {
		t.Fatal(err)
	}
	request := planner.Request{Placement: *drawSpec(t, dialect), Now: h.now}
	recorded := request
	if dialect == placement.DialectOCM {
		// A placement that did not depend on scores or the time has neither.
		recorded.Now = recording.Now
		if _, err := recording.FleetOf(&recorded.Placement); err != nil {
			t.Skip(err.Error())
		}
	}
	request.Fleet.Manifests = h.fleet
	expect := func(request *planner.Request, decided *decisions.Decided) (*hubdecision.Expected, string) {
		baseline := (&operation{}).baselineOf(decided, false)
		expectation, findings := hubdecision.Expect(t.Context(), &planner.Transition{Request: request}, baseline, nil)
		if expectation == nil {
			return nil, findings[0].Text
		}
		return expectation.Expected(), ""
	}
	want, wantError := expect(&request, &h.decided)
	if recorded.Fleet.Manifests, err = recording.FleetOf(&recorded.Placement); err != nil {
		t.Fatal(err)
	}
	decided, err := recording.Decided()
	if err != nil {
		t.Fatal(err)
	}
	got, gotError := expect(&recorded, decided)
	if diff := cmp.Diff(want, got); diff != "" || gotError != wantError {
		t.Fatalf("%s\ngot %q, want %q", diff, gotError, wantError)
	}
}
