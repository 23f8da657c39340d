// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// unready makes a cluster as it is after it was created: without its labels, without an agent, or unreachable.
func unready(t *rapid.T, dialect placement.Dialect, c placement.Cluster) placement.Cluster {
	switch way := rapid.SampledFrom([]string{"labels", "health", "both"}).Draw(t, "way"); {
	case way == "labels":
		c.Labels = nil
	case dialect == placement.DialectOCM:
		c.Taints = []placement.Taint{{Key: placement.TaintUnreachable, Effect: placement.NoSelect}}
	case dialect == placement.DialectKubeFleet:
		c.Agent = &placement.MemberAgent{}
	default:
		c.Labels = nil
	}
	return c
}

// TestAwaitedOffers: whether the clusters that were created are ready does not change what is to be created.
func TestAwaitedOffers(t *testing.T) {
	awaited := map[placement.Dialect]int{}
	for round := 0; round < 20 && len(awaited) < len(placement.Dialects); round++ {
		rapid.Check(t, func(t *rapid.T) { checkAwaited(t, awaited) })
	}
	if len(awaited) != len(placement.Dialects) {
		t.Errorf("awaited: %v", awaited)
	}
}

func checkAwaited(t *rapid.T, awaited map[placement.Dialect]int) {
	r := drawOffered(t)
	if r.KubeFleet != nil && len(r.KubeFleet.TopologySpreadConstraints) > 0 {
		t.Skip("a cluster that is not ready can change the domains")
	}
	_, created, _ := toCreate(t, r)
	for i := range r.Offers {
		if o := r.Offers[i]; slices.Contains(created, o.Name) && rapid.Bool().Draw(t, "exists") {
			awaited[r.Dialect()]++
			r.Clusters = append(r.Clusters, unready(t, r.Dialect(), o))
		}
	}
	if _, after, _ := toCreate(t, r); !slices.Equal(created, after) {
		t.Fatalf("to create: %v, and once some of them exist and are not ready: %v", created, after)
	}
}

// TestAwaitedOffers_text: a placement that waits for a cluster says for which and why, whether more is offered or not. A cluster
// that somebody has tainted, or that is being deleted, is replaced by another offer.
func TestAwaitedOffers_text(t *testing.T) {
	const waits = "Clusters that were offered exist and are not ready. No other offer is chosen in their place. To have another one " +
		"chosen, remove the offer.\n\n  - new: "
	prod := map[string]string{"env": "prod"}
	for name, tt := range map[string]struct {
		exists   placement.Cluster
		says     string
		toCreate []string
	}{
		"without labels": {placement.Cluster{Name: "new"}, waits + "label env is not set; predicates[0] wants env=prod", []string{"new"}},
		"unreachable": {
			placement.Cluster{Name: "new", Labels: prod, Taints: []placement.Taint{
				{Key: placement.TaintUnreachable, Effect: placement.NoSelect},
			}},
			waits + "taint " + placement.TaintUnreachable, []string{"new"},
		},
		"tainted by somebody": {
			placement.Cluster{Name: "new", Labels: prod, Taints: []placement.Taint{{Key: "drain", Effect: placement.NoSelect}}},
			"", []string{"new", "other"},
		},
		"being deleted": {placement.Cluster{Name: "new", Labels: prod, Deleting: true}, "", []string{"new", "other"}},
		"ready":         {placement.Cluster{Name: "new", Labels: prod}, "", []string{"new"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := planner.Request{Offers: []placement.Cluster{{Name: "new", Labels: prod}, {Name: "other", Labels: prod}}}
			r.Name, r.OCM = "web", &ocm.Spec{NumberOfClusters: new(int32(2)), Predicates: plannertest.Labelled("x").Predicates}
			r.OCM.Predicates[0].RequiredClusterSelector.LabelSelector.MatchLabels = prod
			r.Clusters = []placement.Cluster{{Name: "old", Labels: prod}, tt.exists}
			answer, found := planner.Decide(t.Context(), &r)
			said := plannertest.Texts(found)
			if !strings.Contains(said, tt.says) || found.HasError() != (tt.says != "") {
				t.Errorf("want %s: %s", tt.says, said)
			}
			if answer == nil {
				t.Fatal(said)
			}
			outputs, err := answer.OfferedOutputs(&planner.Details{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.toCreate, outputs.ToCreate); diff != "" {
				t.Errorf("to create: -want +got:\n%s", diff)
			}
			isNew := func(d planner.Decision) bool { return d.ClusterName == "new" }
			if slices.ContainsFunc(outputs.Decisions, isNew) != (name == "ready") {
				t.Errorf("chosen: %v", outputs.Decisions)
			}
		})
	}
}
