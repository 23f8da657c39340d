// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package workagent is a stand-in for the work agent of a cluster of Open Cluster Management, with what runs on the cluster. It
// reports what the agent reports, and when: for tests. It does no I/O, and its clock is an argument.
package workagent

import (
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Outcome is what becomes of the objects of a ManifestWork on the cluster.
type Outcome int

// The outcomes.
const (
	// Completes: the Deployments run.
	Completes Outcome = iota
	// Progresses: they never do, and Fails: their controller has given up.
	Progresses
	Fails
	// Missing: another client has deleted the objects after they were applied.
	Missing
	// Refused: the cluster does not accept the objects.
	Refused
)

// Agent is the agent of a cluster.
type Agent struct {
	// Sync is how often it looks at the objects again. By default that is a minute in Open Cluster Management.
	Sync time.Duration
	// Becomes says what becomes of an object of a work; nil for Completes.
	Becomes func(work, object *unstructured.Unstructured) Outcome

	objects map[string]*object
	looked  map[string]time.Time
}

// object is one on the cluster.
type object struct {
	unstructured.Unstructured
	work    *unstructured.Unstructured
	outcome Outcome
}

// Step does with a work what the agent does at a time: a new generation is looked at before it is applied, and again before the
// controllers of the cluster have seen it. What they make of it is reported when it is time to sync.
func (a *Agent) Step(work *unstructured.Unstructured, now time.Time) {
	name := string(work.GetUID()) + work.GetName()
	if c := find(conditionsOf(work.Object, "status"), "Applied"); c == nil || c["observedGeneration"] != work.GetGeneration() {
		a.Look(work, now)
		a.Apply(work, now)
		a.Look(work, now)
		if a.looked == nil {
			a.looked = map[string]time.Time{}
		}
		a.looked[name] = now
		return
	}
	if !now.Before(a.looked[name].Add(a.Sync)) {
		a.Apply(work, now)
		a.Observe()
		a.Look(work, now)
		a.looked[name] = now
	}
}

// Apply applies the objects of a work.
func (a *Agent) Apply(work *unstructured.Unstructured, now time.Time) {
	manifests, _, _ := unstructured.NestedSlice(work.Object, "spec", "workload", "manifests")
	old, _, _ := unstructured.NestedSlice(work.Object, "status", "resourceStatus", "manifests")
	applied, all := true, make([]any, 0, len(manifests))
	kept := map[string]bool{}
	for i, manifest := range manifests {
		fields, _ := manifest.(map[string]any)
		of := &unstructured.Unstructured{Object: fields}
		key := nameOf(of)
		kept[key] = true
		is := a.apply(work, of)
		applied = applied && is
		kind := of.GroupVersionKind()
		entry := map[string]any{"resourceMeta": map[string]any{"ordinal": int64(i), "group": kind.Group, "version": kind.Version,
			"kind": kind.Kind, "resource": strings.ToLower(kind.Kind) + "s", "namespace": of.GetNamespace(), "name": of.GetName()},
			"statusFeedback": map[string]any{}}
		for _, before := range old {
			if b, _ := before.(map[string]any); sameMeta(b, entry) {
				entry = b
			}
		}
		set(entry, now, verdict("Applied", is, "AppliedManifest", "Apply manifest", 0))
		all = append(all, entry)
	}
	for key, live := range a.objects {
		if live.work.GetUID() == work.GetUID() && live.work.GetName() == work.GetName() && !kept[key] {
			delete(a.objects, key)
		}
	}
	status := statusOf(work)
	status["resourceStatus"] = map[string]any{"manifests": all}
	set(status, now, verdict("Applied", applied, "AppliedManifestWork", "Apply manifest work", work.GetGeneration()))
}

// apply applies an object, and reports whether the cluster accepts it.
func (a *Agent) apply(work, of *unstructured.Unstructured) bool {
	outcome, key := a.outcome(work, of), nameOf(of)
	if outcome == Refused {
		return false
	}
	live := a.objects[key]
	if live == nil {
		live = &object{Unstructured: unstructured.Unstructured{Object: map[string]any{}}}
		live.SetAPIVersion(of.GetAPIVersion())
		live.SetKind(of.GetKind())
		live.SetNamespace(of.GetNamespace())
		live.SetName(of.GetName())
		if a.objects == nil {
			a.objects = map[string]*object{}
		}
		a.objects[key] = live
	}
	spec, _, _ := unstructured.NestedMap(of.Object, "spec")
	if before, _, _ := unstructured.NestedMap(live.Object, "spec"); live.GetGeneration() == 0 || !sameJSON(before, spec) {
		live.Object["spec"] = spec
		live.SetGeneration(live.GetGeneration() + 1)
	}
	annotations := live.GetAnnotations()
	for name, value := range of.GetAnnotations() {
		if annotations == nil {
			annotations = map[string]string{}
		}
		annotations[name] = value
	}
	live.SetAnnotations(annotations)
	live.work = work.DeepCopy()
	return true
}

func (a *Agent) outcome(work, of *unstructured.Unstructured) Outcome {
	if a.Becomes == nil {
		return Completes
	}
	return a.Becomes(work, of)
}

// Delete deletes the objects of a work.
func (a *Agent) Delete(work *unstructured.Unstructured) {
	for key, live := range a.objects {
		if live.work.GetUID() == work.GetUID() && live.work.GetName() == work.GetName() {
			delete(a.objects, key)
		}
	}
}

// Observe gives the controllers of the cluster their turn.
func (a *Agent) Observe() {
	for key, live := range a.objects {
		live.outcome = a.outcome(live.work, &live.Unstructured)
		switch {
		case live.outcome == Missing:
			delete(a.objects, key)
		case live.GetKind() == "Deployment":
			live.deploy()
		}
	}
}

// deploy sets the status of a Deployment.
func (o *object) deploy() {
	want, is, _ := unstructured.NestedInt64(o.Object, "spec", "replicas")
	if !is {
		want = 1
	}
	available, _, _ := unstructured.NestedInt64(o.Object, "status", "availableReplicas")
	observed, _, _ := unstructured.NestedInt64(o.Object, "status", "observedGeneration")
	progressing := map[string]any{"type": "Progressing", "status": "True", "reason": "NewReplicaSetAvailable"}
	status := map[string]any{"observedGeneration": o.GetGeneration(), "replicas": want, "updatedReplicas": want,
		"availableReplicas": want}
	if o.outcome != Completes {
		if observed == o.GetGeneration() && want > 0 {
			available = min(available, want-1)
		}
		status["replicas"], status["updatedReplicas"], status["availableReplicas"] = available+min(want, 1), min(want, 1), available
		progressing["reason"] = "ReplicaSetUpdated"
	}
	if o.outcome == Fails {
		progressing["status"], progressing["reason"] = "False", "ProgressDeadlineExceeded"
		progressing["message"] = "ReplicaSet \"" + o.GetName() + "-1\" has timed out progressing."
	}
	status["conditions"] = []any{progressing}
	o.Object["status"] = status
}

// Live is an object on the cluster; nil if there is none.
func (a *Agent) Live(kind, namespace, name string) *unstructured.Unstructured {
	if live := a.objects[kind+" "+namespace+"/"+name]; live != nil {
		return &live.Unstructured
	}
	return nil
}

// Deployments are those on the cluster, in the order of their names.
func (a *Agent) Deployments() (all []*unstructured.Unstructured) {
	for _, live := range a.objects {
		if live.GetKind() == "Deployment" {
			all = append(all, &live.Unstructured)
		}
	}
	slices.SortFunc(all, func(x, y *unstructured.Unstructured) int { return strings.Compare(nameOf(x), nameOf(y)) })
	return all
}

func nameOf(of *unstructured.Unstructured) string {
	return of.GetKind() + " " + of.GetNamespace() + "/" + of.GetName()
}

// verdict is a condition with the reason and the message that the agent gives it.
func verdict(of string, is bool, reason, message string, generation int64) map[string]any {
	c := map[string]any{"type": of, "status": string(metav1.ConditionTrue), "reason": reason + "Complete",
		"message": message + " complete"}
	if !is {
		c["status"], c["reason"], c["message"] = string(metav1.ConditionFalse), reason+"Failed", message+" failed"
	}
	if generation > 0 {
		c["observedGeneration"] = generation
	}
	return c
}
