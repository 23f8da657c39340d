// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// TestSameAsScoringAgainForEveryPick compares the package, which keeps classes of candidates, with a loop that does what
// upstream does: count the domains and score the whole fleet again for every single pick.
func TestSameAsScoringAgainForEveryPick(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fleet := make([]placement.Cluster, rapid.IntRange(0, 40).Draw(t, "clusters"))
		for i := range fleet {
			fleet[i] = genCluster(t, i)
			fleet[i].Agent, fleet[i].Taints = nil, nil
		}
		number := rapid.Int32Range(1, int32(len(fleet))+2).Draw(t, "number")
		req := kubefleet.Placement{Name: "web", Spec: kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: &number}}
		for range rapid.IntRange(1, 3).Draw(t, "constraints") {
			req.TopologySpreadConstraints = append(req.TopologySpreadConstraints, genConstraint(t))
		}
		req.Affinity = &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{}}
		for range rapid.IntRange(0, 2).Draw(t, "preferred") {
			req.Affinity.ClusterAffinity.Preferred = append(req.Affinity.ClusterAffinity.Preferred, genPreferred(t))
		}
		inv := placement.Inventory{Clusters: fleet, Now: now, ResourceBindings: genBindings(t, req, fleet)}
		if present := currentlySelected(req, inv); present >= int(number) {
			return // nothing to pick
		}
		result := schedule(t, req, inv)
		want := pickOneByOne(req, inv, int(number))
		got := picksOf(result)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(picks{}, naiveScore{}, naiveCandidate{}),
			cmpopts.EquateEmpty()); diff != "" {
			t.Fatal("-one by one +package:\n" + diff)
		}
	})
}

type naiveScore struct{ spread, affinity, obsolete int }

type naiveCandidate struct {
	name string
	naiveScore
}

// picks are what all cycles chose, and how the last one scored the others.
type picks struct {
	chosen   map[string]naiveScore
	rest     []naiveCandidate
	rejected map[string]bool
}

// picksOf are the picks of a result.
func picksOf(result placement.Result) picks {
	got := picks{chosen: map[string]naiveScore{}, rejected: map[string]bool{}}
	for _, b := range result.ResourceBindings {
		if b.Live() && (b.Action == placement.BindingCreated || b.Action == placement.BindingPatched) {
			score := b.ClusterDecision.ClusterScore
			got.chosen[b.TargetCluster] = naiveScore{spread: int(score.TopologySpreadScore), affinity: int(score.AffinityScore)}
		}
	}
	for _, c := range result.NotPicked {
		got.rest = append(got.rest, naiveCandidate{c.Cluster, naiveScore{int(c.Scores[0].Value), int(c.Scores[1].Value),
			int(c.Scores[2].Value)}})
	}
	for _, r := range result.Rejected {
		if r.Stage == kubefleet.StageSpread {
			got.rejected[r.Cluster] = true
		}
	}
	return got
}

// pickOneByOne is the loop, for fleets without taints and agents and for at most one binding a cluster.
func pickOneByOne(req kubefleet.Placement, inv placement.Inventory, number int) picks {
	selected, obsolete := map[string]bool{}, map[string]bool{}
	for _, b := range inv.ResourceBindings {
		switch {
		case !b.Live() || leaving(inv, b.TargetCluster):
		case b.PolicySnapshot == "web-0":
			selected[b.TargetCluster] = true
		default:
			obsolete[b.TargetCluster] = true
		}
	}
	result := picks{chosen: map[string]naiveScore{}}
	for {
		result.rest, result.rejected = naiveFilter(req, inv, selected, obsolete)
		slices.SortFunc(result.rest, naiveOrder)
		if len(result.rest) == 0 {
			return result
		}
		best := result.rest[0]
		result.rest = result.rest[1:]
		selected[best.name] = true
		result.chosen[best.name] = naiveScore{spread: best.spread, affinity: best.affinity}
		clear(obsolete)
		if len(selected) == number {
			return result
		}
	}
}

