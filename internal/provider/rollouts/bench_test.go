// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// wideRollout is a rollout to so many clusters in ten groups, of which the first is done.
func wideRollout(clusters int) object {
	groups, statuses := list{}, object{}
	for g := range 10 {
		names := list{}
		for i := range clusters / 10 {
			name := fmt.Sprintf("cluster-%02d-%05d", g, i)
			names = append(names, name)
			if g == 0 {
				statuses[name] = object{"status": "Succeeded", "last_transition_time": "2026-08-11T12:01:00Z", "revision": "v2"}
			}
		}
		groups = append(groups, object{"index": int64(g), "name": "", "cluster_names": names})
	}
	return object{
		"name": "web", "revision": "v2", "decision_groups": groups, "cluster_status": statuses, "now": "2026-08-11T12:00:00Z",
		"strategy": object{"type": "Progressive", "progressive": object{"max_concurrency": "10%", "min_success_time": "5m"}},
	}
}

// BenchmarkRolloutPlan plans a rollout to 10 000 clusters: one step, and one in which nothing changes. It reports the size of the
// state.
func BenchmarkRolloutPlan(b *testing.B) {
	l := providertest.NewRollout(b, b)
	data := wideRollout(10_000)
	given := object{}
	for _, group := range data["decision_groups"].(list) {
		for _, name := range group.(object)["cluster_names"].(list) {
			given[name.(string)] = "v1"
		}
	}
	statuses := data["cluster_status"]
	data["initial_revisions"], data["cluster_status"] = given, object{}
	l.Apply(l.Plan(providertest.Config(b, l.Type(), data)))
	data["cluster_status"], data["now"] = statuses, "2026-08-11T12:10:00Z"
	request := func() *tfprotov6.PlanResourceChangeRequest {
		config := providertest.Config(b, l.Type(), data)
		return &tfprotov6.PlanResourceChangeRequest{
			TypeName: l.TypeName, PriorState: l.Encode(l.State), ProposedNewState: l.Encode(l.Proposed(l.State, config)),
			Config: l.Encode(config), PriorPrivate: l.Private, PriorIdentity: l.Identity,
		}
	}
	plan := func(b *testing.B) {
		req := request()
		b.ReportAllocs()
		for b.Loop() {
			if resp, err := l.Server.PlanResourceChange(b.Context(), req); err != nil || len(resp.Diagnostics) > 0 {
				b.Fatal(err, providertest.Said(resp.Diagnostics))
			}
		}
		b.ReportMetric(float64(len(req.PriorState.MsgPack)), "B/state")
	}
	b.Run("validate", func(b *testing.B) {
		req := request()
		b.ReportAllocs()
		for b.Loop() {
			if _, err := l.Server.ValidateResourceConfig(b.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: l.TypeName,
				Config: req.Config}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("step", plan)
	before := l.State
	l.Apply(l.Plan(providertest.Config(b, l.Type(), data)))
	if l.State.Equal(before) {
		b.Fatal("nothing has changed")
	}
	b.Run("empty", plan)
	b.Logf("bytes of the attributes of the state: %v", sizesOf(l, l.State))
}

// sizesOf are the sizes of the attributes of a state.
func sizesOf(l *providertest.Resource, state tftypes.Value) map[string]int {
	l.T.Helper()
	sizes := map[string]int{}
	for name := range l.Schema.Attributes {
		sizes[name] = len(l.Encode(l.Attribute(state, name)).MsgPack)
	}
	return sizes
}
