package provider

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
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
	l := rolloutLifecycle(b, b)
	data := wideRollout(10_000)
	given := object{}
	for _, group := range data["decision_groups"].(list) {
		for _, name := range group.(object)["cluster_names"].(list) {
			given[name.(string)] = "v1"
		}
	}
	statuses := data["cluster_status"]
	data["revisions"], data["cluster_status"] = given, object{}
	l.apply(l.plan(configOf(b, l.typ(), data)))
	data["revisions"] = nil
	l.apply(l.plan(configOf(b, l.typ(), data)))
	data["cluster_status"], data["now"] = statuses, "2026-08-11T12:10:00Z"
	request := func() *tfprotov6.PlanResourceChangeRequest {
		config := configOf(b, l.typ(), data)
		return &tfprotov6.PlanResourceChangeRequest{
			TypeName: l.typeName, PriorState: l.encode(l.state), ProposedNewState: l.encode(l.proposed(l.state, config)),
			Config: l.encode(config), PriorPrivate: l.private, PriorIdentity: l.identity,
		}
	}
	plan := func(b *testing.B) {
		req := request()
		b.ReportAllocs()
		for b.Loop() {
			if resp, err := l.server.PlanResourceChange(b.Context(), req); err != nil || len(resp.Diagnostics) > 0 {
				b.Fatal(err, said(resp.Diagnostics))
			}
		}
		b.ReportMetric(float64(len(req.PriorState.MsgPack)), "B/state")
	}
	b.Run("validate", func(b *testing.B) {
		req := request()
		b.ReportAllocs()
		for b.Loop() {
			if _, err := l.server.ValidateResourceConfig(b.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: l.typeName, Config: req.Config}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("step", plan)
	before := l.state
	l.apply(l.plan(configOf(b, l.typ(), data)))
	if l.state.Equal(before) {
		b.Fatal("nothing has changed")
	}
	b.Run("empty", plan)
	b.Logf("bytes of the attributes of the state: %v", l.sizesOf(l.state))
}

// sizesOf are the sizes of the attributes of a state.
func (l *lifecycle) sizesOf(state tftypes.Value) map[string]int {
	l.t.Helper()
	sizes := map[string]int{}
	for name := range l.schema.attributes {
		sizes[name] = len(l.encode(l.attribute(state, name)).MsgPack)
	}
	return sizes
}
