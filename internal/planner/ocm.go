// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

var ofOCM = dialect{
	kind:      placement.ManagedCluster,
	published: Published{Groups: true, Contradiction: slicesContradict},
	scale:     1,
	validate: func(r *Request) field.ErrorList {
		return below(field.NewPath(string(placement.DialectOCM)), specOf(r).Validate())
	},
	schedule: scheduleOCM,
	earlier:  earlierOCM,
	depends: func(_ context.Context, a *Answer) (placement.Dependence, error) {
		return ocm.DependenceOf(specOf(a.request), &a.inventory, &a.Result), nil
	},
}

// specOf is the spec of the placement. One without any dialect counts as a placement of Open Cluster Management that asks for
// nothing.
func specOf(r *Request) *ocm.Spec { return cmp.Or(r.OCM, &ocm.Spec{}) }

// allMatch is why a cluster is chosen of which the scheduler says nothing else, if all that match are. It quotes the predicates
// of Open Cluster Management, and not how many clusters match: that would change in every decision.
func (r *Request) allMatch() string {
	if r.OCM == nil || len(r.OCM.Predicates) == 0 {
		return AllChosen
	}
	alternatives := make([]string, len(r.OCM.Predicates))
	for i := range r.OCM.Predicates {
		if alternatives[i] = r.OCM.Predicates[i].RequiredClusterSelector.String(); alternatives[i] == "" {
			return AllChosen // It matches every cluster.
		}
	}
	const bytes = 256 // Every decision has it.
	return "matches " + excerpt.Line(excerpt.List(alternatives, " or "), bytes) + "; " + AllChosen
}

func scheduleOCM(ctx context.Context, r *Request, inv placement.Inventory, _ []PreviousDecision) (placement.Result, error) {
	req := ocm.Placement{
		Name: r.Name, Namespace: r.Namespace, DecisionStrategy: r.DecisionStrategy, MaxCELCost: r.MaxCELCost, Spec: *specOf(r),
	}
	result, err := ocm.Schedule(ctx, req, inv)
	if errors.Is(err, ocm.ErrCELCost) {
		err = fmt.Errorf("%w: nothing can interrupt a function. Use the data source instead, which has no such "+
			"limit, or simplify the expressions", err)
	}
	return result, err
}

// earlierOCM are the decisions of its PlacementDecisions.
func earlierOCM(r *Request, inv *placement.Inventory) (prior []PreviousDecision, ok bool) {
	own, _ := r.Own(inv.Decisions)
	for i := range own {
		prior = append(prior, namedDecisions(own[i].Clusters)...)
	}
	return prior, len(own) > 0
}
