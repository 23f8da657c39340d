// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// scratch is a second way to edit a fleet: values, one cluster after the other, decided from scratch.
type scratch struct {
	planner.Request
	key placement.Dialect
}

func drawCluster(t *rapid.T, name string) placement.Cluster {
	allocatable := ofCPU(int64(rapid.IntRange(0, 8).Draw(t, "allocatable")))
	return placement.Cluster{
		Name:        name,
		Labels:      map[string]string{"region": rapid.SampledFrom([]string{"eu", "us"}).Draw(t, "region")},
		Claims:      map[string]string{"zone": rapid.SampledFrom([]string{"a", "b"}).Draw(t, "zone")},
		Properties:  map[string]string{"cost": rapid.SampledFrom([]string{"1", "2"}).Draw(t, "cost")},
		Allocatable: allocatable, Capacity: allocatable,
		Available: ofCPU(int64(rapid.IntRange(0, 8).Draw(t, "available"))),
	}
}

func ofCPU(cores int64) placement.Resources {
	return placement.Resources{placement.NewResource("cpu", *resource.NewQuantity(cores, resource.DecimalSI))}
}

var regionEU = &metav1.LabelSelector{MatchLabels: map[string]string{"region": "eu"}}

// drawSpec is a placement of a dialect, as a spec edit has it.
func drawSpec(t *rapid.T, dialect placement.Dialect) (s edit.Spec) {
	number := int32(rapid.IntRange(1, 3).Draw(t, "number"))
	isEU := rapid.Bool().Draw(t, "only eu")
	switch dialect {
	case placement.DialectOCM:
		s.OCM = &ocm.Spec{
			NumberOfClusters: &number,
			PrioritizerPolicy: ocm.PrioritizerPolicy{Mode: ocm.ModeAdditive, Configurations: []ocm.PrioritizerConfiguration{
				{ScoreCoordinate: &ocm.ScoreCoordinate{Type: ocm.TypeBuiltIn, BuiltIn: "ResourceAllocatableCPU"}, Weight: ptr(int32(3))},
				{ScoreCoordinate: &ocm.ScoreCoordinate{Type: ocm.TypeAddOn, AddOn: &ocm.AddOnScore{
					ResourceName: "usage", ScoreName: "cpu",
				}}, Weight: ptr(int32(9))},
			}},
			Tolerations: []match.Toleration{{Key: "slow", Operator: "Exists", TolerationSeconds: ptr(int64(60))}},
		}
		if isEU {
			s.OCM.Predicates = []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{
				LabelSelector: regionEU, ClaimSelector: inZone("a"),
			}}}
		}
	case placement.DialectKubeFleet:
		s.KubeFleet = &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: &number, Affinity: &kubefleet.Affinity{
			ClusterAffinity: &kubefleet.ClusterAffinity{Preferred: []kubefleet.PreferredClusterSelector{{
				Weight: 20, Preference: kubefleet.ClusterSelectorTerm{PropertySorter: &kubefleet.PropertySorter{
					Name: "resources.kubernetes-fleet.io/available-cpu", SortOrder: "Descending",
				}},
			}}},
		}}
		if isEU {
			cheap := kubefleet.PropertySelectorRequirement{Name: "cost", Operator: "Le", Values: []string{"1"}}
			s.KubeFleet.Affinity.ClusterAffinity.Required = &kubefleet.ClusterSelector{
				ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{
					LabelSelector:    regionEU,
					PropertySelector: &kubefleet.PropertySelector{MatchExpressions: []kubefleet.PropertySelectorRequirement{cheap}},
				}},
			}
		}
	default:
		s.Hybrid = &hybrid.Spec{Replicas: &number, Advisors: []hybrid.Advisor{{Name: "alphabet"}}}
		if isEU {
			s.Hybrid.TargetLabels = regionEU
		}
	}
	return s
}

func inZone(zone string) *placement.ClaimSelector {
	return &placement.ClaimSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{
		Key: "zone", Operator: metav1.LabelSelectorOpIn, Values: []string{zone},
	}}}
}

func ptr[T any](v T) *T { return &v }

// effect is that of taints.
func (s *scratch) effect() placement.TaintEffect {
	if s.key == placement.DialectKubeFleet {
		return placement.NoSchedule
	}
	return placement.NoSelect
}

// each edits the clusters of a selection. It reports whether one has changed.
func (s *scratch) each(sel edit.Selection, edit func(c *placement.Cluster)) bool {
	before := slices.Clone(s.Clusters)
	for i := range s.Clusters {
		c := &s.Clusters[i]
		if slices.Contains(sel.Clusters, c.Name) || sel.Selector != nil && c.Labels["region"] == "eu" {
			c.Labels, c.Claims, c.Properties = maps.Clone(c.Labels), maps.Clone(c.Claims), maps.Clone(c.Properties)
			edit(c)
		}
	}
	return !cmp.Equal(before, s.Clusters)
}

