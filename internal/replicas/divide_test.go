// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package replicas_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/replicas"
)

// problem is a number of replicas with clusters and groups.
type problem struct {
	replicas int64
	shares   []replicas.Share
	groups   []replicas.Range
}

func drawRange(t *rapid.T, label string, most int64) replicas.Range {
	r := replicas.Range{Maximum: replicas.Unbounded}
	if rapid.IntRange(0, 2).Draw(t, label+" has a minimum") == 0 {
		r.Minimum = rapid.Int64Range(0, most).Draw(t, label+" minimum")
	}
	if rapid.Bool().Draw(t, label+" has a maximum") {
		r.Maximum = r.Minimum + rapid.Int64Range(0, most).Draw(t, label+" maximum")
	}
	return r
}

// drawProblem draws a problem that is small enough to try every solution. Weights are often equal or in simple proportions, so
// that quotients tie.
func drawProblem(t *rapid.T) problem {
	p := problem{replicas: rapid.Int64Range(0, 9).Draw(t, "replicas")}
	for i := range rapid.IntRange(1, 3).Draw(t, "groups") {
		p.groups = append(p.groups, drawRange(t, fmt.Sprint("group ", i), 4))
	}
	for i := range rapid.IntRange(0, 4).Draw(t, "clusters") {
		p.shares = append(p.shares, replicas.Share{
			Cluster: fmt.Sprintf("c%d", i), Weight: rapid.Uint64Range(0, 6).Draw(t, "weight"),
			Group: rapid.IntRange(0, len(p.groups)-1).Draw(t, "group"), Range: drawRange(t, fmt.Sprint("cluster ", i), 3),
		})
	}
	return p
}

func (p *problem) divide(t *rapid.T) ([]int64, error) {
	return replicas.Divide(t.Context(), p.replicas, p.shares, p.groups)
}

// allows reports whether a solution keeps the bounds.
func (p *problem) allows(of []int64) bool {
	inGroup := make([]int64, len(p.groups))
	for i, n := range of {
		s := &p.shares[i]
		if n < s.Minimum || n > s.Maximum || s.Weight == 0 && n > s.Minimum {
			return false
		}
		inGroup[s.Group] += n
	}
	for g, n := range inGroup {
		if n < p.groups[g].Minimum || n > p.groups[g].Maximum {
			return false
		}
	}
	return true
}

// cost is what Webster's method minimizes: the sum of n²/weight.
func (p *problem) cost(of []int64) *big.Rat {
	sum := new(big.Rat)
	for i, n := range of {
		if w := p.shares[i].Weight; w > 0 {
			sum.Add(sum, big.NewRat(n*n, int64(w)))
		}
	}
	return sum
}

// best tries every solution: the cheapest, and of equal ones the one that gives the first clusters the most. It is nil if none
// keeps the bounds.
func (p *problem) best() (best []int64) {
	var try func(of []int64, left int64)
	try = func(of []int64, left int64) {
		if len(of) == len(p.shares) {
			if left > 0 || !p.allows(of) {
				return
			}
			order := -1
			if best != nil {
				if order = p.cost(of).Cmp(p.cost(best)); order == 0 {
					order = slices.Compare(best, of)
				}
			}
			if order < 0 {
				best = slices.Clone(of)
			}
			return
		}
		for n := range left + 1 {
			try(append(slices.Clone(of), n), left-n)
		}
	}
	try([]int64{}, p.replicas)
	return best
}

// TestBruteForce compares with every possible solution: the sum, the bounds, the proportions and the ties by name, and that there
// is an error only if no solution keeps the bounds.
func TestBruteForce(t *testing.T) {
	solved := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		got, err := p.divide(t)
		want := p.best()
		if err != nil {
			got = nil
		} else {
			solved++
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("-want +got:\n%s%v", diff, err)
		}
	})
	if solved == 0 {
		t.Error("no problem had a solution")
	}
}

// TestMonotony: one replica more is one more for one cluster, and none less for any.
func TestMonotony(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		before, err := p.divide(t)
		p.replicas++
		after, errAfter := p.divide(t)
		if err != nil || errAfter != nil {
			return
		}
		more := 0
		for i := range after {
			switch after[i] - before[i] {
			case 0:
			case 1:
				more++
			default:
				more = -100
			}
		}
		if more != 1 {
			t.Fatalf("%d replicas: %v, one more: %v", p.replicas-1, before, after)
		}
	})
}

