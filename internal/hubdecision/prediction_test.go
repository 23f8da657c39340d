// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// longAgo is when the clusters were seen, and the time of the passes.
var longAgo = time.Unix(0, 0).UTC()

// fleetOnHub is a hub with three clusters of both kinds and a set of all that is bound to the namespace x.
func fleetOnHub() planner.Fleet {
	var inv placement.Inventory
	for _, name := range []string{"a", "b", "c"} {
		inv.Clusters = append(inv.Clusters, placement.Cluster{Kind: placement.ManagedCluster, Name: name},
			placement.Cluster{Kind: placement.MemberCluster, Name: name, Agent: &placement.MemberAgent{
				Online: true, LastHeartbeat: longAgo, Joined: placement.AgentCondition{Status: "True"},
				Healthy: placement.AgentCondition{Status: "True"},
			}})
	}
	inv.Sets = []placement.ClusterSet{fleet.AllClusters()}
	inv.Bindings = []placement.Binding{{Name: fleet.GlobalSet, Namespace: "x"}}
	return planner.Fleet{Manifests: inventory.Fleet{Inventory: inv, FromHub: true,
		ClusterPlaces: make([]document.Place, len(inv.Clusters))}}
}

// slice is a PlacementDecision of the placement.
func slice(group string, clusters ...string) placement.PlacementDecision {
	return placement.PlacementDecision{Namespace: "x", Placement: "web", GroupName: group, Clusters: clusters}
}

// decided is what a hub has decided in one group.
func decided(clusters ...string) *decisions.Decided {
	d := &decisions.Decided{Scheduled: true, Groups: []placement.Group{{}},
		PlacementDecisions: []placement.PlacementDecision{slice("", clusters...)}}
	for _, name := range clusters {
		d.Decisions = append(d.Decisions, decisions.DecidedCluster{Name: name})
	}
	return d
}

