// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubWorkloadStatus reads every source, with one list for all clusters.
func TestHubWorkloadStatus(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	for name, tt := range onhub.StatusSources(t, server) {
		t.Run(name, func(t *testing.T) {
			proxy := server.Proxy(t)
			outputs, diags := providertest.WorkloadStatus(t, object{"hub": object{"config_path": proxy.Kubeconfig}}, tt.Config)
			if diff := cmp.Diff(tt.Want, providertest.StatesOf(outputs)); diff != "" || providertest.Failed(diags) {
				t.Errorf("%s %s", diff, providertest.Said(diags))
			}
			warning := map[string]string{"no rules": "Clusters have no status", "nothing": "No cluster has the workload"}[name]
			if text := providertest.Said(diags); warning == "" && text != "" || !strings.Contains(text, warning) {
				t.Errorf("got %q, want %q", text, warning)
			}
			want := 1
			if name == "update run" {
				// Its cluster is not available: its agent may be silent.
				want = 2
			}
			if lists := len(proxy.Requests(hubtest.Match{Query: "limit="})); lists != want {
				t.Errorf("%d lists, want %d", lists, want)
			}
		})
	}
}

// TestHubWorkloadStatus_silentAgents: a member whose agent is stopped has not failed, and its status says since when nothing came.
func TestHubWorkloadStatus_silentAgents(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	for _, cluster := range []string{"a", "b"} {
		server.Create(t, "{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, metadata: {name: "+prefix+cluster+
			"}, spec: {identity: {kind: User, name: a, apiGroup: rbac.authorization.k8s.io}}}")
		server.Create(t, strings.NewReplacer("P-", prefix, "CLUSTER", cluster).Replace("{apiVersion: placement.kubernetes-fleet.io/v1beta1, "+
			"kind: ClusterResourceBinding, metadata: {name: P-web-CLUSTER, labels: {kubernetes-fleet.io/parent-CRP: P-web}}, spec: {state: "+
			"Scheduled, targetCluster: P-CLUSTER, resourceSnapshotName: '', schedulingPolicySnapshotName: x, clusterDecision: {clusterName: "+
			"P-CLUSTER, selected: true, reason: x}}}"))
	}
	server.FleetHeartbeats(t, func(cluster string) time.Time {
		return providertest.Time.Add(-map[bool]time.Duration{true: time.Minute, false: time.Hour}[cluster == prefix+"a"])
	}, prefix+"a", prefix+"b")
	server.FleetRollout(t, prefix+"web", func() string { return "web-1-snapshot" }, func(cluster, _ string) hubtest.WorkOutcome {
		return map[bool]hubtest.WorkOutcome{true: hubtest.WorkDone, false: hubtest.WorkUnseen}[cluster == prefix+"a"]
	})
	proxy := server.Proxy(t)
	status := func() (states map[string]string, message any, warning string) {
		outputs, diags := providertest.WorkloadStatus(t, object{"hub": object{"config_path": proxy.Kubeconfig}},
			object{"placement": object{"name": prefix + "web"}})
		clusters, _ := outputs["cluster_status"].(map[string]any)
		of, _ := clusters[prefix+"b"].(map[string]any)
		return providertest.StatesOf(outputs), of["message"], providertest.Said(diags)
	}
	want := map[string]string{prefix + "a": "Available web-1-snapshot", prefix + "b": "NotAvailable web-1-snapshot"}
	since := "the agent of the cluster has sent no heartbeat since " + providertest.Time.Add(-time.Hour).Format(time.RFC3339)
	var states map[string]string
	var message any
	var warning string
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		if states, message, warning = status(); cmp.Equal(want, states) && message != nil {
			break
		}
	}
	if diff := cmp.Diff(want, states); diff != "" || message != since {
		t.Errorf("%s message: %v, want %s", diff, message, since)
	}
	if !strings.Contains(warning, "Agents of clusters are silent") || !strings.Contains(warning, "  - "+prefix+"b: "+since) {
		t.Errorf("the warning is %q", warning)
	}
	proxy.On(hubtest.Match{Path: "/memberclusters"}, hubtest.Always, hubtest.Refuse(http.StatusForbidden, "Forbidden", "no"))
	if states, message, warning = status(); !cmp.Equal(want, states) || message != nil || warning != "" {
		t.Errorf("without the members: %v, %v, %q", states, message, warning)
	}
}
