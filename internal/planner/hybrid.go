// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

var ofHybrid = dialect{
	targets:   true,
	published: Published{Contradiction: slicesContradict},
	scale:     100, // The ratings of a hybrid decision are in hundredths.
	validate: func(r *Request) field.ErrorList {
		return append(below(field.NewPath(string(placement.DialectHybrid)), r.Hybrid.Validate()), r.ValidateTargets()...)
	},
	schedule: scheduleHybrid,
	earlier:  earlierHybrid,
	depends: func(_ context.Context, a *Answer) (placement.Dependence, error) {
		isAsked := func(advisor string) bool { return a.request.Advisors != nil && a.request.Advisors.Has(advisor) }
		return hybrid.DependenceOf(a.request.Hybrid, &a.Result, isAsked), nil
	},
}

// prefersTargets reports whether of a cluster and another target of one key the target is meant.
func (r *Request) prefersTargets() bool {
	return r.Hybrid != nil && !r.Hybrid.DeployerType.HasClusters()
}

// scheduleHybrid runs the rounds, with the previous decisions and those that the manifests have of the rule.
func scheduleHybrid(
	ctx context.Context, r *Request, inv placement.Inventory, prior []PreviousDecision,
) (placement.Result, error) {
	req := hybrid.Placement{Name: r.Name, Namespace: r.Namespace, DecisionStrategy: r.DecisionStrategy, Spec: *r.Hybrid}
	var err error
	if req.Advisors, req.Recorded, err = r.answered(); err != nil {
		return placement.Result{}, err
	}
	req.PreviousDecisions = clusterNames(prior)
	if r.Advisors == nil {
		return hybrid.Schedule(ctx, req, inv, hybrid.BuiltIn{})
	}
	return hybrid.Schedule(ctx, req, inv, r.Advisors)
}

// earlierHybrid are the decisions in the status of the PlacementRule.
func earlierHybrid(r *Request, _ *placement.Inventory) (prior []PreviousDecision, ok bool) {
	rule := r.rule()
	if rule == nil || len(rule.Decisions) == 0 {
		return nil, false
	}
	return namedDecisions(rule.Decisions), true
}

// named are decisions in which the key of a cluster is its name, as in the fleet: a hub of hybrid may have the cluster in a
// namespace of its name. Another target of this namespace and name keeps its key.
func (r *Request) named(inv *placement.Inventory, decisions []PreviousDecision) []PreviousDecision {
	if r.Hybrid == nil || len(decisions) == 0 {
		return decisions
	}
	targets := lists.Set(inv.Targets, func(t placement.Target) string { return t.Key() })
	previousDecisions := slices.Clone(decisions)
	for i := range previousDecisions {
		if name, ok := placement.NameOfKey(previousDecisions[i].ClusterName); ok && !targets[previousDecisions[i].ClusterName] {
			previousDecisions[i].ClusterName = name
		}
	}
	return previousDecisions
}

// isAnswered finds an advisor without an answer: neither is it built in, nor has the status of the rule its recommendations.
func (r *Request) isAnswered(rule *apiobject.PlacementRule) error {
	if r.Hybrid == nil {
		return nil
	}
	for i := range r.Hybrid.Advisors {
		a := &r.Hybrid.Advisors[i]
		if isBuiltIn(a) || rule != nil && rule.Recommendations[a.Name] != nil {
			continue
		}
		return fmt.Errorf("the status of the PlacementRule has no recommendations of the advisor %s, and the provider cannot "+
			"answer for it",
			excerpt.Quote(a.Name))
	}
	return nil
}

// isBuiltIn reports whether the provider can answer for an advisor.
func isBuiltIn(a *hybrid.Advisor) bool {
	_, isKnown := hybrid.BuiltIns[a.Name]
	return isKnown && a.Missing() == ""
}

// rule is what the manifests or the hub have of the PlacementRule; nil if they do not have it.
func (r *Request) rule() *apiobject.PlacementRule {
	return lists.Find(r.Manifests.PlacementRules, func(p *apiobject.PlacementRule) bool { return r.Is(p.Namespace, p.Name) })
}

// answered are the advisors of the rule, with the recommendations in the status of the rule for those that nothing else answers
// for. If any are used, it returns what the status has of the decision as well. An advisor without an answer is a
// *placement.Misconfiguration.
func (r *Request) answered() ([]hybrid.Advisor, *hybrid.Recorded, error) {
	advisors, rule := slices.Clone(r.Hybrid.Advisors), r.rule()
	var recorded *hybrid.Recorded
	for i := range advisors {
		a := &advisors[i]
		if a.Recommendations != nil || r.Advisors != nil && r.Advisors.Has(a.Name) || isBuiltIn(a) {
			continue
		}
		if rule == nil || rule.Recommendations[a.Name] == nil {
			return nil, nil, &placement.Misconfiguration{
				Field: fmt.Sprintf("advisors[%d].recommendations", i), Message: excerpt.Sentence(r.unanswered(a, rule != nil)) + r.remedy(a),
			}
		}
		a.Recommendations = rule.Recommendations[a.Name]
		recorded = &hybrid.Recorded{
			Candidates: rule.Candidates, Eliminators: rule.Eliminators,
			Continues: !r.IsGiven() && !rule.Outdated && rule.Spec != nil && rule.Spec.SameObject(r.Hybrid),
		}
	}
	return advisors, recorded, nil
}

// unanswered says why there is no answer of an advisor.
func (r *Request) unanswered(a *hybrid.Advisor, hasRule bool) string {
	known := hybrid.BuiltInAdvisors()
	text := fmt.Sprintf("%s is not a built-in advisor (%s)", excerpt.Quote(a.Name), strings.Join(known, ", "))
	missing := a.Missing()
	if missing != "" {
		text = fmt.Sprintf("the built-in advisor %s needs %s, which is not set", excerpt.Quote(a.Name), missing)
	}
	if r.Advisors != nil {
		text += ", and the provider has no advisor of this name whose configuration is known"
	}
	if hasRule {
		text += ", and the status of the PlacementRule has no recommendations of it"
	}
	if missing == "" {
		text += excerpt.DidYouMean(a.Name, known)
	}
	return text
}

// remedy says how to give an advisor its answer.
func (r *Request) remedy(a *hybrid.Advisor) string {
	text := " Set `recommendations` for it"
	if missing := a.Missing(); missing != "" {
		text = " Set it, or set `recommendations`"
	}
	if slices.Contains(r.Unasked, a.Name) {
		text += ". (The provider's advisor of this name is not asked: HTTP advisors work only in the data source.)"
	}
	return text
}
