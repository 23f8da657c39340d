// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// TestMisconfigurations has the field and the mistake of everything that the hub accepts and its scheduler rejects.
func TestMisconfigurations(t *testing.T) {
	three := intstr.FromString("3")
	badSize := func(req *ocm.Placement) {
		req.DecisionStrategy.GroupStrategy = &placement.GroupStrategy{ClustersPerDecisionGroup: &three}
	}
	policy := func(mode string, list ...ocm.PrioritizerConfiguration) func(*ocm.Placement) {
		return func(req *ocm.Placement) {
			req.PrioritizerPolicy = ocm.PrioritizerPolicy{Mode: mode, Configurations: list}
		}
	}
	wrongLabels := &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "env", Operator: "Gt"}}}
	for name, c := range map[string]struct {
		request          func(*ocm.Placement)
		field, condition string
		decisions        int
	}{
		"label selector": {
			predicates(byLabel("env", "prod"), ocm.Predicate{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: wrongLabels}}),
			"predicates[1].requiredClusterSelector.labelSelector", `Predicate:"Gt" is not a valid label selector operator`, 0,
		},
		"claim selector": {
			predicates(byPlatform("a b/c")),
			"predicates[0].requiredClusterSelector.claimSelector", "Predicate:", 0,
		},
		"CEL": {
			predicates(byCEL("true", "1 +")),
			"predicates[0].requiredClusterSelector.celSelector.celExpressions[1]", "Predicate:compilation failed: ERROR: <input>:1:4:", 0,
		},
		"toleration without a key": {
			func(req *ocm.Placement) { req.Tolerations = []match.Toleration{{Key: "a"}, {Value: "x"}} },
			"tolerations[1].operator", "TaintToleration:If the key is empty, operator must be Exists.", 0,
		},
		"toleration with a value too many": {
			func(req *ocm.Placement) {
				req.Tolerations = []match.Toleration{{Key: "a", Operator: "Exists", Value: "x"}}
			},
			"tolerations[0].value", "TaintToleration:If the operator is Exists, the value should be empty.", 0,
		},
		"mode": {
			policy("additive"), "prioritizerPolicy.mode", ":incorrect prioritizer policy mode: additive", 0,
		},
		"no score coordinate": {
			policy("", builtIn(ocm.Steady, 1), ocm.PrioritizerConfiguration{}),
			"prioritizerPolicy.configurations[1].scoreCoordinate", ":scoreCoordinate field is required", 0,
		},
		"prioritizer": {
			policy("", builtIn("steady", 1)),
			"prioritizerPolicy.configurations[0].scoreCoordinate", ":incorrect builtin prioritizer: steady", 0,
		},
		"add-on without a source": {
			policy("", ocm.PrioritizerConfiguration{ScoreCoordinate: &ocm.ScoreCoordinate{Type: ocm.TypeAddOn}}),
			"prioritizerPolicy.configurations[0].scoreCoordinate", ":addOn should not be empty", 0,
		},
		"group size": {
			badSize, "decisionStrategy.groupStrategy.clustersPerDecisionGroup", ":3 invalid type: string is not a percentage", 1,
		},
		"group selector": {
			func(req *ocm.Placement) {
				req.DecisionStrategy.GroupStrategy = &placement.GroupStrategy{DecisionGroups: []placement.DecisionGroup{
					{GroupName: "g1"}, {GroupName: "g2", GroupClusterSelector: placement.GroupSelector{LabelSelector: wrongLabels}},
				}}
			},
			"decisionStrategy.groupStrategy.decisionGroups[1].groupClusterSelector", `:"Gt" is not a valid label selector operator`, 1,
		},
		"two mistakes: the error is the first, the condition upstream's": {
			func(req *ocm.Placement) { policy("additive")(req); badSize(req) },
			"prioritizerPolicy.mode", ":3 invalid type: string is not a percentage", 0,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ocm.Schedule(t.Context(), placementOf(c.request), oneCluster(func(*placement.Cluster) {}))
			var misconfigured *placement.Misconfiguration
			if !errors.As(err, &misconfigured) || misconfigured.Field != c.field {
				t.Fatalf("error %v, want one of %s", err, c.field)
			}
			condition := got.Condition(ocm.ConditionMisconfigured)
			if condition.Status != "True" || condition.Reason != "Misconfigured" || !strings.HasPrefix(condition.Message, c.condition) {
				t.Errorf("condition %+v, want %q", condition, c.condition)
			}
			if len(got.Decisions) != c.decisions {
				t.Errorf("%d decisions, want %d", len(got.Decisions), c.decisions)
			}
		})
	}
}

