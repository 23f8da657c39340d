// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package heap bounds the memory of the process by how often it is collected.
package heap

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// The process exists for one plan and reads the fleet once, so memory is traded for time: the heap grows by mostPercent of what
// is in use before it is collected. For a large fleet that would be several times its size, so the growth is limited to growth
// bytes, and to leastPercent where these are less.
const (
	mostPercent  = 400
	leastPercent = 25
	growth       = 64 << 20
)

// Tune sets how far the heap may grow until the next collection, now and after each collection.
func Tune() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(percent(live[0].Value.Uint64()))
	// An object without references lives until the next collection. One without a pointer could share its memory with another one.
	type cycle struct{ _ *cycle }
	runtime.AddCleanup(&cycle{}, func(struct{}) { Tune() }, struct{}{})
}

// percent is by how many percent the heap may grow from a number of bytes in use.
func percent(live uint64) int {
	return int(min(max(100*growth/max(live, 1), leastPercent), mostPercent))
}
