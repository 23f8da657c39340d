// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// refactored are pairs of placements that decide the same over three clusters, with env prod, prod and dev and region eu, us and
// eu: what selects clusters, and how many. HasNumber says that not all that match are chosen.
var refactored = map[string]struct {
	from, to  [2]string
	hasNumber bool
}{
	"a value instead of all others": {
		from: [2]string{"{matchLabels: {env: prod}}", "[]"},
		to:   [2]string{"{matchExpressions: [{key: env, operator: NotIn, values: [dev]}]}", "[]"},
	},
	"the values instead of the key": {
		from: [2]string{"{matchExpressions: [{key: region, operator: Exists}]}", "[]"},
		to:   [2]string{"{matchExpressions: [{key: region, operator: In, values: [eu, us]}]}", "[]"},
	},
	"a value more": {
		from: [2]string{"{matchLabels: {env: prod}}", "[]"},
		to:   [2]string{"{matchExpressions: [{key: env, operator: In, values: [prod, test]}]}", "[]"},
	},
	"a label less": {
		from: [2]string{"{matchLabels: {env: prod}, matchExpressions: [{key: region, operator: NotIn, values: [apac]}]}", "[]"},
		to:   [2]string{"{matchLabels: {env: prod}}", "[]"},
	},
	"a toleration more": {
		from: [2]string{"{}", "[{key: gpu, operator: Exists}]"}, to: [2]string{"{}", "[{operator: Exists}]"},
	},
	"a value of a toleration": {
		from: [2]string{"{}", "[{key: gpu, operator: Equal, value: a}]"}, to: [2]string{"{}", "[{key: gpu, operator: Exists}]"},
	},
	"a selector that the number hides": {
		from: [2]string{"{matchLabels: {env: prod}}", "[]"}, to: [2]string{"{}", "[]"}, hasNumber: true,
	},
}

// TestComparison_replayed: the change after which two placements differ is made on a hub, and its stand-in for the scheduler, which
// does not use the provider, decides both as told.
func TestComparison_replayed(t *testing.T) {
	server := hubtest.Start(t)
	for name, pair := range refactored {
		if pair.hasNumber {
			continue
		}
		for _, dialect := range []placement.Dialect{placement.DialectOCM, placement.DialectKubeFleet} {
			t.Run(string(dialect)+"/"+name, func(t *testing.T) {
				t.Parallel()
				r := &replay{T: t, hub: server, prefix: server.Prefix(t), namespace: server.Namespace(t), dialect: dialect}
				if dialect == placement.DialectOCM {
					server.OCMScheduler(t, r.namespace, func(p *unstructured.Unstructured) []hubtest.DecisionGroup {
						return []hubtest.DecisionGroup{{Clusters: r.chooses(p, "predicates.requiredClusterSelector.labelSelector", "tolerations")}}
					})
				} else {
					server.FleetScheduler(t, "", r.keeps)
				}
				r.run(pair.from, pair.to, false)
			})
		}
	}
}

// TestRealComparison: the placement controller decides both placements as told.
func TestRealComparison(t *testing.T) {
	cli.NeedAcceptance(t)
	start, server := time.Now(), hubtest.StartRealPlacement(t)
	for name, pair := range refactored {
		t.Run(name, func(t *testing.T) {
			r := &replay{T: t, hub: server, prefix: server.Prefix(t), namespace: server.Namespace(t), dialect: placement.DialectOCM}
			r.run(pair.from, pair.to, pair.hasNumber)
		})
	}
	results.mu.Lock()
	defer results.mu.Unlock()
	results.rows = append(results.rows, fmt.Sprintf("%s\t%d counterexamples decided as told: %t\t%.0f", t.Name(), len(refactored),
		!t.Failed(), time.Since(start).Seconds()))
}

// TestRealComparison_kubeFleet: the hub agent decides both placements as told, for changes of the labels of a member.
func TestRealComparison_kubeFleet(t *testing.T) {
	cli.NeedAcceptance(t)
	start, members := time.Now(), []string{"m1", "m2", "m3"}
	fleet, count := hubtest.StartRealFleet(t, members...), 0
	for name, pair := range refactored {
		if pair.hasNumber {
			continue
		}
		t.Run(name, func(t *testing.T) {
			r := &replay{
				T: t, hub: fleet.Hub, prefix: fleet.Prefix(t), namespace: fleet.Namespace(t), dialect: placement.DialectKubeFleet,
				members: members,
			}
			r.run(pair.from, pair.to, false)
			count++
		})
	}
	if count < 2 {
		t.Errorf("only %d were replayed", count)
	}
	results.mu.Lock()
	defer results.mu.Unlock()
	results.rows = append(results.rows, fmt.Sprintf("%s\t%d counterexamples decided as told: %t\t%.0f", t.Name(), count,
		!t.Failed(), time.Since(start).Seconds()))
}

