// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/json"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest/workagent"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// agentWorld is a work of two Deployments on a hub, and the agent of its cluster. The revision says what becomes of them: one with
// "broken" fails, one with "slow" goes on, and one with "half" does so with the second one only.
type agentWorld struct {
	t     interface{ Fatal(args ...any) }
	agent workagent.Agent
	work  *unstructured.Unstructured
	now   time.Time
	// seen is how the Deployments were when the agent looked last: a state, and the revision.
	seen []string
}

func newAgentWorld(t interface{ Fatal(args ...any) }) *agentWorld {
	w := &agentWorld{t: t, now: time.Date(2026, 8, 11, 12, 0, 0, 0, time.UTC)}
	w.agent.Sync = time.Minute
	w.agent.Becomes = func(_, object *unstructured.Unstructured) workagent.Outcome {
		switch image := imageOf(object); {
		case object.GetName() == "web" && strings.Contains(image, "half"):
			return workagent.Completes
		case strings.Contains(image, "broken"):
			return workagent.Fails
		case strings.Contains(image, "slow"):
			return workagent.Progresses
		}
		return workagent.Completes
	}
	return w
}

func imageOf(d *unstructured.Unstructured) string {
	image, _, _ := unstructured.NestedString(d.Object, "spec", "template", "image")
	return image
}

// write writes the work with a revision. The image is what is before a + in it.
func (w *agentWorld) write(revision string) {
	image, _, _ := strings.Cut(revision, "+")
	of := manifestwork.Work{Name: "web", ClusterName: "c", Revision: revision, TrackProgress: true}
	for i, name := range []string{"web", "sidecar"} {
		of.Manifests.AddObject(i, map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{
			"name": name, "namespace": "web"}, "spec": map[string]any{"replicas": int64(2), "template": map[string]any{"image": image}}})
	}
	raw, err := json.Marshal(of.Spec())
	var spec map[string]any
	if err == nil {
		err = json.Unmarshal(raw, &spec)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	if w.work == nil {
		w.work = &unstructured.Unstructured{Object: map[string]any{"apiVersion": "work.open-cluster-management.io/v1",
			"kind": "ManifestWork", "metadata": map[string]any{"name": "web", "namespace": "c", "uid": "u"}}}
	}
	if before, _ := json.Marshal(w.work.Object["spec"]); string(before) != string(raw) {
		w.work.SetGeneration(w.work.GetGeneration() + 1)
	}
	_, annotations := of.Metadata()
	w.work.SetAnnotations(annotations)
	w.work.Object["spec"] = spec
}

func (w *agentWorld) apply()   { w.agent.Apply(w.work, w.now) }
func (w *agentWorld) observe() { w.agent.Observe() }

func (w *agentWorld) look() {
	w.agent.Look(w.work, w.now)
	w.seen = nil
	for _, d := range w.agent.Deployments() {
		count := func(name string) int64 {
			n, _, _ := unstructured.NestedInt64(d.Object, "status", name)
			return n
		}
		state := "Progressing"
		switch {
		case count("observedGeneration") < d.GetGeneration():
		case strings.Contains(fmt.Sprint(d.Object["status"]), "ProgressDeadlineExceeded"):
			state = "Failed"
		case count("updatedReplicas") == 2 && count("availableReplicas") == 2:
			state = "Succeeded"
		}
		w.seen = append(w.seen, state+" "+d.GetAnnotations()[manifestwork.Revision])
	}
}

// status is what is derived of the work.
func (w *agentWorld) status() (step.ClusterStatus, *Statuses) {
	raw, err := json.Marshal(w.work.Object)
	if err != nil {
		w.t.Fatal(err)
	}
	found, err := (&Source{ManifestWorks: &Works{Name: "web"}}).Observer()(raw)
	if err != nil {
		w.t.Fatal(err)
	}
	all := Collect(found)
	return all.ClusterStatus["c"], all
}

// is wants a status.
func (w *agentWorld) is(want step.Status, says string) {
	if got, all := w.status(); got.Status != want || !strings.Contains(got.Message, says) {
		w.t.Fatal(fmt.Sprintf("it is %s (%s), want %s (%s)\nthe cluster: %s\n%+v", got.Status, got.Message, want, says, w.seen, all.Sources))
	}
}

// TestAgent_afterBroken: a good revision after one that has failed is not failed, whatever the agent looks at first.
func TestAgent_afterBroken(t *testing.T) {
	w := newAgentWorld(t)
	w.write("v1-broken")
	w.settle()
	w.is(step.Failed, "Deployment web/web: ProgressDeadlineExceeded: ReplicaSet \"web-1\" has timed out progressing.")
	w.write("v2")
	w.look()
	w.is(step.ToApply, "")
	w.apply()
	w.is(step.Progressing, "")
	w.look()
	w.is(step.Progressing, "")
	w.observe()
	w.look()
	w.is(step.Succeeded, "")
}

