// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// The generators draw from few names and values, so that selectors match, taints meet tolerations, scores tie and
// instants coincide.

var genNow = time.Date(2026, 8, 11, 12, 0, 0, 0, time.UTC)

// pick draws one of the values; a value may be repeated to make it likelier.
func pick[T any](t *rapid.T, label string, values ...T) T {
	return values[rapid.IntRange(0, len(values)-1).Draw(t, label)]
}

// subset draws some of the values, in their order.
func subset[T any](t *rapid.T, label string, values []T) []T {
	return slices.DeleteFunc(slices.Clone(values), func(T) bool { return !rapid.Bool().Draw(t, label) })
}

// several draws at most n values.
func several[T any](t *rapid.T, label string, n int, one func(*rapid.T) T) []T {
	return rapid.SliceOfN(rapid.Custom(one), 0, n).Draw(t, label)
}

func clusterName(i int) string { return fmt.Sprintf("c%02d", i) }

// clusterNames are the names that an inventory may refer to. The last one is never in the fleet.
var clusterNames = func() []string {
	names := make([]string, 13)
	for i := range names {
		names[i] = clusterName(i)
	}
	return names
}()

func genInventory(t *rapid.T) placement.Inventory {
	inv := placement.Inventory{Now: genNow}
	for _, name := range subset(t, "cluster", clusterNames[:len(clusterNames)-1]) {
		inv.Clusters = append(inv.Clusters, genCluster(t, name))
	}
	inv.Sets = []placement.ClusterSet{
		{Name: "a"}, {Name: "b", SelectorType: placement.ExclusiveClusterSetLabel},
		{Name: "prod", SelectorType: placement.LabelSelector, LabelSelector: genLabelSelector(t)},
		{Name: "none", SelectorType: placement.LabelSelector},
		{Name: "all", SelectorType: placement.LabelSelector, LabelSelector: &metav1.LabelSelector{}},
	}
	for _, set := range subset(t, "bound", []string{"a", "a", "b", "prod", "none", "all", "all", "missing"}) {
		inv.Bindings = append(inv.Bindings, placement.Binding{
			Name: set, Namespace: pick(t, "binding namespace", "default", "default", "default", "other"),
		})
	}
	for _, name := range clusterNames {
		for _, score := range subset(t, "score", []string{"usage", "cost"}) {
			inv.Scores = append(inv.Scores, placement.Score{
				Cluster: name, Name: score, ValidUntil: genInstant(t, "valid until"),
				Values: []placement.ScoreValue{{Name: "cpu", Value: pick(t, "cpu score", int32(-100), -3, 0, 40, 100)}},
			})
		}
	}
	inv.Decisions = several(t, "decisions", 5, func(t *rapid.T) placement.PlacementDecision {
		return placement.PlacementDecision{
			Name:      pick(t, "decision", "d1", "d2"),
			Namespace: pick(t, "decision namespace", "default", "default", "other"),
			Placement: pick(t, "decision of", "p", "p", "q", ""),
			Clusters:  several(t, "decided", 6, func(t *rapid.T) string { return pick(t, "decided", clusterNames...) }),
		}
	})
	return inv
}

func genCluster(t *rapid.T, name string) placement.Cluster {
	c := placement.Cluster{Name: name, Labels: map[string]string{}, Claims: map[string]string{}}
	setText := func(texts map[string]string, key string, values ...string) {
		if value := pick(t, key, append(values, "")...); value != "" {
			texts[key] = value
		}
	}
	setText(c.Labels, placement.ClusterSetLabel, "a", "a", "b", "elsewhere")
	setText(c.Labels, "env", "prod", "prod", "dev")
	setText(c.Labels, "canary", "east", "west")
	setText(c.Claims, "platform", "aws", "gcp")
	c.Taints = several(t, "taints", 2, func(t *rapid.T) placement.Taint {
		return placement.Taint{
			Key: pick(t, "taint", "gpu", "unreachable"), Value: pick(t, "taint value", "", "true"),
			Effect: pick(t, "taint effect", placement.TaintEffects...), TimeAdded: genInstant(t, "taint added"),
		}
	})
	for _, name := range []string{"cpu", "memory"} {
		amount := placement.NewResource(name, *resource.NewQuantity(pick(t, name, int64(1), 2, 3, 7, 16), resource.DecimalSI))
		switch pick(t, name+" of", "both", "both", "both", "allocatable", "capacity", "neither") {
		case "both":
			c.Allocatable, c.Capacity = append(c.Allocatable, amount), append(c.Capacity, amount)
		case "allocatable":
			c.Allocatable = append(c.Allocatable, amount)
		case "capacity":
			c.Capacity = append(c.Capacity, amount)
		}
	}
	c.Deleting = pick(t, "deleting", false, false, false, false, true)
	return c
}

