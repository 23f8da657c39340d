package provider

import (
	"testing"

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
	p.expect(t, false, "a leaves: taint k:NoSelect is no longer tolerated")
	l.apply(p)
	l.settled(later)
}