// TestAgent_revisionAlone: a cluster has a revision when its objects carry it, also if nothing else of them changes.
func TestAgent_revisionAlone(t *testing.T) {
	w := newAgentWorld(t)
	w.write("v1+1")
	w.settle()
	w.is(step.Succeeded, "")
	pods := fmt.Sprint(w.agent.Live("Deployment", "web", "web").Object["spec"])
	w.write("v1+2")
	w.look()
	w.apply()
	w.is(step.Progressing, "")
	w.look()
	w.is(step.Succeeded, "")
	if is := fmt.Sprint(w.agent.Live("Deployment", "web", "web").Object["spec"]); is != pods {
		t.Errorf("the pods restart: %s, was %s", is, pods)
	}
}

// TestAgent_half: one of two Deployments fails, or is slow, though the agent says of the work that it is neither.
func TestAgent_half(t *testing.T) {
	w := newAgentWorld(t)
	w.write("half-broken")
	w.settle()
	w.is(step.Failed, "Deployment web/sidecar: ProgressDeadlineExceeded")
	w.write("half-slow")
	w.settle()
	w.is(step.Progressing, "")
}

// TestAgent_deleted: what is gone on the cluster is not complete.
func TestAgent_deleted(t *testing.T) {
	w := newAgentWorld(t)
	w.write("v1")
	w.settle()
	complete := w.agent.Becomes
	w.agent.Becomes = func(work, object *unstructured.Unstructured) workagent.Outcome {
		if object.GetName() == "sidecar" {
			return workagent.Missing
		}
		return complete(work, object)
	}
	w.observe()
	w.is(step.Succeeded, "")
	w.now = w.now.Add(time.Minute)
	w.look()
	w.is(step.Progressing, "Deployment web/sidecar: Resource is not available")
	w.agent.Becomes = complete
	w.settle()
	w.is(step.Succeeded, "")
	if got, _ := w.status(); got.LastTransitionTime != w.now {
		t.Errorf("it is complete since %s, and was incomplete until %s", got.LastTransitionTime, w.now)
	}
}

// TestAgent_stopped: nothing is known of a revision whose agent is stopped.
func TestAgent_stopped(t *testing.T) {
	w := newAgentWorld(t)
	w.write("v1")
	w.settle()
	w.write("v2")
	w.is(step.ToApply, "")
	w.look()
	w.is(step.ToApply, "")
}

// settle gives everybody a turn.
func (w *agentWorld) settle() {
	w.apply()
	w.observe()
	w.look()
}

// TestAgent_anyOrder: whatever is looked at when, nothing is complete or failed that was neither when the agent looked last; and
// the truth comes out when everybody had a turn.
func TestAgent_anyOrder(t *testing.T) {
	revisions := []string{"v1", "v1+1", "v2", "v3-broken", "half-broken", "v4-slow", "half-slow"}
	rapid.Check(t, func(t *rapid.T) {
		w := newAgentWorld(t)
		w.write(rapid.SampledFrom(revisions).Draw(t, "first"))
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			w.now = w.now.Add(time.Second)
			what := rapid.SampledFrom([]string{"write", "apply", "observe", "look", "settle"}).Draw(t, "step")
			switch what {
			case "write":
				w.write(rapid.SampledFrom(revisions).Draw(t, "revision"))
			case "apply":
				w.apply()
			case "observe":
				w.observe()
			case "look":
				w.look()
			case "settle":
				w.settle()
			}
			if wrong := w.wrong(what == "settle"); wrong != "" {
				t.Fatal(wrong)
			}
		}
	})
}

// wrong says what is wrong about the status, compared with the cluster as the agent has seen it last.
func (w *agentWorld) wrong(isSettled bool) string {
	of, all := w.work.GetAnnotations()[manifestwork.Revision], strings.Join(w.seen, ", ")
	got, _ := w.status()
	is := true
	switch {
	case got.Status == step.Succeeded:
		is = all == "Succeeded "+of+", Succeeded "+of
	case got.Status == step.Failed:
		is = strings.Contains(all, "Failed "+of)
	case isSettled:
		is = !strings.Contains(all, "Failed") && strings.Contains(all, "Progressing")
	}
	if is {
		return ""
	}
	return fmt.Sprintf("it is %s, but the cluster was: %s", got.Status, all)
}
