// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifestwork

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation"
	"sigs.k8s.io/yaml"
)

// work is a work with manifests in YAML.
func work(t *testing.T, texts ...string) *Work {
	t.Helper()
	w := &Work{Name: "web", ClusterName: "eu-1"}
	for i, text := range texts {
		if err := w.Manifests.AddText(i, text); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

const (
	namespaceText  = "{apiVersion: v1, kind: Namespace, metadata: {name: web}}"
	deploymentText = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: web}, spec: {replicas: 2}}"
)

// TestValidate: what an agent refuses is a mistake in its element and document.
func TestValidate(t *testing.T) {
	for name, tt := range map[string]struct {
		texts []string
		at    string
		says  string
	}{
		"right": {texts: []string{namespaceText, deploymentText}},
		"none":  {at: "manifests", says: "at least one"},
		"no kind": {
			texts: []string{namespaceText, "{apiVersion: v1, metadata: {name: a}}"}, at: "manifests[1]", says: "kind must be set",
		},
		"no version": {texts: []string{"{kind: Pod, metadata: {name: a}}"}, at: "manifests[0]", says: "apiVersion must be set"},
		"no name":    {texts: []string{"{apiVersion: v1, kind: Pod}"}, at: "manifests[0]", says: "metadata.name must be set"},
		"generated name": {
			texts: []string{"{apiVersion: v1, kind: Pod, metadata: {generateName: a-}}"}, at: "manifests[0]", says: "set metadata.name",
		},
		"second document": {
			texts: []string{namespaceText + "\n---\n{apiVersion: v1, kind: Pod}"}, at: "manifests[0]", says: "document 2: metadata.name",
		},
		"twice": {texts: []string{namespaceText, deploymentText, namespaceText}, at: "manifests[2]", says: "same object"},
		"twice in another version": {
			texts: []string{deploymentText, strings.Replace(deploymentText, "apps/v1", "apps/v1beta1", 1)}, at: "manifests[1]",
			says: "same object",
		},
		"too large": {
			texts: []string{
				strings.Replace(namespaceText, "name: web", "name: web, annotations: {a: "+strings.Repeat("x", MaxManifests)+"}", 1),
			},
			at: "manifests", says: "at most 512000 bytes",
		},
	} {
		t.Run(name, func(t *testing.T) {
			found := work(t, tt.texts...).Validate()
			switch {
			case tt.says == "" && len(found) == 0:
			case len(found) != 1 || found[0].Field != tt.at || !strings.Contains(found[0].Error(), tt.says):
				t.Errorf("got %v, want %q at %s", found, tt.says, tt.at)
			}
		})
	}
}

// TestValidate_options: the rest of a work.
func TestValidate_options(t *testing.T) {
	for says, change := range map[string]func(*Work){
		"deleteOption.propagationPolicy": func(w *Work) { w.DeleteOption = &DeleteOption{PropagationPolicy: "Orphn"} },
		"deleteOption.selectivelyOrphans: Required": func(
			w *Work) {
			w.DeleteOption = &DeleteOption{PropagationPolicy: "SelectivelyOrphan"}
		},
		"deleteOption.selectivelyOrphans: Forbidden": func(
			w *Work) {
			w.DeleteOption = &DeleteOption{SelectivelyOrphans: &SelectivelyOrphans{}}
		},
		"labels[" + Revision + "]":        func(w *Work) { w.Labels = map[string]string{Revision: "x"} },
		"executor.subject.serviceAccount": func(w *Work) { w.Executor = &Executor{Subject{Type: "ServiceAccount"}} },
		"manifestConfigs[0].updateStrategy.type": func(
			w *Work) {
			w.ManifestConfigs = []ManifestConfig{{UpdateStrategy: &UpdateStrategy{Type: "Apply"}}}
		},
		"manifestConfigs[0].feedbackRules[0].jsonPaths": func(w *Work) {
			w.ManifestConfigs = []ManifestConfig{{FeedbackRules: []FeedbackRule{{Type: "JSONPaths"}}}}
		},
		"manifestConfigs[0].conditionRules[0].celExpres": func(
			w *Work) {
			w.ManifestConfigs = []ManifestConfig{{ConditionRules: []ConditionRule{{Type: "CEL"}}}}
		},
	} {
		w := work(t, namespaceText)
		change(w)
		if found := w.Validate(); len(found) != 1 || !strings.Contains(found[0].Error(), says) {
			t.Errorf("got %v, want %s", found, says)
		}
	}
}

// TestWarnings: what is accepted and probably not meant.
func TestWarnings(t *testing.T) {
	secret := "{apiVersion: v1, kind: Secret, metadata: {name: a}, stringData: {password: hunter2}}"
	w := work(t, namespaceText, secret)
	w.TrackProgress = true
	w.ManifestConfigs = []ManifestConfig{
		{ResourceIdentifier: ResourceIdentifier{Resource: "namespaces", Name: "w*"}},
		{ResourceIdentifier: ResourceIdentifier{Group: "apps", Resource: "deployment", Name: "web"}},
	}
	var got []string
	for _, f := range w.Warnings() {
		if !f.Warning || strings.Contains(f.Text, "hunter2") {
			t.Errorf("got %+v", f)
		}
		got = append(got, f.At)
	}
	if diff := cmp.Diff([]string{"manifests[1]", "manifestConfigs[1].resourceIdentifier", "trackProgress"}, got); diff != "" {
		t.Error(diff)
	}
	w = work(t, deploymentText, "{apiVersion: v1, kind: Secret, metadata: {name: a}}")
	w.TrackProgress = true
	if found := w.Warnings(); len(found) > 0 {
		t.Errorf("got %v", found)
	}
}

