package provider

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// placedRun drives a placement of a kind on a hub that has the clusters a, b and c.
type placedRun struct {
	*hubRun
	f *decidedFleet
	// kind, namespace and name are those of the object on the hub.
	kind, namespace, name string
}

// placedKinds are the kinds of placements on a hub.
var placedKinds = []string{"Placement", "ClusterResourcePlacement", "ResourcePlacement"}

func newPlacedRun(t *testing.T, kind string) *placedRun {
	t.Helper()
	f := newDecidedFleet(t)
	r := &placedRun{hubRun: &hubRun{lifecycle: placementLifecycle(t, t), t: t, provider: onHub(f.server)}, f: f, kind: kind, namespace: f.namespace, name: "web"}
	if kind == "ClusterResourcePlacement" {
		r.namespace, r.name = "", f.prefix+"web"
	}
	return r
}

func (r *placedRun) isOCM() bool { return r.kind == "Placement" }

func (r *placedRun) apiVersion() string {
	if r.isOCM() {
		return ocmVersion
	}
	return fleetVersion
}

func (r *placedRun) id() string { return strings.TrimPrefix(r.namespace+"/"+r.name, "/") }

// title names the placement in the diagnostics that says compares.
func (r *placedRun) title() string {
	return `The placement "` + strings.ReplaceAll(strings.ReplaceAll(r.id(), r.f.prefix, ""), r.f.namespace, "N") + `" `
}

// config is a placement on a number of clusters. The arguments are further ones, or others.
func (r *placedRun) config(clusters int, arguments ...object) object {
	test := strings.TrimSuffix(r.f.prefix, "-")
	config := object{"name": r.name}
	if r.namespace != "" {
		config["namespace"] = r.namespace
	}
	if r.isOCM() {
		config["ocm"] = object{
			"cluster_sets": list{r.f.prefix + "set"}, "number_of_clusters": int64(clusters),
			"predicates":         list{object{"required_cluster_selector": object{"label_selector": object{"match_labels": object{"test": test}}}}},
			"prioritizer_policy": object{"mode": "Exact"},
			"tolerations":        list{object{"key": "gpu", "value": "true"}},
		}
	} else {
		config["resource_selectors"] = list{object{"group": "", "version": "v1", "kind": r.selects(), "name": "x"}}
		config["kubefleet"] = object{
			"placement_type": "PickN", "number_of_clusters": int64(clusters),
			"affinity": object{"cluster_affinity": object{"required_during_scheduling_ignored_during_execution": object{"cluster_selector_terms": list{
				object{"label_selector": object{"match_labels": object{"test": test}}},
			}}}},
			"tolerations": list{object{"key": "gpu", "value": "true"}},
		}
		config["strategy"] = object{"type": "RollingUpdate", "rolling_update": object{"max_unavailable": "30%"}}
	}
	for _, further := range arguments {
		config = merged(config, further)
	}
	return config
}

// selects is the kind of the resources that a placement of KubeFleet selects.
func (r *placedRun) selects() string {
	if r.namespace == "" {
		return "Namespace"
	}
	return "ConfigMap"
}

func (r *placedRun) get() *unstructured.Unstructured {
	r.t.Helper()
	return r.f.server.Get(r.t, r.apiVersion(), r.kind, r.namespace, r.name)
}

func (r *placedRun) patch(manager, patch string, subresources ...string) {
	r.t.Helper()
	r.f.server.MergePatch(r.t, manager, r.apiVersion(), r.kind, r.namespace, r.name, patch, subresources...)
}

func (r *placedRun) delete() {
	r.t.Helper()
	r.f.server.Delete(r.t, r.apiVersion(), r.kind, r.namespace, r.name)
}

// decide lets the hub decide for clusters.
func (r *placedRun) decide(clusters ...string) {
	r.t.Helper()
	if r.isOCM() {
		r.f.server.WriteDecisions(r.t, r.namespace, r.name, r.f.group("", clusters...))
		return
	}
	decisions := make([]hubtest.FleetDecision, len(clusters))
	for i := range clusters {
		decisions[i] = hubtest.FleetDecision{Cluster: r.f.prefix + clusters[i], Selected: true}
	}
	r.f.server.WriteFleetDecisions(r.t, r.namespace, r.name, decisions...)
}

