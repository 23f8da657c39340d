// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// upscale runs the cycles that choose further clusters. Without a topology spread constraint, one cycle chooses all of
// them. With a constraint, each cycle chooses a single cluster and the next one counts the domains again. The last cycle
// is the one that changes no binding, or two because the cluster has two bindings that can be reused.
func (p *pass) upscale(wanted int) error {
	if err := p.filter(); err != nil {
		return err
	}
	preferences, misconfigured := p.preferences()
	if misconfigured != nil {
		return misconfigured
	}
	pool := p.newPool(preferences)
	for { // ends with an error of evaluate if the pass is interrupted
		missing := wanted - len(p.scheduled) - len(p.bound)
		limit := missing // without constraints all candidates are in one class
		if len(pool.constraints) > 0 {
			limit = 1
		}
		best, err := pool.evaluate()
		if err != nil {
			return err
		}
		picked := best.pick(limit)
		changes, err := p.crossReference(picked)
		if err != nil {
			return err
		}
		p.apply(changes)
		if missing <= limit || len(changes.create)+len(changes.patch) != limit {
			return p.publishUpscale(wanted, pool, picked, changes)
		}
		if err := p.next(pool, picked[0].position, changes); err != nil {
			return err
		}
	}
}

// next prepares the next cycle. The picked cluster remains a candidate if its binding was reused and has returned to a
// state that upstream does not know.
func (p *pass) next(pool *pool, picked int32, changes changes) error {
	first := len(p.obsolete) > 0
	p.regroup(changes)
	for _, b := range changes.patch {
		if b.State == placement.BindingUnscheduled {
			return &placement.Misconfiguration{
				Field: "annotations[" + PreviousStateAnnotation + "]",
				Message: fmt.Sprintf("binding %s returns to the state Unscheduled; upstream would choose cluster %s again and again",
					b.Name, b.TargetCluster),
			}
		}
	}
	if p.selected[picked] {
		pool.choose(picked)
	}
	if first {
		pool.forgetObsolete()
	}
	return nil
}

// publishUpscale publishes what the last cycle found. Upstream does not publish what earlier cycles found.
func (p *pass) publishUpscale(wanted int, pool *pool, picked []scored, changes changes) error {
	p.rejectSpread(pool)
	pool.take(picked)
	p.notPicked = pool.rest()
	if len(picked) > 0 {
		last := p.scoredCandidate(picked[len(picked)-1])
		p.result.LastPicked = &last
	}
	slices.SortFunc(p.scheduled, byName)
	slices.SortFunc(p.bound, byName)
	return p.publish(wanted, p.notPicked, changes.create, changes.patch, p.scheduled, p.bound)
}
