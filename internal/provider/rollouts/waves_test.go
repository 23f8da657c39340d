// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/rollouts"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// callWaves calls the function.
func callWaves(t *testing.T, argument any) (waves []step.Wave, mistake string) {
	t.Helper()
	value, failed := providertest.Call(t, "waves", tftypes.List{ElementType: rollouts.WaveType.TerraformType(t.Context())}, argument)
	if failed != nil {
		return nil, failed.Text
	}
	return wavesOf(value), ""
}

// wavesOf reads waves back.
func wavesOf(value tftypes.Value) []step.Wave {
	var waves []step.Wave
	(&tfvalue.Reader{}).Read(tfvalue.Of(value), &waves, nil)
	return waves
}

// TestWavesFunction has the waves of every type of a strategy.
func TestWavesFunction(t *testing.T) {
	zero, one := 0, 1
	configs := providertest.FullRollouts()
	for of, want := range map[string][]step.Wave{
		"All": {{ClusterNames: []string{"eu-1", "us-1", "us-2"}}},
		"Progressive": {
			{Name: "canary", Group: &zero, ClusterNames: []string{"eu-1"}}, {Group: &one, ClusterNames: []string{"us-1", "us-2"}},
		},
		"ProgressivePerGroup": {
			{Name: "canary", Group: &zero, ClusterNames: []string{"eu-1"}}, {Group: &one, ClusterNames: []string{"us-1", "us-2"}},
		},
		"RollingUpdate": {{ClusterNames: []string{"eu-1", "us-1"}}},
		"External":      {{Name: "canary", ClusterNames: []string{"eu-1"}}, {Name: "rest", ClusterNames: []string{"us-1"}}},
	} {
		config := configs[of]
		for _, name := range []string{"revision", "cluster_status", "approved_stages", "now"} {
			delete(config, name)
		}
		got, mistake := callWaves(t, config)
		if diff := cmp.Diff(want, got); mistake != "" || diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", of, mistake, diff)
		}
		state, diags := planRollout(t, config)
		if len(diags) > 0 {
			t.Fatal(providertest.Said(diags))
		}
		if diff := cmp.Diff(got, wavesOf(state["waves"])); diff != "" {
			t.Errorf("%s: the data source has other waves (-function +data source):\n%s", of, diff)
		}
	}
}

// TestWavesFunction_mistakes says where in the argument a mistake is.
func TestWavesFunction_mistakes(t *testing.T) {
	for name, test := range map[string]struct {
		argument any
		want     string
	}{
		"no object":    {"x", "found a string; it must be an object"},
		"no strategy":  {object{"decisions": list{}}, "strategy: the attribute must be set"},
		"no decisions": {object{"strategy": object{"type": "All"}}, "decisions: pass decisions or decision_groups of a placement"},
		"misspelt": {
			object{"strategy": progressive(object{"max_concurency": int64(1)}), "decisions": list{}},
			`strategy.progressive.max_concurency: unsupported attribute; did you mean "max_concurrency"?`,
		},
		"what a pass needs": {
			object{"strategy": object{"type": "All"}, "decisions": list{}, "cluster_status": object{}},
			"cluster_status: unsupported attribute; expected one of clusters, decision_group_names, decision_groups, decisions, manifests, " +
				"number_of_clusters, strategy",
		},
		"size": {
			object{"strategy": progressive(object{"max_concurrency": "x"}), "decisions": list{}},
			`strategy.progressive.max_concurrency: found "x": must be a number, or a percentage`,
		},
		"no fleet": {
			object{"strategy": external(nil), "decisions": decisionsOf("a")}, "Neither clusters nor manifests is set. Set one of them",
		},
		"no stage": {
			object{"strategy": external(nil), "decisions": decisionsOf("a"), "clusters": list{object{"name": "b"}}},
			`decisions[0].cluster_name: found "a": the fleet has no cluster of this name`,
		},
	} {
		if _, mistake := callWaves(t, test.argument); !strings.Contains(mistake, test.want) {
			t.Errorf("%s: got %q, want %q", name, mistake, test.want)
		}
	}
}