// draw is an edit of a kind, and does it. It reports whether it has an effect.
func (s *scratch) draw(t *rapid.T, kind string) (e edit.Edit, works bool) {
	sel := edit.Selection{Selector: &placement.GroupSelector{LabelSelector: regionEU}}
	if rapid.Bool().Draw(t, "by name") {
		sel = edit.Selection{Clusters: []string{rapid.SampledFrom(s.Clusters).Draw(t, "cluster").Name}}
	}
	switch kind {
	case "lose":
		e.Lose = &sel
		before := len(s.Clusters)
		lost := func(c placement.Cluster) bool {
			return slices.Contains(sel.Clusters, c.Name) || sel.Selector != nil && c.Labels["region"] == "eu"
		}
		gone := map[string]bool{}
		for _, c := range s.Clusters {
			gone[c.Name] = lost(c)
		}
		left := slices.DeleteFunc(slices.Clone(s.Clusters), lost)
		if works = len(left) > 0 && len(left) < before; works {
			s.Clusters = left
			s.Scores = slices.DeleteFunc(slices.Clone(s.Scores), func(of placement.Score) bool { return gone[of.Cluster] })
		}
	case "add":
		c := drawCluster(t, rapid.SampledFrom([]string{"a", "x", "y"}).Draw(t, "name"))
		e.Add, works = &c, !slices.ContainsFunc(s.Clusters, func(o placement.Cluster) bool { return o.Name == c.Name })
		if works {
			s.Clusters = append(slices.Clip(s.Clusters), c)
		}
	case "taint":
		taint := placement.Taint{Key: rapid.SampledFrom([]string{"slow", "gone"}).Draw(t, "key"), Effect: s.effect()}
		e.Taint = &edit.Taint{Selection: sel, Taint: taint}
		taint.TimeAdded = s.Now
		works = s.each(sel, func(c *placement.Cluster) {
			if !slices.ContainsFunc(c.Taints, func(o placement.Taint) bool { return o.Key == taint.Key }) {
				c.Taints = append(slices.Clip(c.Taints), taint)
			}
		})
	case "untaint":
		e.Untaint = &edit.Untaint{Selection: sel, Key: "slow"}
		works = s.each(sel, func(c *placement.Cluster) {
			c.Taints = slices.DeleteFunc(slices.Clone(c.Taints), func(o placement.Taint) bool { return o.Key == "slow" })
		})
	case "label":
		e.Label = &edit.Texts{Selection: sel, Set: map[string]string{"region": "us"}, Remove: []string{"none"}}
		works = s.each(sel, func(c *placement.Cluster) { c.Labels["region"] = "us" })
	case "claim":
		e.Claim = &edit.Texts{Selection: sel, Remove: []string{"zone"}}
		works = s.key != placement.DialectKubeFleet && s.each(sel, func(c *placement.Cluster) { delete(c.Claims, "zone") })
	case "property":
		cost := rapid.SampledFrom([]string{"1", "3"}).Draw(t, "cost")
		e.Property = &edit.Texts{Selection: sel, Set: map[string]string{"cost": cost}}
		works = s.key != placement.DialectOCM && s.each(sel, func(c *placement.Cluster) { c.Properties["cost"] = cost })
	case "resize":
		e.Resize = &edit.Resize{Selection: sel, Resources: map[string]string{"cpu": "200%"}}
		works = s.each(sel, func(c *placement.Cluster) {
			was, _ := c.Allocatable.Get("cpu")
			free, _ := c.Available.Get("cpu")
			c.Allocatable = ofCPU(2 * was.Value())
			c.Capacity, c.Available = c.Allocatable, ofCPU(free.Value()+was.Value())
		})
	case "score":
		e.Score = &edit.Score{Selection: sel, Name: "usage", Set: map[string]int32{"cpu": 100}}
		works = s.key != placement.DialectKubeFleet && s.score(sel)
	case "set":
		return s.drawSet(t)
	case "binding":
		return s.drawBinding(t)
	case "evict":
		e.Evict = &edit.Evict{Selection: sel}
		works = s.evict(sel)
	case "at":
		e.At = s.Now.Add(time.Duration(rapid.IntRange(0, 90).Draw(t, "seconds")) * time.Second)
		works = !e.At.Equal(s.Now)
		s.Now = e.At
	case "spec":
		changed := drawSpec(t, s.key)
		changed.Placement = s.FullName()
		e.Spec, works = &changed, true
		s.OCM, s.KubeFleet, s.Hybrid = changed.OCM, changed.KubeFleet, changed.Hybrid
	}
	return e, works
}

