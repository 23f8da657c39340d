// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// pass is one decision. If an advisor fails and is ignored, the pass starts again without it.
type pass struct {
	// ctx can end the pass early: see placement.Interrupted.
	ctx      context.Context
	req      Placement
	inv      placement.Inventory
	answerer Answerer
	// ignored are the advisors that failed and are ignored, and warnings are the warnings about them.
	ignored  map[string]bool
	warnings []string
	attempt
}

// attempt is the state of a pass that is reset when it starts again.
type attempt struct {
	targets []*placement.Target
	// line has the remaining candidates, in the order that decides ties. candidates has all, including the eliminated ones,
	// by key.
	line       []*candidate
	candidates map[string]*candidate
	eliminated []Eliminated
	// panel has the advisors that are asked, question has the targets that they are asked about in this round, and answers
	// counts their answers.
	panel    []panelist
	question []*placement.Target
	answers  int
	// vetoed and wanted count the candidates in line; see count. unrecorded counts those whose current rating the rounds do
	// not have, and recorded counts the ratings in the rounds after the first.
	vetoed, wanted, unrecorded, recorded int
	// listed counts the candidates and recommendations that the rounds list.
	listed int

	outvoted []placement.Candidate
	decided  []*candidate
	outcome  string
	// arena has the mismatches of the rejections.
	arena placement.MismatchArena
	// warned are the warnings of the result.
	warned map[string]bool
	result placement.Result
}

// start collects the targets and finds the candidates.
func (p *pass) start() error {
	p.attempt = attempt{
		targets:    make([]*placement.Target, 0, len(p.inv.Clusters)+len(p.inv.Targets)),
		candidates: map[string]*candidate{}, warned: map[string]bool{},
		result: placement.Result{Dialect: placement.DialectHybrid},
	}
	ofClusters := make([]placement.Target, len(p.inv.Clusters))
	for i := range p.inv.Clusters {
		c := &p.inv.Clusters[i]
		ofClusters[i] = placement.Target{Kind: placement.TargetCluster, Name: c.Name, Labels: c.Labels, Cluster: c}
		p.targets = append(p.targets, &ofClusters[i])
	}
	for i := range p.inv.Targets {
		p.targets = append(p.targets, &p.inv.Targets[i])
	}
	slices.SortFunc(p.targets, func(a, b *placement.Target) int {
		return cmp.Or(strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Name, b.Name), strings.Compare(a.Kind, b.Kind))
	})
	if err := p.findCandidates(); err != nil {
		return err
	}
	p.resume()
	return nil
}

// MismatchDeployerType means that the target does not have the kind that the rule chooses from.
var MismatchDeployerType = &placement.MismatchKind{
	Name: "deployer type",
	Sentence: func(m *placement.Mismatch) string {
		return fmt.Sprintf("the target is of type %q; the placement is for type %q", m.Found, m.Wanted)
	},
	Before: "its type did not match",
}

// findCandidates keeps the targets of the rule's kind that match its labels and, if it names targets, one of them.
func (p *pass) findCandidates() error {
	selector, err := match.CompileSelector(p.req.TargetLabels)
	if err != nil {
		return &placement.Misconfiguration{Field: "targetLabels", Message: excerpt.Text(err.Error())}
	}
	kinds := p.targetKinds()
	references := newReferences(p.req.Targets)
	for _, t := range p.targets {
		if mismatch, failed := p.candidateMismatch(t, kinds, selector, references); failed {
			p.reject(t.Key(), StageCandidates, mismatch)
			continue
		}
		c := &candidate{target: t, key: t.Key()}
		if other := p.candidates[c.key]; other != nil {
			return &placement.Misconfiguration{Field: "deployerType", Message: fmt.Sprintf(
				"two candidates are named %s, a %s and a %s: set deployer_type to the type of one of them, or rename one",
				excerpt.Quote(c.key), excerpt.Text(other.target.Kind), excerpt.Text(t.Kind))}
		}
		p.line = append(p.line, c)
		p.candidates[c.key] = c
	}
	for _, key := range p.req.PreviousDecisions {
		if c := p.find(key, len(p.line)); c != nil {
			c.isPrior, c.previous = true, p.req.DecisionWeightOrDefault()*MaxScore
		}
	}
	for _, reference := range p.req.Targets {
		if !references.hasMatched(reference) {
			p.warn(fmt.Sprintf("target %s matches nothing that the rule is for", excerpt.Quote(reference.Key())))
		}
	}
	return nil
}

