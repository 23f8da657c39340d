// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package agents

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestRealOCM: rollouts of works, beside the controllers of a hub and the work agents of its clusters.
func TestRealOCM(t *testing.T) {
	cli.NeedAcceptance(t)
	hub := hubtest.StartRealOCM(t, clusters...)
	t.Run("rollouts", func(t *testing.T) {
		onEach(t, "canary", func(t *testing.T, tool string) { canary(t, hub, tool) })
		for name, run := range map[string]func(t *testing.T, hub *hubtest.RealOCM){
			"broken image and fix forward": fixForward, "rollback": rollback, "back by git": backByGit, "half-failed work": halfFailed,
			"deleted object": deletedObject, "edited work": editedWork, "works and their status": worksAndStatus,
		} {
			story(t, name, func(t *testing.T) { run(t, hub) })
		}
	})
	t.Run("outages", func(t *testing.T) {
		story(t, "sleeping agent", func(t *testing.T) { sleeping(t, hub) })
	})
	t.Run("lost cluster", func(t *testing.T) { lostCluster(t, hub) })
}

// begun is a loop whose first revision is complete.
func begun(t *testing.T, hub *hubtest.RealOCM, tool string, replacements ...string) *loop {
	t.Helper()
	l := newLoop(t, hub, tool, replacements...)
	l.reaches(t, "v1", "Succeeded")
	l.has(t, "v1 v1 v1")
	return l
}

