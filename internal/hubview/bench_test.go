// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
)

// realCluster is a ManagedCluster as a hub of Open Cluster Management lists it, with the metadata of its managers.
func realCluster(i int) json.RawMessage {
	managed := `{"apiVersion":"cluster.open-cluster-management.io/v1","fieldsType":"FieldsV1","fieldsV1":{"f:metadata":{"f:labels":{".":{},"f:region":{},"f:env":{}}},` +
		`"f:spec":{".":{},"f:hubAcceptsClient":{},"f:leaseDurationSeconds":{}}},"manager":"%s","operation":"Update","time":"2026-01-31T12:00:00Z"}`
	return json.RawMessage(fmt.Sprintf(`{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster","metadata":{`+
		`"annotations":{"agent.open-cluster-management.io/klusterlet-config":"default","open-cluster-management/created-via":"other"},`+
		`"creationTimestamp":"2026-01-31T12:00:00Z","finalizers":["cluster.open-cluster-management.io/api-resource-cleanup"],"generation":3,`+
		`"labels":{"cluster.open-cluster-management.io/clusterset":"set-%[2]d","env":"prod","region":"region-%[3]d","vendor":"Kubernetes","name":"cluster-%05[1]d"},`+
		`"managedFields":[`+fmt.Sprintf(managed, "kubectl")+`,`+fmt.Sprintf(managed, "registration")+`,`+fmt.Sprintf(managed, "registration-operator")+`],`+
		`"name":"cluster-%05[1]d","resourceVersion":"%[1]d","uid":"4a0d6d4e-0000-4000-8000-%012[1]d"},`+
		`"spec":{"hubAcceptsClient":true,"leaseDurationSeconds":60,"managedClusterClientConfigs":[{"caBundle":"%[4]s","url":"https://cluster-%05[1]d.example.com:6443"}],`+
		`"taints":[{"effect":"NoSelect","key":"gpu","timeAdded":"2026-01-31T12:00:00Z","value":"true"}]},`+
		`"status":{"allocatable":{"cpu":"64","memory":"263168296Ki"},"capacity":{"cpu":"64","memory":"264168296Ki"},`+
		`"clusterClaims":[{"name":"id.k8s.io","value":"cluster-%05[1]d"},{"name":"platform.open-cluster-management.io","value":"AWS"},{"name":"region.open-cluster-management.io","value":"eu-west-1"}],`+
		`"conditions":[{"lastTransitionTime":"2026-01-31T12:00:00Z","message":"Accepted by hub cluster admin","reason":"HubClusterAdminAccepted","status":"True","type":"HubAcceptedManagedCluster"},`+
		`{"lastTransitionTime":"2026-01-31T12:00:00Z","message":"Managed cluster is available","reason":"ManagedClusterAvailable","status":"True","type":"ManagedClusterConditionAvailable"}],`+
		`"version":{"kubernetes":"v1.33.1"}}}`, i, i%10, i%7, strings.Repeat("LS0tLS1C", 12)))
}

// BenchmarkFleet lists 10 000 ManagedClusters from a server in the same process that has its pages ready. Beside time and
// allocations it reports the size of the lists, and the peak of the heap above that of the server.
func BenchmarkFleet(b *testing.B) {
	const count, size = 10_000, 500
	pages := map[string][]byte{}
	length := 0
	for from := 0; from < count; from += size {
		objects := make([]json.RawMessage, size)
		for i := range objects {
			objects[i] = realCluster(from + i)
		}
		next := ""
		if from+size < count {
			next = strconv.Itoa(from + size)
		}
		key := strconv.Itoa(from)
		pages[key] = fakehub.Page("cluster.open-cluster-management.io/v1", "ManagedCluster", next, objects)
		length += len(pages[key])
	}
	pages[""] = pages["0"]
	discovery := fakehub.New(b, fakehub.Clusters(1))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != fakehub.ManagedClusters {
			discovery.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(pages[r.URL.Query().Get("continue")])
	}))
	defer server.Close()
	benchmarkFleet(b, apiserver.Config{Host: server.URL, Token: fakehub.Token}, count)
	b.ReportMetric(float64(length)/1e6, "MB-listed")
}