// replay has the clusters and the placements of a comparison on a hub.
type replay struct {
	*testing.T
	hub               *hubtest.Hub
	prefix, namespace string
	dialect           placement.Dialect
	clusters          []placement.Cluster
	// members are the clusters of a hub that has them already; nil if the test creates them.
	members []string
	// kept are the clusters that stay chosen, by placement and cluster.
	kept map[string]bool
}

const memberVersion = "cluster.kubernetes-fleet.io/v1beta1"

// steadily chooses one cluster, and does not count the decisions of the other placement.
const steadily = ", numberOfClusters: 1, prioritizerPolicy: {mode: Exact, configurations: [{scoreCoordinate: {type: BuiltIn, " +
	"builtIn: Steady}, weight: 1}]}"

// run makes the fleet and both placements, compares them, and makes the change of the answer.
func (r *replay) run(from, to [2]string, hasNumber bool) {
	set := strings.TrimSuffix(r.prefix, "-")
	for i, env := range []string{"prod", "prod", "dev"} {
		name := fmt.Sprint(r.prefix, "c", i)
		if r.members != nil {
			name = r.members[i]
		}
		r.add(placement.Cluster{Name: name, Labels: map[string]string{
			"env": env, "region": []string{"eu", "us"}[i%2], placement.ClusterSetLabel: set,
		}})
	}
	fleet := planner.Fleet{
		Clusters: slices.Clone(r.clusters), ClusterSets: []placement.ClusterSet{{Name: set, SelectorType: placement.ExclusiveClusterSetLabel}},
		Bindings: []placement.Binding{{Name: set, Namespace: r.namespace}},
	}
	if r.dialect == placement.DialectOCM {
		r.hub.CreateAll(r, []string{
			"{apiVersion: " + ocmVersion1b2 + ", kind: ManagedClusterSet, metadata: {name: " + set +
				"}, spec: {clusterSelector: {selectorType: ExclusiveClusterSetLabel}}}",
			"{apiVersion: " + ocmVersion1b2 + ", kind: ManagedClusterSetBinding, metadata: {name: " + set + ", namespace: " + r.namespace +
				"}, spec: {clusterSet: " + set + "}}",
		})
	} else {
		fleet.ClusterSets, fleet.Bindings = nil, nil
	}
	pair := comparison.Pair{From: r.place("from", set, from, hasNumber), To: r.place("to", set, to, hasNumber)}
	found, findings := comparison.Of(r.Context(), fleet, pair, world.Options{}, comparison.MaxWork)
	if findings.HasError() || found.Verdict != comparison.Later || len(found.Later) == 0 {
		r.Fatalf("%+v %v", found, findings)
	}
	if r.members != nil && slices.ContainsFunc(found.Edits, func(e edit.Edit) bool { return e.Add != nil }) {
		r.Skip("a new member would be needed: one that is chosen stays")
	}
	var fromToday, toToday []string
	hubtest.Eventually(r, "both are decided, and the same", func() bool {
		fromToday, toToday = r.decided("from"), r.decided("to")
		return len(fromToday) > 0 && slices.Equal(fromToday, toToday)
	})
	for _, e := range found.Edits {
		r.edit(e)
	}
	hubtest.Eventually(r, found.Text, func() bool { return r.isAsTold(found) })
}

// isAsTold reports whether the hub has decided both placements as a comparison says of the changed fleet.
func (r *replay) isAsTold(found *comparison.Comparison) bool {
	from, to := r.decided("from"), r.decided("to")
	for cluster, said := range found.Later {
		if r.members == nil && !strings.HasPrefix(cluster, r.prefix) { // It was added.
			cluster = r.prefix + cluster
		}
		ofFrom, ofTo, _ := strings.Cut(strings.TrimPrefix(said, "from: "), "; to: ")
		if slices.Contains(from, cluster) != strings.HasPrefix(ofFrom, "chosen") ||
			slices.Contains(to, cluster) != strings.HasPrefix(ofTo, "chosen") {
			return false
		}
	}
	return !slices.Equal(from, to)
}