// canary: the other clusters get a revision when the canary runs it, and not before.
func canary(t *testing.T, hub *hubtest.RealOCM, tool string) {
	l := begun(t, hub, tool)
	l.settles(t, "v1")
	until(t, "v2 is complete", func() bool {
		o := l.step(t, "v2")
		if live := l.live(t, "c1"); o.Revisions["c2"] == "v2" && live != "Succeeded v2" {
			t.Errorf("c2 gets v2, but the canary is %s", live)
		}
		return o.Phase == "Succeeded"
	})
	l.has(t, "v2 v2 v2")
	l.settles(t, "v2")
	if out, err := l.Run(t, "destroy", "-auto-approve"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	l.has(t, "- - -")
}

// fixForward: a broken image stays on the canary and stops the rollout; the next one, which runs, is complete.
func fixForward(t *testing.T, hub *hubtest.RealOCM) {
	l := begun(t, hub, "")
	says := l.breaks(t)
	o := l.reaches(t, broken, "Breached", "-var=deadline=1s")
	for _, says := range []string{says, o.WaitsFor} {
		if !strings.Contains(says, "ProgressDeadlineExceeded") {
			t.Errorf("it does not say why: %s", says)
		}
	}
	l.has(t, broken+" v1 v1")
	o = l.reaches(t, "v3", "Succeeded")
	if strings.Join(o.GivenUp, " ") != broken {
		t.Errorf("given up: %v", o.GivenUp)
	}
	l.has(t, "v3 v3 v3")
}

// backByGit: the revision before, in the configuration again.
func backByGit(t *testing.T, hub *hubtest.RealOCM) {
	l := begun(t, hub, "")
	l.breaks(t)
	l.reaches(t, "v1", "Succeeded")
	l.has(t, "v1 v1 v1")
}

// rollback: the rollout returns by itself, and stays there.
func rollback(t *testing.T, hub *hubtest.RealOCM) {
	l := begun(t, hub, "", "  strategy = {", "  on_breach = \"rollback\"\n  strategy = {")
	l.breaks(t)
	l.rollsBack(t)
	l.has(t, "v1 v1 v1")
	l.settles(t, broken)
	o := l.reaches(t, "v3", "Succeeded")
	if strings.Join(o.GivenUp, " ") != broken {
		t.Errorf("given up: %v", o.GivenUp)
	}
	l.has(t, "v3 v3 v3")
}

// halfFailed: one of two Deployments of a work fails.
func halfFailed(t *testing.T, hub *hubtest.RealOCM) {
	const second = `    {
      apiVersion = "apps/v1"
      kind       = "Deployment"
      metadata   = { namespace = "web", name = "sidecar" }
      spec = {
        selector = { matchLabels = { app = "sidecar" } }
        template = {
          metadata = { labels = { app = "sidecar" } }
          spec     = { containers = [{ name = "sidecar", image = replace(each.value, "half", "half-broken") }] }
        }
      }
    },
  ]
}

output "phase"`
	l := begun(t, hub, "", "  ]\n}\n\noutput \"phase\"", second)
	until(t, "c1 has failed", func() bool { return l.apply(t, "half").Status["c1"].Status == "Failed" })
	if says := l.outputs(t).Status["c1"].Message; !strings.Contains(says, "sidecar") || !strings.Contains(says, "ProgressDeadlineExceeded") {
		t.Errorf("it does not say which object has failed, and why: %s", says)
	}
}

// deletedObject: what somebody deletes on a cluster is not there.
func deletedObject(t *testing.T, hub *hubtest.RealOCM) {
	l := begun(t, hub, "")
	hub.Clusters["c2"].Delete(t, "apps/v1", "Deployment", l.name, l.name)
	until(t, "the agent has seen that it is gone", func() bool {
		work := hub.Get(t, onhub.ManifestWorkVersion, "ManifestWork", "c2", l.name)
		status, err := manifestwork.StatusOf(work.Object)
		return err == nil && !status.Has(manifestwork.ConditionAvailable)
	})
	if is := l.apply(t, "v1").Status["c2"]; is.Status == "Succeeded" {
		t.Errorf("it is %v", is)
	}
}

// editedWork: somebody edits a work on the hub. It has no status of the revision, and its conflict stops no other one.
func editedWork(t *testing.T, hub *hubtest.RealOCM) {
	l := begun(t, hub, "")
	work := hub.Get(t, onhub.ManifestWorkVersion, "ManifestWork", "c2", l.name)
	manifests, _, _ := unstructured.NestedSlice(work.Object, "spec", "workload", "manifests")
	edited, err := json.Marshal(map[string]any{"spec": map[string]any{"workload": map[string]any{"manifests": manifests[:1]}}})
	if err != nil {
		t.Fatal(err)
	}
	hub.MergePatch(t, "kubectl-edit", onhub.ManifestWorkVersion, "ManifestWork", "c2", l.name, string(edited))
	for _, cluster := range []string{"c1", "c3"} {
		until(t, cluster+" runs v2", func() bool {
			out, err := l.Apply(t, "-var=image=v2")
			if err == nil || !strings.Contains(out, "has fields of another manager") {
				t.Fatalf("the conflict is not told: %v\n%s", err, out)
			}
			if is, ok := l.outputs(t).Status["c2"]; ok {
				t.Errorf("c2 is %v", is)
			}
			return l.live(t, cluster) == "Succeeded v2"
		})
	}
}

// worksAndStatus: an apply that waits for the agent; an object that the cluster refuses, by its name; and the work of another team
// with the same name, which is neither read nor taken over.
func worksAndStatus(t *testing.T, hub *hubtest.RealOCM) {
	l := newLoop(t, hub, "", "  track_progress = true", "  track_progress = true\n  wait_for       = \"available\"\n  timeouts       = { update = \"20s\" }",
		"keys(data.multicluster_placement.web.decisions_by_cluster)", `["c1", "c2"]`)
	hub.Create(t, "{apiVersion: "+onhub.ManifestWorkVersion+", kind: ManifestWork, metadata: {name: "+l.name+", namespace: c3, annotations: {"+
		manifestwork.Revision+": v9}}, spec: {workload: {manifests: [{apiVersion: v1, kind: Namespace, metadata: {name: "+l.name+"}}]}}}")
	out, err := l.Apply(t, "-var=image=v1")
	if err != nil || !strings.Contains(out, "ManifestWork c3/"+l.name) {
		t.Fatalf("%v: the other work is not told\n%s", err, out)
	}
	if live := l.live(t, "c1"); !strings.HasSuffix(live, " v1") {
		t.Errorf("it has not waited for the agent: c1 is %s", live)
	}
	until(t, "c1 is complete", func() bool {
		out, err := l.Run(t, "apply", "-refresh-only", "-auto-approve", "-input=false", "-var=image=v1")
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return l.outputs(t).Status["c1"].Status == "Succeeded"
	})
	if is := l.outputs(t).Status; len(is) != 1 {
		t.Errorf("the status is %v", is)
	}
	// A name that no object may have.
	config, err := os.ReadFile(filepath.Join(l.Folder, "main.tf"))
	if err != nil {
		t.Fatal(err)
	}
	l.Write(t, "main.tf", strings.Replace(string(config), `containers = [{ name = "`, `containers = [{ name = "Not a name `, 1))
	if out, err := l.Apply(t, "-var=image=v2"); err == nil || !strings.Contains(out, "Deployment "+l.name+"/"+l.name) {
		t.Errorf("%v: the refused object is not named\n%s", err, out)
	}
}

// sleeping: an agent that is stopped while its cluster renews its lease: nothing is known of the new revision.
func sleeping(t *testing.T, hub *hubtest.RealOCM) {
	l := begun(t, hub, "")
	hub.Agents["c3"].Stop()
	t.Cleanup(func() { hub.Agents["c3"].Start(t) })
	until(t, "only c3 does not run v2", func() bool {
		o := l.step(t, "v2")
		if o.Phase != "Progressing" {
			t.Errorf("it is %s", o.Phase)
		}
		return o.Revisions["c3"] == "v2" && l.live(t, "c2") == "Succeeded v2" && o.Status["c2"].Status == "Succeeded"
	})
	l.has(t, "v2 v2 v1")
	if o := l.outputs(t); !strings.Contains(o.WaitsFor, "c3") {
		t.Errorf("it waits for %s", o.WaitsFor)
	}
	hub.Agents["c3"].Start(t)
	l.reaches(t, "v2", "Succeeded")
	l.has(t, "v2 v2 v2")
}

// lostCluster: a cluster is lost in the middle of a rollout, at its last step, and while another one returns. The hub takes it out
// of its decisions; the others go on. When it returns, it gets the workload anew.
func lostCluster(t *testing.T, hub *hubtest.RealOCM) {
	all := tools()
	second := all[len(all)-1]
	const oneByOne = "max_concurrency           = 1"
	loops := map[string]*loop{
		"in a rollout":     newLoop(t, hub, all[0], "max_concurrency           = 2", oneByOne),
		"in a way back":    newLoop(t, hub, second),
		"at the last step": newLoop(t, hub, all[0]),
		"in a rollback":    newLoop(t, hub, second, "  strategy = {", "  on_breach = \"rollback\"\n  strategy = {"),
	}
	phase := func(name string, run func(t *testing.T, name string, l *loop)) (ok bool) {
		return t.Run(name, func(t *testing.T) {
			for of, l := range loops {
				story(t, of, func(t *testing.T) { run(t, of, l) })
			}
		})
	}
	if !phase("before a cluster is lost", func(t *testing.T, _ string, l *loop) {
		l.reaches(t, "v1", "Succeeded")
	}) {
		return
	}
	hub.Agents["c2"].Stop()
	phase("a cluster is lost", func(t *testing.T, name string, l *loop) {
		switch name {
		case "in a way back", "in a rollback":
			l.breaks(t)
		case "in a rollout":
			until(t, "c2 gets v2", func() bool { return l.step(t, "v2").Revisions["c2"] == "v2" })
			l.has(t, "v2 v1 v1")
		case "at the last step":
			until(t, "c3 has v2", func() bool { return l.step(t, "v2").Status["c3"].Revision == "v2" && l.live(t, "c3") == "Succeeded v2" })
			l.has(t, "v2 v1 v2")
		}
	})
	hub.Lose(t, "c2")
	image := func(name string) string {
		if name == "in a way back" {
			return "v1"
		}
		return "v2"
	}
	phase("without the lost cluster", func(t *testing.T, name string, l *loop) {
		if name == "in a rollback" {
			l.rollsBack(t)
			l.has(t, "v1 v1 v1")
			return
		}
		o := l.reaches(t, image(name), "Succeeded")
		if _, ok := o.Revisions["c2"]; ok {
			t.Errorf("the rollout has the lost cluster: %v", o.Revisions)
		}
		l.has(t, strings.Join([]string{image(name), "v1", image(name)}, " "))
		l.settles(t, image(name))
		if work := hub.Get(t, onhub.ManifestWorkVersion, "ManifestWork", "c2", l.name); work == nil || work.GetDeletionTimestamp() == nil {
			t.Errorf("the work of the lost cluster is not being deleted")
		}
	})
	hub.Return(t, "c2")
	phase("the lost cluster is back", func(t *testing.T, name string, l *loop) {
		if name == "in a rollback" {
			// It gets nothing until the rollout goes on.
			until(t, "its agent has deleted the workload", func() bool { return l.live(t, "c2") == "" })
			l.reaches(t, "v3", "Succeeded")
			l.has(t, "v3 v3 v3")
			return
		}
		until(t, "c2 is back", func() bool {
			o := l.step(t, image(name))
			return o.Phase == "Succeeded" && o.Revisions["c2"] == image(name)
		})
		l.has(t, strings.Join([]string{image(name), image(name), image(name)}, " "))
	})
}
