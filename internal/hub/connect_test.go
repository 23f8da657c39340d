// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

func connect(t testing.TB, config apiserver.Config) *hub.Client {
	t.Helper()
	return connectAs(t, "", config)
}

// connectAs connects with a field manager; empty is the default.
func connectAs(t testing.TB, manager string, config apiserver.Config) *hub.Client {
	t.Helper()
	client, err := hub.New(hub.Config{Config: config, FieldManager: manager}, apiserver.Options{Lookup: fakehub.NoEnvironment, UserAgent: "provider/1.2.3"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
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
	if _, err := client.List(t.Context(), hubobject.ManagedClusterSet, hub.Selection{}); err != nil {
		t.Error(err)
	}
	_, err := client.List(t.Context(), hubobject.ManagedCluster, hub.Selection{})
	want := `the credentials may not list managedclusters.cluster.open-cluster-management.io (user "` + user.Name + `")`
	if !apierrors.IsForbidden(err) || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	var errs []error
	for _, kind := range []*hubobject.Kind{
		hubobject.ManagedCluster, hubobject.ManagedClusterSet, hubobject.PlacementDecision, hubobject.MemberCluster,
	} {
		_, err = client.List(t.Context(), kind, hub.Selection{})
		errs = append(errs, err)
	}
	err = apiserver.First(errs...)
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
	if _, err = stranger.List(t.Context(), hubobject.ManagedCluster, hub.Selection{}); !apierrors.IsUnauthorized(err) ||
		!strings.Contains(err.Error(), "the hub does not accept the credentials") {
		t.Errorf("error %v", err)
	}
}
