// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"cmp"
	"fmt"
	"strings"
)

// The blocks of a progress bar. All have the same width in a monospaced font.
const (
	blockDone    = "█"
	blockActive  = "▒"
	blockFailed  = "!"
	blockWaiting = "░"
)

// barWidth is the number of blocks of a progress bar.
const barWidth = 12

// bar is a progress bar, and how many clusters are done. A part that has a cluster has a block.
func (c *count) bar() string {
	blocks := []string{blockDone, blockActive, blockFailed, blockWaiting}
	parts := shares([]int{c.of[Done], c.inProgress(), c.of[Failed], c.waiting()}, barWidth)
	var bar strings.Builder
	for i, n := range parts {
		bar.WriteString(strings.Repeat(blocks[i], n))
	}
	if c.total == 0 {
		bar.WriteString(strings.Repeat(blockWaiting, barWidth))
	}
	return fmt.Sprintf("%s %d/%d", bar.String(), c.of[Done], c.total)
}

// shares divides size by the counts. What is not zero gets at least one; size is at least the number of the counts. If all counts
// are zero, none gets anything.
func shares(counts []int, size int) []int {
	parts, total := make([]int, len(counts)), 0
	for _, n := range counts {
		total += n
	}
	if total == 0 {
		return parts
	}
	left := size
	for i, n := range counts {
		if n > 0 {
			parts[i] = max(1, n*size/total)
			left -= parts[i]
		}
	}
	// The part that is the furthest from its share is the next to change.
	for left != 0 {
		best, step := -1, cmp.Compare(left, 0)
		for i, n := range counts {
			if n == 0 || left < 0 && parts[i] == 1 {
				continue
			}
			if best < 0 || step*(n*size-parts[i]*total) > step*(counts[best]*size-parts[best]*total) {
				best = i
			}
		}
		parts[best] += step
		left -= step
	}
	return parts
}
