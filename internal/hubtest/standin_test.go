// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

// TestOCMScheduler: the stand-in writes what the real scheduler writes, follows a change, and writes nothing without one.
func TestOCMScheduler(t *testing.T) {
	hub := Start(t)
	namespace := hub.Namespace(t)
	var many []string
	for i := range 150 {
		many = append(many, fmt.Sprintf("c%03d", i))
	}
	hub.OCMScheduler(t, namespace, func(placement *unstructured.Unstructured) []DecisionGroup {
		n, _, _ := unstructured.NestedInt64(placement.Object, "spec", "numberOfClusters")
		return []DecisionGroup{{Name: "canary", Clusters: []string{"z", "a"}}, {Clusters: many[:n]}}
	})
	hub.Create(t, "{apiVersion: "+ocmPlacements+", kind: Placement, metadata: {name: "+
		"web, namespace: "+namespace+"}, spec: {numberOfClusters: 150}}")
	placement := func() *unstructured.Unstructured { return hub.Get(t, ocmPlacements, "Placement", namespace, "web") }
	selected := func() int64 {
		n, _, _ := unstructured.NestedInt64(placement().Object, "status", "numberOfSelectedClusters")
		return n
	}
	Eventually(t, "152 clusters are selected", func() bool { return selected() == 152 })
	want := `[{decisionGroupIndex: 0, decisionGroupName: canary, decisions: [web-decision-1], clusterCount: 2},
		{decisionGroupIndex: 1, decisionGroupName: "", decisions: [web-decision-2, web-decision-3], clusterCount: 150}]`
	status, _, _ := unstructured.NestedMap(placement().Object, "status")
	checkYAML(t, "groups", want, status["decisionGroups"])
	checkYAML(t, "conditions", `[
		{type: PlacementSatisfied, status: "True", reason: AllDecisionsScheduled, message: All cluster decisions scheduled},
		{type: PlacementMisconfigured, status: "False", reason: Succeedconfigured, message: Placement configurations check pass}]`,
		withoutTimes(status["conditions"]))

	decision := hub.Get(t, ocmPlacements, "PlacementDecision", namespace, "web-decision-1")
	checkYAML(t, "labels", `{cluster.open-cluster-management.io/placement: web, cluster.open-cluster-management.io/decision-group-index: "0",
		cluster.open-cluster-management.io/decision-group-name: canary}`, decision.GetLabels())
	checkYAML(t, "decisions", `{decisions: [{clusterName: a, reason: ""}, {clusterName: z, reason: ""}]}`, decision.Object["status"])
	if owners := decision.GetOwnerReferences(); len(owners) != 1 || owners[0].UID != placement().GetUID() || !*owners[0].Controller {
		t.Errorf("the owners are %v", owners)
	}

	before := hub.List(t, ocmPlacements, "PlacementDecision", namespace, "")
	patch := `{metadata: {annotations: {example.com/a: b}}}`
	after := hub.MergePatch(t, "test", ocmPlacements, "Placement", namespace, "web", patch)
	hub.MergePatch(t, "test", ocmPlacements, "Placement", namespace, "web", `{spec: {numberOfClusters: 1}}`)
	Eventually(t, "3 clusters are selected", func() bool { return selected() == 3 })
	left := hub.List(t, ocmPlacements, "PlacementDecision", namespace, "")
	if len(before) != 3 || len(left) != 2 {
		t.Errorf("there were %d PlacementDecisions, and now there are %d", len(before), len(left))
	}
	if before[0].GetResourceVersion() != left[0].GetResourceVersion() {
		t.Error("an unchanged PlacementDecision was written")
	}
	if diff := cmp.Diff(status["conditions"], mustConditions(t, after)); diff != "" {
		t.Errorf("the conditions changed (-before +after):\n%s", diff)
	}
}