// genInstant draws an instant around now, or the zero time.
func genInstant(t *rapid.T, label string) time.Time {
	seconds := pick(t, label, -600, -300, -60, 0, 60, 300, 1<<30)
	if seconds == 1<<30 {
		return time.Time{}
	}
	return genNow.Add(time.Duration(seconds) * time.Second)
}

// genPlacement draws a request. One in ten or so has a mistake that the scheduler finds.
func genPlacement(t *rapid.T) ocm.Placement {
	req := ocm.Placement{Name: "p", Namespace: "default"}
	if pick(t, "asks for sets", false, false, false, true) {
		req.ClusterSets = subset(t, "cluster set", []string{"a", "b", "prod", "all", "unknown"})
	}
	if rapid.Bool().Draw(t, "has number") {
		number := rapid.Int32Range(0, 8).Draw(t, "number")
		req.NumberOfClusters = &number
	}
	req.Predicates = several(t, "predicates", 2, genPredicate)
	req.Tolerations = several(t, "tolerations", 4, genToleration)
	req.PrioritizerPolicy.Mode = pick(t, "mode", "", ocm.ModeAdditive, ocm.ModeExact, ocm.ModeExact)
	if rare(t, "wrong mode") {
		req.PrioritizerPolicy.Mode = "exact"
	}
	req.PrioritizerPolicy.Configurations = several(t, "configurations", 3, genConfiguration)
	if rapid.Bool().Draw(t, "has groups") {
		req.DecisionStrategy.GroupStrategy = genGroups(t)
	}
	return req
}

// rare is true once in forty draws.
func rare(t *rapid.T, label string) bool { return rapid.IntRange(0, 39).Draw(t, label) == 39 }

func genPredicate(t *rapid.T) ocm.Predicate {
	var selector ocm.ClusterSelector
	if rapid.Bool().Draw(t, "has label selector") {
		selector.LabelSelector = genLabelSelector(t)
	}
	if pick(t, "has claim selector", false, false, true) {
		selector.ClaimSelector = genClaimSelector(t)
	}
	if pick(t, "has CEL", false, false, false, false, true) {
		selector.CELSelector = &ocm.CELSelector{CELExpressions: []string{pick(t, "CEL",
			`managedCluster.metadata.name < "c06"`,
			`managedCluster.metadata.labels["env"] == "prod"`,
			`managedCluster.scores("usage").exists(s, s.value > 0)`,
			`managedCluster.spec.hubAcceptsClient`,
		)}}
	}
	return ocm.Predicate{RequiredClusterSelector: selector}
}

func genRequirement(t *rapid.T, keys map[string][]string) metav1.LabelSelectorRequirement {
	r := metav1.LabelSelectorRequirement{
		Key: pick(t, "key", "env", "canary", "platform"),
		Operator: pick(t, "operator", metav1.LabelSelectorOpIn, metav1.LabelSelectorOpNotIn,
			metav1.LabelSelectorOpExists, metav1.LabelSelectorOpDoesNotExist),
	}
	if r.Operator == metav1.LabelSelectorOpIn || r.Operator == metav1.LabelSelectorOpNotIn {
		r.Values = subset(t, "value", keys[r.Key])
		if len(r.Values) == 0 {
			r.Values = keys[r.Key][:1]
		}
	}
	if rare(t, "wrong operator") {
		r.Operator = "Gt"
	}
	return r
}

