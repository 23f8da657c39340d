// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestSimulationMistakes: what a hub does not have, or has twice, is one error at its line.
func TestSimulationMistakes(t *testing.T) {
	i := newImpactTest(t)
	lose := func(clusters ...any) object { return object{"lose": object{"clusters": clusters}} }
	for name, tt := range map[string]struct {
		config object
		want   []string
	}{
		"two placements of one name": {
			object{"steps": list{list{lose(i.f.Prefix + "a")}}},
			[]string{`ERROR Two placements have one name|"N/web" is a placement of ocm and one of kubefleet. Set scheduler`},
		},
		"one of them": {object{"scheduler": "ocm", "steps": list{list{lose(i.f.Prefix + "a")}}}, nil},
		"a cluster that the hub does not have": {
			object{"scheduler": "ocm", "steps": list{list{lose(i.f.Prefix + "b")}, list{lose(i.f.Prefix+"a", i.f.Prefix+"aa")}}},
			[]string{`steps[1][0].lose.clusters[1]|The fleet has no cluster "P-aa"|did you mean "P-a"?`},
		},
		"a placement that the hub does not have": {
			object{"scheduler": "kubefleet", "steps": list{list{object{"evict": object{
				"clusters": list{i.f.Prefix + "a"}, "placement": i.f.Prefix + "apo",
			}}}}}, []string{`ERROR steps[0][0].evict.placement|did you mean "P-api"?`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			const simulation = "multicluster_simulation"
			_, diags := providertest.PlanDataWith(t, onhub.Provider(i.f.Server), simulation,
				providertest.Config(t, providertest.DataSchema(simulation).Type, tt.config))
			(&impactTest{t, i.f}).says(diags, tt.want...)
		})
	}
}