// naiveFilter returns the candidates of one cycle and the clusters that topology spread rejects.
func naiveFilter(req kubefleet.Placement, inv placement.Inventory, selected, obsolete map[string]bool) (
	rest []naiveCandidate, rejected map[string]bool,
) {
	rejected = map[string]bool{}
	for _, c := range inv.Clusters {
		if selected[c.Name] || c.Deleting {
			continue
		}
		score, feasible := naiveSpread(req, inv, selected, c)
		if !feasible {
			rejected[c.Name] = true
			continue
		}
		candidate := naiveCandidate{c.Name, naiveScore{spread: score, affinity: naiveAffinity(req, inv, c)}}
		if obsolete[c.Name] {
			candidate.obsolete = 1
		}
		rest = append(rest, candidate)
	}
	return rest, rejected
}

// naiveOrder sorts the best candidate first.
func naiveOrder(a, b naiveCandidate) int {
	switch {
	case a.spread != b.spread:
		return b.spread - a.spread
	case a.affinity != b.affinity:
		return b.affinity - a.affinity
	case a.obsolete != b.obsolete:
		return b.obsolete - a.obsolete
	}
	return strings.Compare(b.name, a.name)
}

// naiveSpread applies the topology spread rules, and counts the domains again.
func naiveSpread(
	req kubefleet.Placement, inv placement.Inventory, selected map[string]bool, c placement.Cluster,
) (score int, feasible bool) {
	for _, strict := range []bool{true, false} {
		for _, constraint := range req.TopologySpreadConstraints {
			value, ok := c.Labels[constraint.TopologyKey]
			if !ok || (constraint.WhenUnsatisfiable != kubefleet.ScheduleAnyway) != strict {
				continue
			}
			skew, change := naiveSkew(inv, selected, constraint.TopologyKey, value)
			switch {
			case skew <= maxSkew(constraint):
				score -= change
			case strict:
				return 0, false
			default:
				score -= 1000
			}
		}
	}
	return score, true
}

// naiveSkew is the skew of the domains after one more cluster of a domain is chosen, and by how much it has changed.
func naiveSkew(inv placement.Inventory, selected map[string]bool, key, domain string) (skew, change int) {
	counts := map[string]int{}
	for i := range inv.Clusters {
		if other, ok := inv.Clusters[i].Labels[key]; ok {
			counts[other] += 0
			if selected[inv.Clusters[i].Name] {
				counts[other]++
			}
		}
	}
	var sorted []int
	for _, count := range counts {
		sorted = append(sorted, count)
	}
	slices.Sort(sorted)
	smallest, largest := sorted[0], sorted[len(sorted)-1]
	switch count := counts[domain]; {
	case smallest == largest:
		change = 1
	case count == smallest && sorted[1] != smallest:
		change = -1
	case count == largest:
		change = 1
	}
	return largest - smallest + change, change
}

func naiveAffinity(req kubefleet.Placement, inv placement.Inventory, c placement.Cluster) int {
	total := 0
	for _, preferred := range req.Affinity.ClusterAffinity.Preferred {
		if term := preferred.Preference; term.LabelSelector != nil {
			selector, err := metav1.LabelSelectorAsSelector(term.LabelSelector)
			if err != nil {
				panic(err)
			}
			if !selector.Matches(labels.Set(c.Labels)) {
				continue
			}
		}
		sorter := preferred.Preference.PropertySorter
		if sorter == nil {
			total += int(preferred.Weight)
			continue
		}
		total += int(math.Round(naivePart(inv, c, sorter) * float64(preferred.Weight)))
	}
	return total
}

// naivePart is where the property of a cluster is between the least and the most of the fleet; 0 if that is not defined.
func naivePart(inv placement.Inventory, c placement.Cluster, sorter *kubefleet.PropertySorter) float64 {
	value, ok := naiveProperty(c, sorter.Name)
	if !ok {
		return 0
	}
	least, most := value, value
	for i := range inv.Clusters {
		if other, ok := naiveProperty(inv.Clusters[i], sorter.Name); ok {
			least, most = min(least, other), max(most, other)
		}
	}
	if least == most {
		return 0
	}
	part := (value - least) / (most - least)
	if sorter.SortOrder == kubefleet.Ascending {
		part = 1 - part
	}
	return part
}

func naiveProperty(c placement.Cluster, name string) (float64, bool) {
	text, ok := c.Properties[name]
	if name == kubefleet.ResourcePrefix+"available-cpu" {
		var quantity resource.Quantity
		quantity, ok = c.Available.Get("cpu")
		text = quantity.String()
	}
	if !ok {
		return 0, false
	}
	quantity := resource.MustParse(text)
	return quantity.AsApproximateFloat64(), true
}
