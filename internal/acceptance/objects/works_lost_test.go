// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// loses cuts a cluster off, as the hub sees it five minutes later.
func (l *worksLoop) loses(cluster string) {
	l.becomes("*", hubtest.WorkUnseen, cluster)
	l.available(cluster, "Unknown", `[{key: cluster.open-cluster-management.io/unreachable, effect: NoSelect, timeAdded: "2026-08-11T12:00:00Z"}]`)
}

// finds brings it back.
func (l *worksLoop) finds(cluster string) {
	l.mu.Lock()
	delete(l.outcomes, [2]string{cluster, "*"})
	l.mu.Unlock()
	l.available(cluster, "True", "null")
}

func (l *worksLoop) available(cluster, status, taints string) {
	l.t.Helper()
	l.server.MergePatch(l.t, "registration", onhub.OCMClusterVersion, "ManagedCluster", "", cluster, "{spec: {taints: "+taints+"}}")
	l.server.MergePatch(l.t, "registration", onhub.OCMClusterVersion, "ManagedCluster", "", cluster, "{status: {conditions: [{type: "+
		"ManagedClusterConditionAvailable, status: '"+status+"', reason: a, message: m, lastTransitionTime: '2026-08-11T12:00:00Z'}]}}", "status")
}

// says applies and wants the output to have a text.
func (l *worksLoop) says(image, text string, further ...string) {
	l.t.Helper()
	time.Sleep(1100 * time.Millisecond)
	out, err := l.Apply(l.t, append([]string{"-var=image=" + image}, further...)...)
	if says := strings.Join(strings.Fields(strings.NewReplacer("│", " ").Replace(out)), " "); err != nil || !strings.Contains(says, text) {
		l.t.Fatalf("%v: want %s\n%s", err, text, out)
	}
}

// deleting wants the work of a lost cluster to be still there, and to be deleted.
func (l *worksLoop) deleting(cluster string) {
	l.t.Helper()
	if work := l.server.Get(l.t, onhub.ManifestWorkVersion, "ManifestWork", cluster, l.name); work == nil || work.GetDeletionTimestamp() == nil {
		l.t.Errorf("the work of %s is not being deleted", cluster)
	}
}

// newLostLoop is a loop whose first revision is complete, with a short deadline.
func newLostLoop(t *testing.T, name string, edit ...string) *worksLoop {
	t.Helper()
	l := newWorksLoop(t, name, func(config string) string { return strings.NewReplacer(edit...).Replace(config) })
	for _, cluster := range l.clusters {
		l.available(cluster, "True", "null")
	}
	l.applies("1", "Progressing", "- - - - 1")
	l.applies("1", "Progressing", "1 1 - - 1")
	l.applies("1", "Progressing", "1 1 1 1 1")
	l.applies("1", "Succeeded", "1 1 1 1 1")
	return l
}

// TestAccWorks_lost: a cluster is lost in the middle of a rollout. The rollout goes on without it, and the warning says what
// remains where. When it returns, its old work goes first, and then it gets the workload anew.
func TestAccWorks_lost(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	l := newLostLoop(t, "lost")
	l.applies("2", "Progressing", "1 1 1 1 2")
	l.loses("lost-1")
	l.says("2", `These objects remain on the cluster "lost-1" until its agent is back and deletes them: Namespace lost, Deployment lost/lost.`)
	l.deleting("lost-1")
	l.applies("2", "Progressing", "1 2 2 2 2")
	l.applies("2", "Succeeded", "1 2 2 2 2")
	l.deleting("lost-1")
	l.plansNothing("2")

	l.finds("lost-1")
	l.applies("2", "Progressing", "2 2 2 2 2")
	l.applies("2", "Succeeded", "2 2 2 2 2")
	l.plansNothing("2")
}

// TestAccWorks_lostAtLast: a cluster is lost at the last step.
func TestAccWorks_lostAtLast(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	l := newLostLoop(t, "last")
	l.applies("2", "Progressing", "1 1 1 1 2")
	l.applies("2", "Progressing", "2 2 1 1 2")
	l.becomes("2", hubtest.WorkUnseen, "last-4")
	l.applies("2", "Progressing", "2 2 2 2 2")
	l.applies("2", "Progressing", "2 2 2 2 2")
	l.loses("last-4")
	l.applies("2", "Succeeded", "2 2 2 2 2")
	l.deleting("last-4")
	l.plansNothing("2")
}