// TestOrder: the order of the clusters makes no difference.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		byName := func() map[string]int64 {
			of := map[string]int64{}
			divided, _ := p.divide(t)
			for i, n := range divided {
				of[p.shares[i].Cluster] = n
			}
			return of
		}
		want := byName()
		p.shares = rapid.Permutation(p.shares).Draw(t, "shuffled")
		if diff := cmp.Diff(want, byName()); diff != "" {
			t.Fatalf("-want +got:\n%s", diff)
		}
	})
}

// TestSainteLague divides the seats of a published example of Webster's method (Sainte-Laguë): 7 seats for 53000, 24000 and 23000
// votes.
func TestSainteLague(t *testing.T) {
	unbounded := replicas.Range{Maximum: replicas.Unbounded}
	shares := []replicas.Share{
		{Cluster: "a", Weight: 53000, Range: unbounded}, {Cluster: "b", Weight: 24000, Range: unbounded},
		{Cluster: "c", Weight: 23000, Range: unbounded},
	}
	got, err := replicas.Divide(t.Context(), 7, shares, []replicas.Range{unbounded})
	if diff := cmp.Diff([]int64{3, 2, 2}, got); diff != "" || err != nil {
		t.Errorf("-want +got:\n%s%v", diff, err)
	}
}

// TestLargest divides the most replicas by the largest weights, and ends when it is interrupted.
func TestLargest(t *testing.T) {
	unbounded := replicas.Range{Maximum: replicas.Unbounded}
	var shares []replicas.Share
	for i := range 1000 {
		shares = append(shares, replicas.Share{Cluster: fmt.Sprintf("c%03d", i), Weight: 9e18, Range: unbounded})
	}
	got, err := replicas.Divide(t.Context(), replicas.Max, shares, []replicas.Range{unbounded})
	if err != nil || slices.Min(got) != replicas.Max/1000 || slices.Max(got) != replicas.Max/1000 {
		t.Errorf("%v %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := replicas.Divide(ctx, 1, shares, []replicas.Range{unbounded}); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted division ends with %v", err)
	}
}

// TestNoSolution says which bounds leave none.
func TestNoSolution(t *testing.T) {
	type shares = []replicas.Share
	open := replicas.Range{Maximum: replicas.Unbounded}
	for says, p := range map[string]problem{
		"the minimums require 3 replicas": {2, shares{{Cluster: "a", Range: replicas.Range{Minimum: 3, Maximum: 9}}},
			[]replicas.Range{open}},
		"at most 3 replicas, by their maximums": {4, shares{{Cluster: "a", Weight: 1, Range: replicas.Range{Maximum: 3}}},
			[]replicas.Range{open}},
		"1 cluster has the weight 0 and gets its minimum": {4, shares{{Cluster: "a", Range: open}}, []replicas.Range{open}},
		"no cluster is chosen":                            {1, nil, nil},
		"require 3, which is more than its maximum 2": {4, shares{{Cluster: "a", Range: replicas.Range{Minimum: 3, Maximum: 9}}},
			[]replicas.Range{{Maximum: 2}}},
		"its 1 cluster can have at most 1, which is less than its minimum 2": {4,
			shares{{Cluster: "a", Weight: 1, Range: replicas.Range{Maximum: 1}}}, []replicas.Range{{Minimum: 2, Maximum: 9}}},
	} {
		if got, err := replicas.Divide(t.Context(), p.replicas, p.shares, p.groups); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, %v; want %q", got, err, says)
		}
	}
}

func BenchmarkDivide(b *testing.B) {
	unbounded := replicas.Range{Maximum: replicas.Unbounded}
	var shares []replicas.Share
	for i := range 10_000 {
		shares = append(shares, replicas.Share{Cluster: fmt.Sprintf("c%04d", i), Weight: uint64(1 + i%97), Range: unbounded})
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := replicas.Divide(b.Context(), 100_000, shares, []replicas.Range{unbounded}); err != nil {
			b.Fatal(err)
		}
	}
}
