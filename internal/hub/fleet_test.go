// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub_test

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
)

// objects are objects of every kind of a fleet, by the path of their list.
var objects = map[string][]string{
	managedClusters: {
		`{"kind":"ManagedCluster","apiVersion":"cluster.open-cluster-management.io/v1","metadata":{"name":"prod-1","labels":{"region":"eu","cluster.open-cluster-management.io/clusterset":"prod"},"annotations":{"a":"b"},"managedFields":[{"manager":"x"}]},"spec":{"hubAcceptsClient":true,"taints":[{"key":"gpu","value":"true","effect":"NoSelect","timeAdded":"2026-01-31T12:00:00Z"}]},"status":{"allocatable":{"cpu":"8","memory":"16Gi"},"capacity":{"cpu":"9"},"clusterClaims":[{"name":"platform.open-cluster-management.io","value":"AWS"}],"version":{"kubernetes":"v1.33.1"}}}`,
		`{"kind":"ManagedCluster","apiVersion":"cluster.open-cluster-management.io/v1","metadata":{"name":"leaving","deletionTimestamp":"2026-01-31T12:00:00Z"}}`,
	},
	"/apis/cluster.open-cluster-management.io/v1beta2/managedclustersets": {
		`{"kind":"ManagedClusterSet","apiVersion":"cluster.open-cluster-management.io/v1beta2","metadata":{"name":"eu"},"spec":{"clusterSelector":{"selectorType":"LabelSelector","labelSelector":{"matchLabels":{"region":"eu"}}}}}`,
		`{"kind":"ManagedClusterSet","apiVersion":"cluster.open-cluster-management.io/v1beta2","metadata":{"name":"prod"}}`,
	},
	"/apis/cluster.open-cluster-management.io/v1beta2/managedclustersetbindings": {
		`{"kind":"ManagedClusterSetBinding","apiVersion":"cluster.open-cluster-management.io/v1beta2","metadata":{"name":"prod","namespace":"apps"},"spec":{"clusterSet":"prod"}}`,
	},
	"/apis/cluster.open-cluster-management.io/v1alpha1/addonplacementscores": {
		`{"kind":"AddOnPlacementScore","apiVersion":"cluster.open-cluster-management.io/v1alpha1","metadata":{"name":"default","namespace":"prod-1"},"status":{"scores":[{"name":"cpu","value":-7}],"validUntil":"2026-02-01T00:00:00Z"}}`,
	},
	"/apis/cluster.open-cluster-management.io/v1beta1/placementdecisions": {
		`{"kind":"PlacementDecision","apiVersion":"cluster.open-cluster-management.io/v1beta1","metadata":{"name":"web-decision-1","namespace":"apps","labels":{"cluster.open-cluster-management.io/placement":"web","cluster.open-cluster-management.io/decision-group-index":"0"}},"status":{"decisions":[{"clusterName":"prod-1","reason":""}]}}`,
	},
	"/apis/cluster.kubernetes-fleet.io/v1beta1/memberclusters": {
		`{"kind":"MemberCluster","apiVersion":"cluster.kubernetes-fleet.io/v1beta1","metadata":{"name":"aks-1","labels":{"env":"prod"}},"spec":{"identity":{"kind":"User","name":"x"}},"status":{"conditions":[{"type":"NamespaceCollectionSucceeded","status":"True"}],"namespaces":{"web":"1"},"properties":{"k8s.io/k8s-version":{"value":"1.33.1"}},"resourceUsage":{"capacity":{"cpu":"4"},"available":{"cpu":"1500m"}},"agentStatus":[{"type":"MemberAgent","conditions":[{"type":"Joined","status":"True"}],"lastReceivedHeartbeat":"2026-01-31T12:00:00Z"}]}}`,
	},
	"/apis/placement.kubernetes-fleet.io/v1/clusterresourcebindings": {
		`{"kind":"ClusterResourceBinding","apiVersion":"placement.kubernetes-fleet.io/v1","metadata":{"name":"web-aks-1-0a1b2c3d","labels":{"kubernetes-fleet.io/parent-CRP":"web"},"finalizers":["x"]},"spec":{"state":"Bound","targetCluster":"aks-1","schedulingPolicySnapshotName":"web-0","resourceSnapshotName":"web-0-snapshot","clusterDecision":{"clusterName":"aks-1","selected":true,"reason":"r"}}}`,
	},
	"/apis/placement.kubernetes-fleet.io/v1beta1/resourcebindings": {
		`{"kind":"ResourceBinding","apiVersion":"placement.kubernetes-fleet.io/v1beta1","metadata":{"name":"db-aks-1-0a1b2c3d","namespace":"apps"},"spec":{"state":"Scheduled","targetCluster":"aks-1"}}`,
	},
	"/apis/placement.kubernetes-fleet.io/v1beta1/clusterresourceplacementdisruptionbudgets": {
		`{"kind":"ClusterResourcePlacementDisruptionBudget","apiVersion":"placement.kubernetes-fleet.io/v1beta1","metadata":{"name":"web"},"spec":{"minAvailable":"50%"}}`,
	},
	"/apis/placement.kubernetes-fleet.io/v1/clusterresourceplacements": {
		`{"kind":"ClusterResourcePlacement","apiVersion":"placement.kubernetes-fleet.io/v1","metadata":{"name":"web"},"spec":{"policy":{"placementType":"PickN","numberOfClusters":2}}}`,
	},
	"/apis/placement.kubernetes-fleet.io/v1beta1/resourceplacements": {
		`{"kind":"ResourcePlacement","apiVersion":"placement.kubernetes-fleet.io/v1beta1","metadata":{"name":"db","namespace":"apps"}}`,
	},
	"/apis/core.hybridapp.io/v1alpha1/deployers": {
		`{"kind":"Deployer","apiVersion":"core.hybridapp.io/v1alpha1","metadata":{"name":"vm","namespace":"d","labels":{"a":"b"}},"spec":{"type":"vm","placementTarget":{"resource":"virtualmachines"}}}`,
	},
	"/apis/core.hybridapp.io/v1alpha1/placementrules": {
		`{"kind":"PlacementRule","apiVersion":"core.hybridapp.io/v1alpha1","metadata":{"name":"rule","namespace":"apps"},"status":{"decisions":[{"name":"vm","namespace":"d"}]}}`,
	},
}

