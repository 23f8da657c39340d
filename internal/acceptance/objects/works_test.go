// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// worksLoop is the example works_on_hub with the agents of its clusters.
type worksLoop struct {
	*cli.Workspace
	t      *testing.T
	server *hubtest.Hub
	// name is that of the works, and that of the cluster set.
	name string
	// clusters are the names of the clusters, the canary last.
	clusters []string

	mu sync.Mutex
	// outcomes are what becomes of a revision on a cluster, by both; * is every revision, and a missing one is complete.
	outcomes map[[2]string]hubtest.WorkOutcome
}

// newWorksLoop starts the loop, with the name in the place of works in all names. Edit changes the configuration of the example.
func newWorksLoop(t *testing.T, name string, edit func(config string) string) *worksLoop {
	t.Helper()
	config, err := os.ReadFile(filepath.Join("..", "..", "..", "examples", "works_on_hub", "main.tf"))
	if err != nil {
		t.Fatal(err)
	}
	objects, err := os.ReadFile(filepath.Join("..", "documents", "testdata", "example_hub", "works_on_hub.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	server := hubtest.Start(t)
	for object := range strings.SplitSeq(strings.ReplaceAll(string(objects), "works", name), "\n---\n") {
		server.Create(t, object)
	}
	l := &worksLoop{t: t, server: server, name: name, outcomes: map[[2]string]hubtest.WorkOutcome{}}
	for _, cluster := range []string{"1", "2", "3", "4", "canary"} {
		l.clusters = append(l.clusters, name+"-"+cluster)
	}
	config = append(config, "\noutput \"status\" {\n  value = data.multicluster_workload_status.web.cluster_status\n}\n"...)
	text := strings.NewReplacer(cli.UsersKubeconfig, server.Kubeconfig, `"works"`, `"`+name+`"`, `= "web"`, `= "`+name+`"`).Replace(
		edit(string(config)))
	l.Workspace = cli.NewWorkspace(t, cli.Mirror(t), text)
	server.WorkAgents(t, l.clusters, func(work *unstructured.Unstructured) hubtest.WorkOutcome {
		return l.outcome(work)
	})
	return l
}

// outcome is what becomes of a work.
func (l *worksLoop) outcome(work *unstructured.Unstructured) hubtest.WorkOutcome {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, revision := range []string{"*", work.GetAnnotations()[manifestwork.Revision]} {
		if of, ok := l.outcomes[[2]string{work.GetNamespace(), revision}]; ok {
			return of
		}
	}
	return hubtest.WorkDone
}

// becomes sets what becomes of a revision on clusters.
func (l *worksLoop) becomes(revision string, of hubtest.WorkOutcome, clusters ...string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, cluster := range clusters {
		l.outcomes[[2]string{cluster, revision}] = of
	}
}

// applies applies in a second of its own, as the times of conditions are whole seconds, waits until the agents have seen every
// work, and wants the phase and the revisions of the clusters, in the order of the clusters: - for a cluster without a work.
func (l *worksLoop) applies(image, phase, revisions string, further ...string) {
	l.t.Helper()
	time.Sleep(1100 * time.Millisecond)
	if out, err := l.Apply(l.t, append([]string{"-var=image=" + image}, further...)...); err != nil {
		l.t.Fatalf("%v\n%s", err, out)
	}
	var got []string
	for _, cluster := range l.clusters {
		work := l.server.Get(l.t, onhub.ManifestWorkVersion, "ManifestWork", cluster, l.name)
		if work == nil {
			got = append(got, "-")
			continue
		}
		got = append(got, work.GetAnnotations()[manifestwork.Revision])
		l.reported(cluster)
	}
	if diff := cmp.Diff(revisions, strings.Join(got, " ")); diff != "" {
		l.t.Errorf("revisions: %s", diff)
	}
	var is string
	l.output("phase", &is)
	if is != phase {
		l.t.Errorf("the phase is %s, want %s", is, phase)
	}
}

// reported waits until the agent of a cluster has reported the present generation of its work as it is to be.
func (l *worksLoop) reported(cluster string) {
	l.t.Helper()
	for start := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if time.Since(start) > 60*time.Second {
			l.t.Fatal("the agent of " + cluster + " has not reported")
		}
		work := l.server.Get(l.t, onhub.ManifestWorkVersion, "ManifestWork", cluster, l.name)
		status, err := manifestwork.StatusOf(work.Object)
		if err != nil {
			l.t.Fatal(err)
		}
		of := l.outcome(work)
		if of == hubtest.WorkUnseen || status.Has(manifestwork.ConditionApplied) && isDone(&status) == (of == hubtest.WorkDone) &&
			status.Has(manifestwork.ConditionDegraded) == (of == hubtest.WorkDegraded) {
			return
		}
	}
}

// isDone reports whether the agent has reported that the Deployment is complete, by conditions or by feedback.
func isDone(s *manifestwork.Status) bool {
	progressing := meta.FindStatusCondition(s.Conditions, manifestwork.ConditionProgressing)
	if progressing != nil && progressing.ObservedGeneration == s.Generation {
		return progressing.Status == metav1.ConditionFalse
	}
	for i := range s.ResourceStatus.Manifests {
		if s.ResourceStatus.Manifests[i].Feedback()["ReadyReplicas"] == "2" {
			return true
		}
	}
	return false
}

// output is an output of the configuration.
func (l *worksLoop) output(name string, into any) {
	l.t.Helper()
	command, out := l.Command(l.t, "output", "-json", name)
	if err := command.Run(); err != nil {
		l.t.Fatalf("%v\n%s", err, out)
	}
	if err := json.Unmarshal(out.Bytes(), into); err != nil {
		l.t.Fatalf("%v\n%s", err, out)
	}
}

// plansNothing wants an empty plan.
func (l *worksLoop) plansNothing(image string) {
	l.t.Helper()
	if out, err := l.Run(l.t, "plan", "-input=false", "-detailed-exitcode", "-var=image="+image); err != nil {
		l.t.Errorf("the plan is not empty: %v\n%s", err, out)
	}
}

// TestAccWorks_loop: placement, rollout, works and their status, on a hub: the canary first, a cluster that fails, a breach with
// a rollback, and a new revision in the middle.
func TestAccWorks_loop(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	l := newWorksLoop(t, "loop", func(config string) string { return config })
	l.becomes("1", hubtest.WorkProgressing, "loop-canary")
	l.applies("1", "Progressing", "- - - - 1")
	l.applies("1", "Progressing", "- - - - 1")
	l.plansNothing("1")
	l.becomes("1", hubtest.WorkDone, "loop-canary")
	l.reported("loop-canary")
	l.applies("1", "Progressing", "1 1 - - 1")
	l.applies("1", "Progressing", "1 1 1 1 1")
	l.applies("1", "Succeeded", "1 1 1 1 1")
	l.plansNothing("1")

	// Somebody deletes a work: the next apply makes it again, and the rollout does not begin anew.
	l.server.Delete(t, onhub.ManifestWorkVersion, "ManifestWork", "loop-2", l.name)
	l.applies("1", "Succeeded", "1 1 1 1 1")
	l.applies("1", "Succeeded", "1 1 1 1 1")
	l.plansNothing("1")

	// A new revision in the middle of another one.
	l.applies("2", "Progressing", "1 1 1 1 2")
	l.applies("3", "Progressing", "1 1 1 1 3")
	// An agent that has not seen its work yet: what it has reported is about the revision before.
	l.becomes("3", hubtest.WorkUnseen, "loop-1")
	l.applies("3", "Progressing", "3 3 1 1 3")
	l.applies("3", "Progressing", "3 3 1 1 3")
	l.plansNothing("3")
	l.becomes("3", hubtest.WorkDone, "loop-1")
	l.reported("loop-1")
	l.applies("3", "Progressing", "3 3 3 3 3")
	l.applies("3", "Succeeded", "3 3 3 3 3")
	l.plansNothing("3")
}

// TestAccWorks_approval: the clusters behind the canary wait for an approval of this very revision.
func TestAccWorks_approval(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	l := newWorksLoop(t, "approval", func(config string) string {
		return strings.NewReplacer(
			`{ match_labels = { tier = "canary" } }
        }
      }]`, `{ match_labels = { tier = "canary" } }
        }
      }, { group_name = "rest", group_cluster_selector = { label_selector = { match_expressions = [{ key = "tier", operator = "DoesNotExist" }] } } }]`,
			`"Progressive"`, `"ProgressivePerGroup"`, `progressive = {`, `progressive_per_group = {`, `max_concurrency           = 2`, ``,
			`now                  = plantimestamp()`, `now                  = plantimestamp()
			approval_groups = ["rest"]
			approved_stages = { "1" = ["rest"], "2" = var.approved }`,
		).Replace(config) + "\nvariable \"approved\" {\n  type    = list(string)\n  default = []\n}\n"
	})
	l.applies("1", "Progressing", "- - - - 1")
	l.applies("1", "Progressing", "1 1 1 1 1")
	l.applies("1", "Succeeded", "1 1 1 1 1")
	// The approval of the revision before is none for this one.
	l.applies("2", "Progressing", "1 1 1 1 2")
	l.applies("2", "Progressing", "1 1 1 1 2")
	l.plansNothing("2")
	var why string
	if l.output("waits_for", &why); !strings.Contains(why, "approv") {
		t.Errorf("it waits for %s", why)
	}
	l.applies("2", "Progressing", "2 2 2 2 2", `-var=approved=["rest"]`)
	l.applies("2", "Succeeded", "2 2 2 2 2", `-var=approved=["rest"]`)
}

// TestAccWorks_failing: a cluster that fails is given up after the deadline, and the others get the revision.
func TestAccWorks_failing(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	l := newWorksLoop(t, "failing", func(config string) string {
		return strings.NewReplacer(`"10m"`, `"1s"`, `max_failures              = 0`, `max_failures = 1`).Replace(config)
	})
	l.becomes("1", hubtest.WorkDegraded, "failing-2")
	l.applies("1", "Progressing", "- - - - 1")
	l.applies("1", "Progressing", "1 1 - - 1")
	time.Sleep(1500 * time.Millisecond)
	l.applies("1", "Progressing", "1 1 1 1 1")
	l.applies("1", "PartiallyFailed", "1 1 1 1 1")
	l.plansNothing("1")
}

// TestAccWorks_rollback: a breach returns the clusters to the revision that was complete, without anybody.
func TestAccWorks_rollback(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	l := newWorksLoop(t, "rollback", func(config string) string {
		return strings.NewReplacer(`"10m"`, `"1s"`, `  strategy = {`, "on_breach = \"rollback\"\nstrategy = {").Replace(config)
	})
	l.applies("1", "Progressing", "- - - - 1")
	l.applies("1", "Progressing", "1 1 - - 1")
	l.applies("1", "Progressing", "1 1 1 1 1")
	l.applies("1", "Succeeded", "1 1 1 1 1")
	l.becomes("2", hubtest.WorkDegraded, "rollback-2")
	l.applies("2", "Progressing", "1 1 1 1 2")
	l.applies("2", "Progressing", "2 2 1 1 2")
	time.Sleep(1500 * time.Millisecond)
	l.applies("2", "RollingBack", "1 1 1 1 1")
	l.applies("2", "RolledBack", "1 1 1 1 1")
	l.plansNothing("2")
}

// TestAccWorks_feedback: without rules for conditions, a work is complete by the values that the agent reports of the present
// generation.
func TestAccWorks_feedback(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	l := newWorksLoop(t, "feedback", func(config string) string {
		return strings.NewReplacer(
			`= { name = "web" }
  clusters`, `= {
    name         = "web"
    completed_by = "Feedback"
    feedback     = { ReadyReplicas = "2" }
  }
  clusters`, `track_progress = true`, `manifest_configs = [{
    resource_identifier = { group = "apps", resource = "deployments", namespace = "web", name = "web" }
    feedback_rules      = [{ type = "WellKnownStatus" }]
  }]`).Replace(config)
	})
	l.becomes("1", hubtest.WorkProgressing, "feedback-canary")
	l.applies("1", "Progressing", "- - - - 1")
	l.applies("1", "Progressing", "- - - - 1")
	l.plansNothing("1")
	l.becomes("1", hubtest.WorkDone, "feedback-canary")
	l.reported("feedback-canary")
	l.applies("1", "Progressing", "1 1 - - 1")
}

// TestAccWorks_breach: a cluster on which the workload fails stops the rollout, and the clusters return to the revision that was
// complete.
func TestAccWorks_breach(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	l := newWorksLoop(t, "breach", func(config string) string {
		return strings.Replace(config, `"10m"`, `"1s"`, 1)
	})
	l.applies("1", "Progressing", "- - - - 1")
	l.applies("1", "Progressing", "1 1 - - 1")
	l.applies("1", "Progressing", "1 1 1 1 1")
	l.applies("1", "Succeeded", "1 1 1 1 1")
	l.becomes("2", hubtest.WorkDegraded, "breach-2")
	l.applies("2", "Progressing", "1 1 1 1 2")
	l.applies("2", "Progressing", "2 2 1 1 2")
	time.Sleep(1500 * time.Millisecond)
	l.applies("2", "Breached", "2 2 1 1 2")
	var why string
	if l.output("waits_for", &why); !strings.Contains(why, "Deployment breach/breach: ProgressDeadlineExceeded") {
		t.Errorf("the cause is not named: %s", why)
	}
	l.plansNothing("2")
	// The way out: back to what was complete.
	l.applies("1", "Progressing", "2 2 1 1 1")
	l.applies("1", "Progressing", "1 1 1 1 1")
	l.applies("1", "Succeeded", "1 1 1 1 1")
}

// TestAccWorks_step: the script of the example makes the steps, and its exit status says whether to run it again.
func TestAccWorks_step(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	l := newWorksLoop(t, "step", func(config string) string { return strings.Replace(config, `"10m"`, `"1s"`, 1) })
	script, err := filepath.Abs(filepath.Join("..", "..", "..", "examples", "works_on_hub", "step.sh"))
	if err != nil {
		t.Fatal(err)
	}
	binary, err := exec.LookPath(cli.Binary())
	if err != nil {
		t.Fatal(err)
	}
	step := func(image string, status int) {
		t.Helper()
		time.Sleep(1100 * time.Millisecond)
		command := exec.CommandContext(t.Context(), "sh", script)
		command.Dir, command.Env = l.Folder, append(l.Environment, "TERRAFORM="+binary, "TF_VAR_image="+image)
		out, err := command.CombinedOutput()
		if is := command.ProcessState.ExitCode(); is != status {
			t.Fatalf("it ended with %d, want %d: %v\n%s", is, status, err, out)
		}
		if warns := strings.Contains(string(out), "The rollout has stopped"); warns != (status == 3) {
			t.Errorf("it warns %t with the status %d", warns, status)
		}
		for _, cluster := range l.clusters {
			if l.server.Get(t, onhub.ManifestWorkVersion, "ManifestWork", cluster, l.name) != nil {
				l.reported(cluster)
			}
		}
	}
	for _, status := range []int{2, 2, 2, 0, 0} {
		step("1", status)
	}
	l.becomes("2", hubtest.WorkDegraded, "step-canary")
	step("2", 2)
	time.Sleep(1500 * time.Millisecond)
	step("2", 3)
	step("2", 3)
	if err := os.WriteFile(filepath.Join(l.Folder, "wrong.tf"), []byte("wrong {"), 0o600); err != nil {
		t.Fatal(err)
	}
	step("2", 1)
}