// TestWriteDecisions: a placement that finds too few clusters, or none, is not satisfied.
func TestWriteDecisions(t *testing.T) {
	hub := Start(t)
	namespace := hub.Namespace(t)
	hub.Create(t, "{apiVersion: "+ocmPlacements+", kind: Placement, metadata: {name: "+
		"web, namespace: "+namespace+"}, spec: {numberOfClusters: 3}}")
	for want, clusters := range map[string][]string{"NotAllDecisionsScheduled: 2 cluster decisions unscheduled": {"a"},
		"NoManagedClusterMatched: No ManagedCluster matches any of the cluster predicate": nil} {
		hub.WriteDecisions(t, namespace, "web", DecisionGroup{Clusters: clusters})
		found := ""
		for _, c := range mustConditions(t, hub.Get(t, ocmPlacements, "Placement", namespace, "web")) {
			if fields, _ := c.(map[string]any); fields["type"] == "PlacementSatisfied" && fields["status"] == "False" {
				found = fmt.Sprintf("%s: %s", fields["reason"], fields["message"])
			}
		}
		if found != want {
			t.Errorf("got %q, want %q", found, want)
		}
		if all := hub.List(t, ocmPlacements, "PlacementDecision", namespace, ""); len(all) != 1 {
			t.Errorf("there are %d PlacementDecisions", len(all))
		}
	}
}

// fleetStory is the life of a placement of KubeFleet.
type fleetStory struct {
	hub             *Hub
	kinds           fleetKinds
	namespace, name string

	mu       sync.Mutex
	selected []string
}

func (f *fleetStory) choose(clusters ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.selected = clusters
}

func (f *fleetStory) decide(placement *unstructured.Unstructured) ([]FleetDecision, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var decisions []FleetDecision
	for _, cluster := range []string{"eu-1", "eu-2", "us-1"} {
		decisions = append(decisions, FleetDecision{
			Cluster: cluster, Selected: slices.Contains(f.selected, cluster), AffinityScore: 20, SpreadScore: -1,
			Reason: "ClusterUnschedulable, no",
		})
	}
	return decisions, placement.GetName() == f.name
}

// scheduled is the condition of the placement.
func (f *fleetStory) scheduled(t *testing.T) string {
	placement := f.hub.Get(t, fleetPlacements, f.kinds.placement, f.namespace, f.name)
	for _, c := range mustConditions(t, placement) {
		if fields, _ := c.(map[string]any); fields["type"] == f.kinds.condition {
			return fmt.Sprintf("%s %v of %d", fields["status"], fields["observedGeneration"], placement.GetGeneration())
		}
	}
	return ""
}

