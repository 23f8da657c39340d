package provider

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// manyPlacements are placements of a kind and namespace, with a data source for each, which one process plans.
type manyPlacements struct {
	runs  []*placedRun
	proxy *hubtest.Proxy
}

func newManyPlacements(t *testing.T, kind string, n int) *manyPlacements {
	t.Helper()
	base := newPlacedRun(t, kind)
	many := &manyPlacements{proxy: base.f.server.Proxy(t)}
	for i := range n {
		r := *base
		r.hubRun = &hubRun{lifecycle: placementLifecycle(t, t), t: t, provider: proxied(many.proxy)}
		r.name = fmt.Sprint(base.name, "-", i)
		many.runs = append(many.runs, &r)
	}
	many.proceeds(t, 1)
	for _, r := range many.runs {
		r.decide(r.first(1)...)
	}
	// The refresh reads the decisions into the state.
	many.proceeds(t, 1)
	return many
}

// proceeds plans and applies all placements, each in a process of its own.
func (m *manyPlacements) proceeds(t *testing.T, clusters int) {
	t.Helper()
	for _, r := range m.runs {
		if diags := r.run(r.config(clusters)); failed(diags) {
			t.Fatal(said(diags))
		}
	}
}

// requests counts those of a plan of all placements and of data sources. Changes says that the plan is not empty.
func (m *manyPlacements) requests(t *testing.T, clusters, dataSources int, changes bool) int {
	t.Helper()
	first := m.runs[0]
	first.start()
	m.proxy.Clear()
	for i, r := range m.runs {
		r.server = first.server
		if diags := r.refresh(); failed(diags) {
			t.Fatal(said(diags))
		}
		config := r.config(clusters)
		p := r.plan(configOf(t, r.typ(), config))
		if p.failed() || p.state.Equal(r.state) == changes {
			t.Fatalf("the plan changes something, %t expected: %s", changes, said(p.diags))
		}
		if i < dataSources {
			m.reads(t, r, config)
		}
	}
	return len(m.proxy.Requests(hubtest.Match{}))
}

// reads reads the data source of a placement.
func (m *manyPlacements) reads(t *testing.T, r *placedRun, config object) {
	t.Helper()
	of := object{"name": r.name}
	for _, name := range []string{"namespace", "ocm", "kubefleet"} {
		if config[name] != nil {
			of[name] = config[name]
		}
	}
	encoded, err := tfprotov6.NewDynamicValue(placementType(), configOf(t, placementType(), of))
	if err != nil {
		t.Fatal(err)
	}
	read, err := r.server.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: "multicluster_placement", Config: &encoded})
	if err != nil || failed(read.Diagnostics) {
		t.Fatal(err, said(read.Diagnostics))
	}
}

// TestHubRequests: a plan lists what its placements and data sources share. The proxy counts every request of the provider, as the audit log of
// the API server would: the kubeconfig has no other address, no request is answered by the proxy itself, and discovery, access reviews and
// repeated requests are counted, too.
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