// add puts a cluster into the fleet and onto the hub.
func (r *replay) add(c placement.Cluster) {
	r.Helper()
	r.clusters = append(r.clusters, c)
	c.Labels = maps.Clone(c.Labels)
	if c.Labels == nil {
		c.Labels = map[string]string{}
	}
	c.Labels["test"] = r.namespace
	if r.members != nil {
		r.patch(c.Name, map[string]any{"metadata": map[string]any{"labels": c.Labels}})
		return
	}
	if r.dialect == placement.DialectOCM {
		r.hub.Create(r, "{apiVersion: "+ocmVersion1+", kind: ManagedCluster, metadata: {name: "+c.Name+", labels: "+asJSON(r.T, c.Labels)+
			"}, spec: {hubAcceptsClient: true, taints: "+asJSON(r.T, taintsOf(c.Taints))+"}}")
		return
	}
	const condition = "status: 'True', reason: x, message: '', lastTransitionTime: '2026-08-11T11:59:00Z'}"
	r.hub.Create(r, "{apiVersion: "+memberVersion+", kind: MemberCluster, metadata: {name: "+c.Name+", labels: "+
		asJSON(r.T, c.Labels)+"}, spec: {taints: "+asJSON(r.T, taintsOf(c.Taints))+
		", identity: {kind: User, name: x, apiGroup: rbac.authorization.k8s.io}}, status: {agentStatus: [{type: MemberAgent, "+
		"lastReceivedHeartbeat: '2026-08-11T11:59:00Z', conditions: [{type: Joined, "+condition+", {type: Healthy, "+condition+"]}]}}")
}

// place creates a placement, and reads it as the provider does.
func (r *replay) place(name, set string, selecting [2]string, hasNumber bool) world.Placement {
	r.Helper()
	text := "{apiVersion: " + ocmVersion1b1 + ", kind: Placement, metadata: {name: " + name + ", namespace: " + r.namespace +
		"}, spec: {clusterSets: [" + set + "], predicates: [{requiredClusterSelector: {labelSelector: " + selecting[0] + "}}], " +
		"tolerations: " + selecting[1] + map[bool]string{true: steadily}[hasNumber] + "}}"
	if r.dialect == placement.DialectKubeFleet {
		text = "{apiVersion: " + onhub.FleetVersion + ", kind: ClusterResourcePlacement, metadata: {name: " + r.prefix + name + "}, spec: " +
			"{resourceSelectors: [{group: '', version: v1, kind: Namespace, name: x}], policy: {placementType: PickAll, tolerations: " +
			selecting[1] + ", affinity: {clusterAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {clusterSelectorTerms: " +
			"[{labelSelector: " + selecting[0] + "}]}}}}}}"
	}
	p, err := manifest.ReadStoredPlacement([]byte(asJSON(r.T, r.hub.Create(r, text).Object)))
	if err != nil {
		r.Fatal(err)
	}
	return world.Placement{Placement: p}
}

// edit makes a change of the fleet on the hub.
func (r *replay) edit(e edit.Edit) {
	r.Helper()
	switch {
	case e.Label != nil:
		changed := map[string]any{}
		for key, value := range e.Label.Set {
			changed[key] = value
		}
		for _, key := range e.Label.Remove {
			changed[key] = nil
		}
		r.patch(e.Label.Clusters[0], map[string]any{"metadata": map[string]any{"labels": changed}})
	case e.Taint != nil:
		r.patch(e.Taint.Clusters[0], map[string]any{"spec": map[string]any{"taints": taintsOf([]placement.Taint{e.Taint.Taint})}})
	case e.Add != nil:
		added := *e.Add
		added.Name = r.prefix + added.Name
		r.add(added)
	default:
		r.Fatalf("the change is not made here: %s", e.String())
	}
}

func (r *replay) patch(cluster string, patch map[string]any) {
	r.Helper()
	version, kind := ocmVersion1, "ManagedCluster"
	if r.dialect == placement.DialectKubeFleet {
		version, kind = memberVersion, "MemberCluster"
	}
	r.hub.MergePatch(r, "test", version, kind, "", cluster, asJSON(r.T, patch))
}

