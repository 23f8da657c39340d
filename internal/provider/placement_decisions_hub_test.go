package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placements"
)

const ocmVersion, fleetVersion = "cluster.open-cluster-management.io/v1beta1", "placement.kubernetes-fleet.io/v1beta1"

// readDecisions reads the data source of decisions, and returns its outputs as a state has them.
func readDecisions(t *testing.T, provider, config object) (map[string]any, []*tfprotov6.Diagnostic) {
	t.Helper()
	typ := placements.DecisionsSchema().Type().TerraformType(context.Background())
	state, diags := planDataWith(t, provider, "multicluster_placement_decisions", configOf(t, typ, config))
	if state == nil {
		return nil, diags
	}
	outputs := map[string]any{}
	for name, value := range state {
		if _, isArgument := config[name]; !isArgument {
			outputs[name] = plain(t, value)
		}
	}
	return outputs, diags
}

// decidedFleet has the clusters of a test on a hub, in a namespace where nothing else is bound.
type decidedFleet struct {
	t                 *testing.T
	server            *hubtest.Hub
	prefix, namespace string
	// kind is the kind of clusters in the configuration of the hub.
	kind any
}

// newDecidedFleet makes a, b and c: ManagedClusters in a set that is bound to the namespace, and MemberClusters.
func newDecidedFleet(t *testing.T) *decidedFleet {
	t.Helper()
	server := hubtest.Start(t)
	f := &decidedFleet{t: t, server: server, prefix: server.Prefix(t), namespace: server.Namespace(t)}
	f.create("{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSet, metadata: {name: P-set}, spec: {clusterSelector: {selectorType: LabelSelector, labelSelector: {matchLabels: {test: T}}}}}",
		"{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSetBinding, metadata: {name: P-set, namespace: N}, spec: {clusterSet: P-set}}")
	for _, name := range []string{"a", "b", "c"} {
		f.create("{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: P-"+name+", labels: {test: T, name: "+name+"}}, spec: {hubAcceptsClient: true}, "+
			"status: {conditions: [], clusterClaims: [{name: zone, value: "+name+"1}]}}",
			"{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, metadata: {name: P-"+name+", labels: {test: T, name: "+name+"}}, "+
				"spec: {identity: {kind: User, name: x, apiGroup: rbac.authorization.k8s.io}}, status: {agentStatus: [{type: MemberAgent, lastReceivedHeartbeat: '2026-08-11T11:59:00Z', "+
				"conditions: [{type: Joined, status: 'True', reason: x, message: '', lastTransitionTime: '2026-08-11T11:59:00Z'}, {type: Healthy, status: 'True', reason: x, message: '', lastTransitionTime: '2026-08-11T11:59:00Z'}]}]}}")
	}
	return f
}

// text replaces P- by the prefix of the test, N by its namespace and T by its label.
func (f *decidedFleet) text(text string) string {
	return strings.NewReplacer("P-", f.prefix, "namespace: N", "namespace: "+f.namespace, "test: T", "test: "+strings.TrimSuffix(f.prefix, "-")).Replace(text)
}

func (f *decidedFleet) create(texts ...string) {
	f.t.Helper()
	for _, text := range texts {
		f.server.Create(f.t, f.text(text))
	}
}

// placement makes a Placement that keeps its decisions and chooses by name otherwise.
func (f *decidedFleet) placement(name, spec string) {
	f.t.Helper()
	f.create("{apiVersion: " + ocmVersion + ", kind: Placement, metadata: {name: " + name + ", namespace: N}, " +
		"spec: {prioritizerPolicy: {mode: Exact, configurations: [{scoreCoordinate: {type: BuiltIn, builtIn: Steady}, weight: 1}]}, " + spec + "}}")
}

// group is a decision group of clusters of the fleet.
func (f *decidedFleet) group(name string, clusters ...string) hubtest.DecisionGroup {
	group := hubtest.DecisionGroup{Name: name}
	for _, cluster := range clusters {
		group.Clusters = append(group.Clusters, f.prefix+cluster)
	}
	return group
}

// decisions reads a placement of the namespace, and removes the prefix from all texts.
func (f *decidedFleet) decisions(config object) (map[string]any, []*tfprotov6.Diagnostic) {
	f.t.Helper()
	if _, ok := config["namespace"]; !ok {
		config["namespace"] = f.namespace
	}
	outputs, diags := readDecisions(f.t, object{"hub": object{"config_path": f.server.Kubeconfig, "kind": f.kind}}, config)
	return f.short(outputs), diags
}

