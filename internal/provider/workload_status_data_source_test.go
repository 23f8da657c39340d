package provider

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// workloadStatus reads the data source, and returns its outputs.
func workloadStatus(t *testing.T, provider, config object) (map[string]any, []*tfprotov6.Diagnostic) {
	t.Helper()
	state, diags := planDataWith(t, provider, "multicluster_workload_status", configOf(t, dataSchema("multicluster_workload_status").typ, config))
	outputs := map[string]any{}
	for name, value := range state {
		if _, isArgument := config[name]; !isArgument {
			outputs[name] = plain(t, value)
		}
	}
	return outputs, diags
}

// statesOf are the states of the clusters in the outputs, with their revisions.
func statesOf(outputs map[string]any) map[string]string {
	states := map[string]string{}
	clusters, _ := outputs["cluster_status"].(map[string]any)
	for name, status := range clusters {
		of, _ := status.(map[string]any)
		states[name] = fmt.Sprint(of["status"], " ", of["revision"])
	}
	return states
}

// statusSources are objects of every source, of which one cluster has each, with the configuration that reads them.
func statusSources(t *testing.T, server *hubtest.Hub) map[string]struct {
	config object
	want   map[string]string
} {
	t.Helper()
	prefix, namespace := server.Prefix(t), server.Namespace(t)
	now := `lastTransitionTime: "2026-08-11T12:00:00Z", observedGeneration: 1, message: m`
	for _, text := range []string{
		`{apiVersion: work.open-cluster-management.io/v1, kind: ManifestWork, metadata: {name: PREFIXweb, namespace: NAMESPACE, labels: {app: PREFIXweb}, annotations:
			{terraform-provider-multicluster/revision: v1}}, spec: {manifestConfigs: [{resourceIdentifier: {resource: a, name: b}, conditionRules: [{type: CEL,
			condition: Progressing, celExpressions: ["true"]}]}]}, status: {conditions: [{type: Applied, status: "True", reason: A, NOW},
			{type: Progressing, status: "False", reason: P, NOW}]}}`,
		`{apiVersion: work.open-cluster-management.io/v1, kind: ManifestWork, metadata: {name: PREFIXold, namespace: NAMESPACE}, spec: {}}`,
		`{apiVersion: addon.open-cluster-management.io/v1alpha1, kind: ManagedClusterAddOn, metadata: {name: PREFIXlogs, namespace: NAMESPACE}, spec: {}, status:
			{configReferences: [{desiredConfig: {name: a, specHash: h}}], conditions: [{type: Progressing, status: "True", reason: UpgradeFailed, NOW}]}}`,
		`{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterResourceBinding, metadata: {name: PREFIXweb-1, labels: {kubernetes-fleet.io/parent-CRP: PREFIXweb}},
			spec: {state: Bound, targetCluster: c, resourceSnapshotName: web-1-snapshot, clusterDecision: {clusterName: c, selected: true, reason: x},
			schedulingPolicySnapshotName: a}, status: {conditions: [{type: Available, status: "True", reason: A, NOW}]}}`,
		`{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterStagedUpdateRun, metadata: {name: PREFIXrun}, spec: {}, status: {resourceSnapshotIndexUsed: "1",
			stagesStatus: [{stageName: a, clusters: [{clusterName: c, conditions: [{type: Started, status: "True", reason: A, NOW}]}]}]}}`,
	} {
		server.Create(t, strings.NewReplacer("PREFIX", prefix, "NAMESPACE", namespace, "NOW", now).Replace(text))
	}
	type of = struct {
		config object
		want   map[string]string
	}
	return map[string]of{
		"name":       {object{"manifest_works": object{"name": prefix + "web"}}, map[string]string{namespace: "Succeeded v1"}},
		"labels":     {object{"manifest_works": object{"label_selector": object{"match_labels": object{"app": prefix + "web"}}}}, map[string]string{namespace: "Succeeded v1"}},
		"add-on":     {object{"add_on": prefix + "logs"}, map[string]string{namespace: "Failed h"}},
		"placement":  {object{"placement": object{"name": prefix + "web"}}, map[string]string{"c": "Available web-1-snapshot"}},
		"update run": {object{"staged_update_run": prefix + "run"}, map[string]string{"c": "NotAvailable 1"}},
		"no rules":   {object{"manifest_works": object{"name": prefix + "old"}}, map[string]string{}},
		"nothing":    {object{"manifest_works": object{"name": prefix + "none"}}, map[string]string{}},
	}
}

// TestHubWorkloadStatus reads every source, with one list for all clusters.
func TestHubWorkloadStatus(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	for name, tt := range statusSources(t, server) {
		t.Run(name, func(t *testing.T) {
			proxy := server.Proxy(t)
			outputs, diags := workloadStatus(t, object{"hub": object{"config_path": proxy.Kubeconfig}}, tt.config)
			if diff := cmp.Diff(tt.want, statesOf(outputs)); diff != "" || failed(diags) {
				t.Errorf("%s %s", diff, said(diags))
			}
			warning := map[string]string{"no rules": "Clusters have no status", "nothing": "No cluster has the workload"}[name]
			if text := said(diags); warning == "" && text != "" || !strings.Contains(text, warning) {
				t.Errorf("got %q, want %q", text, warning)
			}
			lists := len(proxy.Requests(hubtest.Match{Query: "limit="}))
			if lists != 1 {
				t.Errorf("%d lists, want 1", lists)
			}
		})
	}
}

// TestWorkloadStatus_mistakes: each is one error at its attribute, in the plan.
func TestWorkloadStatus_mistakes(t *testing.T) {
	for says, config := range map[string]object{
		"manifest_works: set it, or add_on, placement or staged_update_run": {},
		"There is no hub":                                        {"add_on": "logs"},
		`completed_by: found "available"`:                        {"manifest_works": object{"name": "a", "completed_by": "available"}},
		`unsupported attribute`:                                  {"manifest_works": object{"nam": "a"}},
		"A manifest cannot be used":                              {"add_on": "logs", "manifests": list{"a: {"}},
		"staged_update_run: another source of the status is set": {"add_on": "logs", "staged_update_run": "a"},
		"manifest_works.label_selector: must select some labels": {"manifest_works": object{"label_selector": object{"match_labels": object{}}}},
	} {
		_, diags := workloadStatus(t, object{}, config)
		failsWith(t, diags, says)
	}
	text := `{apiVersion: v1, kind: List, items: [{apiVersion: work.open-cluster-management.io/v1, kind: ManifestWork, metadata: {name: web, namespace: c, generation: 2,
		annotations: {terraform-provider-multicluster/revision: v2}}, spec: {manifestConfigs: [{resourceIdentifier: {resource: a, name: b}, conditionRules: [{condition: Progressing,
		type: CEL}]}]}}, {apiVersion: v1, kind: Pod}]}`
	outputs, diags := workloadStatus(t, object{}, object{"manifest_works": object{"name": "web"}, "manifests": list{text}})
	if diff := cmp.Diff(map[string]string{"c": "ToApply v2"}, statesOf(outputs)); diff != "" || len(diags) > 0 {
		t.Errorf("%s %s", diff, said(diags))
	}
}
