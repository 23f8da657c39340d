// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// TestMistakes has the mistakes that admission does not find and the scheduler fails on, each with its field.
func TestMistakes(t *testing.T) {
	const term = "affinity.clusterAffinity.requiredDuringSchedulingIgnoredDuringExecution.clusterSelectorTerms[0]"
	const preferred = "affinity.clusterAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference"
	for name, tt := range map[string]struct {
		req      kubefleet.Placement
		fleet    []placement.Cluster
		bindings []placement.ResourceBinding
		field    string
		message  string
	}{
		"a value that is not a quantity, in a cluster that is not even eligible": {
			req: pickAll(require("version", kubefleet.Equal, "1")), fleet: members("a version:1", "b version:v1.30 offline"),
			field: term + ".propertySelector.matchExpressions[0]", message: "value v1.30 of property version from cluster b is not a " +
				"valid quantity",
		},
		"a resource with a dash in its name": {
			req: pickAll(require(kubefleet.ResourcePrefix+"total-ephemeral-storage", kubefleet.Equal, "1")), fleet: members("a"),
			field: term + ".propertySelector.matchExpressions[0]", message: "invalid resource property name: total-ephemeral-storage",
		},
		"an unknown capacity": {
			req: pickAll(require(kubefleet.ResourcePrefix+"spare-cpu", kubefleet.Equal, "1")), fleet: members("a"),
			field: term + ".propertySelector.matchExpressions[0]", message: "invalid capacity type spare",
		},
		"an expected value that is not a quantity": {
			req: pickAll(require("cost", kubefleet.Equal, "cheap")), fleet: members("a cost:1"),
			field: term + ".propertySelector.matchExpressions[0]", message: "value specified in property selector cheap",
		},
		"an unknown operator": {
			req: pickAll(require("cost", "In", "1")), fleet: members("a cost:1"),
			field: term + ".propertySelector.matchExpressions[0]", message: "invalid operator: In",
		},
		"a sorter over a value that is not a quantity, with weight 0": {
			req: pickN(1, sortBy("cost", kubefleet.Ascending, 0)), fleet: members("a cost:1", "b cost:x leaving"),
			field: preferred + ".propertySorter.name", message: "value x of property cost from cluster b",
		},
		"an unknown sort order": {
			req: pickN(1, sortBy("cost", "Up", 1)), fleet: members("a cost:1", "b cost:2"),
			field: preferred + ".propertySorter", message: "sort order Up is invalid",
		},
		"no number": {
			req: kubefleet.Placement{Name: "web", Spec: kubefleet.Spec{PlacementType: kubefleet.PickN}}, fleet: members("a"),
			field: "numberOfClusters", message: "cannot find annotation",
		},
		"a negative number": {
			req: pickN(-1), fleet: members("a"), field: "numberOfClusters", message: "-1 is not a valid count",
		},
		"a binding that would stay unscheduled": {
			req: pickN(2, spreadOverZones(1, kubefleet.DoNotSchedule)), fleet: members("a zone=1", "b zone=2"),
			bindings: []placement.ResourceBinding{{
				Name: "web-b", Placement: "web", TargetCluster: "b", State: placement.BindingUnscheduled,
				Annotations: map[string]string{kubefleet.PreviousStateAnnotation: "Unscheduled"},
			}},
			field: "annotations[" + kubefleet.PreviousStateAnnotation + "]", message: "again and again",
		},
		"a wrong group size": {
			req: pickN(1, func(req *kubefleet.Placement) { req.DecisionStrategy = groupsOf("a third") }), fleet: members("a"),
			field: "decisionStrategy.groupStrategy.clustersPerDecisionGroup", message: "not a percentage",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := kubefleet.Schedule(t.Context(), tt.req, placement.Inventory{Clusters: tt.fleet,
				ResourceBindings: tt.bindings, Now: now})
			var got *placement.Misconfiguration
			if !errors.As(err, &got) {
				t.Fatalf("got error %v", err)
			}
			if got.Field != tt.field || !strings.Contains(got.Message, tt.message) {
				t.Errorf("got %v, want field %s and message %s", got, tt.field, tt.message)
			}
		})
	}
}

// TestTwoNotationsOfOneValue: the extremes are found as exact decimals, where 0.3 and 300m are equal, and then compared
// as float64, where 3 tenths are more than 300 thousandths. For upstream that is an error.
func TestTwoNotationsOfOneValue(t *testing.T) {
	req := pickN(1, sortBy("cost", kubefleet.Ascending, 10))
	inv := placement.Inventory{Clusters: members("a cost:1", "b cost:0.3", "c cost:300m"), Now: now}
	if _, err := kubefleet.Schedule(t.Context(), req, inv); err == nil ||
		!strings.Contains(err.Error(), "cannot interpolate weight") {
		t.Errorf("got error %v", err)
	}
	// Resources are compared in one notation.
	for i, cpu := range []string{"1", "0.3", "300m"} {
		inv.Clusters[i].Available = placement.Resources{placement.NewResource("cpu", resource.MustParse(cpu))}
	}
	schedule(t, pickN(1, sortBy(kubefleet.ResourcePrefix+"available-cpu", kubefleet.Ascending, 10)), inv)
}

// TestTwoBindingsOfOneCluster: a cluster with two bindings that can be reused ends the cycles early, and a further pass
// continues. It is one decision.
func TestTwoBindingsOfOneCluster(t *testing.T) {
	req := pickN(3, spreadOverZones(1, kubefleet.DoNotSchedule))
	bindings := bound("c Unscheduled", "c Unscheduled")
	bindings[1].Name = "web-c-2"
	inv := placement.Inventory{Clusters: members("a zone=1", "b zone=2", "c zone=3"), ResourceBindings: bindings, Now: now}
	result := schedule(t, req, inv)
	if diff := cmp.Diff([]string{"c"}, decided(result)); diff != "" {
		t.Error(diff)
	}
	if got := result.Condition(kubefleet.ConditionScheduled).Message; !strings.Contains(got, "found 2 cluster(s) instead") {
		t.Error(got)
	}
	again := schedule(t, req, placement.Inventory{Clusters: inv.Clusters, ResourceBindings: carried(result), Now: now})
	if diff := cmp.Diff([]string{"b", "c"}, decided(again)); diff != "" {
		t.Error(diff)
	}
}

func TestDuplicateCluster(t *testing.T) {
	if _, err := kubefleet.Schedule(t.Context(), pickAll(), placement.Inventory{Clusters: members("a", "a")}); err == nil {
		t.Error("got no error")
	}
}