func (s *scratch) score(sel edit.Selection) (works bool) {
	scores := slices.Clone(s.Scores)
	s.each(sel, func(c *placement.Cluster) {
		want := placement.Score{Cluster: c.Name, Name: "usage", Values: []placement.ScoreValue{{Name: "cpu", Value: 100}}}
		at := slices.IndexFunc(scores, func(of placement.Score) bool { return of.Cluster == c.Name })
		switch {
		case at < 0:
			scores, works = append(scores, want), true
		case scores[at].Values[0].Value != 100:
			scores[at], works = want, true
		}
	})
	s.Scores = scores
	return works
}

// editKinds are the kinds of edits.
var editKinds = []string{
	"lose", "add", "taint", "untaint", "label", "claim", "property", "resize", "score", "set", "binding", "evict", "at", "spec",
}

// kinds are the kinds of edits; those that only a part of the scratches sees more often.
func (s *scratch) kinds() []string {
	switch {
	case s.key == placement.DialectKubeFleet:
		return append(slices.Clip(editKinds), "evict", "evict", "property", "property")
	case s.Namespace != "":
		return append(slices.Clip(editKinds), "set", "set", "set", "binding", "binding", "binding")
	}
	return editKinds
}

// drawSet adds or removes one of the cluster sets blue and green.
func (s *scratch) drawSet(t *rapid.T) (e edit.Edit, works bool) {
	set := ofRegion("eu")
	if rapid.Bool().Draw(t, "green") {
		set = ofRegion("us")
	}
	at := slices.IndexFunc(s.ClusterSets, func(of placement.ClusterSet) bool { return of.Name == set.Name })
	if rapid.Bool().Draw(t, "add") {
		if works = at < 0; works {
			s.ClusterSets = append(slices.Clip(s.ClusterSets), set)
		}
		return edit.Edit{Set: &edit.Set{Add: &set}}, works
	}
	if at >= 0 {
		s.ClusterSets = slices.Delete(slices.Clone(s.ClusterSets), at, at+1)
	}
	return edit.Edit{Set: &edit.Set{Remove: set.Name}}, at >= 0
}

// ofRegion is the cluster set of a region.
func ofRegion(region string) placement.ClusterSet {
	return placement.ClusterSet{
		Name: map[string]string{"eu": "blue", "us": "green"}[region], SelectorType: placement.LabelSelector,
		LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"region": region}},
	}
}

// drawBinding binds one of the cluster sets to the namespace of the placement, or no longer.
func (s *scratch) drawBinding(t *rapid.T) (e edit.Edit, works bool) {
	b := placement.Binding{Name: rapid.SampledFrom([]string{"blue", "green"}).Draw(t, "bound"), Namespace: "shop"}
	at := slices.Index(s.Bindings, b)
	if rapid.Bool().Draw(t, "add") {
		if at < 0 {
			s.Bindings = append(slices.Clip(s.Bindings), b)
		}
		return edit.Edit{Binding: &edit.Binding{Add: &b}}, at < 0
	}
	if at >= 0 {
		s.Bindings = slices.Delete(slices.Clone(s.Bindings), at, at+1)
	}
	return edit.Edit{Binding: &edit.Binding{Remove: &b}}, at >= 0
}

// evict takes the earlier decisions away that a selection has.
func (s *scratch) evict(sel edit.Selection) (works bool) {
	if s.key != placement.DialectKubeFleet {
		return false
	}
	s.each(sel, func(c *placement.Cluster) {
		s.PreviousDecisions = slices.DeleteFunc(slices.Clone(s.PreviousDecisions), func(d planner.PreviousDecision) bool {
			works = works || d.ClusterName == c.Name
			return d.ClusterName == c.Name
		})
	})
	s.InForce = true
	return works
}

// drawScratch is a fleet of five clusters with a placement and its earlier decisions.
func drawScratch(t *rapid.T) *scratch {
	s := &scratch{key: rapid.SampledFrom(placement.Dialects).Draw(t, "dialect")}
	s.Name, s.Now, s.OnUnsatisfied = "web", start, planner.UnsatisfiedAccept
	spec := drawSpec(t, s.key)
	s.OCM, s.KubeFleet, s.Hybrid = spec.OCM, spec.KubeFleet, spec.Hybrid
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		c := drawCluster(t, name)
		if rapid.Bool().Draw(t, "tainted") {
			c.Taints = []placement.Taint{{Key: "slow", Effect: s.effect(), TimeAdded: start}}
		}
		s.Clusters = append(s.Clusters, c)
	}
	if s.key == placement.DialectOCM && rapid.Bool().Draw(t, "sets") {
		s.Namespace = "shop"
		s.ClusterSets = []placement.ClusterSet{ofRegion("eu"), {Name: "other", SelectorType: placement.ExclusiveClusterSetLabel}}
		s.Bindings = []placement.Binding{{Name: "blue", Namespace: "shop"}}
	}
	s.PreviousDecisions = []planner.PreviousDecision{}
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 3, rapid.ID).Draw(t, "before") {
		s.PreviousDecisions = append(s.PreviousDecisions, planner.PreviousDecision{ClusterName: name})
	}
	return s
}

