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

// pass is one decision. A pass that an advisor fails starts again without that advisor.
type pass struct {
	// ctx ends the pass early: see placement.Interrupted.
	ctx      context.Context
	req      Placement
	inv      placement.Inventory
	answerer Answerer
	// ignored are the advisors that failed and are not needed, and warnings are what was said of them.
	ignored  map[string]bool
	warnings []string
	attempt
}

// attempt is what a pass knows that starts again.
type attempt struct {
	targets []*placement.Target
	// line are the candidates that are left, in the order that decides ties. Candidates are all that ever were, by key;
	// eliminated are those that went.
	line       []*candidate
	candidates map[string]*candidate
	eliminated []Eliminated
	// panel are the advisors that are asked, question are the targets that they are asked about in this round, and answers
	// counts what they said.
	panel    []panelist
	question []*placement.Target
	answers  int
	// vetoed and wanted count the candidates of the line; see count. Unrecorded counts those whose rating the rounds do not
	// have, and recorded the ratings that the rounds after the first have.
	vetoed, wanted, unrecorded, recorded int

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
		switch {
		case a.Namespace != b.Namespace:
			return strings.Compare(a.Namespace, b.Namespace)
		case a.Name != b.Name:
			return strings.Compare(a.Name, b.Name)
		}
		return strings.Compare(a.Kind, b.Kind)
	})
	return p.findCandidates()
}

// MismatchDeployerType means that the target is not of the kind that the rule is for.
var MismatchDeployerType = &placement.MismatchKind{
	Name: "deployer type",
	Sentence: func(m *placement.Mismatch) string {
		return fmt.Sprintf("the target is of type %q; the placement is for type %q", m.Found, m.Wanted)
	},
}

// findCandidates keeps the targets of the rule's kind that match its labels and, if it names targets, one of them.
func (p *pass) findCandidates() error {
	selector, err := match.CompileSelector(p.req.TargetLabels)
	if err != nil {
		return &placement.Misconfiguration{Field: "targetLabels", Message: excerpt.Text(err.Error())}
	}
	previous := make(map[string]bool, len(p.req.PreviousDecisions))
	for _, key := range p.req.PreviousDecisions {
		previous[key] = true
	}
	ofType, wanted := p.pool()
	references := newReferences(p.req.Targets)
	for i, t := range p.targets {
		if err := placement.Interrupted(p.ctx, i); err != nil {
			return err
		}
		if !ofType(t) {
			found := t.Kind
			if t.Kind == placement.TargetDeployer {
				found = cmp.Or(t.DeployerType, t.Kind)
			}
			p.reject(t.Key(), StageCandidates, placement.Mismatch{
				Kind: MismatchDeployerType, Found: found, Present: true, Wanted: wanted,
			})
			continue
		}
		if mismatch, failed := selector.Mismatch(placement.MismatchLabel, t.Labels); failed {
			mismatch.Field = "targetLabels"
			p.reject(t.Key(), StageCandidates, mismatch)
			continue
		}
		if len(p.req.Targets) > 0 && !references.match(t) {
			p.reject(t.Key(), StageCandidates, placement.Mismatch{Kind: placement.MismatchClusterName, Field: "targets"})
			continue
		}
		c := &candidate{target: t, key: t.Key()}
		if c.before = previous[c.key]; c.before {
			c.previous = p.req.DecisionWeightOrDefault() * MaxScore
		}
		p.line = append(p.line, c)
		p.candidates[c.key] = c
	}
	for _, reference := range p.req.Targets {
		if !references.matched[reference] {
			key := (&placement.Target{Name: reference.Name, Namespace: reference.Namespace}).Key()
			p.warn(fmt.Sprintf("target %s matches nothing that the rule is for", excerpt.Quote(key)))
		}
	}
	return nil
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

// advisors are those of the rule that are not ignored and that the function takes, ready to be asked.
func (p *pass) advisors(take func(*Advisor) bool) []panelist {
	panel := make([]panelist, 0, len(p.req.Advisors))
	for i := range p.req.Advisors {
		if a := &p.req.Advisors[i]; !p.ignored[a.Name] && take(a) {
			panel = append(panel, panelist{Advisor: a, ask: p.answerer.Answer})
		}
	}
	return panel
}

// maxWarnings is how many warnings a decision has: advisors may have others in every round.
const maxWarnings = 100

// warn adds a warning once, however many rounds it comes up in.
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
		Cluster: key, Stage: stage, Mismatches: p.arena.Commit(append(p.arena.Reserve(1), mismatch)),
	})
}

// rejectRest sorts the rejections. Without a round the candidates were not looked at: nothing was asked for.
func (p *pass) rejectRest() {
	if p.outcome == OutcomeReplicasZero {
		for _, c := range p.line {
			p.result.NotPicked = append(p.result.NotPicked, placement.Candidate{
				Cluster: c.key, Reason: "no target was asked for: replicas is 0",
			})
		}
	}
	slices.SortStableFunc(p.result.Rejected, func(a, b placement.Rejection) int { return strings.Compare(a.Cluster, b.Cluster) })
}

func (p *pass) decidedCandidate(c *candidate) placement.Candidate {
	if p.outcome == OutcomePrevious {
		return placement.Candidate{Cluster: c.key, Reason: "kept from before: an advisor did not answer"}
	}
	return placement.Candidate{
		Cluster: c.key, Score: c.rating,
		Reason: fmt.Sprintf("decided in round %d with rating %s", len(p.result.Rounds)-1, placement.FormatHundredths(c.rating)),
	}
}

// keepPrevious decides on what was decided before, as far as it is still right. An error means that nothing is left of it,
// or that a predicate that must not fail cannot be passed over.
func (p *pass) keepPrevious(failed *failure) error {
	if err := p.start(); err != nil {
		return err
	}
	// Only the predicates that answer have a say.
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
		case alsoFailed.gravity() > failed.gravity():
			return alsoFailed
		}
	}
	p.seat(panel)
	for k := range answers {
		if err := p.apply(k, answers[k].Recommendations); err != nil {
			return err
		}
	}
	kept := map[*candidate]bool{}
	slices.SortFunc(p.line, byKey)
	for _, c := range p.line {
		if c.before && c.vetoes == 0 && (p.req.Replicas == nil || len(kept) < int(*p.req.Replicas)) {
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