// everything returns the lists of objects, and the same objects as a text, in the order of the kinds.
func everything(t *testing.T) (lists map[string][]json.RawMessage, text string) {
	t.Helper()
	lists = map[string][]json.RawMessage{}
	var documents strings.Builder
	for _, kind := range hubobject.FleetKinds {
		resource, _, _ := strings.Cut(kind.String(), ".")
		found := false
		for path, list := range objects {
			if !strings.HasSuffix(path, "/"+resource) || !strings.Contains(path, "/"+kind.Group+"/") {
				continue
			}
			found = true
			for _, object := range list {
				lists[path] = append(lists[path], json.RawMessage(object))
				documents.WriteString(object + "\n")
			}
		}
		if !found {
			t.Fatalf("there is no %s", kind)
		}
	}
	return lists, documents.String()
}

// TestFleetIsThatOfManifests: the same objects are the same fleet, from a hub and from manifests.
func TestFleetIsThatOfManifests(t *testing.T) {
	lists, text := everything(t)
	got, err := newFakeHub(t, lists).client(t, nil).Fleet(t.Context(), hubobject.FleetKinds...)
	if err != nil {
		t.Fatal(err)
	}
	want, err := inventory.ReadFleet(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.ClusterPlaces) != len(got.Clusters) || len(got.TargetPlaces) != len(got.Targets) ||
		got.ClusterPlaces[0].String() != "the hub" {
		t.Errorf("places %v %v", got.ClusterPlaces, got.TargetPlaces)
	}
	if !got.FromHub {
		t.Error("the fleet is not from a hub")
	}
	got.FromHub = false
	got.ClusterPlaces, got.TargetPlaces, want.ClusterPlaces, want.TargetPlaces = nil, nil, nil, nil
	// What placements decide is read from a hub by DecidedAll.
	want.Placements = nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("manifests and hub differ (-manifests +hub):\n%s", diff)
	}
}

