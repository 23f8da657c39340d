// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

func connect(t testing.TB, config apiserver.Config) *hub.Client {
	t.Helper()
	return connectAs(t, "", config)
}

// connectAs connects with a field manager; empty is the default.
func connectAs(t testing.TB, manager string, config apiserver.Config) *hub.Client {
	t.Helper()
	client, err := hub.New(hub.Config{Config: config, FieldManager: manager}, apiserver.Options{Lookup: noEnvironment, UserAgent: "provider/1.2.3"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// TestFleetOfAPIServer: the objects of an API server are the same fleet, listed and as kubectl prints them.
func TestFleetOfAPIServer(t *testing.T) {
	server := hubtest.Start(t)
	prefix, namespace := server.Prefix(t), server.Namespace(t)
	for _, text := range []string{
		"{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: " + prefix +
			"a, labels: {region: eu}}, spec: {hubAcceptsClient: true, taints: [{key: gpu, value: 'true', effect: NoSelect, timeAdded: " +
			"'2026-01-31T12:00:00Z'}]}}",
		"{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: " + prefix + "b}}",
		"{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSet, metadata: {name: " + prefix + "s}, " +
			"spec: {clusterSelector: {selectorType: LabelSelector, labelSelector: {matchLabels: {region: eu}}}}}",
		"{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSetBinding, metadata: {name: x, namespace: " +
			namespace + "}, spec: {clusterSet: x}}",
		"{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, metadata: {name: " + prefix +
			"m}, spec: {identity: {kind: User, name: x, apiGroup: rbac.authorization.k8s.io}}}",
	} {
		server.Create(t, text)
	}
	server.MergePatch(t, "agent", "cluster.open-cluster-management.io/v1", "ManagedCluster", "", prefix+"a",
		`{"status":{"conditions":[],"allocatable":{"cpu":"8","memory":"16Gi"},"clusterClaims":[{"name":"id.k8s.io","value":"a"}],"version":{"kubernetes":"v1.33.1"}}}`, "status")

	kinds := []*hubobject.Kind{hubobject.ManagedCluster, hubobject.ManagedClusterSet, hubobject.ManagedClusterSetBinding,
		hubobject.MemberCluster}
	client := connect(t, apiserver.Config{ConfigPath: server.Kubeconfig})
	got, err := client.Fleet(t.Context(), kinds...)
	if err != nil {
		t.Fatal(err)
	}
	var printed strings.Builder
	for _, kind := range kinds {
		objects, err := client.List(t.Context(), kind, "", "")
		if err != nil {
			t.Fatal(err)
		}
		for _, object := range objects {
			printed.Write(append(object, '\n'))
		}
	}
	want, err := inventory.ReadFleet(t.Context(), printed.String())
	if err != nil {
		t.Fatal(err)
	}
	got.FromHub, got.ClusterPlaces, want.ClusterPlaces = false, nil, nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("printed and listed objects differ (-printed +listed):\n%s", diff)
	}
	at := slices.IndexFunc(got.Clusters, func(c placement.Cluster) bool { return c.Name == prefix+"a" })
	if at < 0 || got.Clusters[at].Claims["id.k8s.io"] != "a" || len(got.Clusters[at].Allocatable) != 2 ||
		len(got.Clusters[at].Taints) != 1 {
		t.Errorf("cluster %d of %+v", at, got.Clusters)
	}
	if _, err := client.Get(t.Context(), hubobject.ManagedCluster, "", prefix+"none"); !apierrors.IsNotFound(err) {
		t.Errorf("error %v", err)
	}
	objects, err := client.List(t.Context(), hubobject.ManagedCluster, "", "region=eu")
	if err != nil || len(objects) != 1 || !strings.Contains(string(objects[0]), prefix+"a") {
		t.Errorf("%d objects with the label, error %v", len(objects), err)
	}
}

// TestUIDOfAPIServer: the identity is the UID of kube-system, which an administrator may read, whatever the credentials are.
func TestUIDOfAPIServer(t *testing.T) {
	server := hubtest.Start(t)
	want := string(server.Get(t, "v1", "Namespace", "", "kube-system").GetUID())
	configs := map[string]apiserver.Config{"kubeconfig": {ConfigPath: server.Kubeconfig}}
	if server.Kind == hubtest.Hubd {
		configs["certificate"] = apiserver.Config{ConfigPath: server.Kubeconfig, ConfigContext: "certificate"}
		configs["user of the kubeconfig"] = apiserver.Config{ConfigPath: server.Kubeconfig, ConfigContextAuthInfo: "certificate"}
	}
	user := server.User(t, hubtest.Rule{APIGroups: []string{""}, Resources: []string{"namespaces"}, Verbs: []string{"get"}})
	ca := string(server.Config.CAData)
	if text, err := os.ReadFile(server.Config.CAFile); err == nil {
		ca = string(text)
	}
	direct := apiserver.Config{Host: user.Config.Host, Token: user.Token, ClusterCACertificate: ca}
	configs["host"] = direct
	credential, err := json.Marshal(map[string]any{
		"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential", "status": map[string]any{"token": user.Token},
	})
	if err != nil {
		t.Fatal(err)
	}
	direct.Token, direct.Exec = "", script("echo '"+string(credential)+"'")
	configs["plugin"] = direct
	for name, config := range configs {
		if uid, err := connect(t, config).UID(t.Context()); err != nil || string(uid) != want {
			t.Errorf("%s: uid %q, want %q, error %v", name, uid, want, err)
		}
	}
}

// TestPermissions: what the credentials may not do is told with verb and resource, and so are refused credentials.
func TestPermissions(t *testing.T) {
	server := hubtest.Start(t)
	user := server.User(t, hubtest.Rule{APIGroups: []string{"cluster.open-cluster-management.io"},
		Resources: []string{"managedclustersets"}, Verbs: []string{"list"}})
	client := connect(t, apiserver.Config{ConfigPath: user.Kubeconfig})
	if _, err := client.Fleet(t.Context(), hubobject.ManagedClusterSet); err != nil {
		t.Error(err)
	}
	_, err := client.Fleet(t.Context(), hubobject.ManagedCluster)
	want := `the credentials may not list managedclusters.cluster.open-cluster-management.io (user "` + user.Name + `")`
	if !apierrors.IsForbidden(err) || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	_, err = client.Fleet(t.Context(), hubobject.ManagedCluster, hubobject.ManagedClusterSet, hubobject.PlacementDecision, hubobject.MemberCluster)
	want += ", list placementdecisions.cluster.open-cluster-management.io, list memberclusters.cluster.kubernetes-fleet.io.\n\n" +
		"To grant what is missing, apply this ClusterRole and bind it to the user:\n\n" +
		"  apiVersion: rbac.authorization.k8s.io/v1\n  kind: ClusterRole\n  metadata:\n    name: terraform-multicluster\n  rules:\n" +
		"    - apiGroups: [\"cluster.kubernetes-fleet.io\"]\n      resources: [memberclusters]\n      verbs: [list]\n" +
		"    - apiGroups: [\"cluster.open-cluster-management.io\"]\n      resources: [managedclusters, placementdecisions]\n      verbs: [list]\n" +
		"\nThe guide \"Permissions and credentials on a hub\" has the roles for all that the provider does."
	if !apierrors.IsForbidden(err) || apiserver.Explained(err) != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if _, err := client.UID(t.Context()); !apierrors.IsForbidden(err) {
		t.Errorf("error %v", err)
	}
	stranger := connect(t, apiserver.Config{Host: user.Config.Host, Token: "unknown", Insecure: new(true)})
	if _, err = stranger.Fleet(t.Context(), hubobject.ManagedCluster); !apierrors.IsUnauthorized(err) ||
		!strings.Contains(err.Error(), "the hub does not accept the credentials") {
		t.Errorf("error %v", err)
	}
}
