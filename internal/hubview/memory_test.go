// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// padded is a cluster of a size, most of which is not read.
func padded(i, size int) string {
	return fmt.Sprintf(`{"metadata":{"name":"c-%d","annotations":{"a":"b"}},"spec":{"padding":"%s"}}`, i, strings.Repeat("x", size))
}

// TestListMemory: a server answers with a page of 100 MiB. It is read while it arrives: above what the fleet itself takes, one
// object is in memory, and a few times its size. The whole page would be five times the limit.
func TestListMemory(t *testing.T) {
	const (
		objects, size = 100, 1 << 20
		most          = 20 << 20
	)
	h := fakehub.New(t, fakehub.Clusters(1))
	h.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if r.URL.Path != fakehub.ManagedClusters {
			return false
		}
		_, _ = io.WriteString(w, `{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedClusterList","metadata":{},"items":[`)
		for i := range objects {
			if i > 0 {
				_, _ = io.WriteString(w, ",")
			}
			_, _ = io.WriteString(w, padded(i, size))
		}
		_, _ = io.WriteString(w, "]}")
		return true
	}
	client := viewsOf(t, h)
	// A page that is garbage would count as well.
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	before, peak := heap(), uint64(0)
	stop := watchHeap(&peak)
	fleet, err := client.Shared.Fleet(t.Context(), fleetOf(hubobject.ManagedCluster))
	stop()
	if err != nil || len(fleet.Clusters) != objects {
		t.Fatalf("%d clusters, error %v", len(fleet.Clusters), err)
	}
	if peak > before+most {
		t.Errorf("the heap grew by %d MiB, want at most %d", (peak-before)>>20, most>>20)
	}
	t.Logf("the heap grew by %d MiB", (peak-min(before, peak))>>20)
}

// TestFleetWithObjects: clusters are listed without their whole objects, and once more with them when they are needed.
func TestFleetWithObjects(t *testing.T) {
	h := fakehub.New(t, fakehub.Clusters(1500))
	client := viewsOf(t, h)
	for i, step := range []struct {
		withObjects       bool
		objects, requests int
	}{{false, 0, 3}, {false, 0, 3}, {true, 1500, 6}, {true, 1500, 6}} {
		fleet, err := client.Shared.Fleet(t.Context(), hubview.FleetQuery{
			Kinds: []*hubobject.Kind{hubobject.ManagedCluster}, WithObjects: step.withObjects,
		})
		if err != nil || len(fleet.Clusters) != 1500 || objectsIn(fleet.Clusters) != step.objects {
			t.Fatalf("read %d: %d clusters with %d objects, error %v", i+1, len(fleet.Clusters), objectsIn(fleet.Clusters), err)
		}
		if got := h.Count(fakehub.ManagedClusters); got != step.requests {
			t.Errorf("read %d: %d requests, want %d", i+1, got, step.requests)
		}
	}
}

// objectsIn is how many of the clusters have their whole object.
func objectsIn(clusters []placement.Cluster) (count int) {
	for i := range clusters {
		if json.Valid(clusters[i].Object) {
			count++
		}
	}
	return count
}
