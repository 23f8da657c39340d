package hybrid

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// pass is one decision. A pass that an advisor fails starts again without that advisor.
type pass struct {
	// ctx ends the pass early: see placement.Interrupted.
	ctx     context.Context
	req     Placement
	inv     placement.Inventory
	adviser Adviser
	// ignored are the advisors that failed and are not needed, and warnings are what was said of them.
	ignored  map[string]bool
	warnings []string

	targets []*placement.Target
	// candidates are those that are left, in the order that decides ties; eliminated are those that went.
	candidates []*placement.Target
	eliminated []Eliminated
	// isCandidate tells of every target that ever was a candidate whether it still is.
	isCandidate map[string]bool
	outvoted    []placement.Candidate
	decided     []*placement.Target
	lastRatings []placement.Rating
	outcome     string

	result placement.Result
}

// start collects the targets and finds the candidates.
func (p *pass) start() {
	p.targets, p.candidates, p.eliminated, p.outvoted, p.decided = nil, nil, nil, nil, nil
	p.outcome, p.lastRatings, p.result, p.isCandidate = "", nil, placement.Result{}, map[string]bool{}
	for i := range p.inv.Clusters {
		c := &p.inv.Clusters[i]
		p.targets = append(p.targets, &placement.Target{Kind: placement.TargetCluster, Name: c.Name, Labels: c.Labels, Cluster: c})
	}
	for i := range p.inv.Targets {
		p.targets = append(p.targets, &p.inv.Targets[i])
	}
	slices.SortFunc(p.targets, func(a, b *placement.Target) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Kind, b.Kind))
	})
	p.findCandidates()
}

// findCandidates keeps the targets of the rule's kind that match its labels and, if it names targets, one of them.
func (p *pass) findCandidates() {
	selector, err := match.CompileSelector(p.req.TargetLabels)
	if err != nil {
		p.warn("targetLabels: " + err.Error())
		return
	}
	ofType, wanted := p.pool()
	matched := make([]bool, len(p.req.Targets))
	for _, t := range p.targets {
		if !ofType(t) {
			found := t.Kind
			if t.Kind == placement.TargetDeployer {
				found = cmp.Or(t.DeployerType, t.Kind)
			}
			p.reject(t, StageCandidates, placement.Mismatch{
				Kind: placement.MismatchDeployerType, Found: found, Present: true, Wanted: wanted,
			})
			continue
		}
		if mismatch, failed := selector.Mismatch(placement.MismatchLabel, t.Labels); failed {
			mismatch.Field = "targetLabels"
			p.reject(t, StageCandidates, mismatch)
			continue
		}
		named := len(p.req.Targets) == 0
		for i, reference := range p.req.Targets {
			if reference.matches(t) {
				named, matched[i] = true, true
			}
		}
		if !named {
			p.reject(t, StageCandidates, placement.Mismatch{Kind: placement.MismatchClusterName, Field: "targets"})
			continue
		}
		p.candidates = append(p.candidates, t)
		p.isCandidate[t.Key()] = true
	}
	for i, found := range matched {
		if !found {
			reference := p.req.Targets[i]
			key := (&placement.Target{Name: reference.Name, Namespace: reference.Namespace}).Key()
			p.warn(fmt.Sprintf("target %q matches nothing that the rule is for", key))
		}
	}
}

// pool tells which targets the rule's deployer type is for: clusters; or the deployers of the type; or, if the first of
// these places on something, all targets of that kind.
func (p *pass) pool() (ofType func(*placement.Target) bool, wanted string) {
	of := p.req.DeployerType
	if of == "" || of == DeployerKubernetes {
		return func(t *placement.Target) bool { return t.Kind == placement.TargetCluster }, placement.TargetCluster
	}
	isDeployer := func(t *placement.Target) bool {
		return t.Kind == placement.TargetDeployer && t.DeployerType == of
	}
	var first *placement.Target
	for _, t := range p.targets {
		if isDeployer(t) && (first == nil || t.Key() < first.Key()) {
			first = t
		}
	}
	if first != nil && first.PlacementTarget != "" {
		return func(t *placement.Target) bool { return t.Kind == first.PlacementTarget }, first.PlacementTarget
	}
	return isDeployer, of
}

