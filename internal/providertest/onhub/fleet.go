// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package onhub

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// The API versions of placements.
const (
	OCMVersion   = "cluster.open-cluster-management.io/v1beta1"
	FleetVersion = "placement.kubernetes-fleet.io/v1beta1"
)

// DecidedFleet has the clusters of a test on a hub, in a namespace where nothing else is bound.
type DecidedFleet struct {
	T                 *testing.T
	Server            *hubtest.Hub
	Prefix, Namespace string
	// Kind is the kind of clusters in the configuration of the hub.
	Kind any
}

// NewDecidedFleet makes a, b and c: ManagedClusters in a set that is bound to the namespace, and MemberClusters.
func NewDecidedFleet(t *testing.T, server *hubtest.Hub) *DecidedFleet {
	t.Helper()
	f := &DecidedFleet{T: t, Server: server, Prefix: server.Prefix(t), Namespace: server.Namespace(t)}
	f.Create("{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSet, metadata: {name: P-set}, spec: "+
		"{clusterSelector: {selectorType: LabelSelector, labelSelector: {matchLabels: {test: T}}}}}",
		"{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSetBinding, metadata: {name: P-set, namespace: "+
			"N}, spec: {clusterSet: P-set}}")
	for _, name := range []string{"a", "b", "c"} {
		f.Create("{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, "+
			"metadata: {name: P-"+name+", labels: {test: T, name: "+name+"}}, spec: {hubAcceptsClient: true}, "+
			"status: {conditions: [], clusterClaims: [{name: zone, value: "+name+"1}]}}",
			"{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, "+
				"metadata: {name: P-"+name+", labels: {test: T, name: "+name+"}}, "+
				"spec: {identity: {kind: User, name: x, apiGroup: rbac.authorization.k8s.io}}, status: {agentStatus: [{type: MemberAgent, "+
				"lastReceivedHeartbeat: '2026-08-11T11:59:00Z', conditions: [{type: Joined, status: 'True', reason: x, message: '', "+
				"lastTransitionTime: '2026-08-11T11:59:00Z'}, {type: Healthy, status: 'True', reason: x, message: '', lastTransitionTime: "+
				"'2026-08-11T11:59:00Z'}]}]}}")
	}
	return f
}

// Text replaces P- by the prefix of the test, N by its namespace and T by its label.
func (f *DecidedFleet) Text(text string) string {
	return strings.NewReplacer("P-", f.Prefix, "namespace: N", "namespace: "+f.Namespace, "test: T",
		"test: "+strings.TrimSuffix(f.Prefix, "-")).Replace(text)
}

// Create creates objects, in whose texts the prefix and the namespace stand for words.
func (f *DecidedFleet) Create(texts ...string) {
	f.T.Helper()
	for _, text := range texts {
		f.Server.Create(f.T, f.Text(text))
	}
}

// Placement makes a Placement that keeps its decisions and chooses by name otherwise.
func (f *DecidedFleet) Placement(name, spec string) {
	f.T.Helper()
	f.Create("{apiVersion: " + OCMVersion + ", kind: Placement, metadata: {name: " + name + ", namespace: N}, " +
		"spec: {prioritizerPolicy: {mode: Exact, configurations: [{scoreCoordinate: {type: BuiltIn, builtIn: Steady}, weight: 1}]}, " +
		spec + "}}")
}

// Group is a decision group of clusters of the fleet.
func (f *DecidedFleet) Group(name string, clusters ...string) hubtest.DecisionGroup {
	group := hubtest.DecisionGroup{Name: name}
	for _, cluster := range clusters {
		group.Clusters = append(group.Clusters, f.Prefix+cluster)
	}
	return group
}

// Decisions reads a placement of the namespace, and removes the prefix from all texts.
func (f *DecidedFleet) Decisions(config object) (map[string]any, []*tfprotov6.Diagnostic) {
	f.T.Helper()
	if _, ok := config["namespace"]; !ok {
		config["namespace"] = f.Namespace
	}
	outputs, diags := providertest.ReadDecisions(f.T, object{"hub": object{"config_path": f.Server.Kubeconfig, "kind": f.Kind}},
		config)
	return f.short(outputs), diags
}

func (f *DecidedFleet) short(outputs map[string]any) map[string]any {
	short, _ := shortened(outputs, f.Prefix).(map[string]any)
	return short
}

func shortened(value any, prefix string) any {
	switch of := value.(type) {
	case string:
		return strings.ReplaceAll(of, prefix, "")
	case []any:
		for i := range of {
			of[i] = shortened(of[i], prefix)
		}
	case map[string]any:
		for key, item := range of {
			delete(of, key)
			of[strings.ReplaceAll(key, prefix, "")] = shortened(item, prefix)
		}
	}
	return value
}

// Check compares outputs with what is wanted of some, and the one diagnostic with what it has to say.
func (f *DecidedFleet) Check(outputs map[string]any, diags []*tfprotov6.Diagnostic, want map[string]any, says ...string) {
	f.T.Helper()
	CheckOutputs(f.T, outputs, want)
	if len(diags) > 1 || len(diags) == 0 && len(says) > 0 {
		f.T.Errorf("%d diagnostics: %s", len(diags), providertest.Said(diags))
		return
	}
	for _, d := range diags {
		text := strings.ReplaceAll(providertest.Shown(d), f.Prefix, "")
		if len(says) == 0 {
			f.T.Error(text)
		}
		for _, part := range says {
			if !strings.Contains(text, strings.ReplaceAll(part, "N/", f.Namespace+"/")) {
				f.T.Errorf("nothing says %q: %s", part, text)
			}
		}
	}
}

// CheckOutputs compares some of the outputs.
func CheckOutputs(t *testing.T, outputs, want map[string]any) {
	t.Helper()
	for name := range want {
		if diff := cmp.Diff(want[name], outputs[name]); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}

// JoinMember creates a MemberCluster whose agent is healthy, with a label that selects the clusters of the test.
func JoinMember(t *testing.T, server *hubtest.Hub, name, test, more string) {
	t.Helper()
	const condition = "status: 'True', reason: x, message: '', lastTransitionTime: '2026-08-11T11:59:00Z'}"
	server.Create(t, "{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, "+
		"metadata: {name: "+name+", labels: {test: "+test+", "+more+"}}, "+
		"spec: {identity: {kind: User, name: x, apiGroup: rbac.authorization.k8s.io}}, status: {agentStatus: [{type: MemberAgent, "+
		"lastReceivedHeartbeat: '2026-08-11T11:59:00Z', conditions: [{type: Joined, "+condition+", {type: Healthy, "+condition+"]}]}}")
}

// FleetPlacement makes a placement of KubeFleet that chooses two of the clusters of the test.
func FleetPlacement(f *DecidedFleet, kind, name string) {
	f.T.Helper()
	f.Create("{apiVersion: " + FleetVersion + ", kind: " + kind + ", metadata: {name: " + name + ", namespace: N}, " +
		"spec: {resourceSelectors: [{group: '', version: v1, kind: ConfigMap, name: x}], policy: {placementType: PickN, " +
		"numberOfClusters: 2, affinity: {clusterAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {clusterSelectorTerms: " +
		"[{labelSelector: {matchLabels: {test: T}}}]}}}}}}")
}
