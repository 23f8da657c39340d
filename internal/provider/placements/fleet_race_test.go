// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestConcurrentPlacements reads 200 placements with CEL over one fleet of the provider at the same time, as Terraform
// does. It is meant for the race detector: every request uses the same clusters.
func TestConcurrentPlacements(t *testing.T) {
	const placements, clusters = 200, 50
	var fleet strings.Builder
	for i := range clusters {
		fmt.Fprintf(&fleet, `---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: c%d, labels: {env: prod}, annotations: {a: b}}
spec: {hubAcceptsClient: true}
status:
  allocatable: {cpu: %d00m, memory: "0.0000000000000000000000001"}
  capacity: {cpu: "1000", memory: 1e3}
`, i, i+1)
	}
	server := providertest.NewServer()
	providertest.ConfigureWith(t, server, list{fleet.String()})
	typ := providertest.PlacementType()
	var group sync.WaitGroup
	for i := range placements {
		config := providertest.Config(t, typ, object{
			"name": fmt.Sprintf("p%d", i),
			"ocm": object{
				"number_of_clusters": int64(i%clusters + 1),
				"predicates": list{object{"required_cluster_selector": object{"cel_selector": object{"cel_expressions": list{
					`quantity(managedCluster.status.allocatable.cpu).isGreaterThan(quantity("0"))`,
					`managedCluster.metadata.?labels.env.optMap(e, e == "prod")`,
				}}}}},
				"prioritizer_policy": object{"configurations": list{
					object{"score_coordinate": object{"built_in": "ResourceAllocatableCPU"}},
					object{"score_coordinate": object{"built_in": "ResourceAllocatableMemory"}},
				}},
			},
		})
		encoded, err := tfprotov6.NewDynamicValue(typ, config)
		if err != nil {
			t.Fatal(err)
		}
		group.Go(func() {
			read, err := server.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{
				TypeName: "multicluster_placement", Config: &encoded,
			})
			if err != nil {
				t.Error(err)
				return
			}
			for _, d := range read.Diagnostics {
				t.Error(providertest.Shown(d))
			}
		})
	}
	group.Wait()
}
