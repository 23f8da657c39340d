// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
)

// Again decides a request whose placement and fleet were checked before, as [Decide] does, but without a look at what they
// probably do not mean, and without moves: it is what a simulation runs many times. A placement that is not satisfied is an
// answer. So is a misconfigured one: what it says is Answer.Misconfigured. Findings are errors; there is no answer then.
func Again(ctx context.Context, r *Request) (*Answer, Findings) {
	inv := r.collect(cmp.Or(r.Now, epoch))
	answer, err := r.pass(ctx, &inv)
	var misconfigured *placement.Misconfiguration
	switch {
	case errors.As(err, &misconfigured):
		answer.Misconfigured = r.scheduleError(err).Text
		return answer, nil
	case err != nil:
		return nil, Findings{r.scheduleError(err)}
	}
	if untimed := r.untimed(answer); untimed != nil {
		return nil, untimed
	}
	return answer, nil
}

// Earlier are the decisions from before a pass, as the request, its manifests or its hub have them; nil if nothing tells what was
// decided, and empty if nothing was.
func (a *Answer) Earlier() []PreviousDecision { return a.earlier }

// AsPredecessor is the answer as that from before another pass.
func (a *Answer) AsPredecessor() *Predecessor {
	return &Predecessor{Clusters: a.Result.ClusterNames(), Known: diff.PassOf(&a.Result), Slices: a.Result.PlacementDecisions}
}

// AsPrior are the decisions of the answer as those from before the next pass, once they are rolled out.
func (a *Answer) AsPrior() Prior {
	prior := Prior{InForce: true, PreviousDecisions: []PreviousDecision{}}
	if a.request.KubeFleet != nil {
		policy := *a.request.KubeFleet
		policy.SetDefaults()
		prior.Policy = &policy
	}
	for _, d := range a.Decisions() {
		previous := PreviousDecision{ClusterName: d.ClusterName, Reason: d.Reason}
		previous.Score, _ = d.Score.Float64() // Without a score it is 0.
		if d.Binding != nil {
			binding := *d.Binding
			binding.State = placement.BindingBound
			previous.Binding = &binding
		}
		prior.PreviousDecisions = append(prior.PreviousDecisions, previous)
	}
	return prior
}

// Without are the earlier decisions without those for some clusters.
func (p Prior) Without(isOut func(cluster string) bool) Prior {
	p.PreviousDecisions = slices.DeleteFunc(slices.Clone(p.PreviousDecisions), func(d PreviousDecision) bool {
		return isOut(d.ClusterName)
	})
	return p
}
