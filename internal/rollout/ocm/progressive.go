// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"cmp"
	"fmt"
	"slices"
)

// progressive rolls out to the mandatory groups first. As soon as these have nothing left to do, it rolls out to
// maxConcurrency of the other clusters at a time.
func (p *pass) progressive(config Progressive) error {
	var err error
	if p.deadline, err = parseDeadline(config.ProgressDeadline); err != nil {
		return mistake("progressive.progressDeadline", err)
	}
	p.soak = config.MinSuccessTime.Duration
	// The failures of mandatory groups count as well, so the percentage is one of all clusters.
	_, total := p.owners(p.visible())
	maxFailures, err := sizeOf(config.MaxFailures, total, 0)
	if err != nil {
		return mistake("progressive.maxFailures", fmt.Errorf("failed to parse the provided maxFailures: %w", err))
	}
	if p.mandatory() {
		return nil
	}
	rest, n := p.owners(p.rest())
	size, err := sizeOf(config.MaxConcurrency, n, n)
	if err != nil {
		return mistake("progressive.maxConcurrency", fmt.Errorf("failed to parse the provided maxConcurrency: %w", err))
	}
	p.perCluster(rest, size, maxFailures)
	return nil
}

// perCluster walks through all clusters with a status by name, and then through the clusters of groups without one, by name
// as well. The list of clusters to roll out is complete when it has size entries, at which point it returns at once: later
// statuses are not considered, not even their failures. Every unfinished cluster takes a place: one that is Failed until its
// deadline, one that is Succeeded until minSuccessTime is over. Owners are the groups of clusters to start.
func (p *pass) perCluster(owners []*group, size, maxFailures int) {
	p.blocked = Reason{Kind: ReasonConcurrency, Limit: size}
	p.result.Rollout = slices.Grow(p.result.Rollout, size)
	slices.SortStableFunc(p.current, func(a, b current) int { return cmp.Compare(a.id, b.id) })
	started := make([]bool, len(p.names))
	failures := 0
	for _, current := range p.current {
		status := current.get()
		if status.Cluster == "" {
			continue
		}
		started[current.id] = true
		if !p.result.MaxFailureBreach || status.Status != ToApply {
			p.evaluate(current.id, &status)
		}
		if status.failed() {
			failures++
			p.result.MaxFailureBreach = failures > maxFailures
		}
		if p.full(size) {
			return
		}
	}
	if p.result.MaxFailureBreach {
		p.blocked = Reason{Kind: ReasonMaxFailures, Limit: maxFailures, Count: failures}
		return
	}
	for id, group := range owners {
		if group == nil || started[id] {
			continue
		}
		if p.start(int32(id), group); p.full(size) {
			return
		}
	}
}

// full reports whether the rollout has its size.
func (p *pass) full(size int) bool {
	p.blocked.Count = len(p.result.Rollout)
	return p.blocked.Count >= size
}
