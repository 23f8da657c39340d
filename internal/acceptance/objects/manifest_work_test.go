// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// worksOnHub are works on clusters, each with a Namespace and a Deployment of a revision, by the variable revisions.
func worksOnHub(further string) string {
	return `
variable "revisions" { type = map(string) }

resource "multicluster_manifest_work" "web" {
  for_each       = var.revisions
  cluster_name   = each.key
  name           = "web"
  revision       = each.value
  track_progress = true
  ` + further + `
  manifests = [
    {
      apiVersion = "v1"
      kind       = "Namespace"
      metadata   = { name = "web" }
    },
    {
      apiVersion = "apps/v1"
      kind       = "Deployment"
      metadata   = { namespace = "web", name = "web" }
      spec = {
        replicas = 2
        selector = { matchLabels = { app = "web" } }
        template = {
          metadata = { labels = { app = "web" } }
          spec     = { containers = [{ name = "web", image = each.value }] }
        }
      }
    },
  ]
}
`
}

// workClusters are the namespaces of clusters, which are made.
func workClusters(t *testing.T, server *hubtest.Hub, count int) (names []string) {
	t.Helper()
	prefix := server.Prefix(t)
	for i := range count {
		name := fmt.Sprintf("%s%03d", prefix, i)
		server.Create(t, "{apiVersion: v1, kind: Namespace, metadata: {name: "+name+"}}")
		names = append(names, name)
	}
	return names
}

// revisionsOf is the argument with the revisions of clusters: the first of them have the second one.
func revisionsOf(clusters []string, first int) string {
	entries := make([]string, len(clusters))
	for i, cluster := range clusters {
		revision := "registry.example/web:1"
		if i < first {
			revision = "registry.example/web:2"
		}
		entries[i] = fmt.Sprintf("%q=%q", cluster, revision)
	}
	return "-var=revisions={" + strings.Join(entries, ",") + "}"
}

// workRun is a workspace with works whose agents report an outcome.
type workRun struct {
	*cli.Workspace
	t       *testing.T
	outcome atomic.Int32
}

// ends runs a command that fails if says begins with Error, and says something.
func (r *workRun) ends(says string, arguments ...string) {
	r.t.Helper()
	out, err := r.Run(r.t, arguments...)
	if (err != nil) != strings.HasPrefix(says, "Error") || !strings.Contains(out, says) {
		r.t.Fatalf("%v: %v, want %s\n%s", arguments, err, says, out)
	}
}

// TestAccManifestWork_wait: an apply waits; one that fails goes on in the next apply, and nothing is replaced. A deletion waits
// for finalizers, and says which.
func TestAccManifestWork_wait(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	server := hubtest.Start(t)
	clusters := workClusters(t, server, 1)
	r := &workRun{t: t}
	r.Workspace = cli.NewWorkspace(t, cli.Mirror(t), cli.HubProvider(server)+worksOnHub(`
  wait_for = "available"
  timeouts = { create = var.limit, update = var.limit, delete = "2s" }`)+`
variable "limit" {
  default = "2s"
}
output "generations" {
  value = distinct([for c in multicluster_manifest_work.web[keys(var.revisions)[0]].conditions : c.observed_generation])
}
`)
	server.WorkAgents(t, clusters,
		func(*unstructured.Unstructured) hubtest.WorkOutcome { return hubtest.WorkOutcome(r.outcome.Load()) })
	one, two := revisionsOf(clusters, 0), revisionsOf(clusters, 1)
	apply := []string{"apply", "-input=false", "-auto-approve"}
	// What the agent is going to report is awaited for longer than a busy machine takes.
	const patient = "-var=limit=5m"
	address := `multicluster_manifest_work.web["` + clusters[0] + `"]`

	r.ends("Error: The manifest work", append(apply, one)...)
	r.ends("is tainted, so", "plan", "-input=false", one)
	r.ends("untainted", "untaint", address)
	uid := server.Get(t, onhub.ManifestWorkVersion, "ManifestWork", clusters[0], "web").GetUID()
	r.ends("will be updated in-place", "plan", "-input=false", one)
	r.outcome.Store(int32(hubtest.WorkDone))
	r.ends("1 changed, 0 destroyed", append(apply, one, patient)...)
	r.ends("No changes.", "plan", "-input=false", "-detailed-exitcode", one, patient)

	r.outcome.Store(int32(hubtest.WorkMissing))
	r.ends("Error: The manifest work", append(apply, two)...)
	r.ends("will be updated in-place", "plan", "-input=false", two)
	r.outcome.Store(int32(hubtest.WorkDone))
	r.ends("1 changed, 0 destroyed", append(apply, two, patient)...)
	r.ends("[ 2, ]", "output", "generations")
	r.ends("No changes.", "plan", "-input=false", "-detailed-exitcode", two, patient)
	work := server.Get(t, onhub.ManifestWorkVersion, "ManifestWork", clusters[0], "web")
	if work.GetUID() != uid || work.GetGeneration() != 2 {
		t.Errorf("the work has the generation %d, and was %s and is %s", work.GetGeneration(), uid, work.GetUID())
	}

	// As long as the cluster is available, a deletion waits for its agent.
	r.outcome.Store(int32(hubtest.WorkUnseen))
	server.Create(t, "{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: "+clusters[0]+"}, "+
		"spec: {hubAcceptsClient: true}, status: {conditions: [{type: ManagedClusterConditionAvailable, status: 'True', reason: a, "+
		"message: m, lastTransitionTime: '2026-08-11T12:00:00Z'}]}}")
	r.ends("Error: ", append(apply, "-destroy", two)...)
	out, err := r.Apply(t, "-destroy", two)
	if err == nil || !strings.Contains(out, "manifest-work-cleanup") {
		t.Errorf("%v\n%s", err, out)
	}
	r.outcome.Store(int32(hubtest.WorkDone))
	hubtest.Eventually(t, "the deletion is complete, as the agent lets the work go", func() bool {
		out, err := r.Run(t, append(apply, "-destroy", two)...)
		return err == nil && strings.Contains(out, "Apply complete")
	})
	if server.Get(t, onhub.ManifestWorkVersion, "ManifestWork", clusters[0], "web") != nil {
		t.Error("the work exists")
	}
}