// TestAccWorks_lostInRollback: a lost cluster does not keep the others on the broken revision.
func TestAccWorks_lostInRollback(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	l := newLostLoop(t, "way", `"10m"`, `"1s"`, `  strategy = {`, "on_breach = \"rollback\"\nstrategy = {")
	l.becomes("2", hubtest.WorkDegraded, "way-canary")
	l.applies("2", "Progressing", "1 1 1 1 2")
	time.Sleep(1500 * time.Millisecond)
	l.loses("way-2")
	l.applies("2", "RollingBack", "1 1 1 1 1")
	l.deleting("way-2")
	l.applies("2", "RolledBack", "1 1 1 1 1")
	l.plansNothing("2")
}

// TestAccWorks_lostAndWaits: an argument waits for the agent of a lost cluster, and fails.
func TestAccWorks_lostAndWaits(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	l := newLostLoop(t, "waits", "  track_progress = true", "  track_progress = true\nalways_wait_for_deletion = true\ntimeouts = { delete = \"2s\" }")
	l.loses("waits-1")
	for range 2 {
		if out, err := l.Apply(t, "-var=image=1"); err == nil || !strings.Contains(out, "manifest-work-cleanup") {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	l.finds("waits-1")
	l.applies("1", "Succeeded", "1 1 1 1 1")
}

// TestAccWorks_edited: somebody edits a work on the hub. It has no status of the revision any more, and does not stop the others.
func TestAccWorks_edited(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	l := newLostLoop(t, "edited")
	work := l.server.Get(t, onhub.ManifestWorkVersion, "ManifestWork", "edited-1", l.name)
	l.server.MergePatch(t, "kubectl-edit", onhub.ManifestWorkVersion, "ManifestWork", "edited-1", l.name, strings.ReplaceAll(
		fmt.Sprintf(`{spec: {workload: {manifests: [{apiVersion: v1, kind: ConfigMap, metadata: {name: web, namespace: web, annotations: {%s: "1"}}}]}}}`,
			manifestwork.Revision), "\n", ""))
	if edited := l.server.Get(t, onhub.ManifestWorkVersion, "ManifestWork", "edited-1", l.name); edited.GetGeneration() == work.GetGeneration() {
		t.Fatal("nothing was edited")
	}
	fails := func(image string) string {
		t.Helper()
		time.Sleep(1100 * time.Millisecond)
		out, err := l.Apply(t, "-var=image="+image)
		if err == nil {
			t.Fatal(out)
		}
		return strings.Join(strings.Fields(strings.NewReplacer("│", " ").Replace(out)), " ")
	}
	if says := fails("2"); !strings.Contains(says, `ManifestWork edited-1/edited has manifests of kubectl-edit`) ||
		!strings.Contains(says, "its apply fails; that of the others goes on") {
		t.Errorf("it says %s", says)
	}
	l.reported("edited-canary")
	fails("2")
	if is := l.server.Get(t, onhub.ManifestWorkVersion, "ManifestWork", "edited-2", l.name).GetAnnotations()[manifestwork.Revision]; is != "2" {
		t.Errorf("edited-2 has %s", is)
	}
	var status map[string]any
	l.output("status", &status)
	if is, ok := status["edited-1"]; ok {
		t.Errorf("the edited work has the status %v", is)
	}
}

// TestAccWorks_namesake: the work of another team with the same name is neither read nor taken over.
func TestAccWorks_namesake(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	l := newWorksLoop(t, "namesake", func(config string) string { return config })
	other := workClusters(t, l.server, 1)[0]
	l.server.Create(t, "{apiVersion: work.open-cluster-management.io/v1, kind: ManifestWork, metadata: {name: "+l.name+", namespace: "+
		other+", annotations: {"+manifestwork.Revision+": '9'}}, spec: {}}")
	l.says("1", "- ManifestWork "+other+"/"+l.name)
	l.applies("1", "Progressing", "1 1 - - 1")
	l.applies("1", "Progressing", "1 1 1 1 1")
	l.applies("1", "Succeeded", "1 1 1 1 1")
	if work := l.server.Get(t, onhub.ManifestWorkVersion, "ManifestWork", other, l.name); work.GetAnnotations()[manifestwork.Revision] != "9" {
		t.Error("the work of the other team was taken over")
	}
}

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
	hubtest.Eventually(t, "the status is that of the agents", func() bool {
		states, message, warning = status()
		return cmp.Equal(want, states) && message != nil
	})
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
