// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// BenchmarkClusterResource plans a cluster with 6 labels, 4 claims, 2 taints and 4 quantities as Terraform does, for the
// first time and again:
//
//	go test -run '^$' -bench ClusterResource ./internal/provider
func BenchmarkClusterResource(b *testing.B) {
	l := providertest.NewResource(b, b, "multicluster_cluster")
	labels, claims := object{}, object{}
	for i := range 6 {
		labels[fmt.Sprint("label-", i)] = "value"
	}
	for i := range 4 {
		claims[fmt.Sprint("claim-", i)] = "value"
	}
	taint := object{"key": "gpu", "value": "true", "effect": "PreferNoSelect", "time_added": "2026-08-01T00:00:00Z"}
	amounts := object{"cpu": "10", "memory": "10Gi"}
	config := providertest.Config(b, l.Type(), object{
		"name": "eu-1", "labels": labels, "claims": claims, "taints": list{taint, taint}, "allocatable": amounts, "capacity": amounts,
	})
	encoded := l.Encode(config)
	null := l.Encode(tftypes.NewValue(l.Type(), nil))
	validate := func() {
		if _, err := l.Server.ValidateResourceConfig(l.Ctx, &tfprotov6.ValidateResourceConfigRequest{TypeName: l.TypeName,
			Config: encoded}); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("first plan", func(b *testing.B) {
		for b.Loop() {
			validate()
			validate()
			if _, err := l.Server.PlanResourceChange(l.Ctx, &tfprotov6.PlanResourceChangeRequest{
				TypeName: l.TypeName, PriorState: null, ProposedNewState: encoded, Config: encoded,
			}); err != nil {
				b.Fatal(err)
			}
		}
	})
	l.Apply(l.Plan(config))
	state, proposed := l.Encode(l.State), l.Encode(l.Proposed(l.State, config))
	b.Run("second plan", func(b *testing.B) {
		for b.Loop() {
			validate()
			validate()
			if _, err := l.Server.ReadResource(l.Ctx, &tfprotov6.ReadResourceRequest{
				TypeName: l.TypeName, CurrentState: state, Private: l.Private, CurrentIdentity: l.Identity,
			}); err != nil {
				b.Fatal(err)
			}
			if _, err := l.Server.PlanResourceChange(l.Ctx, &tfprotov6.PlanResourceChangeRequest{
				TypeName: l.TypeName, PriorState: state, ProposedNewState: proposed, Config: encoded, PriorPrivate: l.Private,
				PriorIdentity: l.Identity,
			}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