// TestAccManifestWork_plan: a changed image is in the plan as that, for the works that get it. Each level of a manifest takes two
// lines, and the attributes that are the same a third: that, the id, the name and the neighbour of a list element are what
// Terraform shows.
func TestAccManifestWork_plan(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	server := hubtest.Start(t)
	clusters := workClusters(t, server, 30)
	w := cli.NewWorkspace(t, cli.Mirror(t), cli.HubProvider(server)+worksOnHub(""))
	if out, err := w.Apply(t, revisionsOf(clusters, 0)); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const changed = 3
	command, out := w.Command(t, "plan", "-input=false", revisionsOf(clusters, changed))
	if err := command.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, plan, _ := strings.Cut(out.String(), "will perform the following actions:\n\n")
	plan, _, _ = strings.Cut(plan, "Plan: ")
	marked := 0
	for line := range strings.SplitSeq(plan, "\n") {
		if text := strings.TrimLeft(line, " "); strings.HasPrefix(text, "~ ") || strings.HasPrefix(text, "+ ") ||
			strings.HasPrefix(text, "- ") {
			marked++
		}
	}
	t.Logf("each work that changes: %d lines, %d with a mark", cli.Lines(plan)/changed, marked/changed)
	if works := strings.Count(plan, "will be updated in-place"); works != changed || cli.Lines(plan) > 34*changed ||
		marked > 10*changed {
		t.Errorf("the plan has %d works, %d lines and %d marks:\n%s", works, cli.Lines(plan), marked, plan)
	}
}

// TestAccManifestWork_figures: 300 works of one name, of which a plan reads the first ones and one list.
func TestAccManifestWork_figures(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	const count = 300
	server := hubtest.Start(t)
	p := server.Proxy(t)
	clusters := workClusters(t, server, count)
	w := cli.NewWorkspace(t, cli.Mirror(t), cli.ProxyProvider(p)+worksOnHub("")+`
data "multicluster_workload_status" "web" {
  manifest_works = { name = "web" }
  clusters       = keys(var.revisions)
}
`)
	// To create a work: read and dry run in the plan and again in the apply, read, create; and discovery, lists and the identity of the hub.
	for _, tt := range []struct {
		what string
		most int
		run  func() (string, error)
	}{
		{"apply", 6*count + 30, func() (string, error) { return w.Apply(t, revisionsOf(clusters, 0)) }},
		{"empty plan", 30, func() (string, error) {
			return w.Run(t, "plan", "-input=false", "-detailed-exitcode", revisionsOf(clusters, 0))
		}},
		{"plan of 30 changes", 30 + 2*30, func() (string, error) { return w.Run(t, "plan", "-input=false", revisionsOf(clusters, 30)) }},
	} {
		p.Clear()
		began := time.Now()
		out, err := tt.run()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		requests := len(p.Requests(hubtest.Match{}))
		t.Logf("%s: %d requests, %.1f s", tt.what, requests, time.Since(began).Seconds())
		if requests > tt.most {
			t.Errorf("%s: %d requests, want at most %d", tt.what, requests, tt.most)
		}
	}
	state, err := os.Stat(filepath.Join(w.Folder, "terraform.tfstate"))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the state has %d KB, %d bytes for each work", state.Size()/1000, state.Size()/count)
	if state.Size() > 6000*count {
		t.Error("that is too much")
	}
}
