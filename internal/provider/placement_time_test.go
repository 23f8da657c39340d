package provider

import (
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// TestResourceForgetsTime decides with a time, keeps that without one on another fleet, and comes back later: an answer that has
// expired is not kept.
func TestResourceForgetsTime(t *testing.T) {
	l := placementLifecycle(t, t)
	config := func(now any, clusters ...any) tftypes.Value {
		data := timedConfig(now)
		data["max_moves"], data["on_exceeded"] = "0", "keep"
		if clusters != nil {
			data["clusters"] = clusters
		}
		return configOf(t, l.typ(), data)
	}
	l.apply(l.plan(config("2026-08-11T12:01:00Z")))
	away := config(nil, cluster("a", object{}))
	l.apply(l.plan(away))
	l.settled(away)
	later := config("2026-08-11T13:00:00Z")
	p := l.plan(later)
	p.expect(t, false, "a leaves: taint k:NoSelect is not tolerated any more")
	l.apply(p)
	l.settled(later)
}

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
		if got := (&memory{Now: test.decided, NextChange: test.next}).holdsAt(test.now); got != test.want {
			t.Errorf("decided at %s, next change %s: holds at %s: %t", test.decided, test.next, test.now, got)
		}
	}
}
