// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
)

func inRegion(region string, names ...string) (clusters []placement.Cluster) {
	for _, name := range names {
		clusters = append(clusters, placement.Cluster{Name: name, Labels: map[string]string{"region": region}})
	}
	return clusters
}

// TestDomains: a region is lost, and comes back with another cluster, on which Balance puts one placement. Each step is compared
// with the one before.
func TestDomains(t *testing.T) {
	of := planner.Fleet{}
	of.Clusters = append(inRegion("eu", "eu-1", "eu-2"), inRegion("us", "us-1")...)
	// The same cluster on a hub of KubeFleet.
	member := inRegion("us", "us-1")[0]
	member.Kind, of.Clusters[2].Kind = placement.MemberCluster, placement.ManagedCluster
	of.Clusters = append(of.Clusters, member)
	w := begin(t, of, pick(placement.DialectOCM, "web", 2), pick(placement.DialectOCM, "api", 1))
	added := inRegion("eu", "eu-3")[0]
	steps, found := simulate.Run(t.Context(), w, [][]edit.Edit{{lose("eu-1", "eu-2")}, {{Add: &added}}}, stepsPath)
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	outputs := simulate.OutputsOf(t.Context(), w, steps, &simulate.FailureDomains{Labels: []string{"region"}})
	want := [][]simulate.Spread{
		{{"fleet", "", "", 3, 1, 3, 2}, {"label", "region", "eu", 2, 0, 2, 0}, {"label", "region", "us", 1, 1, 1, 2}},
		{{"fleet", "", "", 1, 2, 2, 3}, {"label", "region", "eu", 0, 1, 0, 2}, {"label", "region", "us", 1, 1, 2, 1}},
	}
	for i := range want {
		if diff := cmp.Diff(want[i], outputs.Results[i].Domains); diff != "" {
			t.Errorf("step %d: -want +got:\n%s", i, diff)
		}
	}
}

// TestDomainsAreBounded: those that change most are listed, in the order of their names.
func TestDomainsAreBounded(t *testing.T) {
	of := planner.Fleet{}
	for i := range 100 {
		of.Clusters = append(of.Clusters, inRegion(fmt.Sprintf("r%03d", i), fmt.Sprintf("c%03d", i))...)
	}
	w := begin(t, of, pick(placement.DialectOCM, "web", 1))
	steps, found := simulate.Run(t.Context(), w, [][]edit.Edit{{lose("c090", "c095")}}, stepsPath)
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	got := simulate.OutputsOf(t.Context(), w, steps, &simulate.FailureDomains{Labels: []string{"region"}}).Results[0]
	if len(got.Domains) != 26 || got.DomainCount != 101 {
		t.Fatalf("got %d of %d", len(got.Domains), got.DomainCount)
	}
	if last := got.Domains[25]; got.Domains[0].Domain != "fleet" || last.Value != "r095" || last.ClustersAfter != 0 {
		t.Errorf("got %+v", got.Domains)
	}
}
