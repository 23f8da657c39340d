// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

func rolloutType() tftypes.Type {
	return providertest.DataSchema("multicluster_rollout").Type
}

// planRollout plans the data source of rollouts.
func planRollout(t testing.TB, config any) (map[string]tftypes.Value, []*tfprotov6.Diagnostic) {
	t.Helper()
	return providertest.PlanData(t, "multicluster_rollout", providertest.Config(t, rolloutType(), config))
}

// TestRolloutFullConfig makes sure that the configurations that the tests below vary are right, name every argument of the
// schema, and have every cluster in exactly one output and one wave.
func TestRolloutFullConfig(t *testing.T) {
	named := map[string]bool{}
	for of, config := range providertest.FullRollouts() {
		state, diags := planRollout(t, config)
		for _, d := range diags {
			t.Errorf("%s: %s", of, providertest.Shown(d))
		}
		if state == nil {
			continue
		}
		for name := range config {
			named[name] = true
		}
		got := placeOf(t, state)
		want := []string{"eu-1", "us-1"}
		if config["decision_groups"] != nil {
			want = append(want, "us-2")
		}
		if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, want) {
			t.Errorf("%s: got %v", of, got)
		}
	}
	for name, attribute := range providertest.DataSchema("multicluster_rollout").Attributes {
		if !named[name] && !attribute.Computed {
			t.Errorf("no configuration has %s", name)
		}
	}
}

// progressOutputs are the outputs that have clusters.
var progressOutputs = []string{"to_apply", "in_progress", "succeeded", "timed_out", "removed", "waiting"}

// placeOf are the output and the reason by cluster. A cluster must be in one output only.
func placeOf(t testing.TB, state map[string]tftypes.Value) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, output := range progressOutputs {
		var clusters map[string]tftypes.Value
		if err := state[output].As(&clusters); err != nil || clusters == nil {
			t.Fatalf("%s: %s: %v", output, state[output], err)
		}
		for name, cluster := range clusters {
			var progress map[string]tftypes.Value
			var reason string
			if err := cluster.As(&progress); err != nil {
				t.Fatal(err)
			}
			if err := progress["reason"].As(&reason); err != nil {
				t.Fatal(err)
			}
			if other, twice := all[name]; twice {
				t.Errorf("%s is in %s and %s", name, output, other)
			}
			all[name] = output + ": " + reason
		}
	}
	return all
}

// TestRolloutFleet reads the fleet of the provider only for stages: a strategy of Open Cluster Management needs none.
func TestRolloutFleet(t *testing.T) {
	const manifest = `{"apiVersion":"cluster.kubernetes-fleet.io/v1beta1","kind":"MemberCluster","metadata":{"name":"a"}}`
	for name, test := range map[string]struct {
		manifests any
		strategy  object
		want      string
	}{
		"stages":           {list{manifest}, external(nil), ""},
		"an invalid fleet": {list{"["}, external(nil), "A manifest of the provider cannot be used"},
		"other hub's": {
			list{`{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster","metadata":{"name":"a"}}`},
			external(nil), "",
		},
		"another cluster": {
			list{strings.Replace(manifest, `"a"`, `"b"`, 1)}, external(nil), "the fleet has no cluster of this name",
		},
		"no stages":       {list{"["}, object{"type": "RollingUpdate"}, ""},
		"no stages, OCM":  {list{"["}, object{"type": "Progressive"}, ""},
		"no fleet at all": {nil, object{"type": "Progressive"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			server := providertest.NewServer()
			providertest.ConfigureWith(t, server, test.manifests)
			config := providertest.Config(t, rolloutType(), object{"decisions": decisionsOf("a"), "strategy": test.strategy})
			encoded, err := tfprotov6.NewDynamicValue(config.Type(), config)
			if err != nil {
				t.Fatal(err)
			}
			read, err := server.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{
				TypeName: "multicluster_rollout", Config: &encoded,
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := providertest.Said(read.Diagnostics); (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
				t.Errorf("got %s, want %q", got, test.want)
			}
		})
	}
}
