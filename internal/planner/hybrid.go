package planner

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
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
	for i := range req.Advisors {
		if err := r.answered(&req.Advisors[i], i); err != nil {
			return placement.Result{}, err
		}
	}
	req.PreviousDecisions = clusterNames(r.earlierDecisions(&inv))
	if r.Advisors == nil {
		return hybrid.Schedule(ctx, req, inv, hybrid.BuiltIn{})
	}
	return hybrid.Schedule(ctx, req, inv, r.Advisors)
}

// answered makes sure that there is an answer for an advisor.
func (r *Request) answered(a *hybrid.Advisor, index int) error {
	if _, builtIn := hybrid.BuiltIns[a.Name]; builtIn || a.Recommendations != nil || r.Advisors != nil && r.Advisors.Has(a.Name) {
		return nil
	}
	known := BuiltInAdvisors()
	found := fmt.Sprintf("%s is not a built-in advisor (%s)", excerpt.Quote(a.Name), strings.Join(known, ", "))
	suggestion := excerpt.DidYouMean(a.Name, known)
	if r.Advisors == nil {
		return &placement.Misconfiguration{
			Field: fmt.Sprintf("advisors[%d].recommendations", index),
			Message: excerpt.Sentence(found+suggestion) + " Set `recommendations` for it here. (HTTP advisors work only in " +
				"the data source.)",
		}
	}
	return &placement.Misconfiguration{
		Field: fmt.Sprintf("advisors[%d].recommendations", index),
		Message: excerpt.Sentence(found+", and the provider has no advisor of this name whose configuration is known"+suggestion) +
			" Set `recommendations`",
	}
}
