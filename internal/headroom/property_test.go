// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package headroom_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/headroom"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
)

func drawCluster(t *rapid.T, name string) placement.Cluster {
	c := cluster(name, rapid.SampledFrom([]string{"eu", "us"}).Draw(t, "region"),
		amounts{"cpu": rapid.Int64Range(0, 6).Draw(t, "allocatable")})
	c.Available = amounts{"cpu": rapid.Int64Range(0, 6).Draw(t, "available")}.resources()
	return c
}

// drawSubject draws a placement of any dialect, some with earlier decisions.
func drawSubject(t *rapid.T) simulate.Subject {
	s := pick(rapid.SampledFrom(placement.Dialects).Draw(t, "dialect"), rapid.Int32Range(1, 3).Draw(t, "number"))
	s.Demand = amounts{"cpu": rapid.Int64Range(1, 3).Draw(t, "demand")}.resources()
	isEverywhere, isEU := rapid.IntRange(0, 3).Draw(t, "everywhere") == 0, rapid.IntRange(0, 3).Draw(t, "only eu") == 0
	switch {
	case s.OCM != nil:
		if isEverywhere {
			s.OCM.NumberOfClusters = nil
		}
		if isEU {
			s.OCM.Predicates = []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: selector("eu")}}}
		}
		for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{ocm.Balance, ocm.Steady, ocm.ResourceAllocatableCPU}),
			0, 2, rapid.ID[string]).Draw(t, "prioritizers") {
			s.OCM.PrioritizerPolicy.Configurations = append(s.OCM.PrioritizerPolicy.Configurations, ocm.PrioritizerConfiguration{
				ScoreCoordinate: &ocm.ScoreCoordinate{Type: ocm.TypeBuiltIn, BuiltIn: name}, Weight: ptr(int32(3)),
			})
		}
	case s.KubeFleet != nil:
		drawKubeFleet(t, s.KubeFleet, isEverywhere, isEU)
	default:
		if isEverywhere {
			s.Hybrid.Replicas = nil
		}
		if isEU {
			s.Hybrid.TargetLabels = selector("eu")
		}
		if rapid.Bool().Draw(t, "hint") {
			s.Hybrid.Advisors = []hybrid.Advisor{{Name: "resource_hint", Rules: []byte(`{"resourceHint":{"type":"cpu"}}`)}}
		}
	}
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b"}), 0, 2, rapid.ID[string]).Draw(t, "before") {
		s.Prior.PreviousDecisions = append(s.Prior.PreviousDecisions, planner.PreviousDecision{ClusterName: name})
	}
	return s
}

func drawKubeFleet(t *rapid.T, s *kubefleet.Spec, isEverywhere, isEU bool) {
	term := kubefleet.ClusterSelectorTerm{PropertySorter: &kubefleet.PropertySorter{
		Name: kubefleet.ResourcePrefix + "available-cpu", SortOrder: kubefleet.Descending,
	}}
	s.Affinity = &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{}}
	if isEU {
		s.Affinity.ClusterAffinity.Required = &kubefleet.ClusterSelector{
			ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{LabelSelector: selector("eu")}},
		}
	}
	switch {
	case isEverywhere:
		s.PlacementType, s.NumberOfClusters = kubefleet.PickAll, nil
	case rapid.IntRange(0, 3).Draw(t, "fixed") == 0:
		*s = kubefleet.Spec{PlacementType: kubefleet.PickFixed, ClusterNames: []string{"a", "b"}}
	case rapid.Bool().Draw(t, "sorts"):
		s.Affinity.ClusterAffinity.Preferred = []kubefleet.PreferredClusterSelector{{Weight: 50, Preference: term}}
	default:
		s.TopologySpreadConstraints = []kubefleet.TopologySpreadConstraint{{
			TopologyKey: "region", MaxSkew: ptr(int32(1)), WhenUnsatisfiable: kubefleet.DoNotSchedule,
		}}
	}
}

// reference counts copies in another way: it asks the planner for one placement after the other, over clusters whose cores it
// subtracts itself.
type reference struct {
	*rapid.T
	subject simulate.Subject
	demand  int64
	// prior is what the placement has once it has settled.
	prior planner.Prior
	// left and taken are cores by cluster, and decisions what the placements published that were counted.
	left, taken map[string]int64
	decisions   []placement.PlacementDecision
}

func cores(of placement.Resources) int64 {
	quantity, _ := of.Get("cpu")
	return quantity.Value()
}

// begin forgets what was counted. What is available is without the placement itself.
func (r *reference) begin(clusters []placement.Cluster) {
	r.left, r.taken, r.decisions = map[string]int64{}, map[string]int64{}, nil
	for i := range clusters {
		r.left[clusters[i].Name] = cores(clusters[i].Available)
	}
	for _, d := range r.subject.Prior.PreviousDecisions {
		r.left[d.ClusterName] += r.demand
	}
}

