// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff_test

import (
	"fmt"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
)

// benchResult is a pass of the benchmark fleet, in which about half of the clusters are candidates and a tenth is chosen: two
// scores vary, and three kinds of mismatch keep the others out. Shift moves the scores.
func benchResult(clusters, shift int) placement.Result {
	r := placement.Result{Dialect: placement.DialectOCM, Prioritizers: []placement.Prioritizer{
		{Name: "Steady", Weight: 1}, {Name: "Balance", Weight: 1}, {Name: "ResourceAllocatableCPU",
			Kind: placement.ScoreResource, Weight: 2},
		{Name: "AddOn/usage/cpuratio", Weight: 3},
	}}
	var candidates []placement.Candidate
	for i := range clusters {
		name := fmt.Sprintf("cluster-%06d", i)
		switch {
		case i%3 == 2:
			r.Rejected = append(r.Rejected, placement.Rejection{Cluster: name, Stage: "Predicate", Mismatches: []placement.Mismatch{
				{Kind: placement.MismatchLabel},
			}})
		case i%4 == 3:
			r.Rejected = append(r.Rejected, placement.Rejection{Cluster: name, Stage: "Predicate", Mismatches: []placement.Mismatch{
				{Kind: placement.MismatchClaim},
			}})
		case i%25 == 7:
			r.Rejected = append(r.Rejected, placement.Rejection{Cluster: name, Stage: "TaintToleration", Mismatches: []placement.Mismatch{
				{Kind: placement.MismatchTaint},
			}})
		default:
			// Multiplying by a large number scatters the scores.
			scattered := uint64(i+1) * 0x9e3779b97f4a7c15
			cpu, usage := int64(scattered>>32%201)-100, int64((scattered>>12+uint64(shift))%201)-100
			candidates = append(candidates, placement.Candidate{
				Cluster: name, Score: 100 + 2*cpu + 3*usage, Scores: lines(0, 100, cpu, usage),
			})
		}
	}
	sortByScore(candidates)
	for i := range candidates {
		if i < clusters/10 {
			r.Decisions = append(r.Decisions, placement.Decision{Candidate: candidates[i]})
		} else {
			r.NotPicked = append(r.NotPicked, candidates[i])
		}
	}
	return r
}

// eachSize runs a benchmark for fleets of growing size. Run all with
//
//	go test ./internal/placement/diff -run '^$' -bench .
func eachSize(b *testing.B, run func(b *testing.B, clusters int)) {
	for _, clusters := range []int{1000, 10_000, 20_000, 100_000} {
		b.Run(fmt.Sprint(clusters), func(b *testing.B) {
			b.ReportAllocs()
			run(b, clusters)
		})
	}
}

// BenchmarkEncode makes an encoded pass of a result.
func BenchmarkEncode(b *testing.B) {
	eachSize(b, func(b *testing.B, clusters int) {
		result := benchResult(clusters, 0)
		size := 0
		for b.Loop() {
			size = len(diff.PassOf(&result).Encode())
		}
		b.ReportMetric(float64(size), "bytes")
	})
}

// BenchmarkCompare decodes a pass and compares a later one with it, in which every score has changed.
func BenchmarkCompare(b *testing.B) {
	eachSize(b, func(b *testing.B, clusters int) {
		before, after := benchResult(clusters, 0), benchResult(clusters, 50)
		encoded := diff.PassOf(&before).Encode()
		moves := 0
		for b.Loop() {
			pass, err := diff.DecodePass(encoded)
			if err != nil {
				b.Fatal(err)
			}
			changes := diff.Compare(pass, &after, false)
			moves = len(changes.Joined) + len(changes.Left)
		}
		b.ReportMetric(float64(moves), "moves")
	})
}
