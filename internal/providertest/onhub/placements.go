// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package onhub

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// LivePlacements are a placement of every kind.
func LivePlacements(t *testing.T, server *hubtest.Hub) map[string]*LiveObject {
	t.Helper()
	objects := map[string]*LiveObject{}
	for _, kind := range PlacedKinds {
		r := NewPlacedRun(t, server, kind)
		o := &LiveObject{
			Noun: "placement", APIVersion: r.APIVersion(), Kind: kind, Namespace: r.Namespace, Name: r.Name, Config: r.Config(1),
			Updated: r.Config(2),
			Foreign: "{metadata: {labels: {team: x}, annotations: {note: x}}}", Imports: r.F.Text(r.Imports()),
			Drift: `{spec: {tolerations: [{key: gpu, value: "false"}]}}`, Conflict: "spec.tolerations",
			set: map[string]any{"spec.numberOfClusters": int64(1), "spec.prioritizerPolicy.mode": "Exact"},
		}
		if !r.IsOCM() {
			o.Drift, o.Conflict = "{spec: {strategy: {rollingUpdate: {maxUnavailable: 50%}}}}",
				"spec.strategy.rollingUpdate.maxUnavailable"
			o.set = map[string]any{"spec.policy.numberOfClusters": int64(1), "spec.strategy.rollingUpdate.maxUnavailable": "30%"}
		}
		objects[kind] = o
	}
	return objects
}

// PlacedRun drives a placement of a kind on a hub that has the clusters a, b and c.
type PlacedRun struct {
	*Run
	F *DecidedFleet
	// Kind, namespace and name are those of the object on the hub.
	Kind, Namespace, Name string
}

// PlacedKinds are the kinds of placements on a hub.
var PlacedKinds = []string{"Placement", "ClusterResourcePlacement", "ResourcePlacement"}

// NewPlacedRun starts with a fleet on the hub and no placement.
func NewPlacedRun(t *testing.T, server *hubtest.Hub, kind string) *PlacedRun {
	t.Helper()
	f := NewDecidedFleet(t, server)
	r := &PlacedRun{Run: &Run{Resource: providertest.NewPlacement(t, t), T: t, Provider: Provider(f.Server)}, F: f, Kind: kind,
		Namespace: f.Namespace, Name: "web"}
	if kind == "ClusterResourcePlacement" {
		r.Namespace, r.Name = "", f.Prefix+"web"
	}
	if r.Namespace != "" || server.Kind == hubtest.Fake {
		// What a placement of KubeFleet selects; another run of the same hub may have created it.
		_, _ = server.TryCreate(t, "{apiVersion: v1, kind: "+r.Selects()+", metadata: {name: x, namespace: '"+r.Namespace+"'}}")
	}
	return r
}

// IsOCM reports whether it is a placement of Open Cluster Management.
func (r *PlacedRun) IsOCM() bool { return r.Kind == "Placement" }

// APIVersion is that of the placement.
func (r *PlacedRun) APIVersion() string {
	if r.IsOCM() {
		return OCMVersion
	}
	return FleetVersion
}

// ID is the id that imports the placement.
func (r *PlacedRun) ID() string { return strings.TrimPrefix(r.Namespace+"/"+r.Name, "/") }

// Title names the placement in the diagnostics that says compares.
func (r *PlacedRun) Title() string {
	return `The placement "` + strings.ReplaceAll(strings.ReplaceAll(r.ID(), r.F.Prefix, ""), r.F.Namespace, "N") + `" `
}

// Config is a placement on a number of clusters. The arguments are further ones, or others.
func (r *PlacedRun) Config(clusters int, arguments ...object) object {
	test := strings.TrimSuffix(r.F.Prefix, "-")
	config := object{"name": r.Name}
	if r.Namespace != "" {
		config["namespace"] = r.Namespace
	}
	if r.IsOCM() {
		config["ocm"] = object{
			"cluster_sets": list{r.F.Prefix + "set"}, "number_of_clusters": int64(clusters),
			"predicates": list{
				object{"required_cluster_selector": object{"label_selector": object{"match_labels": object{"test": test}}}},
			},
			"prioritizer_policy": object{"mode": "Exact"},
			"tolerations":        list{object{"key": "gpu", "value": "true"}},
		}
	} else {
		config["resource_selectors"] = list{object{"group": "", "version": "v1", "kind": r.Selects(), "name": "x"}}
		config["kubefleet"] = object{
			"placement_type": "PickN", "number_of_clusters": int64(clusters),
			"affinity": object{"cluster_affinity": object{"required_during_scheduling_ignored_during_execution": object{
				"cluster_selector_terms": list{
					object{"label_selector": object{"match_labels": object{"test": test}}},
				}}}},
			"tolerations": list{object{"key": "gpu", "value": "true"}},
		}
		config["strategy"] = object{"type": "RollingUpdate", "rolling_update": object{"max_unavailable": "30%"}}
	}
	for _, further := range arguments {
		config = providertest.Merged(config, further)
	}
	return config
}

