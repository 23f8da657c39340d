// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"strings"
	"testing"
	"time"

	tfprovider "github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestProviderManifests reads a placement without a fleet of its own, with everything that the provider's manifests can
// be.
func TestProviderManifests(t *testing.T) {
	cluster := providertest.ManagedClusterYAML("  x: y")
	tests := map[string]struct {
		manifests any
		// says is part of the one diagnostic; empty for a placement that is decided.
		says string
	}{
		"a fleet":            {list{cluster}, ""},
		"an unknown list":    {unknown{}, "are unknown"},
		"an unknown text":    {list{cluster, unknown{}}, "are unknown"},
		"a null text":        {list{cluster, nil}, ""},
		"none":               {nil, "There is no fleet"},
		"an empty list":      {list{}, "The fleet has no clusters"},
		"broken YAML":        {list{cluster, "a: ["}, "line 1 of manifests[1]"},
		"a cluster repeated": {list{cluster, cluster}, "already defined in document 1 of manifests[0]"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			server := providertest.NewServer()
			providertest.ConfigureWith(t, server, test.manifests)
			config := providertest.Config(t, providertest.PlacementType(), object{"ocm": object{}})
			encoded, err := tfprotov6.NewDynamicValue(config.Type(), config)
			if err != nil {
				t.Fatal(err)
			}
			read, err := server.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{
				TypeName: "multicluster_placement", Config: &encoded,
			})
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case test.says == "" && len(read.Diagnostics) > 0:
				t.Error(providertest.Shown(read.Diagnostics[0]))
			case test.says != "" && (len(read.Diagnostics) != 1 || !strings.Contains(providertest.Shown(read.Diagnostics[0]), test.says)):
				for _, d := range read.Diagnostics {
					t.Log(providertest.Shown(d))
				}
				t.Errorf("want one diagnostic that says %q", test.says)
			}
		})
	}
}

// TestServerKnowsTheTime makes sure that users get the clock and tests do not.
func TestServerKnowsTheTime(t *testing.T) {
	config := placementconfig.Config{}
	before := time.Now()
	if at := framework.InstantOf(config.Now, time.Now); at.Before(before) || at.Location() != time.UTC {
		t.Errorf("got %v", at)
	}
	config.Now = providertest.Time
	if at := framework.InstantOf(config.Now, time.Now); !at.Equal(providertest.Time) {
		t.Errorf("got %v, want the argument", at)
	}
}

// TestFleetDigest tells lists of texts apart that are the same one behind the other.
func TestFleetDigest(t *testing.T) {
	digest := func(manifests list) string {
		t.Helper()
		var described tfprovider.SchemaResponse
		p := &provider.Provider{}
		p.Schema(t.Context(), tfprovider.SchemaRequest{}, &described)
		raw := providertest.Config(t, described.Schema.Type().TerraformType(t.Context()), object{"manifests": manifests})
		var resp tfprovider.ConfigureResponse
		p.Configure(t.Context(), tfprovider.ConfigureRequest{Config: tfsdk.Config{Raw: raw, Schema: described.Schema}}, &resp)
		data, ok := resp.ResourceData.(*providerdata.Data)
		if !ok {
			t.Fatal(resp.Diagnostics)
		}
		return data.Source.Digest()
	}
	for _, other := range []list{{"a", "bc"}, {"abc"}, {"ab", "c", ""}, {"c", "ab"}} {
		if digest(list{"ab", "c"}) == digest(other) {
			t.Errorf("%q has the digest of ab, c", other)
		}
	}
}