// step simulates one edit, compares the answer with what is decided from scratch, and returns the world after it.
func (s *scratch) step(t *rapid.T, w world.World, kind string) (after world.World, works, moved bool) {
	var edits []edit.Edit
	e, works := s.draw(t, kind)
	if works {
		edits = append(edits, e)
	} else if _, found := simulate.Run(t.Context(), w, [][]edit.Edit{{e}}, stepsPath); !found.HasError() {
		t.Fatalf("%s has no effect and is no error: %+v", kind, e)
	}
	if errs := e.Validate(stepsPath); len(errs) > 0 {
		t.Fatal(errs)
	}
	steps, found := simulate.Run(t.Context(), w, [][]edit.Edit{edits}, stepsPath)
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	want := s.settle(t)
	got := &steps[0].Outcomes[0]
	if diff := cmp.Diff(want.Result.Decisions, got.Answer().Result.Decisions); diff != "" {
		t.Fatalf("%s %s: -scratch +simulation:\n%s", s.key, kind, diff)
	}
	if want.Result.Satisfied != got.Answer().Result.Satisfied {
		t.Fatalf("satisfied: %v", got.Answer().Result.Satisfied)
	}
	moves := got.Moves()
	if moved = planner.Moved(&moves); moved != !slices.Equal(got.Clusters(), sorted(w.Placements[0].PriorClusters())) {
		t.Fatalf("moves %s, before %v, after %v", moves, w.Placements[0].PriorClusters(), got.Clusters())
	}
	s.Prior = want.AsPrior()
	return steps[0].World.Next(steps[0].Outcomes), works, moved
}

// settle decides until nothing changes, and returns the answer that chose the clusters.
func (s *scratch) settle(t *rapid.T) (kept *planner.Answer) {
	var chosen []string
	for _, d := range s.PreviousDecisions {
		chosen = append(chosen, d.ClusterName)
	}
	for range 8 {
		answer, found := planner.Decide(t.Context(), &s.Request)
		if found.HasError() {
			t.Fatal(plannertest.Texts(found))
		}
		var clusters []string
		for _, d := range answer.Result.Decisions {
			clusters = append(clusters, d.Cluster)
		}
		isSame := slices.Equal(sorted(chosen), sorted(clusters))
		if kept == nil || !isSame {
			kept = answer
		}
		if isSame {
			break
		}
		chosen, s.Prior = clusters, answer.AsPrior()
	}
	return kept
}

// TestFromScratch: a simulation is what is decided from scratch on a fleet that was edited in another way, with the same earlier
// decisions, step by step.
func TestFromScratch(t *testing.T) {
	moves, effects := map[string]int{}, map[string]int{}
	check := func(t *rapid.T) {
		s := drawScratch(t)
		w, found := simulate.New(t.Context(), s.Fleet, []simulate.Subject{{Placement: world.Placement{Placement: s.Placement, Prior: s.Prior}}},
			world.Options{Now: start})
		if found.HasError() {
			t.Fatal(plannertest.Texts(found))
		}
		isKnown := len(s.PreviousDecisions) > 0
		if answer := s.settle(t); !isKnown {
			s.Prior = answer.AsPrior()
		}
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			kind := rapid.SampledFrom(s.kinds()).Draw(t, "kind")
			var works, moved bool
			w, works, moved = s.step(t, w, kind)
			if works {
				effects[kind]++
			}
			if moved {
				moves[kind]++
			}
		}
	}
	isMissing := func(kind string) bool { return effects[kind] == 0 || moves[kind] == 0 }
	// Not every round has moves by every kind of edit.
	for round := 0; round < 40 && slices.ContainsFunc(editKinds, isMissing); round++ {
		rapid.Check(t, check)
	}
	for _, kind := range editKinds {
		if isMissing(kind) {
			t.Errorf("%s: %d edits with effect, %d with moves", kind, effects[kind], moves[kind])
		}
	}
}

func sorted(names []string) []string { return slices.Compact(slices.Sorted(slices.Values(names))) }
