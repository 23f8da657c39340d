package provider

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// BenchmarkClusterResource plans a cluster with 6 labels, 4 claims, 2 taints and 4 quantities as Terraform does, for the
// first time and again:
//
//	go test -run '^$' -bench ClusterResource ./internal/provider
func BenchmarkClusterResource(b *testing.B) {
	l := newLifecycle(b, b, "multicluster_cluster")
	labels, claims := object{}, object{}
	for i := range 6 {
		labels[fmt.Sprint("label-", i)] = "value"
	}
	for i := range 4 {
		claims[fmt.Sprint("claim-", i)] = "value"
	}
	taint := object{"key": "gpu", "value": "true", "effect": "PreferNoSelect", "time_added": "2026-08-01T00:00:00Z"}
	amounts := object{"cpu": "10", "memory": "10Gi"}
	config := configOf(b, l.typ(), object{
		"name": "eu-1", "labels": labels, "claims": claims, "taints": list{taint, taint}, "allocatable": amounts, "capacity": amounts,
	})
	encoded := l.encode(config)
	null := l.encode(tftypes.NewValue(l.typ(), nil))
	validate := func() {
		if _, err := l.server.ValidateResourceConfig(l.ctx, &tfprotov6.ValidateResourceConfigRequest{TypeName: l.typeName, Config: encoded}); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("first plan", func(b *testing.B) {
		for b.Loop() {
			validate()
			validate()
			if _, err := l.server.PlanResourceChange(l.ctx, &tfprotov6.PlanResourceChangeRequest{
				TypeName: l.typeName, PriorState: null, ProposedNewState: encoded, Config: encoded,
			}); err != nil {
				b.Fatal(err)
			}
		}
	})
	l.apply(l.plan(config))
	state, proposed := l.encode(l.state), l.encode(l.proposed(l.state, config))
	b.Run("second plan", func(b *testing.B) {
		for b.Loop() {
			validate()
			validate()
			if _, err := l.server.ReadResource(l.ctx, &tfprotov6.ReadResourceRequest{
				TypeName: l.typeName, CurrentState: state, Private: l.private, CurrentIdentity: l.identity,
			}); err != nil {
				b.Fatal(err)
			}
			if _, err := l.server.PlanResourceChange(l.ctx, &tfprotov6.PlanResourceChangeRequest{
				TypeName: l.typeName, PriorState: state, ProposedNewState: proposed, Config: encoded, PriorPrivate: l.private, PriorIdentity: l.identity,
			}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
