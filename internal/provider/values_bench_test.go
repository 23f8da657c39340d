// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"encoding/json"
	"os/exec"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// BenchmarkValues validates and reads a placement over 1 000 clusters as values, as a plan does.
func BenchmarkValues(b *testing.B) {
	out, err := exec.CommandContext(b.Context(), "go", "run", "../tools/benchfleet", "-clusters", "1000",
		"-form", "typed").Output()
	if err != nil {
		b.Fatal(err)
	}
	var clusters list
	if err := json.Unmarshal(out, &clusters); err != nil {
		b.Fatal(err)
	}
	server := providertest.NewServer()
	providertest.ConfigureWith(b, server, nil)
	config := providertest.Config(b, providertest.PlacementType(),
		object{"clusters": clusters, "ocm": object{"number_of_clusters": int64(100)}})
	encoded, err := tfprotov6.NewDynamicValue(config.Type(), config)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("validate", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := server.ValidateDataResourceConfig(b.Context(), &tfprotov6.ValidateDataResourceConfigRequest{
				TypeName: "multicluster_placement", Config: &encoded,
			}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			resp, err := server.ReadDataSource(b.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: "multicluster_placement",
				Config: &encoded})
			if err != nil || len(resp.Diagnostics) > 0 {
				b.Fatal(err, resp.Diagnostics)
			}
		}
	})
}
