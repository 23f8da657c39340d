// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package clusterreport_test

import (
	"fmt"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/clusterreport"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
)

// BenchmarkOf reports on a cluster of 1000 with 40 placements, of which it names ten that are not there. Run with
//
//	go test ./internal/clusterreport -run '^$' -bench .
func BenchmarkOf(b *testing.B) {
	var fleet planner.Fleet
	for i := range 1000 {
		fleet.Clusters = append(fleet.Clusters, placement.Cluster{
			Name: fmt.Sprintf("cluster-%04d", i), Labels: map[string]string{"region": fmt.Sprint("r", i%7)},
		})
	}
	asked := &clusterreport.Subject{ClusterNames: []string{"cluster-0500"}}
	subjects := make([]simulate.Subject, 40)
	for i := range subjects {
		s := &subjects[i]
		s.Name = fmt.Sprint("placement-", i)
		number := new(int32(100))
		if i%4 == 0 {
			number = nil
		} else if len(asked.PlacementNames) < 10 {
			asked.PlacementNames = append(asked.PlacementNames, s.Name)
		}
		if i%2 == 0 {
			s.OCM = &ocm.Spec{NumberOfClusters: number}
		} else {
			s.KubeFleet = &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: number}
		}
	}
	w := begin(b, fleet, subjects...)
	b.ReportAllocs()
	for b.Loop() {
		outputs, found := clusterreport.Of(b.Context(), w, asked, nil)
		if found.HasError() {
			b.Fatal(plannertest.Texts(found))
		}
		if r := &outputs.Reports[0]; r.PlacementCount < 10 || len(r.Absent) == 0 || r.Absent[0].NearestChange == "" {
			b.Fatalf("%+v", r)
		}
	}
}