// first are the clusters that a placement without earlier decisions gets: of equals, Open Cluster Management takes the first names, and
// KubeFleet the last.
func (r *placedRun) first(n int) []string {
	if r.isOCM() {
		return []string{"a", "b", "c"}[:n]
	}
	return []string{"c", "b", "a"}[:n]
}

// chosen are the clusters of the outputs in the state.
func (r *placedRun) chosen() []string {
	r.t.Helper()
	names := []string{}
	decisions, _ := r.value("decisions").([]any)
	for _, d := range decisions {
		fields, _ := d.(map[string]any)
		name, _ := fields["cluster_name"].(string)
		names = append(names, strings.TrimPrefix(name, r.f.prefix))
	}
	return names
}

func (r *placedRun) wantChosen(names ...string) {
	r.t.Helper()
	if names == nil {
		names = []string{}
	}
	if diff := cmp.Diff(names, r.chosen()); diff != "" {
		r.t.Errorf("decisions -want +got:\n%s", diff)
	}
}

// says checks what was said: one diagnostic for each text, of which each part behind | is found in it. The texts of errors begin with
// ERROR. In what was said the prefix of the test is removed, and its namespace is N.
func (r *placedRun) says(diags []*tfprotov6.Diagnostic, texts ...string) {
	r.t.Helper()
	short := func(d *tfprotov6.Diagnostic) string {
		return strings.ReplaceAll(strings.ReplaceAll(shown(d), r.f.prefix, ""), r.f.namespace, "N")
	}
	if len(diags) != len(texts) {
		r.t.Fatalf("%d diagnostics, want %d:\n%s", len(diags), len(texts), said(diags))
	}
	for i, text := range texts {
		rest, isError := strings.CutPrefix(text, "ERROR ")
		if (diags[i].Severity == tfprotov6.DiagnosticSeverityError) != isError {
			r.t.Fatalf("got %s\nwant %s", short(diags[i]), text)
		}
		for part := range strings.SplitSeq(rest, "|") {
			if !strings.Contains(short(diags[i]), part) {
				r.t.Fatalf("got %s\nwant %s", short(diags[i]), part)
			}
		}
	}
}

// TestHubPlaced takes a placement of every kind through its life on a hub.
func TestHubPlaced(t *testing.T) {
	t.Parallel()
	for _, kind := range placedKinds {
		t.Run(kind, func(t *testing.T) { newPlacedRun(t, kind).life() })
	}
}