// BenchmarkFleetOfAPIServer does the same with an API server beside it, which it fills first: that takes minutes.
func BenchmarkFleetOfAPIServer(b *testing.B) {
	const count = 10_000
	server := hubtest.StartOwn(b)
	texts := make([]string, count)
	for i := range texts {
		var object map[string]any
		if err := json.Unmarshal(realCluster(i), &object); err != nil {
			b.Fatal(err)
		}
		// The server writes the rest of the metadata.
		object["metadata"] = map[string]any{"name": fmt.Sprintf("cluster-%05d", i),
			"labels": object["metadata"].(map[string]any)["labels"]}
		text, err := json.Marshal(object)
		if err != nil {
			b.Fatal(err)
		}
		texts[i] = string(text)
	}
	server.CreateAll(b, texts)
	benchmarkFleet(b, apiserver.Config{ConfigPath: server.Kubeconfig}, count)
	floor := time.Hour
	for range 5 {
		floor = min(floor, readBytes(b, server))
	}
	b.ReportMetric(floor.Seconds(), "s-bytes-only")
}

var continueToken = regexp.MustCompile(`"continue":"([^"]+)"`)

// readBytes reads the pages of the list and throws them away, which is the least time that the list can take.
func readBytes(b *testing.B, server *hubtest.Hub) time.Duration {
	b.Helper()
	client := server.HTTPClient(b)
	start := time.Now()
	for next := []byte("?limit=500"); next != nil; {
		resp, err := client.Get(server.Config.Host + fakehub.ManagedClusters + string(next))
		if err != nil {
			b.Fatal(err)
		}
		text, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil {
			b.Fatal(err)
		}
		// The metadata comes last.
		found := continueToken.FindSubmatch(text[max(0, len(text)-1000):])
		if next = nil; found != nil {
			next = append([]byte("?limit=500&continue="), found[1]...)
		}
	}
	return time.Since(start)
}

// benchmarkFleet lists the ManagedClusters of a hub.
func benchmarkFleet(b *testing.B, config apiserver.Config, count int) {
	before := heap()
	var peak, held uint64
	best := time.Hour
	b.ReportAllocs()
	for b.Loop() {
		client, err := hub.New(hub.Config{Config: config}, apiserver.Options{Lookup: fakehub.NoEnvironment})
		if err != nil {
			b.Fatal(err)
		}
		stop := watchHeap(&peak)
		start := time.Now()
		fleet, err := hubview.New(client).Shared.Fleet(b.Context(), fleetOf(hubobject.ManagedCluster))
		best = min(best, time.Since(start))
		stop()
		if err != nil || len(fleet.Clusters) != count {
			b.Fatal(len(fleet.Clusters), err)
		}
		b.StopTimer()
		held = heap() - before
		runtime.KeepAlive(fleet)
		runtime.KeepAlive(client)
		client.Close()
		// The next one does not start with what this one leaves.
		fleet, client = inventory.Fleet{}, nil
		heap()
		b.StartTimer()
	}
	b.ReportMetric(best.Seconds(), "s-best")
	b.ReportMetric(float64(peak-before)/1e6, "MB-peak")
	b.ReportMetric(float64(held)/1e6, "MB-held")
}

// heap is the size of the heap after a collection.
func heap() uint64 {
	runtime.GC()
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	return now.HeapAlloc
}

// watchHeap keeps the largest size of the heap until it is stopped.
func watchHeap(peak *uint64) (stop func()) {
	done := make(chan struct{})
	var watcher sync.WaitGroup
	watcher.Go(func() {
		for {
			var now runtime.MemStats
			runtime.ReadMemStats(&now)
			*peak = max(*peak, now.HeapAlloc)
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	})
	return func() { close(done); watcher.Wait() }
}