func (f *decidedFleet) short(outputs map[string]any) map[string]any {
	short, _ := shortened(outputs, f.prefix).(map[string]any)
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

// check compares outputs with what is wanted of some, and the one diagnostic with what it has to say.
func (f *decidedFleet) check(outputs map[string]any, diags []*tfprotov6.Diagnostic, want map[string]any, says ...string) {
	f.t.Helper()
	checkOutputs(f.t, outputs, want)
	if len(diags) > 1 || len(diags) == 0 && len(says) > 0 {
		f.t.Errorf("%d diagnostics: %s", len(diags), said(diags))
		return
	}
	for _, d := range diags {
		text := strings.ReplaceAll(shown(d), f.prefix, "")
		if len(says) == 0 {
			f.t.Error(text)
		}
		for _, part := range says {
			if !strings.Contains(text, strings.ReplaceAll(part, "N/", f.namespace+"/")) {
				f.t.Errorf("nothing says %q: %s", part, text)
			}
		}
	}
}

func checkOutputs(t *testing.T, outputs, want map[string]any) {
	t.Helper()
	for name := range want {
		if diff := cmp.Diff(want[name], outputs[name]); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}

// TestHubPlacementDecisions_ocm follows a Placement: not decided yet, decided as predicted, in other groups, otherwise, misconfigured,
// disabled, and being deleted.
func TestHubPlacementDecisions_ocm(t *testing.T) {
	t.Parallel()
	f := newDecidedFleet(t)
	config := func() object { return object{"name": "web", "with_labels": list{"name"}, "with_claims": list{"zone"}} }
	f.placement("web", "numberOfClusters: 2, decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 1, "+
		"decisionGroups: [{groupName: canary, groupClusterSelector: {labelSelector: {matchLabels: {name: b}}}}]}}")
	outputs, diags := f.decisions(config())
	f.check(outputs, diags, map[string]any{
		"decisions": []any{}, "decisions_by_cluster": map[string]any{}, "decision_groups": []any{}, "satisfied": false, "conditions": []any{},
		"prediction_agrees": false,
	}, `WARNING: name: The placement "N/web" has not been decided by the hub yet: The hub has not finished its first decision.`,
		"The hub has chosen no cluster. Predicted: 2 clusters (b, a).", "- a, predicted, not on the hub: rank 1 of 3 with score 0")

	f.server.WriteDecisions(t, f.namespace, "web", f.group("canary", "b"), f.group("", "a"))
	outputs, diags = f.decisions(config())
	decision := func(cluster, group string) map[string]any {
		return map[string]any{"cluster_name": cluster, "group": number(group), "score": nil, "reason": nil, "binding": nil, "kind": nil, "namespace": nil}
	}
	chosen := func(cluster, group, groupName string) map[string]any {
		return map[string]any{
			"group": number(group), "group_name": groupName, "labels": map[string]any{"name": cluster}, "claims": map[string]any{"zone": cluster + "1"},
			"kind": nil, "namespace": nil,
		}
	}
	f.check(outputs, diags, map[string]any{
		"decisions":            []any{decision("b", "0"), decision("a", "1")},
		"decisions_by_cluster": map[string]any{"a": chosen("a", "1", ""), "b": chosen("b", "0", "canary")},
		"decision_groups": []any{
			map[string]any{"index": number("0"), "name": "canary", "cluster_names": []any{"b"}, "placement_decisions": []any{"web-decision-1"}},
			map[string]any{"index": number("1"), "name": "", "cluster_names": []any{"a"}, "placement_decisions": []any{"web-decision-2"}},
		},
		"satisfied": true,
		"conditions": []any{
			map[string]any{"type": "PlacementSatisfied", "status": "True", "reason": "AllDecisionsScheduled", "message": "All cluster decisions scheduled"},
			map[string]any{"type": "PlacementMisconfigured", "status": "False", "reason": "Succeedconfigured", "message": "Placement configurations check pass"},
		},
		"prediction_agrees": true, "prediction_differences": []any{},
	})

	f.server.MergePatch(t, "test", ocmVersion, "Placement", f.namespace, "web", "{status: {numberOfSelectedClusters: 3}}", "status")
	outputs, diags = f.decisions(config())
	f.check(outputs, diags, map[string]any{"prediction_agrees": true}, `The placement "N/web" is being decided by the hub: The hub is writing its decisions`)

	f.server.WriteDecisions(t, f.namespace, "web", f.group("", "b"), f.group("", "a"))
	outputs, diags = f.decisions(config())
	f.check(outputs, diags, map[string]any{"prediction_agrees": false, "prediction_differences": []any{
		map[string]any{"cluster_name": "b", "hub": true, "predicted": true, "reason": `the hub has it in group 0, and group 0 "canary" is predicted`},
	}}, `The placement "N/web" was decided differently than predicted`, "- b, in another group: the hub has it in group 0")

	f.server.MergePatch(t, "test", ocmVersion, "Placement", f.namespace, "web",
		"{spec: {decisionStrategy: null, predicates: [{requiredClusterSelector: {labelSelector: {matchExpressions: [{key: name, operator: NotIn, values: [a]}]}}}]}}")
	f.server.WriteDecisions(t, f.namespace, "web", f.group("", "a", "b", "gone"))
	outputs, diags = f.decisions(config())
	f.check(outputs, diags, map[string]any{"prediction_agrees": false, "prediction_differences": []any{
		map[string]any{"cluster_name": "a", "hub": true, "predicted": false, "reason": `label name is "a"; predicates[0] wants name notin (a)`},
		map[string]any{"cluster_name": "c", "hub": false, "predicted": true, "reason": "rank 2 of 2 with score 0 = Steady 0"},
		map[string]any{"cluster_name": "gone", "hub": true, "predicted": false, "reason": "the fleet has no such cluster"},
	}}, "The hub has chosen 3 clusters (a, b, gone). Predicted: 2 clusters (b, c).", "- gone, on the hub, not predicted: the fleet has no such cluster")

	f.server.MergePatch(t, "test", ocmVersion, "Placement", f.namespace, "web",
		"{spec: {predicates: [{requiredClusterSelector: {labelSelector: {matchExpressions: [{key: name, operator: Near}]}}}]}}")
	f.server.WriteDecisions(t, f.namespace, "web")
	f.server.MergePatch(t, "test", ocmVersion, "Placement", f.namespace, "web", "{status: {conditions: ["+
		"{type: PlacementMisconfigured, status: 'True', reason: Misconfigured, message: 'Predicate:\"Near\" is not a valid operator', lastTransitionTime: '2026-08-11T11:59:00Z'}, "+
		"{type: PlacementSatisfied, status: 'False', reason: NoManagedClusterMatched, message: No ManagedCluster matches, lastTransitionTime: '2026-08-11T11:59:00Z'}]}}", "status")
	outputs, diags = f.decisions(config())
	f.check(outputs, diags, map[string]any{"satisfied": false, "prediction_agrees": true, "prediction_differences": []any{}},
		`The placement "N/web" is not satisfied on the hub: The hub has chosen no cluster. PlacementMisconfigured: Predicate:"Near" is not a valid operator (Misconfigured).`)
	f.server.WriteDecisions(t, f.namespace, "web", f.group("", "a", "b"))
	outputs, diags = f.decisions(config())
	f.check(outputs, diags, map[string]any{"prediction_agrees": false}, "a, on the hub, not predicted: the hub chooses no cluster, because the placement is misconfigured")

	f.server.MergePatch(t, "test", ocmVersion, "Placement", f.namespace, "web",
		"{metadata: {annotations: {cluster.open-cluster-management.io/experimental-scheduling-disable: 'true'}, finalizers: [example.com/held]}}")
	outputs, diags = f.decisions(config())
	f.check(outputs, diags, map[string]any{"prediction_agrees": nil, "prediction_differences": nil}, `The placement "N/web" is not scheduled by the hub`, "disables it")
	f.server.Delete(t, ocmVersion, "Placement", f.namespace, "web")
	defer f.server.MergePatch(t, "test", ocmVersion, "Placement", f.namespace, "web", "{metadata: {finalizers: null}}")
	outputs, diags = f.decisions(config())
	f.check(outputs, diags, map[string]any{"decisions": []any{decision("a", "0"), decision("b", "0")}, "prediction_agrees": nil}, "it is being deleted")
}

// TestHubPlacementDecisions_many reads decisions in several PlacementDecisions, of which each has 100 clusters.
func TestHubPlacementDecisions_many(t *testing.T) {
	t.Parallel()
	f := newDecidedFleet(t)
	var texts, names []string
	for i := range 120 {
		names = append(names, fmt.Sprintf("n-%03d", i))
		texts = append(texts, f.text("{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: P-"+names[i]+", labels: {test: T}}}"))
	}
	f.server.CreateAll(t, texts)
	f.placement("web", "numberOfClusters: 123")
	f.server.WriteDecisions(t, f.namespace, "web", f.group("", append(names, "a", "b", "c")...))
	outputs, diags := f.decisions(object{"name": "web"})
	f.check(outputs, diags, map[string]any{"prediction_agrees": true, "satisfied": true})
	if decisions, _ := outputs["decisions"].([]any); len(decisions) != 123 {
		t.Errorf("%d decisions", len(decisions))
	}
	groups, _ := outputs["decision_groups"].([]any)
	if diff := cmp.Diff([]any{"web-decision-1", "web-decision-2"}, groups[0].(map[string]any)["placement_decisions"]); diff != "" || len(groups) != 1 {
		t.Errorf("%d groups -want +got:\n%s", len(groups), diff)
	}
	// A warning names a few, the output all.
	f.server.WriteDecisions(t, f.namespace, "web")
	outputs, diags = f.decisions(object{"name": "web"})
	if differences, _ := outputs["prediction_differences"].([]any); len(differences) != 123 {
		t.Errorf("%d differences", len(differences))
	}
	if len(diags) != 2 || len(shown(diags[1])) > longestDetail || !strings.Contains(shown(diags[1]), "- and 113 more differences: see prediction_differences") {
		t.Error(said(diags))
	}
}

func number(text string) json.Number { return json.Number(text) }
