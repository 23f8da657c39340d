// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package heap

import "testing"

// TestPercent: a small heap grows fourfold, a large one by 64 MiB, and a very large one by a quarter.
func TestPercent(t *testing.T) {
	const mib = 1 << 20
	for live, want := range map[uint64]int{0: 400, 10 * mib: 400, 16 * mib: 400, 64 * mib: 100, 160 * mib: 40,
		256 * mib: 25, 4096 * mib: 25} {
		if got := percent(live); got != want {
			t.Errorf("%d MiB: %d percent, want %d", live/mib, got, want)
		}
	}
}