// Selects is the kind of the resources that a placement of KubeFleet selects.
func (r *PlacedRun) Selects() string {
	if r.Namespace == "" {
		return "Namespace"
	}
	return "ConfigMap"
}

// Get is the placement on the hub; nil if it does not exist.
func (r *PlacedRun) Get() *unstructured.Unstructured {
	r.T.Helper()
	return r.F.Server.Get(r.T, r.APIVersion(), r.Kind, r.Namespace, r.Name)
}

// Patch changes the placement on the hub as another manager.
func (r *PlacedRun) Patch(manager, patch string, subresources ...string) {
	r.T.Helper()
	r.F.Server.MergePatch(r.T, manager, r.APIVersion(), r.Kind, r.Namespace, r.Name, patch, subresources...)
}

// Delete deletes the placement on the hub.
func (r *PlacedRun) Delete() {
	r.T.Helper()
	r.F.Server.Delete(r.T, r.APIVersion(), r.Kind, r.Namespace, r.Name)
}

// Decide lets the hub decide for clusters.
func (r *PlacedRun) Decide(clusters ...string) {
	r.T.Helper()
	if r.IsOCM() {
		r.F.Server.WriteDecisions(r.T, r.Namespace, r.Name, r.F.Group("", clusters...))
		return
	}
	decisions := make([]hubtest.FleetDecision, len(clusters))
	for i := range clusters {
		decisions[i] = hubtest.FleetDecision{Cluster: r.F.Prefix + clusters[i], Selected: true}
	}
	r.F.Server.WriteFleetDecisions(r.T, r.Namespace, r.Name, decisions...)
}

// First are the clusters that a placement without earlier decisions gets: of equals, Open Cluster Management takes the first
// names, and KubeFleet the last.
func (r *PlacedRun) First(n int) []string {
	if r.IsOCM() {
		return []string{"a", "b", "c"}[:n]
	}
	return []string{"c", "b", "a"}[:n]
}

// Chosen are the clusters of the outputs in the state.
func (r *PlacedRun) Chosen() []string {
	r.T.Helper()
	names := []string{}
	decisions, _ := r.Value("decisions").([]any)
	for _, d := range decisions {
		fields, _ := d.(map[string]any)
		name, _ := fields["cluster_name"].(string)
		names = append(names, strings.TrimPrefix(name, r.F.Prefix))
	}
	return names
}

// WantChosen checks the clusters in the outputs.
func (r *PlacedRun) WantChosen(names ...string) {
	r.T.Helper()
	if names == nil {
		names = []string{}
	}
	if diff := cmp.Diff(names, r.Chosen()); diff != "" {
		r.T.Errorf("decisions -want +got:\n%s", diff)
	}
}

// Says checks what was said: one diagnostic for each text, of which each part behind | is found in it. The texts of errors begin
// with ERROR. In what was said the prefix of the test is removed, and its namespace is N.
func (r *PlacedRun) Says(diags []*tfprotov6.Diagnostic, texts ...string) {
	r.T.Helper()
	short := func(d *tfprotov6.Diagnostic) string {
		return strings.ReplaceAll(strings.ReplaceAll(providertest.Shown(d), r.F.Prefix, ""), r.F.Namespace, "N")
	}
	if len(diags) != len(texts) {
		r.T.Fatalf("%d diagnostics, want %d:\n%s", len(diags), len(texts), providertest.Said(diags))
	}
	for i, text := range texts {
		rest, isError := strings.CutPrefix(text, "ERROR ")
		if (diags[i].Severity == tfprotov6.DiagnosticSeverityError) != isError {
			r.T.Fatalf("got %s\nwant %s", short(diags[i]), text)
		}
		for part := range strings.SplitSeq(rest, "|") {
			if !strings.Contains(short(diags[i]), part) {
				r.T.Fatalf("got %s\nwant %s", short(diags[i]), part)
			}
		}
	}
}

// Imports is the placement as another client creates it, on two clusters.
func (r *PlacedRun) Imports() string {
	spec := "numberOfClusters: 2, clusterSets: [P-set], prioritizerPolicy: {mode: Exact}, " +
		"tolerations: [{key: gpu, operator: Equal, value: 'true'}], predicates: [{requiredClusterSelector: {labelSelector: " +
		"{matchLabels: {test: T}}}}]"
	if !r.IsOCM() {
		spec = "resourceSelectors: [{group: '', version: v1, kind: " + r.Selects() +
			", name: x}], policy: {placementType: PickN, numberOfClusters: 2, affinity: {clusterAffinity: " +
			"{requiredDuringSchedulingIgnoredDuringExecution: {clusterSelectorTerms: [{labelSelector: {matchLabels: {test: T}}}]}}}, " +
			"tolerations: [{key: gpu, value: 'true'}]}, strategy: {rollingUpdate: {maxUnavailable: 30%}}"
	}
	return "{apiVersion: " + r.APIVersion() + ", kind: " + r.Kind + ", metadata: {name: " + r.Name + ", namespace: " + r.Namespace +
		"}, spec: {" + spec + "}}"
}