// candidateMismatch is what keeps a target from being a candidate, if something does.
func (p *pass) candidateMismatch(
	t *placement.Target, kinds targetKinds, selector match.Selector, references references,
) (placement.Mismatch, bool) {
	if !kinds.has(t) {
		actual := t.Kind
		if t.Kind == placement.TargetDeployer {
			actual = cmp.Or(t.DeployerType, t.Kind)
		}
		return placement.Mismatch{Kind: MismatchDeployerType, Found: actual, Present: true, Wanted: kinds.wanted}, true
	}
	if mismatch, failed := selector.Mismatch(placement.MismatchLabel, t.Labels); failed {
		mismatch.Field = "targetLabels"
		return mismatch, true
	}
	if len(p.req.Targets) > 0 && !references.match(t) {
		return placement.Mismatch{Kind: placement.MismatchClusterName, Field: "targets"}, true
	}
	return placement.Mismatch{}, false
}

// advisors are the advisors of the rule that are not ignored and that the function accepts.
func (p *pass) advisors(take func(*Advisor) bool) []panelist {
	panel := make([]panelist, 0, len(p.req.Advisors))
	for i := range p.req.Advisors {
		if a := &p.req.Advisors[i]; !p.ignored[a.Name] && take(a) {
			panel = append(panel, panelist{Advisor: a, ask: p.answerer.Answer})
		}
	}
	return panel
}

// maxWarnings limits the warnings of a decision, because advisors may add new ones in every round.
const maxWarnings = 100

// warn adds a warning once, even if several rounds have it.
func (p *pass) warn(text string) {
	if len(p.warned) > maxWarnings || p.warned[text] {
		return
	}
	p.warned[text] = true
	if len(p.warned) > maxWarnings {
		text = "there are more warnings; only the first of them are shown"
	}
	p.result.Warnings = append(p.result.Warnings, text)
}

func (p *pass) reject(key, stage string, mismatch placement.Mismatch) {
	p.result.Rejected = append(p.result.Rejected, placement.Rejection{
		Cluster: key, Stage: stage, Mismatches: p.arena.Keep(mismatch),
	})
}

func (p *pass) decidedCandidate(c *candidate) placement.Candidate {
	if p.outcome == OutcomePrevious {
		return placement.Candidate{Cluster: c.key, Reason: "kept from before: an advisor did not answer"}
	}
	reason := fmt.Sprintf("decided in round %d with rating %s", len(p.result.Rounds)-1, placement.FormatHundredths(c.rating))
	if len(p.outvoted) == 0 {
		reason = "no candidate was eliminated" // Whatever its rating is, it makes no difference.
	}
	return placement.Candidate{Cluster: c.key, Score: c.rating, Reason: reason}
}

// keepPrevious keeps the previous decisions that are still candidates and that no predicate vetoes. It returns an error if
// there are none, or if a predicate fails that must not fail.
func (p *pass) keepPrevious(failed *failure) error {
	if err := p.start(); err != nil {
		return err
	}
	// Only the predicates that answer can veto.
	var panel []panelist
	var answers []Answer
	for _, a := range p.advisors(func(a *Advisor) bool { return a.Type == Predicate && a.Name != failed.advisor.Name }) {
		answer, alsoFailed := p.askOne(&a)
		if err := placement.Interrupted(p.ctx, 0); err != nil {
			return err
		}
		switch {
		case alsoFailed == nil:
			panel, answers = append(panel, a), append(answers, answer)
		case alsoFailed.severity() > failed.severity():
			return alsoFailed
		}
	}
	p.setPanel(panel)
	for k := range answers {
		p.apply(k, answers[k].Recommendations)
	}
	kept := map[*candidate]bool{}
	slices.SortFunc(p.line, byKey)
	for _, c := range p.line {
		if c.isPrior && c.vetoes == 0 && (p.req.Replicas == nil || len(kept) < int(*p.req.Replicas)) {
			kept[c] = true
		}
	}
	if len(kept) == 0 {
		return failed
	}
	p.end(func(c *candidate) bool { return kept[c] })
	p.outcome = OutcomePrevious
	p.warnings = append(p.warnings, "the previous decisions were kept: "+failed.Error())
	return nil
}