// decide decides one placement. Those with too little room are not there.
func (r *reference) decide(clusters []placement.Cluster, name string, prior planner.Prior, demand int64) *planner.Answer {
	request := &planner.Request{Placement: r.subject.Placement.Placement, Prior: prior, OnUnsatisfied: planner.UnsatisfiedAccept}
	request.Name = name
	request.Manifests.Decisions = r.decisions
	for _, c := range clusters {
		if r.left[c.Name] < demand {
			continue
		}
		c.Available = amounts{"cpu": r.left[c.Name]}.resources()
		if r.subject.KubeFleet == nil {
			c.Allocatable = amounts{"cpu": max(0, cores(c.Allocatable)-r.taken[c.Name])}.resources()
		}
		request.Manifests.Clusters = append(request.Manifests.Clusters, c)
	}
	answer, found := planner.Again(r.Context(), request)
	if answer == nil {
		r.Fatal(plannertest.Texts(found))
	}
	return answer
}

// settle decides the placement until it does not move.
func (r *reference) settle(clusters []placement.Cluster) {
	r.prior = r.subject.Prior
	for range 8 {
		r.begin(clusters)
		var before []string
		for _, d := range r.prior.PreviousDecisions {
			before = append(before, d.ClusterName)
		}
		answer := r.decide(clusters, "web", r.prior, r.demand)
		after := answer.Result.ClusterNames()
		slices.Sort(before)
		slices.Sort(after)
		if slices.Equal(before, after) {
			return
		}
		r.prior = answer.AsPrior()
	}
}

// limit is how many copies are tried.
const limit = 6

// count is how many placements fit, at most 1 + limit.
func (r *reference) count(clusters []placement.Cluster) int {
	r.begin(clusters)
	wanted := 0
	for fits := range 1 + limit {
		name, prior := fmt.Sprintf("copy-%d", fits), planner.Prior{InForce: true}
		if fits == 0 {
			name, prior = "web", r.prior
		}
		if fits < 2 {
			wanted = len(r.decide(clusters, name, prior, 0).Result.Decisions)
		}
		result := &r.decide(clusters, name, prior, r.demand).Result
		if n := len(result.Decisions); !result.Satisfied || n == 0 || n < wanted {
			return fits
		}
		for _, c := range result.ClusterNames() {
			r.left[c] -= r.demand
			r.taken[c] += r.demand
		}
		if r.subject.OCM != nil {
			r.decisions = append(r.decisions, placement.PlacementDecision{Placement: name, Clusters: result.ClusterNames()})
		}
	}
	return 1 + limit
}

// TestOf_bruteForce: in every dialect n copies fit and n + 1 do not, now, after every loss, and with every offer.
func TestOf_bruteForce(t *testing.T) {
	seen := map[placement.Dialect]map[int]bool{}
	for _, dialect := range placement.Dialects {
		seen[dialect] = map[int]bool{}
	}
	rapid.Check(t, func(t *rapid.T) {
		var clusters []placement.Cluster
		for _, name := range []string{"a", "b", "c", "d"}[:rapid.IntRange(1, 4).Draw(t, "clusters")] {
			clusters = append(clusters, drawCluster(t, name))
		}
		q := ask(drawSubject(t), clusters...)
		q.MaxCopies, q.FailureDomains.Labels = limit, []string{"region"}
		q.Offers = []placement.Cluster{drawCluster(t, "x"), drawCluster(t, "y")}
		out, found := headroom.Of(t.Context(), q)
		if found.HasError() {
			t.Fatal(plannertest.Texts(found))
		}
		r := &reference{T: t, subject: q.Subject, demand: cores(q.Subject.Demand)}
		r.settle(clusters)
		now := r.count(clusters)
		if out.Satisfied != (now > 0) || out.Copies != max(0, now-1) || out.Exact != (now <= limit) {
			t.Fatalf("%d fit, got %+v", now, out)
		}
		r.checkLosses(clusters, now, out.Domains)
		r.checkOffers(clusters, now, q.Offers, out.BestOffer)
		seen[q.Subject.Dialect()][now] = true
	})
	for dialect, numbers := range seen {
		if len(numbers) < 2 {
			t.Errorf("%s: only these numbers were drawn: %v", dialect, numbers)
		}
	}
}

// checkLosses loses every cluster and every region.
func (r *reference) checkLosses(clusters []placement.Cluster, now int, domains []headroom.Domain) {
	for i, isSame := range []func(a, b *placement.Cluster) bool{
		func(a, b *placement.Cluster) bool { return a.Name == b.Name },
		func(a, b *placement.Cluster) bool { return a.Labels["region"] == b.Labels["region"] },
	} {
		worst := now
		for k := range clusters {
			worst = min(worst, r.count(slices.DeleteFunc(slices.Clone(clusters), func(c placement.Cluster) bool {
				return isSame(&c, &clusters[k])
			})))
		}
		if d := domains[i]; d.Copies != max(0, worst-1) || d.Satisfied != (worst > 0) || (d.Worst != "") != (worst < now) {
			r.Fatalf("%d of %d fit after a loss, got %+v", worst, now, d)
		}
	}
}

// checkOffers adds every offer.
func (r *reference) checkOffers(clusters []placement.Cluster, now int, offers []placement.Cluster, got *headroom.Offer) {
	var want *headroom.Offer
	for i := range offers {
		with := append(slices.Clone(clusters), offers[i])
		r.settle(with)
		if fits := r.count(with); fits > now {
			now, want = fits, &headroom.Offer{Name: offers[i].Name, Copies: fits - 1, Exact: fits <= limit}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		r.Fatalf("-want +got:\n%s", diff)
	}
}