// TestRevisionLabel: every revision has a label that may be one, and different ones have different labels.
func TestRevisionLabel(t *testing.T) {
	seen := map[string]string{}
	for _, revision := range []string{"v1", "nginx:1.27", "a b", strings.Repeat("x", 63), strings.Repeat("x", 64),
		"-", "é", "1.2.3+build"} {
		label := RevisionLabel(revision)
		if found := validation.IsValidLabelValue(label); len(found) > 0 || seen[label] != "" {
			t.Errorf("%s: %s, %v, %s", revision, label, found, seen[label])
		}
		seen[label] = revision
	}
	if RevisionLabel("v1") != "v1" {
		t.Error("a revision that may be a label is its own")
	}
}

// TestWildcard: * stands for any text, also none.
func TestWildcard(t *testing.T) {
	for pattern, texts := range map[string][2][]string{
		"web": {{"web"}, {"", "web1"}}, "*": {{"", "a"}, nil}, "a*": {{"a", "ab"}, {"ba"}}, "*a": {{"a", "ba"}, {"ab"}},
		"a*b*c": {{"abc", "axbxc"}, {"acb", "ac"}}, "a*a": {{"aa"}, {"a"}},
	} {
		for i, list := range texts {
			for _, text := range list {
				if got := wildcard(pattern, text); got != (i == 0) {
					t.Errorf("%s, %s: %t", pattern, text, got)
				}
			}
		}
	}
}

// TestProgressRules evaluates the rules as the agent does, on objects as their controllers leave them.
func TestProgressRules(t *testing.T) {
	environment, err := cel.NewEnv(cel.Variable("object", cel.DynType))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		kind, object          string
		progressing, degraded bool
	}{
		{"deployments", "{metadata: {generation: 1}, spec: {}}", true, false},
		{
			"deployments", "{metadata: {generation: 2}, spec: {replicas: 2}, status: {observedGeneration: 1, replicas: 2, " +
				"updatedReplicas: 2, availableReplicas: 2}}", true, false,
		},
		{
			"deployments", "{metadata: {generation: 1}, spec: {}, status: {observedGeneration: 1, replicas: 1, updatedReplicas: 1, " +
				"availableReplicas: 1}}", false, false,
		},
		{"deployments", "{metadata: {generation: 1}, spec: {replicas: 0}, status: {observedGeneration: 1}}", false, false},
		{
			"deployments", "{metadata: {generation: 1}, spec: {replicas: 2}, status: {observedGeneration: 1, replicas: 3, " +
				"updatedReplicas: 2, availableReplicas: 2}}", true, false,
		},
		{"deployments", "{metadata: {generation: 1}, spec: {replicas: 2}, status: {observedGeneration: 1, replicas: 2, " +
			"updatedReplicas: 2, availableReplicas: 1, conditions: [{type: Available, status: 'True'}, {type: Progressing, status: " +
			"'False', reason: ProgressDeadlineExceeded}]}}", true, true},
		{"deployments", "{metadata: {generation: 2}, spec: {replicas: 2}, status: {observedGeneration: 1, replicas: 2, " +
			"updatedReplicas: 2, availableReplicas: 1, conditions: [{type: Progressing, status: 'False', reason: ProgressDeadlineExceeded}]}}",
			true, false},
		{
			"statefulsets", "{metadata: {generation: 1}, spec: {replicas: 2}, status: {observedGeneration: 1, updatedReplicas: 2, " +
				"availableReplicas: 2}}", false, false,
		},
		{
			"statefulsets", "{metadata: {generation: 1}, spec: {replicas: 2}, status: {observedGeneration: 1, updatedReplicas: 1, " +
				"availableReplicas: 2}}", true, false,
		},
		{
			"daemonsets", "{metadata: {generation: 1}, spec: {}, status: {observedGeneration: 1, desiredNumberScheduled: 3, " +
				"updatedNumberScheduled: 3, numberAvailable: 3}}", false, false,
		},
		{
			"daemonsets", "{metadata: {generation: 1}, spec: {}, status: {observedGeneration: 1, desiredNumberScheduled: 3, " +
				"updatedNumberScheduled: 3, numberAvailable: 2}}", true, false,
		},
		{
			"daemonsets", "{metadata: {generation: 1}, spec: {}, status: {observedGeneration: 1, desiredNumberScheduled: 0}}",
			false, false,
		},
		{"jobs", "{metadata: {generation: 1}, spec: {}}", true, false},
		{"jobs", "{spec: {}, status: {conditions: [{type: Complete, status: 'True'}]}}", false, false},
		{"jobs", "{spec: {}, status: {conditions: [{type: Failed, status: 'True'}]}}", true, true},
	} {
		var object map[string]any
		if err := yaml.Unmarshal([]byte(tt.object), &object); err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(wellKnownRules, func(r progressRules) bool { return r.resource == tt.kind })
		for _, rule := range wellKnownRules[at].conditionRules("") {
			want := tt.progressing
			if rule.Condition == ConditionDegraded {
				want = tt.degraded
			}
			if got := evaluated(t, environment, rule.CelExpressions[0], object); got != want {
				t.Errorf("the %s %s: %s is %t", tt.kind, tt.object, rule.Condition, got)
			}
		}
	}
}

