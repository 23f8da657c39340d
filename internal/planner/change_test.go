// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"testing"
	"time"
)

// TestHoldsAt is the table of an answer's time.
func TestHoldsAt(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 8, 11, 12, minute, 0, 0, time.UTC) }
	var never time.Time
	for _, test := range []struct {
		decided, next, now time.Time
		want               bool
	}{
		{at(1), at(5), at(1), true},
		{at(1), at(5), at(4), true},
		{at(1), at(5), at(5), false},
		{at(1), at(5), at(0), false},
		{at(1), at(5), never, false},
		{at(1), never, at(9), true},
		{at(1), never, at(0), false},
		{at(1), never, never, true},
		{never, at(5), at(1), false},
		{never, at(5), never, false},
		{never, never, at(1), true},
		{never, never, never, true},
	} {
		if got := (&State{Now: test.decided, NextChange: test.next}).holdsAt(test.now); got != test.want {
			t.Errorf("decided at %s, next change %s: holds at %s: %t", test.decided, test.next, test.now, got)
		}
	}
}
