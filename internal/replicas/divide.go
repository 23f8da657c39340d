// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package replicas divides the replicas of a workload among the clusters that a placement has chosen. It is pure: the same
// arguments have the same answer, in any order of the clusters.
//
// Read [By.Divide] first: it makes a [Share] of every cluster, and [Divide] divides.
package replicas

import (
	"container/heap"
	"context"
	"fmt"
	"math"
	"math/bits"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Max is the largest number of replicas that is divided: the time that it takes grows with it.
const Max = 1_000_000

// Unbounded is the maximum of a cluster or a group without one.
const Unbounded = math.MaxInt64

// Share is a cluster among which replicas are divided.
type Share struct {
	Cluster string
	// Weight is in proportion to the replicas that the cluster gets. One with the weight 0 gets its minimum.
	Weight uint64
	// Group is the index of the cluster's group.
	Group int
	Range
}

// Range is how many replicas a cluster or a group gets, from Minimum to Maximum. Both are at least 0.
type Range struct{ Minimum, Maximum int64 }

// Divide divides replicas, from 0 to [Max], among clusters by Webster's method: after the minimums, each replica goes to the
// cluster with the highest quotient of weight and 2n+1, where n is what it has already, and of equal ones to the first by name. A
// group that is below its minimum comes first, and a cluster or group at its maximum gets no more. So one replica more changes
// one cluster by one. The result has the replicas of each cluster, in the order of shares; the error says which bounds leave no
// solution, or that ctx has ended.
func Divide(ctx context.Context, replicas int64, shares []Share, groups []Range) ([]int64, error) {
	d := &division{shares: shares, groups: groups, replicas: make([]int64, len(shares)), inGroup: make([]int64, len(groups))}
	members := make([][]int, len(groups))
	for i := range shares {
		s := &shares[i]
		d.add(i, s.Minimum)
		members[s.Group] = append(members[s.Group], i)
	}
	for g := range groups {
		if err := d.raise(ctx, g, members[g]); err != nil {
			return nil, err
		}
	}
	if d.total > replicas {
		return nil, fmt.Errorf("the minimums require %s", excerpt.Count(int(d.total), "replica"))
	}
	all := make([]int, len(shares))
	for i := range shares {
		all[i] = i
	}
	if err := d.give(ctx, replicas-d.total, all); err != nil {
		return nil, err
	}
	if d.total < replicas {
		return nil, fmt.Errorf("the clusters can have at most %s%s", excerpt.Count(int(d.total), "replica"), d.limits())
	}
	return d.replicas, nil
}

// division is how many replicas each cluster has, and each group, and all have together.
type division struct {
	shares            []Share
	groups            []Range
	replicas, inGroup []int64
	total             int64
}

func (d *division) add(i int, n int64) {
	d.replicas[i] += n
	d.inGroup[d.shares[i].Group] += n
	d.total += n
}

// raise gives a group its minimum.
func (d *division) raise(ctx context.Context, g int, members []int) error {
	if r := d.groups[g]; d.inGroup[g] > r.Maximum {
		return &GroupError{g, fmt.Sprintf("the minimums of its clusters require %d, which is more than its maximum %d", d.inGroup[g],
			r.Maximum)}
	}
	missing := d.groups[g].Minimum - d.inGroup[g]
	if missing <= 0 {
		return nil
	}
	if err := d.give(ctx, missing, members); err != nil {
		return err
	}
	if d.inGroup[g] < d.groups[g].Minimum {
		return &GroupError{g, fmt.Sprintf("its %s can have at most %d, which is less than its minimum %d",
			excerpt.Count(len(members), "cluster"), d.inGroup[g], d.groups[g].Minimum)}
	}
	return nil
}

// GroupError is about the bounds of one group.
type GroupError struct {
	Group int
	text  string
}

// Error says which bounds contradict each other.
func (e *GroupError) Error() string { return e.text }

// give gives replicas to some of the clusters, as long as one of them can have more.
func (d *division) give(ctx context.Context, replicas int64, among []int) error {
	next := &queue{division: d, clusters: make([]int, 0, len(among))}
	for _, i := range among {
		if d.shares[i].Weight > 0 {
			next.clusters = append(next.clusters, i)
		}
	}
	heap.Init(next)
	for step := 0; replicas > 0 && len(next.clusters) > 0; step++ {
		if err := placement.Interrupted(ctx, step); err != nil {
			return err
		}
		i := next.clusters[0]
		if d.full(i) {
			heap.Pop(next)
			continue
		}
		d.add(i, 1)
		replicas--
		heap.Fix(next, 0)
	}
	return nil
}

// full reports whether a cluster or its group has as many replicas as it can have.
func (d *division) full(i int) bool {
	s := &d.shares[i]
	return d.replicas[i] >= s.Maximum || d.inGroup[s.Group] >= d.groups[s.Group].Maximum
}

// limits says what keeps the clusters from more replicas.
func (d *division) limits() string {
	weightless := 0
	for i := range d.shares {
		if d.shares[i].Weight == 0 {
			weightless++
		}
	}
	switch {
	case len(d.shares) == 0:
		return ": no cluster is chosen"
	case weightless == 0:
		return ", by their maximums"
	}
	return fmt.Sprintf(", by their maximums and weights: %s has the weight 0 and gets its minimum",
		excerpt.Count(weightless, "cluster"))
}

// queue has the clusters that may get the next replica, as a heap: the first one gets it.
type queue struct {
	*division
	clusters []int
}

// Len is the number of clusters.
func (q *queue) Len() int { return len(q.clusters) }

// Less reports whether one cluster gets a replica before another one.
func (q *queue) Less(a, b int) bool {
	i, k := q.clusters[a], q.clusters[b]
	// Weights and replicas have limits so that each product has 128 bits: quotients are compared exactly.
	high, low := bits.Mul64(q.shares[i].Weight, uint64(2*q.replicas[k]+1))
	otherHigh, otherLow := bits.Mul64(q.shares[k].Weight, uint64(2*q.replicas[i]+1))
	if high != otherHigh || low != otherLow {
		return high > otherHigh || high == otherHigh && low > otherLow
	}
	return q.shares[i].Cluster < q.shares[k].Cluster
}

// Swap swaps two clusters.
func (q *queue) Swap(a, b int) { q.clusters[a], q.clusters[b] = q.clusters[b], q.clusters[a] }

// Push adds a cluster.
func (q *queue) Push(i any) {
	cluster, _ := i.(int)
	q.clusters = append(q.clusters, cluster)
}

// Pop removes the last cluster.
func (q *queue) Pop() any {
	last := q.clusters[len(q.clusters)-1]
	q.clusters = q.clusters[:len(q.clusters)-1]
	return last
}