// decided are the clusters that the hub has chosen, by name.
func (r *replay) decided(name string) (clusters []string) {
	r.Helper()
	if r.dialect == placement.DialectKubeFleet {
		for _, b := range r.hub.List(r, onhub.FleetVersion, "ClusterResourceBinding", "", "kubernetes-fleet.io/parent-CRP="+r.prefix+name) {
			cluster, _, _ := unstructured.NestedString(b.Object, "spec", "targetCluster")
			if state, _, _ := unstructured.NestedString(b.Object, "spec", "state"); state != "Unscheduled" {
				clusters = append(clusters, cluster)
			}
		}
		slices.Sort(clusters)
		return clusters
	}
	for _, d := range r.hub.List(r, ocmVersion1b1, "PlacementDecision", r.namespace, "cluster.open-cluster-management.io/placement="+name) {
		list, _, _ := unstructured.NestedSlice(d.Object, "status", "decisions")
		for _, decision := range list {
			clusters = append(clusters, decision.(map[string]any)["clusterName"].(string))
		}
	}
	slices.Sort(clusters)
	return clusters
}

// keeps is what KubeFleet decides: a cluster that is chosen stays.
func (r *replay) keeps(p *unstructured.Unstructured) (decisions []hubtest.FleetDecision, ok bool) {
	if !strings.HasPrefix(p.GetName(), r.prefix) {
		return nil, false
	}
	if r.kept == nil {
		r.kept = map[string]bool{}
	}
	const terms = "affinity.clusterAffinity.requiredDuringSchedulingIgnoredDuringExecution.clusterSelectorTerms.labelSelector"
	for _, name := range r.chooses(p, "policy."+terms, "policy.tolerations") {
		r.kept[p.GetName()+" "+name] = true
	}
	for _, c := range r.live() {
		if r.kept[p.GetName()+" "+c.GetName()] {
			decisions = append(decisions, hubtest.FleetDecision{Cluster: c.GetName(), Selected: true})
		}
	}
	return decisions, true
}

// live are the clusters of the test on the hub, also while the test ends.
func (r *replay) live() []unstructured.Unstructured {
	object := &unstructured.Unstructured{}
	object.SetAPIVersion(ocmVersion1)
	object.SetKind("ManagedCluster")
	if r.dialect == placement.DialectKubeFleet {
		object.SetAPIVersion(memberVersion)
		object.SetKind("MemberCluster")
	}
	client, err := r.hub.For(object)
	if err != nil {
		r.Error(err)
		return nil
	}
	list, err := client.List(context.WithoutCancel(r.Context()), metav1.ListOptions{LabelSelector: "test=" + r.namespace})
	if err != nil {
		r.Error(err)
		return nil
	}
	return list.Items
}

// chooses are the clusters that one of the selectors of a placement matches and whose taints are tolerated, by name. The paths are in
// its spec.
func (r *replay) chooses(p *unstructured.Unstructured, selectors, tolerations string) (names []string) {
	for _, c := range r.live() {
		matches := false
		for _, s := range at(p.Object["spec"], strings.Split(selectors, ".")) {
			selector := &metav1.LabelSelector{}
			if err := runtime.DefaultUnstructuredConverter.FromUnstructured(s.(map[string]any), selector); err != nil {
				r.Error(err)
			}
			compiled, err := metav1.LabelSelectorAsSelector(selector)
			if err != nil {
				r.Error(err)
			}
			matches = matches || compiled.Matches(labels.Set(c.GetLabels()))
		}
		taints := at(c.Object["spec"], []string{"taints"})
		if matches && !slices.ContainsFunc(taints, func(taint any) bool {
			return !slices.ContainsFunc(at(p.Object["spec"], strings.Split(tolerations, ".")), func(toleration any) bool {
				return tolerates(toleration.(map[string]any), taint.(map[string]any))
			})
		}) {
			names = append(names, c.GetName())
		}
	}
	slices.Sort(names)
	return names
}

// tolerates reports whether a toleration is of a taint.
func tolerates(toleration, taint map[string]any) bool {
	key, operator := toleration["key"], toleration["operator"]
	return (key == nil || key == taint["key"]) && (operator == "Exists" || toleration["value"] == taint["value"])
}

// at are the values at a path, through all elements of lists.
func at(value any, path []string) (values []any) {
	switch found := value.(type) {
	case nil:
		return nil
	case []any:
		for _, element := range found {
			values = append(values, at(element, path)...)
		}
		return values
	case map[string]any:
		if len(path) > 0 {
			return at(found[path[0]], path[1:])
		}
	}
	return []any{value}
}

// taintsOf are taints as objects have them.
func taintsOf(taints []placement.Taint) []any {
	all := []any{}
	for _, t := range taints {
		all = append(all, map[string]any{"key": t.Key, "value": t.Value, "effect": string(t.Effect)})
	}
	return all
}

func asJSON(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
