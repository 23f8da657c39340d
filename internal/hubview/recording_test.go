// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// TestRecording_size: a fleet of 1 000 clusters is kept beside the state in a fraction of the limit, and one of 10 000 clusters is not
// kept. Names, zones and versions of clusters are alike, as those of real fleets; their UIDs and amounts are not.
func TestRecording_size(t *testing.T) {
	for clusters, limit := range map[int]int{1000: 64 << 10, 10000: 0} {
		fleet := inventory.Fleet{}
		for i := range clusters {
			c := placement.Cluster{
				Name: fmt.Sprintf("cluster-%05d", i), Kind: placement.ManagedCluster,
				Labels: map[string]string{
					"cloud": "Amazon", "vendor": "OpenShift", "region": fmt.Sprintf("eu-%d", i%7), "env": []string{"prod", "dev"}[i%2],
					"clusterID": uid(i), "name": fmt.Sprintf("cluster-%05d", i), placement.ClusterSetLabel: fmt.Sprintf("team-%d", i%12),
				},
				Claims: map[string]string{
					"id.k8s.io": uid(i + 1), "kubeversion.open-cluster-management.io": fmt.Sprintf("v1.33.%d", i%4),
					"platform.open-cluster-management.io": "AWS", "region.open-cluster-management.io": fmt.Sprintf("eu-%d", i%7),
				},
			}
			for name, amount := range map[string]string{"cpu": fmt.Sprint(8 * (1 + i%16)), "memory": fmt.Sprintf("%dKi", 16000000+i*7919%9999)} {
				if err := c.Allocatable.SetText(name, amount); err != nil {
					t.Fatal(err)
				}
			}
			fleet.Clusters = append(fleet.Clusters, c)
			fleet.Decisions = append(fleet.Decisions, placement.PlacementDecision{Placement: "other", Clusters: []string{c.Name}})
		}
		recording, err := hubview.Record(&hub.Object{Fields: map[string]any{}}, &decisions.Decided{}, &fleet, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		encoded, err := recording.Encode()
		t.Logf("%d clusters: %d bytes in %s, %v", clusters, len(encoded), time.Since(start), err)
		switch {
		case limit == 0:
			if err == nil || !strings.HasPrefix(err.Error(), "the fleet is too large to be kept beside the state: it has 10000 clusters") {
				t.Errorf("got %v", err)
			}
		case err != nil || len(encoded) > limit:
			t.Errorf("%d clusters are %d bytes, %v", clusters, len(encoded), err)
		}
	}
}

// uid is one that looks random.
func uid(i int) string {
	n := uint64(i+1) * 0x9e3779b97f4a7c15
	return fmt.Sprintf("%08x-%04x-4%03x-a%03x-%012x", uint32(n), uint16(n>>32), n>>48&0xfff, n>>40&0xfff, n*0x2545f4914f6cdd1d>>16)
}
