// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package headroom_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/headroom"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
)

// amounts are whole numbers of resources by name.
type amounts map[string]int64

func (a amounts) resources() (list placement.Resources) {
	for _, name := range slices.Sorted(maps.Keys(a)) {
		list = append(list, placement.NewResource(name, *resource.NewQuantity(a[name], resource.DecimalSI)))
	}
	return list
}

// cluster is a cluster of a region on which as much is available as it has.
func cluster(name, region string, a amounts) placement.Cluster {
	list := a.resources()
	return placement.Cluster{
		Name: name, Labels: map[string]string{"region": region}, Capacity: list, Allocatable: list, Available: list,
	}
}

func selector(region string) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchLabels: map[string]string{"region": region}}
}

func ptr[T any](v T) *T { return &v }

// pick is a placement of a dialect on a number of clusters.
func pick(dialect placement.Dialect, number int32) (s simulate.Subject) {
	s.Name, s.Demand = "web", amounts{"cpu": 1}.resources()
	switch dialect {
	case placement.DialectOCM:
		s.OCM = &ocm.Spec{NumberOfClusters: &number}
	case placement.DialectKubeFleet:
		s.KubeFleet = &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: &number}
	default:
		s.Hybrid = &hybrid.Spec{Replicas: &number}
	}
	return s
}

func ask(s simulate.Subject, clusters ...placement.Cluster) *headroom.Question {
	q := &headroom.Question{Subject: s, MaxCopies: headroom.DefaultCopies, MaxWork: headroom.MaxWork}
	q.Fleet.Clusters = clusters
	return q
}

func answer(t *testing.T, q *headroom.Question) *headroom.Outputs {
	t.Helper()
	out, found := headroom.Of(t.Context(), q)
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	return out
}

// TestOf: two clusters with four cores each have room for eight placements on one cluster each, in every dialect.
func TestOf(t *testing.T) {
	for _, dialect := range placement.Dialects {
		q := ask(pick(dialect, 1), cluster("a", "eu", amounts{"cpu": 4}), cluster("b", "eu", amounts{"cpu": 4}))
		q.FailureDomains.Labels = []string{"region"}
		q.Offers = []placement.Cluster{
			cluster("x", "us", amounts{"cpu": 2}), cluster("y", "us", amounts{"cpu": 9}), cluster("z", "us", amounts{"cpu": 9}),
			cluster("b", "us", amounts{"cpu": 99}),
		}
		out := answer(t, q)
		if !strings.Contains(out.Reason, "is left, 1 is demanded") {
			t.Errorf("%s: %s", dialect, out.Reason)
		}
		out.Reason = ""
		want := &headroom.Outputs{
			Satisfied: true, Copies: 7, Exact: true, Resources: []string{"cpu"},
			Domains: []headroom.Domain{
				{Domain: "cluster", Worst: "a", Copies: 3, Satisfied: true},
				{Domain: "label", Key: "region", Worst: "eu"},
			},
			BestOffer: &headroom.Offer{Name: "y", Copies: 16, Exact: true},
		}
		if diff := cmp.Diff(want, out); diff != "" {
			t.Errorf("%s: -want +got:\n%s", dialect, diff)
		}
	}
}

