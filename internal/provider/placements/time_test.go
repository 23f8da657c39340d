// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestResourceForgetsTime decides with a time, keeps that without one on another fleet, and comes back later: an answer that has
// expired is not kept.
func TestResourceForgetsTime(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	config := func(now any, clusters ...any) tftypes.Value {
		data := providertest.TimedConfig(now)
		data["max_moves"], data["on_exceeded"] = "0", "keep"
		if clusters != nil {
			data["clusters"] = clusters
		}
		return providertest.Config(t, l.Type(), data)
	}
	l.Apply(l.Plan(config("2026-08-11T12:01:00Z")))
	away := config(nil, providertest.Cluster("a", object{}))
	l.Apply(l.Plan(away))
	l.Settled(away)
	later := config("2026-08-11T13:00:00Z")
	p := l.Plan(later)
	expect(p, t, false, "a leaves: taint k:NoSelect is no longer tolerated")
	l.Apply(p)
	l.Settled(later)
}