// TestPredict compares what a hub has decided with what it decides next.
func TestPredict(t *testing.T) {
	two, negative := int32(2), int32(-1)
	notAPercentage := intstr.FromString("3")
	per := func(size intstr.IntOrString) placement.DecisionStrategy {
		return placement.DecisionStrategy{GroupStrategy: &placement.GroupStrategy{ClustersPerDecisionGroup: &size}}
	}
	exists := &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "env", Operator: "Exists",
		Values: []string{"x"}}}}
	for name, tt := range map[string]struct {
		request planner.Placement
		decided *decisions.Decided
		names   []string
		want    []Difference
		fails   string
	}{
		"the decisions stay": {
			planner.Placement{OCM: &ocm.Spec{NumberOfClusters: &two}}, decided("b", "c"), []string{"b", "c"}, []Difference{}, "",
		},
		"what the lists have of the placement is older": {
			planner.Placement{OCM: &ocm.Spec{NumberOfClusters: &two}}, decided("a", "c"), []string{"a", "c"}, []Difference{}, "",
		},
		"another group": {planner.Placement{OCM: &ocm.Spec{NumberOfClusters: &two}, DecisionStrategy: per(intstr.FromInt32(1))},
			decided("b", "c"), []string{"b", "c"},
			[]Difference{{"c", true, true, "the hub has it in group 0, and group 1 is predicted"}}, ""},
		"wrong groups leave no decisions": {
			planner.Placement{OCM: &ocm.Spec{}, DecisionStrategy: per(notAPercentage)}, &decisions.Decided{}, nil, []Difference{}, "",
		},
		"wrong groups": {planner.Placement{OCM: &ocm.Spec{NumberOfClusters: &two}, DecisionStrategy: per(notAPercentage)},
			decided("b"), nil, []Difference{
				{
					"b", true, false, "the hub chooses no cluster, because the placement is misconfigured: 3 invalid type: string is not " +
						"a percentage",
				},
			}, ""},
		"a wrong predicate": {
			planner.Placement{
				OCM: &ocm.Spec{Predicates: []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: exists}}}},
			},
			decided(), nil, []Difference{}, "",
		},
		"what crashes the hub": {planner.Placement{OCM: &ocm.Spec{NumberOfClusters: &negative}}, decided("b"), nil, nil, "negative"},
		"an unknown spec": {
			planner.Placement{OCM: &ocm.Spec{}}, &decisions.Decided{SpecError: errors.New("x")}, nil, nil,
			"of a later version than the provider knows: x",
		},
		"not scheduled": {
			planner.Placement{OCM: &ocm.Spec{}}, &decisions.Decided{Placement: planner.Placement{Unscheduled: "x"}}, nil, nil,
			"does not schedule the placement: x",
		},
		"members": {
			planner.Placement{KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickAll}}, decided("a", "b", "c"),
			[]string{"a", "b", "c"}, []Difference{}, "",
		},
		"no binding is evicted": {
			planner.Placement{KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: &two}}, decided("a", "b"),
			[]string{"a", "b"}, []Difference{}, "",
		},
		"members that are gone": {planner.Placement{KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickFixed,
			ClusterNames: []string{"a"}}}, decided("gone"), []string{"a"}, []Difference{
			{"a", false, true, `Successfully scheduled resources for placement in "a": picked by scheduling policy; the hub: not eligible`}, {"gone", true, false, "the fleet has no such cluster"},
		}, ""},
		"both kinds": {
			planner.Placement{Hybrid: &hybrid.Spec{}}, decided("a"), nil, nil, "as a ManagedCluster and as a MemberCluster",
		},
		"advisors that are asked": {
			planner.Placement{Hybrid: &hybrid.Spec{Advisors: []hybrid.Advisor{{Name: "mine"}}}}, decided("a"), nil, nil,
			`no recommendations of the advisor "mine"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := &planner.Request{Placement: tt.request, Fleet: fleetOnHub(), Now: longAgo}
			r.Name, r.Namespace = "web", "x"
			r.Manifests.Decisions = []placement.PlacementDecision{slice("", "a"),
				{Namespace: "y", Placement: "web", Clusters: []string{"z"}}}
			if r.KubeFleet != nil {
				bind(r, tt.decided)
			}
			p, err := Predict(t.Context(), r, tt.decided)
			switch {
			case tt.fails != "":
				if err == nil || !strings.Contains(err.Error(), tt.fails) {
					t.Errorf("error %v, want %q", err, tt.fails)
				}
				return
			case err != nil:
				t.Fatal(err)
			}
			if diff := cmp.Diff(&Prediction{tt.names, tt.want, ""}, p, cmpopts.IgnoreFields(Prediction{}, "Misconfigured")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if len(r.Manifests.Decisions) != 2 || r.OnUnsatisfied != "" {
				t.Error("the request has changed")
			}
		})
	}
}

// TestPredict_misconfigured: a prediction says why the scheduler fails.
func TestPredict_misconfigured(t *testing.T) {
	r := &planner.Request{Fleet: fleetOnHub(), Now: longAgo, Placement: planner.Placement{Name: "shop.v2",
		KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickAll}}}
	d := &decisions.Decided{}
	bind(r, d)
	p, err := Predict(t.Context(), r, d)
	if err != nil || !strings.Contains(p.Misconfigured, "with a dot") || len(p.ClusterNames) > 0 {
		t.Errorf("got %+v, %v", p, err)
	}
}

// bind adds bindings to what a hub has decided, and a policy snapshot that refuses a.
func bind(r *planner.Request, d *decisions.Decided) {
	req := kubefleet.Placement{Name: r.Name, Namespace: r.Namespace, Spec: *r.KubeFleet}
	d.Snapshot = &apiobject.PolicySnapshot{PolicySnapshot: *req.NewSnapshot(0), Policy: *r.KubeFleet}
	d.Snapshot.Status.TargetClusters = []placement.ClusterDecision{{ClusterName: "a", Reason: "not eligible"}}
	for _, c := range d.Decisions {
		d.ResourceBindings = append(d.ResourceBindings, placement.ResourceBinding{
			Name: c.Name, Namespace: r.Namespace, Placement: r.Name, State: placement.BindingBound, TargetCluster: c.Name,
			PolicySnapshot: d.Snapshot.Name,
		})
	}
}
