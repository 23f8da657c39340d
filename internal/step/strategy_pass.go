// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"iter"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// holds says which workload a cluster has.
type holds int8

const (
	// holdsNone: the cluster does not have the workload.
	holdsNone holds = iota
	// holdsOther: it has another revision than the one that is rolled out.
	holdsOther
	// holdsTarget: it has the revision that is rolled out.
	holdsTarget
)

// cluster is what a strategy looks at, what a rollout remembers, and what is decided.
type cluster struct {
	name string
	// labels are nil if the strategy does not look at them.
	labels map[string]string
	// chosen says that the placement has chosen the cluster.
	chosen bool
	holds  holds
	// status is the state of the workload that the cluster has, and since is when it began; zero if that is not known.
	status Status
	since  time.Time
	// statusSince is since regardless of a pause, and reported says that a status counts.
	statusSince time.Time
	reported    bool
	// started says that the cluster is known to have got its revision in this rollout, and not before.
	started bool
	// wave is the position of its wave.
	wave int
	// track is empty in a pass without a memory.
	track

	outcome Outcome
	reason  string
}

// set is the verdict of a pass.
func (c *cluster) set(outcome Outcome, reason string) { c.outcome, c.reason = outcome, reason }

// strategyPass is one pass of a strategy.
type strategyPass struct {
	strategy *rollout.Strategy
	// clusters are sorted by name.
	clusters []cluster
	// next is the position after the cluster that was found last. Clusters are mostly looked for in their order.
	next int
	// groups are those of the chosen clusters.
	groups   []placement.Group
	waves    []Wave
	number   *int
	approved approvals
	// approvalGroups are the names of the decision groups that start with an approval only.
	approvalGroups []string
	now            time.Time
	// stays says that clusters which are no longer chosen are not part of the passes of Open Cluster Management, where they are
	// reported as removed at once, and that the groups are those of the waves.
	stays bool

	// breach is why the rollout stops; empty if it goes on. BreachGroup is the decision group in which too many clusters failed; nil
	// if that is any.
	breach      string
	breachGroup *int
	// wait is what a staged update run waits for, or a decision group that asks for an approval; empty if it goes on. Held says that
	// it is such a group.
	wait       string
	held       bool
	nextChange time.Time
}

// newStrategyPass has the chosen clusters and others, which may be chosen, too.
func newStrategyPass(r *Request, others iter.Seq[string]) *strategyPass {
	p := &strategyPass{strategy: &r.Strategy, groups: r.groups(), number: r.NumberOfClusters, now: r.Now}
	chosen := r.chosen()
	names := make([]string, 0, len(chosen))
	for _, g := range p.groups {
		names = append(names, g.Clusters...)
	}
	for name := range others {
		if !chosen[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	p.clusters = lists.Map(names, func(name string) cluster { return cluster{name: name, chosen: chosen[name]} })
	if r.Strategy.Type == rollout.TypeExternal {
		for i := range r.Fleet {
			if c := p.find(r.Fleet[i].Name); c != nil {
				c.labels = r.Fleet[i].Labels
			}
		}
	}
	return p
}

// find is the cluster of a name; nil if there is none.
func (p *strategyPass) find(name string) *cluster {
	position, ok := p.next, p.next < len(p.clusters) && p.clusters[p.next].name == name
	if !ok {
		position, ok = sort.Find(len(p.clusters), func(i int) int { return strings.Compare(name, p.clusters[i].name) })
	}
	if !ok {
		return nil
	}
	p.next = position + 1
	return &p.clusters[position]
}

// some reports whether there is such a cluster.
func (p *strategyPass) some(matches func(*cluster) bool) bool {
	return lists.Find(p.clusters, matches) != nil
}

// decide decides what happens to every cluster.
func (p *strategyPass) decide() error {
	p.breach, p.breachGroup, p.wait, p.held, p.nextChange = "", nil, "", false, time.Time{}
	p.placeInWaves()
	switch p.strategy.Type {
	case rollout.TypeRollingUpdate:
		return p.rollingUpdate()
	case rollout.TypeExternal:
		p.staged()
		return nil
	}
	return p.ocm()
}

// changesAt notes a time at which the result changes without a change to the request.
func (p *strategyPass) changesAt(moment time.Time) {
	if p.nextChange.IsZero() || moment.Before(p.nextChange) {
		p.nextChange = moment
	}
}