var selectorValues = map[string][]string{"env": {"prod", "dev"}, "canary": {"east", "west"}, "platform": {"aws", "gcp"}}

func genLabelSelector(t *rapid.T) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchExpressions: several(t, "labels", 2, func(t *rapid.T) metav1.LabelSelectorRequirement {
		return genRequirement(t, selectorValues)
	})}
}

func genClaimSelector(t *rapid.T) *placement.ClaimSelector {
	return &placement.ClaimSelector{MatchExpressions: genLabelSelector(t).MatchExpressions}
}

func genToleration(t *rapid.T) match.Toleration {
	toleration := match.Toleration{
		Key:      pick(t, "toleration", "gpu", "unreachable"),
		Operator: pick(t, "toleration operator", match.OperatorExists, match.OperatorExists, match.OperatorEqual, "", "Like"),
		Effect:   pick(t, "toleration effect", append(placement.TaintEffects, "", "", "")...),
	}
	if toleration.Operator != match.OperatorExists {
		toleration.Value = pick(t, "toleration value", "", "true")
	} else if pick(t, "any key", false, false, true) {
		toleration.Key = ""
	}
	if rapid.Bool().Draw(t, "has seconds") {
		seconds := pick(t, "seconds", int64(-1), 0, 60, 300, 600, 900, 9_223_372_037)
		toleration.TolerationSeconds = &seconds
	}
	if rare(t, "wrong toleration") {
		toleration.Operator, toleration.Value = match.OperatorExists, "true"
	}
	return toleration
}

func genConfiguration(t *rapid.T) ocm.PrioritizerConfiguration {
	configuration := ocm.PrioritizerConfiguration{ScoreCoordinate: &ocm.ScoreCoordinate{
		Type: ocm.TypeBuiltIn,
		BuiltIn: pick(t, "prioritizer",
			ocm.Balance, ocm.Steady, ocm.ResourceAllocatableCPU, ocm.ResourceAllocatableMemory),
	}}
	if pick(t, "is an add-on's", false, false, true) {
		configuration.ScoreCoordinate = &ocm.ScoreCoordinate{Type: ocm.TypeAddOn, AddOn: &ocm.AddOnScore{
			ResourceName: pick(t, "score name", "usage", "cost"), ScoreName: pick(t, "score value", "cpu", "missing"),
		}}
	}
	if rapid.Bool().Draw(t, "has weight") {
		weight := rapid.Int32Range(-10, 10).Draw(t, "weight")
		configuration.Weight = &weight
	}
	if rare(t, "wrong prioritizer") {
		configuration.ScoreCoordinate.Type, configuration.ScoreCoordinate.BuiltIn = ocm.TypeBuiltIn, "Spread"
	}
	return configuration
}

func builtIn(name string, weight int32) ocm.PrioritizerConfiguration {
	return ocm.PrioritizerConfiguration{
		ScoreCoordinate: &ocm.ScoreCoordinate{Type: ocm.TypeBuiltIn, BuiltIn: name}, Weight: &weight,
	}
}

func genGroups(t *rapid.T) *placement.GroupStrategy {
	size := pick(t, "group size", intstr.FromInt32(0), intstr.FromInt32(1), intstr.FromInt32(3), intstr.FromInt32(-1),
		intstr.FromInt32(50), intstr.FromString("1%"), intstr.FromString("34%"), intstr.FromString("100%"))
	if rare(t, "wrong group size") {
		size = intstr.FromString("3")
	}
	strategy := &placement.GroupStrategy{ClustersPerDecisionGroup: &size}
	strategy.DecisionGroups = several(t, "groups", 3, func(t *rapid.T) placement.DecisionGroup {
		group := placement.DecisionGroup{GroupName: pick(t, "group", "g1", "g2")}
		if rapid.Bool().Draw(t, "group by label") {
			group.GroupClusterSelector.LabelSelector = genLabelSelector(t)
		} else {
			group.GroupClusterSelector.ClaimSelector = genClaimSelector(t)
		}
		return group
	})
	return strategy
}