// TestUnnoticedMistakes has mistakes that upstream does not find.
func TestUnnoticedMistakes(t *testing.T) {
	zero := int32(0)
	for name, c := range map[string]struct {
		cluster func(*placement.Cluster)
		request func(*ocm.Placement)
	}{
		"predicates without clusters": {func(c *placement.Cluster) { c.Labels = nil }, predicates(byCEL("1 +"))},
		"tolerations without clusters": {
			func(*placement.Cluster) {},
			func(req *ocm.Placement) {
				req.Predicates, req.Tolerations = []ocm.Predicate{byLabel("env", "prod")}, []match.Toleration{{}}
			},
		},
		"prioritizers of weight 0": {
			func(*placement.Cluster) {},
			func(req *ocm.Placement) {
				req.PrioritizerPolicy.Configurations = []ocm.PrioritizerConfiguration{builtIn("Spread", zero)}
			},
		},
	} {
		if _, err := ocm.Schedule(t.Context(), placementOf(c.request), oneCluster(c.cluster)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestErrors has the errors that come without a result.
func TestErrors(t *testing.T) {
	negative := int32(-1)
	none := func(*placement.Cluster) {}
	twice := oneCluster(none)
	twice.Clusters = append(twice.Clusters, twice.Clusters[0])
	badSet := func(set placement.ClusterSet) placement.Inventory {
		inv := oneCluster(none)
		inv.Sets[0] = set
		return inv
	}
	wrong := &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "env", Operator: "Gt"}}}
	for name, c := range map[string]struct {
		request func(*ocm.Placement)
		inv     placement.Inventory
		want    string
	}{
		"not to be scheduled": {
			func(req *ocm.Placement) { req.Unscheduled = "it is being deleted" }, oneCluster(none),
			"the placement is not scheduled: it is being deleted",
		},
		"a negative number": {
			func(req *ocm.Placement) { req.NumberOfClusters = &negative }, oneCluster(none),
			"numberOfClusters: -1 is negative",
		},
		"a duplicate cluster": {func(*ocm.Placement) {}, twice, `the fleet has two clusters named "c1"`},
		"a set of an unknown type": {
			func(*ocm.Placement) {}, badSet(placement.ClusterSet{Name: "prod", SelectorType: "Regex"}),
			`failed to get clusters from ClusterSet "prod": selectorType is not right: Regex`,
		},
		"a set with a wrong selector": {
			func(*ocm.Placement) {},
			badSet(placement.ClusterSet{Name: "prod", SelectorType: placement.LabelSelector, LabelSelector: wrong}),
			`failed to get clusters from ClusterSet "prod": "Gt" is not a valid label selector operator`,
		},
	} {
		got, err := ocm.Schedule(t.Context(), placementOf(c.request), c.inv)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
		if diff := cmp.Diff(placement.Result{}, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: there is a result:\n%s", name, diff)
		}
	}
	// A set with a mistake that is not eligible is ignored.
	req := placementOf(func(req *ocm.Placement) { req.ClusterSets = []string{"qa"} })
	if _, err := ocm.Schedule(t.Context(), req, badSet(placement.ClusterSet{Name: "prod", SelectorType: "Regex"})); err != nil {
		t.Errorf("a set with a mistake that is not eligible: %v", err)
	}
}
