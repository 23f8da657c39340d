package planner

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// Advisors are the advisors of hybrid placement rules that are asked over HTTP.
type Advisors interface {
	hybrid.Answerer
	// Has reports whether there is an advisor of a name.
	Has(name string) bool
}

// BuiltInAdvisors are the names of the advisors that need no recommendations.
func BuiltInAdvisors() []string {
	return slices.Sorted(maps.Keys(hybrid.BuiltIns))
}

// scheduleHybrid runs the rounds, with the previous decisions and those that the manifests have of the rule.
func (r *Request) scheduleHybrid(ctx context.Context, inv placement.Inventory) (placement.Result, error) {
	req := hybrid.Placement{Name: r.Name, Namespace: r.Namespace, DecisionStrategy: r.DecisionStrategy, Spec: *r.Hybrid}
	var err error
	if req.Advisors, req.Recorded, err = r.answered(); err != nil {
		return placement.Result{}, err
	}
	req.PreviousDecisions = clusterNames(r.earlierDecisions(&inv))
	if r.Advisors == nil {
		return hybrid.Schedule(ctx, req, inv, hybrid.BuiltIn{})
	}
	return hybrid.Schedule(ctx, req, inv, r.Advisors)
}

// rule is what the manifests or the hub have of the PlacementRule; nil if they do not have it.
func (r *Request) rule() *manifest.PlacementRule {
	for i := range r.Manifests.PlacementRules {
		if rule := &r.Manifests.PlacementRules[i]; r.is(rule.Namespace, rule.Name) {
			return rule
		}
	}
	return nil
}

// answered are the advisors of the rule, with the recommendations in the status of the rule for those that nothing else answers for. If any
// are used, it returns what the status has of the decision as well. An advisor without an answer is a *placement.Misconfiguration.
func (r *Request) answered() ([]hybrid.Advisor, *hybrid.Recorded, error) {
	advisors, rule := slices.Clone(r.Hybrid.Advisors), r.rule()
	var recorded *hybrid.Recorded
	for i := range advisors {
		a := &advisors[i]
		_, isBuiltIn := hybrid.BuiltIns[a.Name]
		if a.Recommendations != nil || r.Advisors != nil && r.Advisors.Has(a.Name) || isBuiltIn && a.Missing() == "" {
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
			Continues: !r.given() && !rule.Outdated && rule.Spec != nil && rule.Spec.SameObject(r.Hybrid),
		}
	}
	return advisors, recorded, nil
}

// unanswered says why there is no answer of an advisor.
func (r *Request) unanswered(a *hybrid.Advisor, hasRule bool) string {
	known := BuiltInAdvisors()
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
