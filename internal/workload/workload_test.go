// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// read derives the statuses from objects in YAML.
func read(t interface{ Fatal(args ...any) }, source *Source, texts ...string) *Statuses {
	var all []Observation
	for _, text := range texts {
		found, err := source.Observer()(yamlOf(t, text))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	return Collect(all)
}

// yamlOf is an object in YAML.
func yamlOf(t interface{ Fatal(args ...any) }, text string) json.RawMessage {
	raw, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// minute is a time as objects have it.
func minute(n int) string { return fmt.Sprintf(`"2026-08-11T12:%02d:00Z"`, n) }

// conditionOf is a condition in YAML. Its time is that of its generation.
func conditionOf(of, status, reason string, generation int) string {
	return fmt.Sprintf("{type: %s, status: %q, reason: %s, message: said, observedGeneration: %d, lastTransitionTime: %s}",
		of, status, reason, generation, minute(generation))
}

// check derives the status of one cluster, c.
func check(t *testing.T, source *Source, text, want string) {
	t.Helper()
	found := read(t, source, text)
	got := "none"
	if s, ok := found.ClusterStatus["c"]; ok {
		got = string(s.Status)
		if !s.LastTransitionTime.IsZero() {
			got += s.LastTransitionTime.Format(" 04")
		}
		if s.Revision != "" {
			got += " of " + s.Revision
		}
	}
	if found.WithoutStatus["c"] != "" {
		got = "without"
	}
	if got != want {
		t.Errorf("%s:\ngot %s, want %s", text, got, want)
	}
	if _, ok := found.Sources["c"]; ok != (got != "none" && got != "without") {
		t.Errorf("sources: %v", found.Sources)
	}
}

// manifestWorkOf is a ManifestWork of the third generation.
func manifestWorkOf(rules bool, conditions ...string) string {
	spec := "{workload: {manifests: []}}"
	if rules {
		spec = "{manifestConfigs: [{resourceIdentifier: {resource: a, name: b}, conditionRules: [{type: CEL, condition: " +
			"Progressing}]}]}"
	}
	return fmt.Sprintf("{apiVersion: work.open-cluster-management.io/v1, kind: ManifestWork, metadata: {name: web, namespace: c, "+
		"generation: 3, labels: {app: web}, annotations: {terraform-provider-multicluster/revision: v2}}, spec: %s, status: "+
		"{conditions: [%s], resourceStatus: {manifests: [{resourceMeta: {ordinal: 0}, conditions: [], statusFeedback: {values: "+
		"[{name: Ready, fieldValue: {type: Integer, integer: 2}}]}}]}}}",
		spec, strings.Join(conditions, ","))
}

// TestManifestWork has each row of the rules of Open Cluster Management.
func TestManifestWork(t *testing.T) {
	const yes, no, unknown = "True", "False", "Unknown"
	applied := conditionOf("Applied", yes, "A", 3)
	for name, tt := range map[string]struct {
		without    bool // the work has no rules
		by         Completion
		conditions []string
		want       string
	}{
		"nothing reported": {want: "ToApply of v2"},
		"not applied": {
			conditions: []string{conditionOf("Applied", no, "A", 3), conditionOf("Progressing", no, "P", 3)}, want: "ToApply of v2",
		},
		"applied before": {
			conditions: []string{conditionOf("Applied", yes, "A", 2), conditionOf("Progressing", no, "P", 3)}, want: "ToApply of v2",
		},
		"no progressing yet":    {conditions: []string{applied}, want: "ToApply of v2"},
		"progressing of before": {conditions: []string{applied, conditionOf("Progressing", no, "P", 2)}, want: "ToApply of v2"},
		"degraded of before": {
			conditions: []string{applied, conditionOf("Progressing", no, "P", 3), conditionOf("Degraded", no, "D", 2)},
			want:       "ToApply of v2",
		},
		"progressing": {
			conditions: []string{applied, conditionOf("Progressing", yes, "P", 3)}, want: "Progressing 03 of v2",
		},
		"progressing, not degraded": {
			conditions: []string{applied, conditionOf("Progressing", yes, "P", 3), conditionOf("Degraded", no, "D", 3)},
			want:       "Progressing 03 of v2",
		},
		"unknown": {
			conditions: []string{applied, conditionOf("Progressing", unknown, "P", 3)}, want: "Progressing 03 of v2",
		},
		"failed": {
			conditions: []string{applied, conditionOf("Progressing", yes, "P", 3), conditionOf("Degraded", yes, "D", 3)},
			want:       "Failed 03 of v2",
		},
		"succeeded": {
			conditions: []string{applied, conditionOf("Progressing", no, "P", 3)}, want: "Succeeded 03 of v2",
		},
		"succeeded though degraded": {
			conditions: []string{applied, conditionOf("Progressing", no, "P", 3), conditionOf("Degraded", yes, "D", 3)},
			want:       "Succeeded 03 of v2",
		},

		"no rules": {without: true, conditions: []string{applied, conditionOf("Available", yes, "A", 3)}, want: "without"},
		"no rules, and progressing": {
			without: true, conditions: []string{applied, conditionOf("Progressing", no, "P", 3)}, want: "Succeeded 03 of v2",
		},
		"by Available": {
			without: true, by: CompletedByAvailable, conditions: []string{applied, conditionOf("Available", yes, "A", 3)},
			want: "Succeeded 03 of v2",
		},
		"by Available of before": {
			without: true, by: CompletedByAvailable, conditions: []string{applied, conditionOf("Available", yes, "A", 2)},
			want: "ToApply of v2",
		},
		"by Available, not yet": {
			without: true, by: CompletedByAvailable, conditions: []string{applied, conditionOf("Available", no, "A", 3)},
			want: "Progressing 03 of v2",
		},
		"by Available, degraded": {
			without: true, by: CompletedByAvailable,
			conditions: []string{applied, conditionOf("Available", yes, "A", 3), conditionOf("Degraded", yes, "D", 3)},
			want:       "Failed 03 of v2",
		},
		"by Available, and rules": {
			by: CompletedByAvailable, conditions: []string{applied, conditionOf("Available", yes, "A", 3)}, want: "ToApply of v2",
		},
		"by Available, and progressing": {
			without: true, by: CompletedByAvailable,
			conditions: []string{applied, conditionOf("Available", yes, "A", 3), conditionOf("Progressing", yes, "P", 3)},
			want:       "Progressing 03 of v2",
		},
		"by Applied": {without: true, by: CompletedByApplied, conditions: []string{applied}, want: "Succeeded 03 of v2"},
		"by Applied of before": {
			without: true, by: CompletedByApplied, conditions: []string{conditionOf("Applied", yes, "A", 2)}, want: "ToApply of v2",
		},
	} {
		t.Run(name, func(t *testing.T) {
			source := &Source{ManifestWorks: &Works{Name: "web", CompletedBy: tt.by}}
			check(t, source, manifestWorkOf(!tt.without, tt.conditions...), tt.want)
			source.ManifestWorks.Name, source.ManifestWorks.LabelSelector = "",
				&metav1.LabelSelector{MatchLabels: map[string]string{"app": "web"}}
			check(t, source, manifestWorkOf(!tt.without, tt.conditions...), tt.want)
		})
	}
	// A condition that did not change its status is as old as the spec.
	written := strings.Replace(manifestWorkOf(true, applied, conditionOf("Progressing", no, "P", 3)), "generation: 3",
		"generation: 3, managedFields: [{manager: a, operation: Apply, time: "+minute(9)+", fieldsV1: {f:spec: {}}}, {manager: b, "+
			"operation: Update, subresource: status, time: "+minute(11)+"}]", 1)
	check(t, &Source{ManifestWorks: &Works{Name: "web"}}, written, "Succeeded 09 of v2")
	for value, want := range map[string]string{"2": "Succeeded 03 of v2", "3": "Progressing 03 of v2"} {
		source := &Source{ManifestWorks: &Works{Name: "web", CompletedBy: CompletedByFeedback,
			Feedback: map[string]string{"Ready": value}}}
		check(t, source, manifestWorkOf(false, applied), want)
	}
	check(t, &Source{ManifestWorks: &Works{Name: "other"}}, manifestWorkOf(true, applied), "none")

	// An object that is being deleted is no status, and no revision.
	gone := strings.Replace(manifestWorkOf(true, applied, conditionOf("Progressing", no, "P", 3)), "generation: 3", "generation: 4, deletionTimestamp: "+
		minute(9), 1)
	check(t, &Source{ManifestWorks: &Works{Name: "web"}}, gone, "without")
	if found := read(t, &Source{ManifestWorks: &Works{Name: "web"}}, gone); len(found.Revisions) > 0 {
		t.Errorf("the revisions are %v", found.Revisions)
	}
	// Without a status at all, and with conditions that have no generation, as an agent of another version writes them.
	for _, conditions := range [][]string{nil, {conditionOf("Applied", yes, "A", 0), conditionOf("Progressing", no, "P", 0)}} {
		check(t, &Source{ManifestWorks: &Works{Name: "web"}}, manifestWorkOf(true, conditions...), "ToApply of v2")
	}
	// A time in the future stays as it is: the rollout waits for it.
	future := strings.ReplaceAll(manifestWorkOf(true, applied, conditionOf("Progressing", no, "P", 3)), "2026-08-11T12:03", "2126-08-11T12:59")
	check(t, &Source{ManifestWorks: &Works{Name: "web"}}, future, "Succeeded 59 of v2")
	// The same name in the namespace of another cluster is a work of that cluster.
	twins := []string{manifestWorkOf(true, applied), strings.Replace(manifestWorkOf(true, applied, conditionOf("Progressing", no, "P", 3)), "namespace: c", "namespace: d", 1)}
	if found := read(t, &Source{ManifestWorks: &Works{Name: "web"}}, twins...); found.ClusterStatus["c"].Status != step.ToApply ||
		found.ClusterStatus["d"].Status != step.Succeeded {
		t.Errorf("%+v", found.ClusterStatus)
	}
	check(t, &Source{AddOn: "web"}, manifestWorkOf(true, applied), "none")
}

// TestAddOn has each row of the rules of add-ons.
func TestAddOn(t *testing.T) {
	of := func(references string, reason string) string {
		return "{apiVersion: addon.open-cluster-management.io/v1alpha1, kind: ManagedClusterAddOn, metadata: {name: web, namespace: " +
			"c, generation: 1}, status: {configReferences: [" + references +
			"], conditions: [{type: Progressing, status: 'True', reason: " + reason + ", message: m, lastTransitionTime: " +
			minute(5) + "}]}}"
	}
	const wanted = "desiredConfig: {name: a, specHash: new}"
	for name, tt := range map[string]struct{ references, reason, want string }{
		"no configuration": {"", "Completed", "without"},
		"not written":      {"{resource: r}", "Completed", "ToApply"},
		"never applied":    {"{" + wanted + "}", "Progressing", "Progressing 05 of new"},
		"not applied":      {"{" + wanted + ", lastAppliedConfig: {name: a, specHash: old}}", "Upgrading", "Progressing 05 of new"},
		"another reason":   {"{" + wanted + ", lastAppliedConfig: {name: a, specHash: old}}", "Completed", "Progressing of new"},
		"failed":           {"{" + wanted + ", lastAppliedConfig: {name: a, specHash: old}}", "UpgradeFailed", "Failed 05 of new"},
		"applied":          {"{" + wanted + ", lastAppliedConfig: {name: a, specHash: new}}", "Completed", "Succeeded 05 of new"},
		"applied, without": {"{" + wanted + ", lastAppliedConfig: {name: a, specHash: new}}", "Upgrading", "Succeeded of new"},
		"one of two": {
			"{" + wanted + ", lastAppliedConfig: {name: a, specHash: new}}, {desiredConfig: {name: b, specHash: x}}",
			"Failed", "Failed 05 of new,x",
		},
	} {
		t.Run(name, func(t *testing.T) { check(t, &Source{AddOn: "web"}, of(tt.references, tt.reason), tt.want) })
	}
}

// TestUpdateRun has each row of the rules of an update run.
func TestUpdateRun(t *testing.T) {
	of := func(conditions ...string) string {
		return "{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: StagedUpdateRun, metadata: {name: run, namespace: apps, " +
			"generation: 3}, status: {resourceSnapshotIndexUsed: '4', stagesStatus: [{stageName: a, clusters: []}, {stageName: b, " +
			"clusters: [{clusterName: c, conditions: [" +
			strings.Join(conditions, ",") + "]}]}]}}"
	}
	for name, tt := range map[string]struct {
		conditions []string
		want       string
	}{
		"not started": {nil, "none"},
		"started":     {[]string{conditionOf("Started", "True", "S", 3)}, "NotAvailable 03 of 4"},
		"succeeded": {
			[]string{conditionOf("Started", "True", "S", 3), conditionOf("Succeeded", "True", "S", 3)}, "Available 03 of 4",
		},
		"succeeded before": {
			[]string{conditionOf("Started", "True", "S", 2), conditionOf("Succeeded", "True", "S", 2)}, "NotAvailable of 4",
		},
		"failed": {
			[]string{conditionOf("Started", "True", "S", 3), conditionOf("Succeeded", "False", "S", 3)}, "Failed 03 of 4",
		},
		"failed of an update": {[]string{conditionOf("Succeeded", "False", "S", 2)}, "NotAvailable of 4"},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, &Source{StagedUpdateRun: "apps/run"}, of(tt.conditions...), tt.want)
			check(t, &Source{StagedUpdateRun: "run"}, of(tt.conditions...), "none")
		})
	}
	// An update says until when the run waits for it, and a failure why.
	for message, text := range map[string]string{
		"being updated since 2026-08-11T12:03:00Z; the run is stuck after 2026-08-11T12:08:00Z": conditionOf("Started", "True", "S", 3),
		"said": conditionOf("Succeeded", "False", "S", 3),
	} {
		if got := read(t, &Source{StagedUpdateRun: "apps/run"}, of(text)).ClusterStatus["c"].Message; got != message {
			t.Errorf("got %q, want %q", got, message)
		}
	}
}

