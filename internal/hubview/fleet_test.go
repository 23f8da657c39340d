// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
)

// objects are objects of every kind of a fleet, by the path of their list.
var objects = map[string][]string{
	fakehub.ManagedClusters: {
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
	got, err := viewsOf(t, fakehub.New(t, lists)).Shared.Fleet(t.Context(), hubview.FleetQuery{Kinds: hubobject.FleetKinds, WithObjects: true})
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

// TestFleet_wrongQuantity: an object that cannot be read is named with its field.
func TestFleet_wrongQuantity(t *testing.T) {
	lists := fakehub.Clusters(1)
	list := lists[fakehub.ManagedClusters]
	list[0] = json.RawMessage(strings.Replace(string(list[0]), `"8"`, `"8 cores"`, 1))
	_, err := viewsOf(t, fakehub.New(t, lists)).Shared.Fleet(t.Context(), fleetOf(hubobject.ManagedCluster))
	if want := `page 1: ManagedCluster/cluster-00000, status.allocatable.cpu: found "8 cores"`; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
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
	h := fakehub.New(t, lists)
	if _, err := viewsOf(t, h).Shared.Fleet(t.Context(), fleetOf(hubobject.MemberCluster, hubobject.ClusterResourceBinding)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{
		"/apis/cluster.kubernetes-fleet.io":                                   1,
		"/apis/cluster.kubernetes-fleet.io/v1beta1/memberclusters":            1,
		"/apis/cluster.kubernetes-fleet.io/v1/memberclusters":                 0,
		"/apis/placement.kubernetes-fleet.io/v1/clusterresourcebindings":      1,
		"/apis/placement.kubernetes-fleet.io/v1beta1/clusterresourcebindings": 0,
		fakehub.ManagedClusters:                                               0,
	} {
		if got := h.Count(path); got != want {
			t.Errorf("%s: %d requests, want %d", path, got, want)
		}
	}
}

// TestMissingKind: what a hub lacks is named with what installs it, and is asked for again, because it may be installed
// meanwhile.
func TestMissingKind(t *testing.T) {
	h := fakehub.New(t, fakehub.Clusters(3))
	client := viewsOf(t, h)
	_, err := client.Shared.Fleet(t.Context(), fleetOf(hubobject.ManagedCluster, hubobject.ClusterResourcePlacement))
	const want = "the hub has no clusterresourceplacements.placement.kubernetes-fleet.io: is KubeFleet installed?"
	var missing *hub.MissingKindError
	if !errors.As(err, &missing) || missing.Kind != hubobject.ClusterResourcePlacement || err.Error() != want {
		t.Errorf("error %v", err)
	}
	_, err = client.Shared.Fleet(t.Context(), fleetOf(hubobject.ManagedClusterSet))
	if err == nil || err.Error() != "the hub has no managedclustersets.cluster.open-cluster-management.io of version v1beta2 or v1beta1 or v1alpha1 "+
		"(of this group it serves v1): is Open Cluster Management installed?" {
		t.Errorf("error %v", err)
	}
	if serves, err := client.Serves(t.Context(), hubobject.Deployer); serves || err != nil {
		t.Errorf("serves deployers: %t, %v", serves, err)
	}
	h.Lists["/apis/core.hybridapp.io/v1alpha1/deployers"] = nil
	if serves, err := client.Serves(t.Context(), hubobject.Deployer); !serves || err != nil {
		t.Errorf("serves deployers: %t, %v", serves, err)
	}
}

// TestOneList: readers that come together share one list, although one of its pages is lost, until an object is written.
func TestOneList(t *testing.T) {
	h := fakehub.New(t, fakehub.Clusters(600))
	h.Fault = func(_ http.ResponseWriter, r *http.Request, number int) bool {
		if r.URL.Path == fakehub.ManagedClusters && number == 2 {
			panic(http.ErrAbortHandler)
		}
		return false
	}
	client := viewsOf(t, h)
	read := func() {
		var readers sync.WaitGroup
		for range 20 {
			readers.Go(func() {
				if fleet, err := client.Shared.Fleet(t.Context(), fleetOf(hubobject.ManagedCluster)); err != nil || len(fleet.Clusters) != 600 {
					t.Errorf("%d clusters, error %v", len(fleet.Clusters), err)
				}
			})
		}
		readers.Wait()
	}
	read()
	read()
	if got := h.Count(fakehub.ManagedClusters); got != 3 {
		t.Errorf("%d requests for 2 pages, one of them twice", got)
	}
	client.Written(hub.Reference{Kind: hubobject.ManagedClusterSet})
	client.Written(hub.Reference{Kind: hubobject.ManagedCluster})
	read()
	if got := h.Count(fakehub.ManagedClusters); got != 5 || h.Count("/apis/cluster.open-cluster-management.io") != 1 {
		t.Errorf("%d requests for 2 pages, twice", got)
	}
}

// TestReadersLeave: a read goes on while one reader waits for it, and a failed read is not kept.
func TestReadersLeave(t *testing.T) {
	h := fakehub.New(t, fakehub.Clusters(3))
	arrived, proceed := make(chan struct{}), make(chan struct{})
	h.Fault = func(_ http.ResponseWriter, r *http.Request, number int) bool {
		if r.URL.Path == fakehub.ManagedClusters && number == 1 {
			close(arrived)
			<-proceed
		}
		return false
	}
	client := viewsOf(t, h)
	hasty, leave := context.WithCancel(t.Context())
	var hastyReader, patientReader sync.WaitGroup
	hastyReader.Go(func() {
		if _, err := client.Shared.Fleet(hasty, fleetOf(hubobject.ManagedCluster)); !errors.Is(err, context.Canceled) {
			t.Errorf("hasty reader: %v", err)
		}
	})
	<-arrived
	patient, waits := hubtest.Waiting(t.Context())
	patientReader.Go(func() {
		if fleet, err := client.Shared.Fleet(patient, fleetOf(hubobject.ManagedCluster)); err != nil || len(fleet.Clusters) != 3 {
			t.Errorf("patient reader: %d clusters, %v", len(fleet.Clusters), err)
		}
	})
	<-waits
	leave()
	hastyReader.Wait()
	close(proceed)
	patientReader.Wait()
	if got := h.Count(fakehub.ManagedClusters); got != 1 {
		t.Errorf("%d requests", got)
	}

	client.Written(hub.Reference{Kind: hubobject.ManagedCluster})
	h.Fault = func(w http.ResponseWriter, _ *http.Request, number int) bool {
		if number == 2 {
			fakehub.Status(w, http.StatusForbidden, "Forbidden", "not yet")
		}
		return number == 2
	}
	if _, err := client.Shared.Fleet(t.Context(), fleetOf(hubobject.ManagedCluster)); !apierrors.IsForbidden(err) {
		t.Errorf("error %v", err)
	}
	if fleet, err := client.Shared.Fleet(t.Context(), fleetOf(hubobject.ManagedCluster)); err != nil || len(fleet.Clusters) != 3 {
		t.Errorf("after a failure: %d clusters, %v", len(fleet.Clusters), err)
	}
}
