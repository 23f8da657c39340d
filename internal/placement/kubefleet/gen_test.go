// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet_test

import (
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// now is the instant of all tests that are not recorded answers.
var now = time.Date(2026, 8, 20, 12, 0, 0, 0, time.UTC)

// The generated fleets use few names and values, so that they match one another often.
var (
	genLabels     = map[string][]string{"zone": {"", "1", "2", "3"}, "env": {"prod", "dev"}, "rack": {"a", "b", "c"}}
	genProperties = map[string][]string{
		"cost":  {"0.1", "100m", "0.35", "350m", "1", "2.5", "-1"},
		"nodes": {"0", "3", "3", "10", "1k"},
	}
)

// chance is true in one of n cases.
func chance(t *rapid.T, n int, label string) bool { return rapid.IntRange(1, n).Draw(t, label) == n }

func genCluster(t *rapid.T, i int) placement.Cluster {
	c := placement.Cluster{
		Name: fmt.Sprintf("c%02d", i), Labels: map[string]string{}, Properties: map[string]string{},
		Deleting: chance(t, 15, "deleting"),
	}
	for _, key := range []string{"zone", "env", "rack"} {
		if !chance(t, 5, "without "+key) {
			c.Labels[key] = rapid.SampledFrom(genLabels[key]).Draw(t, key)
		}
	}
	for _, name := range []string{"cost", "nodes"} {
		if !chance(t, 4, "without "+name) {
			c.Properties[name] = rapid.SampledFrom(genProperties[name]).Draw(t, name)
		}
	}
	if cpu := rapid.IntRange(0, 4000).Draw(t, "cpu"); cpu > 0 {
		c.Available = placement.Resources{placement.NewResource("cpu", *resource.NewMilliQuantity(int64(cpu), resource.DecimalSI))}
	}
	if chance(t, 8, "tainted") {
		c.Taints = []placement.Taint{{Key: "gpu", Value: rapid.SampledFrom([]string{"", "a100"}).Draw(t, "taint"),
			Effect: placement.NoSchedule}}
	}
	if chance(t, 3, "has agent") {
		status := rapid.SampledFrom([]string{"True", "True", "False", ""})
		c.Agent = &placement.MemberAgent{
			Online:        !chance(t, 6, "offline"),
			LastHeartbeat: now.Add(-time.Duration(rapid.IntRange(0, 6).Draw(t, "minutes")) * time.Minute),
			Joined:        placement.AgentCondition{Status: status.Draw(t, "joined")},
			Healthy: placement.AgentCondition{
				Status:         status.Draw(t, "healthy"),
				LastTransition: now.Add(-time.Duration(rapid.IntRange(0, 6).Draw(t, "unhealthy minutes")) * time.Minute),
			},
		}
	}
	if chance(t, 3, "collects namespaces") {
		c.NamespacesCollected = true
		c.Namespaces = [][]string{nil, {"team-a"}, {"team-b", "team-a"}, {"team-b"}}[rapid.IntRange(0, 3).Draw(t, "namespaces")]
	}
	return c
}

func genFleet(t *rapid.T) []placement.Cluster {
	fleet := make([]placement.Cluster, rapid.IntRange(0, 24).Draw(t, "clusters"))
	for i := range fleet {
		fleet[i] = genCluster(t, i)
	}
	return fleet
}

func genSelector(t *rapid.T) *metav1.LabelSelector {
	if chance(t, 3, "no selector") {
		return nil
	}
	key := rapid.SampledFrom([]string{"zone", "env", "rack"}).Draw(t, "key")
	value := rapid.SampledFrom(genLabels[key]).Draw(t, "value")
	if chance(t, 2, "expression") {
		return &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
			{Key: key, Operator: metav1.LabelSelectorOpNotIn, Values: []string{value}},
		}}
	}
	return &metav1.LabelSelector{MatchLabels: map[string]string{key: value}}
}

func genPreferred(t *rapid.T) kubefleet.PreferredClusterSelector {
	preferred := kubefleet.PreferredClusterSelector{
		Weight: rapid.Int32Range(-100, 100).Draw(t, "weight"), Preference: kubefleet.ClusterSelectorTerm{LabelSelector: genSelector(t)},
	}
	if chance(t, 2, "sorter") {
		preferred.Preference.PropertySorter = &kubefleet.PropertySorter{
			Name:      rapid.SampledFrom([]string{"nodes", kubefleet.ResourcePrefix + "available-cpu"}).Draw(t, "sort by"),
			SortOrder: rapid.SampledFrom(kubefleet.SortOrders).Draw(t, "order"),
		}
	}
	return preferred
}

func genConstraint(t *rapid.T) kubefleet.TopologySpreadConstraint {
	constraint := kubefleet.TopologySpreadConstraint{
		TopologyKey:       rapid.SampledFrom([]string{"zone", "env", "rack", "none"}).Draw(t, "topology key"),
		WhenUnsatisfiable: rapid.SampledFrom([]string{"", kubefleet.DoNotSchedule, kubefleet.ScheduleAnyway}).Draw(t, "when"),
	}
	if skew := rapid.Int32Range(0, 3).Draw(t, "max skew"); skew > 0 {
		constraint.MaxSkew = &skew
	}
	return constraint
}