// TestVersions: the newest version that the hub serves is read, except that the namespaces of a MemberCluster are needed.
func TestVersions(t *testing.T) {
	lists, _ := everything(t)
	for path, list := range lists {
		switch {
		case strings.HasSuffix(path, "/memberclusters"):
			lists["/apis/cluster.kubernetes-fleet.io/v1/memberclusters"] = list
		case strings.HasSuffix(path, "/clusterresourcebindings"):
			lists["/apis/placement.kubernetes-fleet.io/v1beta1/clusterresourcebindings"] = list
		}
	}
	h := newFakeHub(t, lists)
	if _, err := h.client(t, nil).Fleet(t.Context(), hubobject.MemberCluster, hubobject.ClusterResourceBinding); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{
		"/apis/cluster.kubernetes-fleet.io":                                   1,
		"/apis/cluster.kubernetes-fleet.io/v1beta1/memberclusters":            1,
		"/apis/cluster.kubernetes-fleet.io/v1/memberclusters":                 0,
		"/apis/placement.kubernetes-fleet.io/v1/clusterresourcebindings":      1,
		"/apis/placement.kubernetes-fleet.io/v1beta1/clusterresourcebindings": 0,
		managedClusters: 0,
	} {
		if got := h.count(path); got != want {
			t.Errorf("%s: %d requests, want %d", path, got, want)
		}
	}
}

// TestMissingKind: what a hub lacks is named with what installs it, and is asked for again, because it may be installed
// meanwhile.
func TestMissingKind(t *testing.T) {
	h := newFakeHub(t, clusters(3))
	client := h.client(t, nil)
	_, err := client.Fleet(t.Context(), hubobject.ManagedCluster, hubobject.ClusterResourcePlacement)
	const want = "the hub has no clusterresourceplacements.placement.kubernetes-fleet.io: is KubeFleet installed?"
	var missing *hub.MissingKindError
	if !errors.As(err, &missing) || missing.Kind != hubobject.ClusterResourcePlacement || err.Error() != want {
		t.Errorf("error %v", err)
	}
	_, err = client.Fleet(t.Context(), hubobject.ManagedClusterSet)
	if err == nil || err.Error() != "the hub has no managedclustersets.cluster.open-cluster-management.io of version v1beta2 or v1beta1 or v1alpha1 "+
		"(of this group it serves v1): is Open Cluster Management installed?" {
		t.Errorf("error %v", err)
	}
	if serves, err := client.Serves(t.Context(), hubobject.Deployer); serves || err != nil {
		t.Errorf("serves deployers: %t, %v", serves, err)
	}
	h.lists["/apis/core.hybridapp.io/v1alpha1/deployers"] = nil
	if serves, err := client.Serves(t.Context(), hubobject.Deployer); !serves || err != nil {
		t.Errorf("serves deployers: %t, %v", serves, err)
	}
}

// TestOneList: readers that come together share one list, until it is dropped.
func TestOneList(t *testing.T) {
	h := newFakeHub(t, clusters(600))
	client := h.client(t, nil)
	read := func() {
		var readers sync.WaitGroup
		for range 20 {
			readers.Go(func() {
				if fleet, err := client.Fleet(t.Context(), hubobject.ManagedCluster); err != nil || len(fleet.Clusters) != 600 {
					t.Errorf("%d clusters, error %v", len(fleet.Clusters), err)
				}
			})
		}
		readers.Wait()
	}
	read()
	read()
	if got := h.count(managedClusters); got != 2 {
		t.Errorf("%d requests for 2 pages", got)
	}
	client.Drop(hubobject.ManagedClusterSet)
	client.Drop(hubobject.ManagedCluster)
	read()
	if got := h.count(managedClusters); got != 4 || h.count("/apis/cluster.open-cluster-management.io") != 1 {
		t.Errorf("%d requests for 2 pages, twice", got)
	}
}

