// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

const setLabel = "cluster.open-cluster-management.io/clusterset"

// blue is a cluster in the set blue, with a taint.
func blue(name string) *placement.Cluster {
	return &placement.Cluster{Name: name, Labels: map[string]string{setLabel: "blue"}, Taints: []placement.Taint{taint("gpu")}}
}

// TestCreateCluster: the request that creates a cluster has its taints and its labels, and the dry run sends the same one. So the
// cluster is never without its taints, and never in the set "default", which the user may not join.
func TestCreateCluster(t *testing.T) {
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	name := prefix + "a"
	server.RegistrationWebhook(t, prefix)
	user := server.User(t,
		hubtest.Rule{
			APIGroups: []string{"cluster.open-cluster-management.io"}, Resources: []string{"managedclusters"},
			Verbs: []string{"get", "create", "patch"},
		},
		hubtest.Rule{
			APIGroups: []string{"cluster.open-cluster-management.io"}, Resources: []string{"managedclustersets/join"},
			ResourceNames: []string{"blue"},
			Verbs:         []string{"create"},
		},
	)
	p := server.Proxy(t)
	client := connect(t, apiserver.Config{Host: p.Host, ClusterCACertificate: p.CA, Token: user.Token})
	first := clusterChange(t, blue(name), hubobject.ClusterSpec{})
	if _, err := client.DryRun(t.Context(), first, nil); err != nil {
		t.Fatal(err)
	}
	p.On(hubtest.Match{Method: "PATCH", NoQuery: "dryRun"}, 1, hubtest.After(func() {
		// The taint controller is faster than the next request.
		created := server.Get(t, clusterVersion, managedCluster, "", name)
		if diff := cmp.Diff([]string{"gpu"}, taintKeys(created)); diff != "" || created.GetLabels()[setLabel] != "blue" {
			t.Errorf("created with the labels %v and the taints %v", created.GetLabels(), taintKeys(created))
		}
		server.SetUnreachable(t, name, true)
	}))
	made := mustWrite(t, client, first)
	// The creation, and that others write the list as well: the taint controller was faster.
	if n := len(p.Requests(hubtest.Match{Method: "PATCH", NoQuery: "dryRun"})); n != 2 {
		t.Errorf("%d requests", n)
	}
	var sent []string
	for _, r := range p.Requests(hubtest.Match{Method: "PATCH"})[:2] {
		sent = append(sent, r.Method+r.Path+" "+r.Body)
	}
	if diff := cmp.Diff(sent[0], sent[1]); diff != "" || !strings.Contains(sent[0], "gpu") {
		t.Errorf("the dry run sends another request (-dry run +creation):\n%s", diff)
	}
	// The taints of others stay when those of the configuration go.
	without := blue(name)
	without.Taints = nil
	mustWrite(t, client, next(t, first, made, without))
	if diff := cmp.Diff([]string{unreachableTaint}, taintKeys(server.Get(t, clusterVersion, managedCluster, "", name))); diff != "" {
		t.Error(diff)
	}
}

const unreachableTaint = "cluster.open-cluster-management.io/unreachable"

// TestCreateCluster_refused: the request after the one that creates a cluster is refused. The cluster has all that is set, and
// the next change keeps the taints of others.
func TestCreateCluster_refused(t *testing.T) {
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	server.RegistrationWebhook(t, prefix)
	p := server.Proxy(t)
	client := throughProxy(t, p, nil)
	for what, labels := range map[string]map[string]string{"labels": {setLabel: "blue"}, "none": nil} {
		name := prefix + what
		change := func() *hub.Desired {
			cluster := blue(name)
			cluster.Labels = labels
			return clusterChange(t, cluster, hubobject.ClusterSpec{})
		}
		p.On(hubtest.Match{Method: "PATCH", Path: name, Skip: 1}, 1, hubtest.Refuse(http.StatusForbidden, "Forbidden", "no"))
		made := mustWrite(t, client, change())
		left := server.Get(t, clusterVersion, managedCluster, "", name)
		if diff := cmp.Diff([]string{"gpu"}, taintKeys(left)); diff != "" {
			t.Error(diff)
		}
		// An apply that was interrupted here is continued.
		again := mustWrite(t, client, change())
		if made.UID() != left.GetUID() || again.UID() != made.UID() {
			t.Error("another object")
		}
		server.SetUnreachable(t, name, true)
		after := blue(name)
		after.Labels, after.Taints = labels, nil
		mustWrite(t, client, next(t, change(), made, after))
		if diff := cmp.Diff([]string{unreachableTaint},
			taintKeys(server.Get(t, clusterVersion, managedCluster, "", name))); diff != "" {
			t.Error(diff)
		}
	}
}