// TestEnds: what ends the copies is a resource, all together, or a rule. A placement for all clusters needs room on each.
func TestEnds(t *testing.T) {
	two := func(dialect placement.Dialect) simulate.Subject {
		s := pick(dialect, 2)
		s.Demand = amounts{"cpu": 1, "memory": 2}.resources()
		return s
	}
	all := simulate.Subject{Demand: amounts{"cpu": 1}.resources()}
	all.Name, all.KubeFleet = "all", &kubefleet.Spec{PlacementType: kubefleet.PickAll}
	roomy := pick(placement.DialectKubeFleet, 1)
	roomy.KubeFleet.Affinity = &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{Required: &kubefleet.ClusterSelector{
		ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{PropertySelector: &kubefleet.PropertySelector{
			MatchExpressions: []kubefleet.PropertySelectorRequirement{{
				Name: kubefleet.ResourcePrefix + "available-cpu", Operator: "Ge", Values: []string{"2"},
			}},
		}}},
	}}}
	elsewhere := pick(placement.DialectOCM, 1)
	elsewhere.OCM.Predicates = []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: selector("us")}}}
	small := pick(placement.DialectHybrid, 2)
	small.Demand = amounts{"cpu": 9}.resources()
	cpu, both, none := []string{"cpu"}, []string{"cpu", "memory"}, []string{}
	for name, tt := range map[string]struct {
		subject   simulate.Subject
		a, b      amounts
		satisfied bool
		copies    int
		resources []string
		says      string
	}{
		"memory": {
			two(placement.DialectOCM), amounts{"cpu": 9, "memory": 5}, amounts{"cpu": 9, "memory": 9}, true, 1,
			[]string{"memory"}, "not enough memory",
		},
		"one on each": {
			two(placement.DialectHybrid), amounts{"cpu": 9, "memory": 5}, amounts{"cpu": 2, "memory": 9}, true, 1, both,
			"The cluster a has the most memory: 1 is left, 2 is demanded",
		},
		"both on one": {
			two(placement.DialectKubeFleet), amounts{"cpu": 1, "memory": 2}, amounts{"cpu": 9, "memory": 9}, true, 0, both,
			"not enough cpu",
		},
		"everywhere": {
			all, amounts{"cpu": 5}, amounts{"cpu": 3}, true, 2, cpu, "Chosen: 1; with enough room it would be 2.\n\n" +
				"The cluster b has the most cpu: 0 is left, 1 is demanded",
		},
		"a property": {roomy, amounts{"cpu": 4}, amounts{"cpu": 1}, true, 2, none, "available-cpu"},
		"a label":    {elsewhere, amounts{"cpu": 4}, amounts{"cpu": 4}, false, 0, none, "region"},
		"too small":  {small, amounts{"cpu": 4}, amounts{"cpu": 9}, false, 0, cpu, "Chosen: 1; with enough room it would be 2."},
	} {
		out := answer(t, ask(tt.subject, cluster("a", "eu", tt.a), cluster("b", "eu", tt.b)))
		if out.Copies != tt.copies || !out.Exact || out.Satisfied != tt.satisfied || !strings.Contains(out.Reason, tt.says) {
			t.Errorf("%s: got %+v, want %+v", name, out, tt)
		}
		if diff := cmp.Diff(tt.resources, out.Resources); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}

// TestBound: as many copies as are tried fit, and the loss of a cluster leaves as many.
func TestBound(t *testing.T) {
	q := ask(pick(placement.DialectKubeFleet, 1), cluster("a", "eu", amounts{"cpu": 4}), cluster("b", "eu", amounts{"cpu": 4}))
	q.MaxCopies, q.Offers = 3, []placement.Cluster{cluster("x", "eu", amounts{"cpu": 9})}
	want := &headroom.Outputs{
		Satisfied: true, Copies: 3, Resources: []string{},
		Domains: []headroom.Domain{{Domain: "cluster", Copies: 3, Satisfied: true}},
	}
	if diff := cmp.Diff(want, answer(t, q)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// answering answers for every advisor.
type answering struct{ hybrid.Answerer }

func (answering) Has(string) bool { return true }

// TestMistakes: what cannot be answered is one error that says what to do.
func TestMistakes(t *testing.T) {
	clusters := []placement.Cluster{cluster("a", "eu", amounts{"cpu": 4})}
	work, asks, domain := ask(pick(placement.DialectOCM, 1), clusters...), ask(pick(placement.DialectHybrid, 1), clusters...),
		ask(pick(placement.DialectOCM, 1), clusters...)
	work.MaxWork = 5
	asks.Subject.At, asks.Subject.Advisors = "placement", answering{}
	asks.Subject.Hybrid.Advisors = []hybrid.Advisor{{Name: "mine"}}
	domain.FailureDomains.Labels = []string{"regoin"}
	for at, tt := range map[string]struct {
		q    *headroom.Question
		says string
	}{
		"":                          {work, "Set a smaller max_copies"},
		"placement":                 {asks, "Set recommendations"},
		"failure_domains.labels[0]": {domain, `did you mean "region"?`},
	} {
		out, found := headroom.Of(t.Context(), tt.q)
		if out != nil || len(found) != 1 || found[0].At != at || !strings.Contains(found[0].Text, tt.says) {
			t.Errorf("%s: %+v", at, found)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if out, found := headroom.Of(ctx, ask(pick(placement.DialectOCM, 1), clusters...)); out != nil || !found.HasError() {
		t.Errorf("the question was not interrupted: %+v", out)
	}
}