// genPlacement draws a placement that admission would accept.
func genPlacement(t *rapid.T, fleet []placement.Cluster) kubefleet.Placement {
	req := kubefleet.Placement{
		Name:      "web",
		Namespace: rapid.SampledFrom([]string{"", "team-a"}).Draw(t, "namespace"),
		Spec: kubefleet.Spec{
			PlacementType: rapid.SampledFrom([]string{kubefleet.PickAll, kubefleet.PickN, kubefleet.PickN, kubefleet.PickFixed}).Draw(t,
				"type"),
		},
	}
	if chance(t, 3, "grouped") {
		size := intstr.FromString(rapid.SampledFrom([]string{"25%", "100%"}).Draw(t, "group size"))
		req.DecisionStrategy.GroupStrategy = &placement.GroupStrategy{
			ClustersPerDecisionGroup: &size,
			DecisionGroups: []placement.DecisionGroup{{
				GroupName: "canary", GroupClusterSelector: placement.GroupSelector{LabelSelector: genSelector(t)},
			}},
		}
	}
	if req.PlacementType == kubefleet.PickFixed {
		for i := range fleet {
			if chance(t, 2, "listed") {
				req.ClusterNames = append(req.ClusterNames, fleet[i].Name)
			}
		}
		req.ClusterNames = append(req.ClusterNames, "stranger")
		return req
	}
	req.Affinity = &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{}}
	if chance(t, 2, "required") {
		term := kubefleet.ClusterSelectorTerm{LabelSelector: genSelector(t)}
		if chance(t, 2, "property selector") {
			term.PropertySelector = &kubefleet.PropertySelector{MatchExpressions: []kubefleet.PropertySelectorRequirement{{
				Name: "cost", Operator: rapid.SampledFrom(kubefleet.PropertyOperators).Draw(t, "operator"), Values: []string{"0.35"},
			}}}
		}
		req.Affinity.ClusterAffinity.Required = &kubefleet.ClusterSelector{
			ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{term, {LabelSelector: genSelector(t)}},
		}
	}
	if chance(t, 2, "tolerant") {
		req.Tolerations = []kubefleet.Toleration{
			{Key: "gpu", Operator: kubefleet.TolerationEqual, Value: "a100"}, {Key: "spot", Operator: kubefleet.TolerationExists},
		}
	}
	if req.PlacementType == kubefleet.PickN {
		number := rapid.Int32Range(0, int32(len(fleet))+2).Draw(t, "number")
		req.NumberOfClusters = &number
		for range rapid.IntRange(0, 3).Draw(t, "preferred") {
			req.Affinity.ClusterAffinity.Preferred = append(req.Affinity.ClusterAffinity.Preferred, genPreferred(t))
		}
		for range rapid.IntRange(0, 3).Draw(t, "constraints") {
			req.TopologySpreadConstraints = append(req.TopologySpreadConstraints, genConstraint(t))
		}
	}
	return req
}

// genBindings draws at most one binding for a cluster, and some for clusters that are not in the fleet.
func genBindings(t *rapid.T, req kubefleet.Placement, fleet []placement.Cluster) []placement.ResourceBinding {
	var bindings []placement.ResourceBinding
	names := []string{"gone"}
	for i := range fleet {
		names = append(names, fleet[i].Name)
	}
	for _, name := range names {
		if !chance(t, 3, "bound before") {
			continue
		}
		b := placement.ResourceBinding{
			Name: "web-" + name + "-00000000", Namespace: req.Namespace, Placement: req.Name, TargetCluster: name,
			State: rapid.SampledFrom([]placement.BindingState{
				placement.BindingBound, placement.BindingScheduled, placement.BindingUnscheduled,
			}).Draw(t, "state"),
			PolicySnapshot:  rapid.SampledFrom([]string{"web-0", "web-0", "web-older"}).Draw(t, "snapshot"),
			ClusterDecision: placement.ClusterDecision{ClusterName: name, Selected: true},
			Deleting:        chance(t, 8, "deleting binding"),
			Finalizers:      []string{kubefleet.Finalizer, "another"},
		}
		if chance(t, 2, "scored") {
			b.ClusterDecision.ClusterScore = &placement.ClusterScore{
				AffinityScore:       rapid.Int32Range(-1, 1).Draw(t, "affinity"),
				TopologySpreadScore: rapid.Int32Range(-1, 1).Draw(t, "spread"),
			}
		}
		if b.State == placement.BindingUnscheduled {
			b.Annotations = map[string]string{kubefleet.PreviousStateAnnotation: rapid.SampledFrom([]string{"Bound", "Scheduled"}).Draw(t,
				"previous")}
		}
		bindings = append(bindings, b)
	}
	return bindings
}

// genCase draws a placement with its fleet and bindings.
func genCase(t *rapid.T) (kubefleet.Placement, placement.Inventory) {
	fleet := genFleet(t)
	req := genPlacement(t, fleet)
	if chance(t, 2, "has a snapshot") {
		req.Snapshot = req.NewSnapshot(0)
	}
	return req, placement.Inventory{Clusters: fleet, ResourceBindings: genBindings(t, req, fleet), Now: now}
}