// evaluated is the value of an expression about an object.
func evaluated(t *testing.T, environment *cel.Env, expression string, object map[string]any) bool {
	t.Helper()
	ast, issues := environment.Compile(expression)
	if issues.Err() != nil {
		t.Fatal(issues.Err())
	}
	program, err := environment.Program(ast)
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := program.Eval(map[string]any{"object": object})
	if err != nil {
		t.Fatal(err)
	}
	is, _ := got.Value().(bool)
	return is
}

// TestWithProgressRules: rules are added to the configuration of an object if there is one, and never replace its own.
func TestWithProgressRules(t *testing.T) {
	own := ConditionRule{Condition: ConditionProgressing, Type: "CEL", CelExpressions: []string{"false"}}
	w := work(t, namespaceText, deploymentText)
	w.ManifestConfigs = []ManifestConfig{{
		ResourceIdentifier: ResourceIdentifier{Group: "apps", Resource: "deployments", Name: "*", Namespace: "web"},
		ConditionRules:     []ConditionRule{own},
	}}
	configs := w.withProgressRules()
	if len(configs) != 1 || len(configs[0].ConditionRules) != 2 || !cmp.Equal(configs[0].ConditionRules[0], own) {
		t.Errorf("got %+v", configs)
	}
	if len(w.ManifestConfigs[0].ConditionRules) != 1 {
		t.Error("the work has changed")
	}
	w.ManifestConfigs = nil
	if configs := w.withProgressRules(); len(configs) != 1 || configs[0].ResourceIdentifier.String() != "deployments.apps web/web" {
		t.Errorf("got %+v", configs)
	}
}

// TestProgressRules_revision: with a revision, an object that does not carry it is progressing and not degraded.
func TestProgressRules_revision(t *testing.T) {
	environment, err := cel.NewEnv(cel.Variable("object", cel.DynType))
	if err != nil {
		t.Fatal(err)
	}
	for _, revision := range []string{"v1", `a"b\c`, "é'\n"} {
		rules := wellKnownRules[0].conditionRules(revision)
		for has, progressing := range map[string]bool{revision: false, "v0": true, "": true} {
			object := map[string]any{"metadata": map[string]any{"generation": 1, "annotations": map[string]any{Revision: has}},
				"spec": map[string]any{"replicas": 0}, "status": map[string]any{"observedGeneration": 1, "conditions": []any{
					map[string]any{"type": "Progressing", "status": "False", "reason": "ProgressDeadlineExceeded"}}}}
			if has == "" {
				delete(object["metadata"].(map[string]any), "annotations")
			}
			if got := evaluated(t, environment, rules[0].CelExpressions[0], object); got != progressing {
				t.Errorf("%q has %q: progressing is %t", revision, has, got)
			}
			if got := evaluated(t, environment, rules[1].CelExpressions[0], object); got == progressing {
				t.Errorf("%q has %q: degraded is %t", revision, has, got)
			}
		}
	}
}

// TestSpec_revision: the objects that are tracked carry the revision, and no others; the work keeps its manifests.
func TestSpec_revision(t *testing.T) {
	w := work(t, namespaceText, deploymentText, strings.ReplaceAll(deploymentText, "name: web, n", "name: once, n"))
	w.Revision, w.TrackProgress = "v1", true
	w.ManifestConfigs = []ManifestConfig{{
		ResourceIdentifier: ResourceIdentifier{Group: "apps", Resource: "deployments", Name: "once", Namespace: "web"},
		UpdateStrategy:     &UpdateStrategy{Type: "CreateOnly"},
	}}
	has := func(spec Spec) (is []any) {
		for _, object := range spec.Workload.Manifests {
			is = append(is, fieldsOf(fieldsOf(object["metadata"])["annotations"])[Revision])
		}
		return is
	}
	spec := w.Spec()
	if diff := cmp.Diff([]any{nil, "v1", nil}, has(spec)); diff != "" {
		t.Error(diff)
	}
	if rule := spec.ManifestConfigs[0].ConditionRules[0].CelExpressions[0]; strings.Contains(rule, Revision) {
		t.Errorf("an object that is never changed waits for a revision: %s", rule)
	}
	w.TrackProgress = false
	if diff := cmp.Diff([]any{nil, nil, nil}, has(w.Spec())); diff != "" {
		t.Error(diff)
	}
}