func (r *placedRun) life() {
	one, two := r.first(1), r.first(2)
	created := r.title() + "is created on the hub|The hub is expected to choose 1 cluster (" + one[0] + ")."
	undecided := r.title() + "has not been decided by the hub yet|"
	set := map[string]any{"spec.numberOfClusters": int64(1), "spec.prioritizerPolicy.mode": "Exact"}
	if !r.isOCM() {
		set = map[string]any{
			"spec.policy.numberOfClusters": int64(1), "spec.policy.placementType": "PickN", "spec.strategy.rollingUpdate.maxUnavailable": "30%",
			// A default.
			"spec.strategy.rollingUpdate.maxSurge": "25%",
		}
	}
	p := r.try(r.config(1))
	r.says(p.diags, created)
	for _, name := range append([]string{"uid"}, placementconfig.ResultNames()...) {
		if r.attribute(p.state, name).IsKnown() {
			r.t.Errorf("%s is known in the plan that creates", name)
		}
	}
	r.says(r.run(r.config(1)), created, undecided+"set wait_for_decisions = true")
	r.wantChosen()
	for path, want := range set {
		if diff := cmp.Diff(want, at(r.t, r.get(), path)); diff != "" {
			r.t.Errorf("%s: %s", path, diff)
		}
	}
	r.says(r.try(r.config(1)).diags, undecided+"check that its scheduler runs")

	r.decide(one...)
	r.settles(r.config(1))
	r.wantChosen(one...)
	uid := r.value("uid")

	// What others write is neither drift nor a conflict.
	r.patch("controller", "{metadata: {labels: {team: x}, annotations: {note: x}}}")
	r.settles(r.config(1))

	// Drift is shown, also of a nested value. It is a conflict with who has caused it.
	drift := `{spec: {tolerations: [{key: gpu, value: "false"}]}}`
	conflict := "spec.tolerations"
	if !r.isOCM() {
		drift, conflict = "{spec: {strategy: {rollingUpdate: {maxUnavailable: 50%}}}}", "spec.strategy.rollingUpdate.maxUnavailable"
	}
	r.patch("kubectl", drift)
	if p = r.try(r.config(1)); p.state.Equal(r.state) {
		r.t.Error("drift is not shown")
	}
	r.says(p.diags, append(r.undecidedChange(), "ERROR "+r.title()+"has fields of another manager|"+conflict+`, set by "kubectl`)...)
	forced := object{"force_conflicts": true}
	r.says(r.run(r.config(1, forced)), r.undecidedChange()...)
	r.decide(one...)
	r.settles(r.config(1, forced))

	// An update: the decisions stay known, and follow with the next refresh.
	joins := "is going to move|The hub is expected to decide:|1 cluster joins, 0 clusters leave, 1 cluster stays.|" + two[1]
	p = r.try(r.config(2))
	r.says(p.diags, r.title()+joins)
	r.says(r.run(r.config(2)), r.title()+joins)
	r.wantChosen(one...)
	r.decide(two...)
	r.settles(r.config(2))
	r.wantChosen(two...)
	if r.value("uid") != uid {
		r.t.Error("another object")
	}
	leaves := r.title() + "is going to move|0 clusters join, 1 cluster leaves, 1 cluster stays."
	r.says(r.run(r.config(1)), leaves)
	r.decide(one...)
	r.settles(r.config(1))

	// Deleted by somebody else: made again. Made again by somebody else: not taken over without adopt.
	r.delete()
	r.says(r.run(r.config(1)), created, undecided)
	if r.value("uid") == uid {
		r.t.Error("the same object")
	}
	r.delete()
	r.f.create(r.imports())
	r.says(r.run(r.config(1)), r.title()+"is another object now", "ERROR "+r.title()+"exists already")
	r.says(r.run(r.config(1)), "ERROR "+r.title()+"exists already|set adopt = true")
	r.decide(two...)
	r.says(r.run(r.config(1, object{"adopt": true, "force_conflicts": true})), leaves)
	r.wantChosen(two...)
	r.decide(one...)
	r.settles(r.config(1, object{"adopt": true, "force_conflicts": true}))
	r.wantChosen(one...)
	r.says(r.run(nil))
	if r.get() != nil {
		r.t.Error("the placement was not deleted")
	}
}

// undecidedChange is what a refresh says while the hub has not decided a change: nothing in Open Cluster Management, which does not tell.
func (r *placedRun) undecidedChange() []string {
	if r.isOCM() {
		return nil
	}
	return []string{r.title() + "has changed since the hub decided it"}
}

// imports is the placement as somebody else creates it, on two clusters.
func (r *placedRun) imports() string {
	spec := "numberOfClusters: 2, clusterSets: [P-set], prioritizerPolicy: {mode: Exact}, " +
		"tolerations: [{key: gpu, operator: Equal, value: 'true'}], predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {test: T}}}}]"
	if !r.isOCM() {
		spec = "resourceSelectors: [{group: '', version: v1, kind: " + r.selects() + ", name: x}], policy: {placementType: PickN, numberOfClusters: 2, affinity: {clusterAffinity: {" +
			"requiredDuringSchedulingIgnoredDuringExecution: {clusterSelectorTerms: [{labelSelector: {matchLabels: {test: T}}}]}}}, " +
			"tolerations: [{key: gpu, value: 'true'}]}, strategy: {rollingUpdate: {maxUnavailable: 30%}}"
	}
	return "{apiVersion: " + r.apiVersion() + ", kind: " + r.kind + ", metadata: {name: " + r.name + ", namespace: " + r.namespace + "}, spec: {" + spec + "}}"
}
