// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package world

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// maxPasses bounds the passes over the placements of a world. Placements that settle do so in two or three.
const maxPasses = 8

// Decide decides every placement of the world until nothing changes. The placements that have prior decisions come first, then
// the others, each by namespace and name; each starts from its own newest decisions, and sees those of all others. The list is in
// the order of the placements. The first error ends it; it has the path of the argument, and names the placement. A warning names
// the placements that do not settle: they have the decisions of the last pass.
func (w World) Decide(ctx context.Context) ([]Outcome, finding.List) { return w.settle(ctx, nil) }

// DecideSome decides those placements alone, each once, and again only if another one has changed that it reads. The others keep
// their decisions, and have no answer.
func (w World) DecideSome(ctx context.Context, isDecided func(i int) bool) ([]Outcome, finding.List) {
	return w.settle(ctx, isDecided)
}

// DecideOne decides the placement of an index alone, once.
func (w World) DecideOne(ctx context.Context, i int) (Outcome, finding.List) {
	s := w.newSettling(nil)
	s.filter = nil
	_, findings := s.decide(ctx, i)
	return s.outcomes[i], findings
}

// settling is a world on the way to decisions that no further pass changes.
type settling struct {
	// World has the prior decisions of the placements, each as it was decided last, and start is the world before.
	World
	start  *World
	filter Filter
	// chosen are the newest clusters of each placement, and published its newest PlacementDecisions; others are those of the
	// placements that are not in the world.
	chosen    [][]string
	published [][]placement.PlacementDecision
	others    []placement.PlacementDecision
	// isDue says which placements have to be decided: something that they read has changed. RepeatsOwn says that their own new
	// decisions are such a thing.
	isDue      []bool
	repeatsOwn bool
	isKnown    []bool
	outcomes   []Outcome
}

func (w World) newSettling(isDecided func(i int) bool) *settling {
	s := &settling{World: w, start: &w, filter: w.options.Filter, repeatsOwn: isDecided == nil}
	s.Placements = slices.Clone(w.Placements)
	n := len(w.Placements)
	s.chosen, s.published, s.outcomes = make([][]string, n), make([][]placement.PlacementDecision, n), make([]Outcome, n)
	s.isDue, s.isKnown = make([]bool, n), make([]bool, n)
	isOurs := make(map[string]bool, n)
	for i := range w.Placements {
		s.isDue[i] = isDecided == nil || isDecided(i)
		p := &w.Placements[i]
		r := w.Request(i)
		prior := r.EarlierDecisions(&r.Manifests.Inventory)
		s.isKnown[i] = prior != nil
		s.chosen[i] = lists.Map(prior, func(d planner.PreviousDecision) string { return d.ClusterName })
		slices.Sort(s.chosen[i])
		if p.OCM != nil {
			isOurs[p.Namespace+"/"+p.Name] = true
			s.published[i] = publishedBy(r, s.chosen[i])
		}
	}
	for _, d := range w.Fleet.Manifests.Decisions {
		if !isOurs[d.Namespace+"/"+d.Placement] {
			s.others = append(s.others, d)
		}
	}
	return s
}

// publishedBy are the PlacementDecisions of a placement before it is decided: those of its hub or of the manifests, or one with
// the clusters that are given.
func publishedBy(r *planner.Request, clusters []string) (published []placement.PlacementDecision) {
	if !r.IsGiven() {
		published, _ = r.Own(r.Manifests.Decisions)
		return published
	}
	if len(clusters) == 0 {
		return nil
	}
	return []placement.PlacementDecision{{Namespace: r.Namespace, Placement: r.Name, Clusters: clusters}}
}

// settle decides the placements in passes until none is due.
func (w World) settle(ctx context.Context, isDecided func(i int) bool) ([]Outcome, finding.List) {
	s := w.newSettling(isDecided)
	order := s.inOrder()
	for range maxPasses {
		for _, i := range order {
			if !s.isDue[i] {
				continue
			}
			hasChanged, findings := s.decide(ctx, i)
			if findings.HasError() {
				return nil, findings
			}
			if s.isDue[i] = false; hasChanged {
				s.changed(i)
			}
		}
		if !slices.Contains(s.isDue, true) {
			return s.outcomes, nil
		}
	}
	return s.outcomes, finding.List{s.unsettled()}
}

// inOrder are the placements in the order in which they are decided: those with prior decisions first, then by namespace and
// name. With a filter it is the order in which they are given.
func (s *settling) inOrder() []int {
	order := make([]int, len(s.Placements))
	for i := range order {
		order[i] = i
	}
	if s.filter != nil {
		return order
	}
	slices.SortStableFunc(order, func(i, k int) int {
		a, b := &s.Placements[i], &s.Placements[k]
		if s.isKnown[i] != s.isKnown[k] {
			if s.isKnown[i] {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Dialect(), b.Dialect()))
	})
	return order
}