// warn adds a warning once, however many rounds it comes up in.
func (p *pass) warn(text string) {
	if !slices.Contains(p.result.Warnings, text) {
		p.result.Warnings = append(p.result.Warnings, text)
	}
}

func (p *pass) reject(t *placement.Target, stage string, mismatch placement.Mismatch) {
	p.result.Rejected = append(p.result.Rejected, placement.Rejection{
		Cluster: t.Key(), Stage: stage, Mismatches: []placement.Mismatch{mismatch},
	})
}

// rejectRest sorts the rejections. Without a round the candidates were not looked at: nothing was asked for.
func (p *pass) rejectRest() {
	if p.outcome == OutcomeReplicasZero {
		for _, t := range p.candidates {
			p.result.NotPicked = append(p.result.NotPicked, placement.Candidate{
				Cluster: t.Key(), Words: "no target was asked for: replicas is 0",
			})
		}
	}
	slices.SortFunc(p.result.Rejected, func(a, b placement.Rejection) int { return strings.Compare(a.Cluster, b.Cluster) })
}

func (p *pass) decidedCandidate(t *placement.Target) placement.Candidate {
	candidate := placement.Candidate{Cluster: t.Key(), Words: "kept from before: an advisor did not answer"}
	for _, rating := range p.lastRatings {
		if rating.Target == candidate.Cluster {
			candidate.Score = rating.Hundredths
			candidate.Words = fmt.Sprintf("decided in round %d with rating %s",
				len(p.result.Rounds)-1, placement.FormatHundredths(rating.Hundredths))
		}
	}
	return candidate
}

// keepPrevious decides on what was decided before, as far as it is still right; it reports whether anything is left.
func (p *pass) keepPrevious(failed *failure) bool {
	p.start()
	var advice []placement.Advice
	for i := range p.req.Advisors {
		advisor := &p.req.Advisors[i]
		if advisor.Type != Predicate || advisor.Name == failed.advisor.Name || p.ignored[advisor.Name] {
			continue
		}
		one, alsoFailed := p.askOne(advisor)
		switch {
		case alsoFailed == nil:
			advice = append(advice, one)
		case alsoFailed.gravity() > failed.gravity():
			// A predicate that must not fail cannot be passed over.
			return false
		}
	}
	vetoed := p.vetoed(advice, scoresOf(advice))
	for _, t := range p.candidates {
		if key := t.Key(); vetoed[key] == "" && slices.Contains(p.req.PreviousDecisions, key) {
			p.decided = append(p.decided, t)
		}
	}
	slices.SortFunc(p.decided, func(a, b *placement.Target) int { return strings.Compare(a.Key(), b.Key()) })
	if n := p.req.Replicas; n != nil && len(p.decided) > int(*n) {
		p.decided = p.decided[:*n]
	}
	for _, t := range p.candidates {
		switch {
		case vetoed[t.Key()] != "":
			p.reject(t, StageVeto, placement.Mismatch{Kind: placement.MismatchVeto, Key: vetoed[t.Key()], Found: p.roundName()})
		case !slices.Contains(p.decided, t):
			p.reject(t, StageRecommendation, placement.Mismatch{Kind: placement.MismatchRecommendation, Found: p.roundName()})
		}
	}
	p.outcome = OutcomePrevious
	p.warnings = append(p.warnings, "the previous decisions were kept: "+failed.Error())
	return len(p.decided) > 0
}

func keys(targets []*placement.Target) []string {
	list := make([]string, len(targets))
	for i, t := range targets {
		list[i] = t.Key()
	}
	return list
}
