// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
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

// cluster is what a strategy looks at, and what it decides.
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
	// positions are those of the clusters, before any of them left.
	positions map[string]int32
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
	// stays says that clusters which are no longer chosen are not part of the passes of Open Cluster Management. There, they
	// are reported as removed at once.
	stays bool
	// ocmStrategy is that of a pass of Open Cluster Management if its groups are numbered anew; nil otherwise. Indexes are those
	// of the groups before.
	ocmStrategy *ocm.Strategy
	indexes     []int

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

// newStrategyPass has the chosen clusters and those that have a status.
func newStrategyPass(r *Request) (*strategyPass, error) {
	p := &strategyPass{
		strategy: &r.Strategy, groups: r.groups(), number: r.NumberOfClusters, now: r.Now,
	}
	names := make([]string, 0, len(r.ClusterStatus))
	for _, g := range p.groups {
		names = append(names, g.Clusters...)
	}
	chosen := len(names)
	for name := range r.ClusterStatus {
		names = append(names, name)
	}
	p.add(names, chosen, r.Fleet)
	var err error
	p.waves, err = p.fresh()
	return p, err
}

// add adds the clusters of these names, of which so many are chosen. The names of these are different and the first ones.
func (p *strategyPass) add(names []string, chosen int, fleet []Member) {
	p.positions = make(map[string]int32, len(names))
	for i, name := range names[:chosen] {
		p.positions[name] = int32(i)
	}
	unique := names[:chosen]
	for _, name := range names[chosen:] {
		if _, twice := p.positions[name]; !twice {
			p.positions[name] = int32(len(unique))
			unique = append(unique, name)
		}
	}
	slices.Sort(unique)
	p.clusters = make([]cluster, len(unique))
	for i, name := range unique {
		initial := int(p.positions[name])
		if initial != i {
			p.positions[name] = int32(i)
		}
		p.clusters[i] = cluster{name: name, chosen: initial < chosen}
	}
	if p.strategy.Type != rollout.TypeExternal {
		return
	}
	for i := range fleet {
		if c := p.find(fleet[i].Name); c != nil {
			c.labels = fleet[i].Labels
		}
	}
}

// find is the cluster of a name; nil if there is none.
func (p *strategyPass) find(name string) *cluster {
	if position, ok := p.position(name); ok {
		return &p.clusters[position]
	}
	return nil
}

// position is that of the cluster of a name.
func (p *strategyPass) position(name string) (position int, ok bool) {
	if p.next < len(p.clusters) && p.clusters[p.next].name == name {
		p.next++
		return p.next - 1, true
	}
	initial, ok := p.positions[name]
	if !ok {
		return 0, false
	}
	if position = int(initial); position < len(p.clusters) && p.clusters[position].name == name {
		p.next = position + 1
		return position, true
	}
	// Clusters have left since.
	return slices.BinarySearchFunc(p.clusters, name, func(c cluster, name string) int { return strings.Compare(c.name, name) })
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

func (p *strategyPass) result() *Result {
	result := &Result{Clusters: make([]Cluster, len(p.clusters)), Waves: p.waves, Breach: p.breach, NextChange: p.nextChange}
	for i := range p.clusters {
		c := &p.clusters[i]
		result.Clusters[i] = Cluster{c.name, c.outcome, ClusterProgress{Wave: c.wave, Status: c.status, Reason: c.reason}}
	}
	return result
}