// changed makes the placements due that read the decisions of another one: its own scheduler starts from them, Balance counts
// them, and a filter may look at all.
func (s *settling) changed(i int) {
	p := &s.Placements[i]
	for k := range s.Placements {
		other := &s.Placements[k]
		isRead := s.filter != nil || p.OCM != nil && other.OCM != nil
		if k == i {
			// What an advisor answers over HTTP is not asked for again.
			isRead = s.repeatsOwn && !s.outcomes[i].request.AsksOverHTTP()
		}
		// One without an answer comes later in this pass, or keeps its decisions.
		s.isDue[k] = s.isDue[k] || isRead && s.outcomes[k].answer != nil
	}
}

// decide decides a placement, and reports whether it has other clusters than before. The answer that is kept is the one that
// chose the clusters: it says why.
func (s *settling) decide(ctx context.Context, i int) (hasChanged bool, findings finding.List) {
	// A small fleet is decided without a look at the context.
	if findings := Interrupted(ctx, 0); findings != nil {
		return false, findings
	}
	o, p := &s.outcomes[i], &s.Placements[i]
	if o.hasMoved {
		p.adopt(o.answer)
	}
	r := s.request(i)
	rejected, err := s.filtered(ctx, i, r)
	if err != nil {
		return false, InterruptedBy(err)
	}
	answer, findings := planner.Again(ctx, r)
	if answer == nil {
		return false, p.located(findings)
	}
	reject(&answer.Result, rejected)
	isFirst := o.answer == nil
	clusters := answer.Result.ClusterNames()
	slices.Sort(clusters)
	hasChanged = !slices.Equal(slices.Compact(slices.Clone(s.chosen[i])), slices.Compact(slices.Clone(clusters)))
	if isFirst {
		*o = Outcome{of: &s.start.Placements[i], prior: answer.Predecessor(), earlier: answer.Earlier()}
	}
	if isFirst || hasChanged {
		o.request, o.answer = r, answer
	}
	if hasChanged {
		s.chosen[i], o.hasMoved = clusters, true
		if p.OCM != nil {
			s.published[i] = answer.Result.PlacementDecisions
		}
	}
	return hasChanged, nil
}

// request is the question of a placement with the newest decisions of all.
func (s *settling) request(i int) *planner.Request {
	r := s.Request(i)
	r.Manifests.Decisions = slices.Concat(append([][]placement.PlacementDecision{s.others}, s.published...)...)
	return r
}

// filtered takes from a request what the filter takes.
func (s *settling) filtered(ctx context.Context, i int, r *planner.Request) ([]placement.Rejection, error) {
	if s.filter == nil {
		return nil, nil
	}
	return s.filter(ctx, &s.World, i, r, s.chosen)
}

// reject puts the clusters that a filter has taken to the rejected ones of a result. A placement that lists them does not miss
// them.
func reject(result *placement.Result, rejected []placement.Rejection) {
	if len(rejected) == 0 {
		return
	}
	isRejected := lists.Set(rejected, func(r placement.Rejection) string { return r.Cluster })
	result.Unknown = slices.DeleteFunc(slices.Clone(result.Unknown), func(r placement.Rejection) bool {
		return isRejected[r.Cluster]
	})
	result.Rejected = slices.Concat(result.Rejected, rejected)
	slices.SortStableFunc(result.Rejected, func(a, b placement.Rejection) int { return strings.Compare(a.Cluster, b.Cluster) })
}

// unsettled is the warning about the placements that are still due.
func (s *settling) unsettled() finding.Finding {
	var names []string
	for i := range s.Placements {
		if s.isDue[i] {
			names = append(names, s.Placements[i].FullName())
		}
	}
	return finding.Warning("", "Placements do not settle", fmt.Sprintf("After %d passes over the placements, %s still moves: %s. "+
		"Each pass starts from the decisions of the one before, as on a hub; these are the decisions of the last one.",
		maxPasses, excerpt.Count(len(names), "placement"), excerpt.List(names, ", ")))
}

// located puts findings about a placement to the argument that has it, and names it.
func (p *Placement) located(findings finding.List) finding.List {
	for i := range findings {
		f := &findings[i]
		switch {
		case f.At == "now":
		case p.At != "":
			f.At = strings.TrimSuffix(p.At+"."+f.At, ".")
		default:
			f.Text = fmt.Sprintf("The placement %s (%s), %s: %s", excerpt.Quote(p.FullName()), p.Dialect(), f.At, f.Text)
			f.At = ""
		}
	}
	return findings
}

// Interrupted is the error of a question that was interrupted, looked at in a step of a loop; nil if it was not.
func Interrupted(ctx context.Context, step int) finding.List {
	if err := placement.Interrupted(ctx, step); err != nil {
		return InterruptedBy(err)
	}
	return nil
}

// InterruptedBy is the error of a question that an error of a context has interrupted.
func InterruptedBy(err error) finding.List {
	return finding.List{finding.Failure("", "The decision was interrupted", excerpt.Sentence(err.Error()))}
}