// bindings are cluster, state and the end of the snapshot's name, with the state that an unscheduled one had.
func (f *fleetStory) bindings(t *testing.T) string {
	var all []string
	for _, b := range f.hub.List(t, fleetPlacements, f.kinds.binding, f.namespace, parentLabel+"="+f.name) {
		spec, _, _ := unstructured.NestedMap(b.Object, "spec")
		snapshot := strings.TrimPrefix(fmt.Sprint(spec["schedulingPolicySnapshotName"]), f.name)
		all = append(all, fmt.Sprintf("%s %s %s%s", spec["targetCluster"], spec["state"], snapshot,
			b.GetAnnotations()[fleetPrefix+"previous-binding-state"]))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

func (f *fleetStory) becomes(t *testing.T, scheduled, bindings string) {
	t.Helper()
	Eventually(t, "the placement is "+scheduled+", with "+bindings, func() bool {
		return f.scheduled(t) == scheduled &&
			f.bindings(t) == bindings
	})
}

func (f *fleetStory) patch(t *testing.T, policy string) {
	f.hub.MergePatch(t, "test", fleetPlacements, f.kinds.placement, f.namespace, f.name, "{spec: {policy: "+policy+"}}")
}

func (f *fleetStory) snapshots(t *testing.T) []unstructured.Unstructured {
	return f.hub.List(t, fleetPlacements, f.kinds.snapshot, f.namespace, parentLabel+"="+f.name)
}

// TestFleetScheduler: a placement is created, scaled, gets another policy, and is deleted.
func TestFleetScheduler(t *testing.T) {
	hub := Start(t)
	for _, story := range []*fleetStory{
		{hub: hub, kinds: fleetCluster, name: hub.Prefix(t) + "web"},
		{hub: hub, kinds: fleetNamespace, namespace: hub.Namespace(t), name: "web"},
	} {
		t.Run(story.kinds.placement, story.test)
	}
}

func (f *fleetStory) test(t *testing.T) {
	f.choose("eu-1", "eu-2")
	f.hub.FleetScheduler(t, f.namespace, f.decide)
	f.hub.Create(t, "{apiVersion: "+fleetPlacements+", kind: "+f.kinds.placement+", metadata: {name: "+f.name+", namespace: '"+f.namespace+`'}, spec: {
		resourceSelectors: [{group: "", version: v1, kind: ConfigMap, name: a}], policy: {placementType: PickN, numberOfClusters: 2}}}`)
	f.becomes(t, "True 1 of 1", "eu-1 Scheduled -0, eu-2 Scheduled -0")
	checkYAML(t, "snapshot", `{observedCRPGeneration: 1,
		conditions: [{type: Scheduled, status: "True", reason: SchedulingPolicyFulfilled, observedGeneration: 1,
			message: "found all cluster needed as specified by the scheduling policy, found 2 cluster(s)"}],
		targetClusters: [
			{clusterName: eu-1, selected: true, clusterScore: {affinityScore: 20, priorityScore: -1},
				reason: 'Successfully scheduled resources for placement in "eu-1" (affinity score: 20, topology spread score: -1): picked by scheduling policy'},
			{clusterName: eu-2, selected: true, clusterScore: {affinityScore: 20, priorityScore: -1},
				reason: 'Successfully scheduled resources for placement in "eu-2" (affinity score: 20, topology spread score: -1): picked by scheduling policy'},
			{clusterName: us-1, selected: false, clusterScore: {affinityScore: 20, priorityScore: -1}, reason: "ClusterUnschedulable, no"}]}`,
		withoutTimes(f.snapshots(t)[0].Object["status"]))

	// Only the number changes: the snapshot stays, and with it the bindings.
	f.patch(t, "{numberOfClusters: 3}")
	f.becomes(t, "False 2 of 2", "eu-1 Scheduled -0, eu-2 Scheduled -0")
	f.choose("eu-1")
	f.patch(t, "{numberOfClusters: 1, tolerations: [{key: a, operator: Exists}]}")
	f.becomes(t, "True 3 of 3", "eu-1 Scheduled -1, eu-2 Unscheduled -0Scheduled")
	// The annotation stays, as it does with the real scheduler.
	f.choose("eu-1", "eu-2")
	f.patch(t, "{numberOfClusters: 2}")
	f.becomes(t, "True 4 of 4", "eu-1 Scheduled -1, eu-2 Scheduled -1Scheduled")
	var latest []string
	for _, snapshot := range f.snapshots(t) {
		latest = append(latest, snapshot.GetLabels()[fleetPrefix+"is-latest-snapshot"])
	}
	if !slices.Equal(latest, []string{"false", "true"}) {
		t.Errorf("the snapshots are the latest: %q", latest)
	}
	// Who sees that the placement is gone sees nothing of it: a placement of the same name begins without decisions.
	client, err := f.hub.For(f.hub.Get(t, fleetPlacements, f.kinds.placement, f.namespace, f.name))
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Delete(t.Context(), f.name, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	Eventually(t, "the placement is deleted", func() bool {
		return f.hub.Get(t, fleetPlacements, f.kinds.placement, f.namespace, f.name) == nil
	})
	if left := f.bindings(t); left != "" || len(f.snapshots(t)) != 0 {
		t.Errorf("bindings %q and %d snapshots are left", left, len(f.snapshots(t)))
	}
}

// TestSetUnreachable: the taint comes and goes, the other taints stay, and the next apply of these conflicts.
func TestSetUnreachable(t *testing.T) {
	hub := Start(t)
	name := hub.Prefix(t) + "a"
	text := "{apiVersion: " + ocmGroup + "/v1, kind: ManagedCluster, metadata: {name: " + name +
		"}, spec: {taints: [{key: gpu, effect: NoSelect}]}}"
	object := Parse(t, text)
	client, err := hub.For(object)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Apply(t.Context(), name, object, metav1.ApplyOptions{FieldManager: "test"}); err != nil {
		t.Fatal(err)
	}
	keys := func() string {
		var keys []string
		taints, _, _ := unstructured.NestedSlice(hub.Get(t, ocmGroup+"/v1", "ManagedCluster", "", name).Object, "spec", "taints")
		for _, taint := range taints {
			fields, _ := taint.(map[string]any)
			keys = append(keys, fmt.Sprint(fields["key"], ":", fields["effect"]))
		}
		return strings.Join(keys, " ")
	}
	for _, on := range []bool{true, true, false, false, true} {
		hub.SetUnreachable(t, name, on)
		want := "gpu:NoSelect"
		if on {
			want += " " + unreachable + ":NoSelect"
		}
		if got := keys(); got != want {
			t.Errorf("unreachable %t: the taints are %s", on, got)
		}
	}
	if _, err := client.Apply(t.Context(), name, object, metav1.ApplyOptions{FieldManager: "test"}); !apierrors.IsConflict(err) {
		t.Errorf("an apply of the whole list: %v", err)
	}
}

// TestRegistrationWebhook: the label is in the answer to our own request, of the clusters that have none and of no others.
func TestRegistrationWebhook(t *testing.T) {
	hub := Start(t)
	prefix, other := hub.Prefix(t), hub.Prefix(t)+"other"
	hub.RegistrationWebhook(t, prefix)
	for name, test := range map[string]struct{ labels, want string }{
		prefix + "none":  {"{}", "default"},
		prefix + "some":  {"{region: eu}", "default"},
		prefix + "empty": {`{cluster.open-cluster-management.io/clusterset: ""}`, "default"},
		prefix + "prod":  {"{cluster.open-cluster-management.io/clusterset: prod}", "prod"},
		other:            {"{}", ""},
	} {
		created := hub.Create(t, "{apiVersion: "+ocmGroup+"/v1, kind: ManagedCluster, "+
			"metadata: {name: "+name+", labels: "+test.labels+"}}")
		if got := created.GetLabels()[clusterSetLabel]; got != test.want {
			t.Errorf("%s: the set is %q and not %q", name, got, test.want)
		}
	}
	patched := hub.MergePatch(t, "test", ocmGroup+"/v1", "ManagedCluster", "", prefix+"prod",
		"{metadata: {labels: {"+clusterSetLabel+": null}}}")
	if got := patched.GetLabels()[clusterSetLabel]; got != "default" {
		t.Errorf("without its label, the cluster is in the set %q", got)
	}
}

func mustConditions(t *testing.T, object *unstructured.Unstructured) []any {
	t.Helper()
	found, _, err := unstructured.NestedSlice(object.Object, "status", "conditions")
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// withoutTimes is a value without the times of conditions, each of which has to be set.
func withoutTimes(value any) any {
	switch v := value.(type) {
	case map[string]any:
		rest := map[string]any{}
		for name, field := range v {
			if name != "lastTransitionTime" || field == "" {
				rest[name] = withoutTimes(field)
			}
		}
		return rest
	case []any:
		var rest []any
		for _, item := range v {
			rest = append(rest, withoutTimes(item))
		}
		return rest
	}
	return value
}

func checkYAML(t *testing.T, what, want string, got any) {
	t.Helper()
	var wanted, found any
	text, err := yaml.Marshal(got)
	if err == nil {
		err = yaml.Unmarshal(text, &found)
	}
	if err == nil {
		err = yaml.Unmarshal([]byte(strings.ReplaceAll(want, "\t", "  ")), &wanted)
	}
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wanted, found); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}