// TestReadersLeave: a read goes on while one reader waits for it, and a failed read is not kept.
func TestReadersLeave(t *testing.T) {
	h := newFakeHub(t, clusters(3))
	arrived, proceed := make(chan struct{}), make(chan struct{})
	h.fault = func(_ http.ResponseWriter, r *http.Request, number int) bool {
		if r.URL.Path == managedClusters && number == 1 {
			close(arrived)
			<-proceed
		}
		return false
	}
	client := h.client(t, nil)
	hasty, leave := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	readers.Go(func() {
		if _, err := client.Fleet(hasty, hubobject.ManagedCluster); !errors.Is(err, context.Canceled) {
			t.Errorf("hasty reader: %v", err)
		}
	})
	<-arrived
	readers.Go(func() {
		if fleet, err := client.Fleet(t.Context(), hubobject.ManagedCluster); err != nil || len(fleet.Clusters) != 3 {
			t.Errorf("patient reader: %d clusters, %v", len(fleet.Clusters), err)
		}
	})
	time.Sleep(50 * time.Millisecond)
	leave()
	time.Sleep(50 * time.Millisecond)
	close(proceed)
	readers.Wait()
	if got := h.count(managedClusters); got != 1 {
		t.Errorf("%d requests", got)
	}

	client.Drop(hubobject.ManagedCluster)
	h.fault = func(w http.ResponseWriter, _ *http.Request, number int) bool {
		if number == 2 {
			status(w, http.StatusForbidden, "Forbidden", "not yet")
		}
		return number == 2
	}
	if _, err := client.Fleet(t.Context(), hubobject.ManagedCluster); !apierrors.IsForbidden(err) {
		t.Errorf("error %v", err)
	}
	if fleet, err := client.Fleet(t.Context(), hubobject.ManagedCluster); err != nil || len(fleet.Clusters) != 3 {
		t.Errorf("after a failure: %d clusters, %v", len(fleet.Clusters), err)
	}
}

// TestUID: a hub is identified once, and a server that is not a hub is recognized.
func TestUID(t *testing.T) {
	const path = "/api/v1/namespaces/kube-system"
	h := newFakeHub(t, nil)
	client := h.client(t, nil)
	for range 2 {
		if uid, err := client.UID(t.Context()); err != nil || uid != "4a0d6d4e-uid" || h.count(path) != 1 {
			t.Errorf("uid %q, error %v, %d requests", uid, err, h.count(path))
		}
	}
	h.fault = func(w http.ResponseWriter, _ *http.Request, _ int) bool {
		raw("text/html", "<html>")(w, nil)
		return true
	}
	_, err := h.client(t, nil).UID(t.Context())
	if err == nil || err.Error() != `cannot get namespaces "kube-system": the response is not a namespace of a Kubernetes API server` {
		t.Errorf("error %v", err)
	}
	h.fault = times(0, nil)
	_, err = h.client(t, func(c *hub.Config, _ *apiserver.Options) { c.Token = "another" }).UID(t.Context())
	if !apierrors.IsUnauthorized(err) {
		t.Errorf("error %v", err)
	}
}

// TestCertificates: a server whose certificate cannot be verified is asked once, and with its CA it is trusted.
func TestCertificates(t *testing.T) {
	requests := 0
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests++
		write(w, map[string]any{"kind": "Namespace", "metadata": map[string]any{"uid": "tls"}})
	}))
	defer server.Close()
	server.Config.ErrorLog = nil
	ca := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))
	yes := true
	for name, test := range map[string]struct {
		config apiserver.Config
		want   string
	}{
		"no CA":  {apiserver.Config{}, "cannot be verified: "},
		"the CA": {apiserver.Config{ClusterCACertificate: ca}, ""},
		"another name": {
			apiserver.Config{ClusterCACertificate: ca, TLSServerName: "hub.example.org"}, "check cluster_ca_certificate and tls_server_name",
		},
		"the right name": {apiserver.Config{ClusterCACertificate: ca, TLSServerName: "example.com"}, ""},
		"insecure":       {apiserver.Config{Insecure: &yes}, ""},
	} {
		test.config.Host, test.config.Token = server.URL, token
		client, err := hub.New(hub.Config{Config: test.config}, apiserver.Options{Lookup: noEnvironment, Clock: noWaits})
		if err != nil {
			t.Fatal(err)
		}
		requests = 0
		_, err = client.UID(t.Context())
		if (err == nil) != (test.want == "") || err != nil && (!strings.Contains(err.Error(), test.want) ||
			strings.Contains(err.Error(), "requests)")) {
			t.Errorf("%s: error %v", name, err)
		}
		client.Close()
	}
}