// TestSeveralWorks: the least advanced work of a cluster counts, and works of different revisions have no status.
func TestSeveralWorks(t *testing.T) {
	done := manifestWorkOf(true, conditionOf("Applied", "True", "A", 3), conditionOf("Progressing", "False", "P", 3))
	runs := strings.Replace(manifestWorkOf(true, conditionOf("Applied", "True", "A", 3), conditionOf("Progressing", "True", "P", 3)),
		"name: web", "name: db", 1)
	source := &Source{ManifestWorks: &Works{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "web"}}}}
	for _, texts := range [][]string{{done, runs}, {runs, done}} {
		found := read(t, source, texts...)
		if found.ClusterStatus["c"].Status != step.Progressing || found.Sources["c"].Object != "ManifestWork c/db" {
			t.Errorf("%+v", found)
		}
		other := strings.Replace(texts[0], "revision: v2", "revision: v1", 1)
		found = read(t, source, other, texts[1])
		if len(found.ClusterStatus) > 0 || !strings.Contains(found.WithoutStatus["c"], `"v1"`) {
			t.Errorf("%+v", found)
		}
	}
}

// TestSourceValidate: exactly one source, and what it needs.
func TestSourceValidate(t *testing.T) {
	selector := &metav1.LabelSelector{MatchLabels: map[string]string{"a": "b"}}
	for name, tt := range map[string]struct {
		source Source
		want   []string
	}{
		"none":  {Source{}, []string{"manifestWorks"}},
		"two":   {Source{AddOn: "a", StagedUpdateRun: "b"}, []string{"stagedUpdateRun"}},
		"works": {Source{ManifestWorks: &Works{}}, []string{"manifestWorks.name"}},
		"name and selector": {
			Source{ManifestWorks: &Works{Name: "a", LabelSelector: selector}}, []string{"manifestWorks.labelSelector"},
		},
		"empty selector": {
			Source{ManifestWorks: &Works{LabelSelector: &metav1.LabelSelector{}}}, []string{"manifestWorks.labelSelector"},
		},
		"completion": {
			Source{ManifestWorks: &Works{Name: "a", CompletedBy: "available"}}, []string{"manifestWorks.completedBy"},
		},
		"no feedback": {
			Source{ManifestWorks: &Works{Name: "a", CompletedBy: CompletedByFeedback}}, []string{"manifestWorks.feedback"},
		},
		"feedback": {
			Source{ManifestWorks: &Works{Name: "a", Feedback: map[string]string{"a": "b"}}}, []string{"manifestWorks.feedback"},
		},
		"run":         {Source{StagedUpdateRun: "a/"}, []string{"stagedUpdateRun"}},
		"placement":   {Source{Placement: &PlacementName{Name: "A"}}, []string{"placement.name"}},
		"no clusters": {Source{ManifestWorks: &Works{Name: "a"}}, []string{"clusters"}},
		"right":       {Source{Placement: &PlacementName{Name: "a", Namespace: "b"}}, nil},
	} {
		var got []string
		if tt.source.ManifestWorks != nil && name != "no clusters" {
			tt.source.Clusters = []string{}
		}
		for _, err := range tt.source.Validate() {
			got = append(got, err.Field)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestManifestWork_edited: what somebody else has written into a work is not its revision.
func TestManifestWork_edited(t *testing.T) {
	source := &Source{ManifestWorks: &Works{Name: "web"}}
	done := manifestWorkOf(true, conditionOf("Applied", "True", "A", 3), conditionOf("Progressing", "False", "P", 3))
	fields := func(entries string) string {
		return strings.Replace(done, "generation: 3", "generation: 3, managedFields: ["+entries+"]", 1)
	}
	const annotation = "f:metadata: {f:annotations: {f:terraform-provider-multicluster/revision: {}}}"
	const manifests = "f:spec: {f:workload: {f:manifests: {}}}"
	own := "{manager: terraform, operation: Apply, fieldsV1: {" + annotation + ", " + manifests + "}}"
	editor := "{manager: kubectl-edit, operation: Update, fieldsV1: {" + manifests + "}}"
	check(t, source, fields(own), "Succeeded 03 of v2")
	// Others may own the same values, too.
	check(t, source, fields(own+", "+editor), "Succeeded 03 of v2")
	edited := fields("{manager: terraform, operation: Apply, fieldsV1: {" + annotation + "}}, " + editor)
	check(t, source, edited, "without")
	if found := read(t, source, edited); len(found.Revisions) > 0 || !strings.Contains(found.WithoutStatus["c"], "manifests of kubectl-edit") {
		t.Errorf("%+v", found)
	}
}

// TestManifestWork_gone: the agent says of the work alone that something is not on the cluster.
func TestManifestWork_gone(t *testing.T) {
	check(t, &Source{ManifestWorks: &Works{Name: "web"}}, manifestWorkOf(true, conditionOf("Applied", "True", "A", 3),
		conditionOf("Progressing", "False", "P", 3), conditionOf("Available", "False", "A", 3)), "Progressing 03 of v2")
}

// TestManifestWork_notDerived: a manifest that has rules and no condition of the present generation yet is not complete.
func TestManifestWork_notDerived(t *testing.T) {
	const done, both = "{type: Progressing, status: 'False', reason: R, message: m, observedGeneration: 3, lastTransitionTime: '2026-08-11T12:03:00Z'}",
		"{resourceMeta: {ordinal: 0, resource: a, name: b}, conditions: [%s]}, {resourceMeta: {ordinal: 1, resource: a, name: c}, conditions: [%s]}"
	of := strings.NewReplacer("resource: a, name: b}, conditionRules", "resource: a, name: '*'}, conditionRules").Replace(
		manifestWorkOf(true, conditionOf("Applied", "True", "A", 3), conditionOf("Progressing", "False", "P", 3)))
	before, _, _ := strings.Cut(of, "resourceStatus: {manifests: [")
	for second, want := range map[string]string{"": "ToApply of v2", strings.Replace(done, "observedGeneration: 3", "observedGeneration: 2", 1): "ToApply of v2",
		done: "Succeeded 03 of v2"} {
		check(t, &Source{ManifestWorks: &Works{Name: "web"}}, before+"resourceStatus: {manifests: ["+fmt.Sprintf(both, done, second)+"]}}}", want)
	}
}
