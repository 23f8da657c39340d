package diff_test

import (
	"fmt"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
)

// BenchmarkCompare compares two results of 10,000 clusters of which half change places: the 5,000 that were chosen are
// not picked any more. Run it with
//
//	go test ./internal/placement -run '^$' -bench Compare
func BenchmarkCompare(b *testing.B) {
	const fleet = 10000
	var first, second []placement.Candidate
	for i := range fleet {
		first = append(first, candidate(fmt.Sprintf("c%05d", i), int64(fleet-i), 0))
		second = append(second, candidate(fmt.Sprintf("c%05d", fleet-1-i), int64(fleet-i), 0))
	}
	r, s := ranked(fleet/2, first...), ranked(fleet/2, second...)
	before, after := r.Report(), s.Report()
	for b.Loop() {
		diff.Compare(&before, &after, false)
	}
}
