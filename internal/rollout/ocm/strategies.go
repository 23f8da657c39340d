// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"cmp"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/intstr"
)

// all rolls out to every cluster at the same time. The handler ignores minSuccessTime and maxFailures here, and tolerates
// as many failures as there are clusters, so that the rollout never stops.
func (p *pass) all() {
	owners, n := p.owners(p.visible())
	p.perCluster(owners, n, n)
}

// mandatoryFirst rolls out to the mandatory groups first. As soon as these have nothing left to do, it rolls out to the other
// groups, one after the other, or to maxConcurrency of the other clusters at a time.
func (p *pass) mandatoryFirst(block *block, isPerGroup bool) error {
	p.soak = block.MinSuccessTime.Duration
	// The failures of mandatory groups count as well, so the percentage is one of all clusters.
	_, total := p.owners(p.visible())
	maxFailures, err := sizeOf(block.MaxFailures, total, 0)
	switch {
	case err != nil:
		return block.mistake("maxFailures", fmt.Errorf("failed to parse the provided maxFailures: %w", err))
	case p.mandatory():
		return nil
	case isPerGroup:
		p.blocked = p.perGroup(p.rest(), block.MaxFailures)
		return nil
	}
	rest, n := p.owners(p.rest())
	size, err := sizeOf(block.maxConcurrency, n, n)
	if err != nil {
		return block.mistake("maxConcurrency", fmt.Errorf("failed to parse the provided maxConcurrency: %w", err))
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

// mandatory rolls out the mandatory groups, one after the other, by index and not in the order of the strategy. Their failures
// are not tolerated. It reports whether this was the whole pass: some cluster is rolled out or has just timed out.
//
// The handler considers every status here: a cluster outside of the mandatory groups that is not finished ends the pass as
// well. One that was timed out before does not, even in a mandatory group.
func (p *pass) mandatory() bool {
	groups := p.groupsWith(func(g *group) bool { return g.mandatory })
	if len(groups) == 0 {
		return false
	}
	p.blockedMandatory = p.perGroup(groups, intstr.FromInt32(0))
	if len(p.result.Rollout) > 0 || len(p.result.TimedOut) > 0 {
		p.blocked = p.blockedMandatory
		if p.blocked.Kind != ReasonMaxFailures {
			p.blocked.Kind = ReasonMandatory
		}
		return true
	}
	p.result.MaxFailureBreach = false
	return false
}

// perGroup evaluates the clusters with a status in the order of the request, and then walks through the groups by index.
// All clusters of a group start together. It returns the reason why the clusters behind the last group wait.
//
// A group is the last one if clusters that have not failed are to be rolled out, or if more clusters of the group failed than
// maxFailures. The handler compares two lists that do not match, and so does this: unfinished clusters of all groups are
// counted, wherever the walk is, while a failure is subtracted only if its group was visited, and then even if it is
// timed out and not in the list. So a Failed cluster in a later group holds the next group back, and timed out clusters
// can let several groups start at once.
func (p *pass) perGroup(groups []*group, maxFailures intstr.IntOrString) Reason {
	evaluated := make([]bool, len(p.names))
	failed := make([]bool, len(p.names))
	for _, current := range p.current {
		status := current.get()
		if status.Cluster == "" || status.Status == ToApply {
			continue
		}
		p.evaluate(current.id, &status)
		evaluated[current.id], failed[current.id] = true, status.failed()
	}
	reason := Reason{Kind: ReasonGroup}
	total := 0
	for _, group := range groups {
		limit, _ := sizeOf(maxFailures, len(group.clusters), 0) // its format was checked
		failures := 0
		for _, id := range group.clusters {
			if failed[id] {
				failures++
			}
			if !evaluated[id] {
				p.start(id, group)
			}
		}
		total += failures
		reason.Group = group.index
		if failures > limit {
			p.result.MaxFailureBreach = true
			return Reason{Kind: ReasonMaxFailures, Group: group.index, Limit: limit, Count: failures, PerGroup: true}
		}
		if len(p.result.Rollout)-total > 0 {
			return reason
		}
	}
	return reason
}
