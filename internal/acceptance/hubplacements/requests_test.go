// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// manyPlacements are placements of a kind and namespace, with a data source for each, which one process plans.
type manyPlacements struct {
	runs  []*onhub.PlacedRun
	proxy *hubtest.Proxy
}

func newManyPlacements(t *testing.T, kind string, n int) *manyPlacements {
	t.Helper()
	base := onhub.NewPlacedRun(t, kind)
	many := &manyPlacements{proxy: base.F.Server.Proxy(t)}
	for i := range n {
		r := *base
		r.Run = &onhub.Run{Resource: providertest.NewPlacement(t, t), T: t, Provider: onhub.Proxied(many.proxy)}
		r.Name = fmt.Sprint(base.Name, "-", i)
		many.runs = append(many.runs, &r)
	}
	many.proceeds(t, 1)
	for _, r := range many.runs {
		r.Decide(r.First(1)...)
	}
	// The refresh reads the decisions into the state.
	many.proceeds(t, 1)
	return many
}

// proceeds plans and applies all placements, each in a process of its own.
func (m *manyPlacements) proceeds(t *testing.T, clusters int) {
	t.Helper()
	for _, r := range m.runs {
		if diags := r.Do(r.Config(clusters)); providertest.Failed(diags) {
			t.Fatal(providertest.Said(diags))
		}
	}
}

// requests counts those of a plan of all placements and of data sources. Changes says that the plan is not empty.
func (m *manyPlacements) requests(t *testing.T, clusters, dataSources int, changes bool) int {
	t.Helper()
	first := m.runs[0]
	first.Start()
	m.proxy.Clear()
	for i, r := range m.runs {
		r.Server = first.Server
		if diags := r.Refresh(); providertest.Failed(diags) {
			t.Fatal(providertest.Said(diags))
		}
		config := r.Config(clusters)
		p := r.Plan(providertest.Config(t, r.Type(), config))
		if p.Failed() || p.State.Equal(r.State) == changes {
			t.Fatalf("the plan changes something, %t expected: %s", changes, providertest.Said(p.Diags))
		}
		if i < dataSources {
			m.reads(t, r, config)
		}
	}
	return len(m.proxy.Requests(hubtest.Match{}))
}

// reads reads the data source of a placement.
func (m *manyPlacements) reads(t *testing.T, r *onhub.PlacedRun, config object) {
	t.Helper()
	of := object{"name": r.Name}
	for _, name := range []string{"namespace", "ocm", "kubefleet"} {
		if config[name] != nil {
			of[name] = config[name]
		}
	}
	encoded, err := tfprotov6.NewDynamicValue(providertest.PlacementType(), providertest.Config(t, providertest.PlacementType(), of))
	if err != nil {
		t.Fatal(err)
	}
	read, err := r.Server.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: "multicluster_placement",
		Config: &encoded})
	if err != nil || providertest.Failed(read.Diagnostics) {
		t.Fatal(err, providertest.Said(read.Diagnostics))
	}
}

// TestHubRequests: a plan lists what its placements and data sources share. The proxy counts every request of the provider, as
// the audit log of the API server would: the kubeconfig has no other address, no request is answered by the proxy itself, and
// discovery, access reviews and repeated requests are counted, too.
func TestHubRequests(t *testing.T) {
	for _, tt := range []struct {
		kind                               string
		empty, changed, placements, ofMany int
	}{
		{"Placement", 30, 60, 69, 60},
		{"ClusterResourcePlacement", 40, 80, 20, 0},
		{"ResourcePlacement", 40, 80, 20, 0},
	} {
		t.Run(tt.kind, func(t *testing.T) {
			many := newManyPlacements(t, tt.kind, tt.placements)
			if n := many.requests(t, 1, 0, false); tt.ofMany > 0 {
				t.Logf("empty plan of %d placements: %d requests", tt.placements, n)
				if n > tt.ofMany {
					t.Errorf("an empty plan of %d placements takes %d requests, at most %d expected", tt.placements, n, tt.ofMany)
				}
			}
			many.runs = many.runs[:20]
			for changes, most := range map[bool]int{false: tt.empty, true: tt.changed} {
				clusters := map[bool]int{false: 1, true: 2}[changes]
				n := many.requests(t, clusters, 20, changes)
				t.Logf("20 placements and 20 data sources, changes %t: %d requests", changes, n)
				if n > most {
					t.Errorf("a plan of 20 placements and 20 data sources, changes %t, takes %d requests, at most %d expected", changes, n, most)
				}
			}
		})
	}
}
