// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package cli

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

const stagedConfig = `
variable "release" { type = number }
variable "state" { default = "Run" }
variable "wait" { default = "Succeeded" }
variable "adopt" { default = false }
variable "approved" {
  type    = list(string)
  default = []
}
variable "clusters" {
  type    = list(string)
  default = CLUSTERS
}

resource "multicluster_placement" "web" {
  name               = "NAME"
  kubefleet          = { placement_type = "PickFixed", cluster_names = var.clusters }
  resource_selectors = [{ group = "", version = "v1", kind = "Namespace", name = "NAME" }]
  strategy           = { type = "External" }
  wait_for_decisions = true
}

resource "multicluster_staged_update_strategy" "safe" {
  name = "NAME"
  stages = [
    { name = "canary", label_selector = { match_labels = { NAME = "canary" } } },
    { name = "west", label_selector = { match_labels = { NAME = "west" } }, before_stage_tasks = [{ type = "Approval" }] },
    { name = "east", label_selector = { match_labels = { NAME = "east" } }, max_concurrency = "100%" },
  ]
}

resource "multicluster_staged_update_run" "web" {
  name                         = "NAME-${var.release}"
  placement_name               = multicluster_placement.web.name
  staged_rollout_strategy_name = multicluster_staged_update_strategy.safe.name
  state                        = var.state
  wait_for                     = var.state == "Run" ? var.wait : null
  adopt                        = var.adopt
  approved_stages              = { "NAME-${var.release}" = var.approved }
}

output "run" { value = multicluster_staged_update_run.web }
output "waits_for" { value = compact(multicluster_staged_update_run.web.stages[*].waits_for) }
`

// StagedStory is a workload on a cluster in each of three stages, which staged update runs bring there.
type StagedStory struct {
	*Workspace
	Server *hubtest.Hub
	// Name is that of the placement, the strategy and the namespace of the workload; those of the runs begin with it.
	Name     string
	Clusters []string
	// Release lets the hub have a release of the workload from now on. One that is broken does not run on the second cluster.
	Release func(t *testing.T, release int, isBroken bool)
	// Live is the release that a cluster has; empty without the workload.
	Live func(t *testing.T, cluster string) string
}

// stagedTiers are the values of the label with the name of a story on its clusters.
var stagedTiers = []string{"canary", "west", "east"}

// Start labels the clusters of the story and makes its configuration.
func (s *StagedStory) Start(t *testing.T) {
	t.Helper()
	for i, cluster := range s.Clusters {
		s.Server.MergePatch(t, "kubectl", onhub.MemberVersion, "MemberCluster", "", cluster,
			fmt.Sprintf("{metadata: {labels: {%q: %s}}}", s.Name, stagedTiers[i]))
	}
	s.Workspace = NewWorkspace(t, Mirror(t), HubProvider(s.Server, `kind = "MemberCluster"`)+strings.NewReplacer("NAME", s.Name,
		"CLUSTERS", `["`+strings.Join(s.Clusters, `", "`)+`"]`).Replace(stagedConfig))
}

// applies applies a release, and returns what it says on one line. A part of an error is a failure that is wanted.
func (s *StagedStory) applies(t *testing.T, release int, failure string, further ...string) string {
	t.Helper()
	out, err := s.Apply(t, append([]string{fmt.Sprint("-var=release=", release)}, further...)...)
	text := said(out)
	if (err != nil) != (failure != "") || !strings.Contains(text, failure) {
		t.Fatalf("release %d: %v; want %q:\n%s", release, err, failure, out)
	}
	return text
}

// said is an output without the frames of its messages.
func said(out string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(out, "│", "")), " ")
}

// says wants parts of an output.
func (s *StagedStory) says(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if part = strings.ReplaceAll(part, "NAME", s.Name); !strings.Contains(text, part) {
			t.Errorf("the output lacks %q:\n%s", part, text)
		}
	}
}

// plan wants a plan to say something, or to be empty.
func (s *StagedStory) plan(t *testing.T, says string, release int, further ...string) {
	t.Helper()
	arguments := []string{"plan", "-input=false", "-detailed-exitcode", fmt.Sprint("-var=release=", release)}
	out, err := s.Run(t, append(arguments, further...)...)
	if (err == nil) != (says == "") || !strings.Contains(said(out), says) {
		t.Errorf("the plan of release %d lacks %q: %v\n%s", release, says, err, out)
	}
}

// storyLimit is how long something may take that a hub and its agents do, on a busy machine.
const storyLimit = 4 * time.Minute

func (s *StagedStory) until(t *testing.T, what string, is func() (is bool, now any)) {
	t.Helper()
	for end := time.Now().Add(storyLimit); ; time.Sleep(time.Second / 4) {
		is, now := is()
		if is {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("after %s: it never came to this: %s; it is %v", storyLimit, what, now)
		}
	}
}

// has waits until the clusters have these releases, or none.
func (s *StagedStory) has(t *testing.T, releases ...string) {
	t.Helper()
	s.until(t, fmt.Sprint("the clusters have ", releases), func() (bool, any) {
		var got []string
		for _, cluster := range s.Clusters {
			got = append(got, s.Live(t, cluster))
		}
		return fmt.Sprint(got) == fmt.Sprint(releases), got
	})
}

// run is a run on the hub; its stages are empty before it is initialized.
func (s *StagedStory) run(t *testing.T, release int) (stages []any) {
	t.Helper()
	run := s.Server.Get(t, onhub.StagedVersion, "ClusterStagedUpdateRun", "", fmt.Sprintf("%s-%d", s.Name, release))
	if run != nil {
		stages, _, _ = unstructured.NestedSlice(run.Object, "status", "stagesStatus")
	}
	return stages
}

// byHand changes the state of a run, as kubectl does.
func (s *StagedStory) byHand(t *testing.T, release int, state string) {
	t.Helper()
	s.Server.MergePatch(t, "kubectl-edit", onhub.StagedVersion, "ClusterStagedUpdateRun", "", fmt.Sprintf("%s-%d", s.Name, release),
		"{spec: {state: "+state+"}}")
}

// Tell tells the story of four releases in three stages: an approval by a commit, a failure in the second stage, a run that is
// stopped, a fixed release during which a cluster leaves, and the one after it. Beside Terraform, another client stops a run,
// approves and starts one.
func (s *StagedStory) Tell(t *testing.T) {
	approved, canary := `-var=approved=["west"]`, "-var=wait=canary"
	without := fmt.Sprintf("-var=clusters=[%q, %q]", s.Clusters[0], s.Clusters[1])
	s.Release(t, 1, false)
	s.applies(t, 1, "", canary)
	s.until(t, "the run waits for an approval", func() (bool, any) {
		text := s.applies(t, 1, "", canary)
		return strings.Contains(text, `approved_stages[\"`+s.Name+`-1\"] = [\"before-west\"]`), text
	})
	s.plan(t, "", 1, canary)
	s.has(t, "1", "", "")
	// Another client stops the run, and lets it go on.
	s.byHand(t, 1, "Stop")
	s.plan(t, "force_conflicts = true", 1, canary)
	s.byHand(t, 1, "Run")
	s.applies(t, 1, "", approved)
	s.plan(t, "", 1, approved)
	s.has(t, "1", "1", "1")
	s.fails(t, approved)

	// The third release is fixed. A cluster leaves before its second stage, which ends the run for good.
	s.Release(t, 3, false)
	s.says(t, s.applies(t, 3, "", canary), "updates 3 clusters in 3 stages")
	s.has(t, "3", "2", "1")
	s.applies(t, 3, "The hub has ended the run", without, approved)

	// Another client starts the next run, and approves its stage.
	s.Release(t, 4, false)
	s.Server.Create(t, fmt.Sprintf("{apiVersion: %s, kind: ClusterStagedUpdateRun, metadata: {name: %s-4}, spec: {placementName: %[2]s, "+
		"stagedRolloutStrategyName: %[2]s, state: Run}}", onhub.StagedVersion, s.Name))
	s.Server.ApproveStage(t, s.Name+"-4", "west")
	s.applies(t, 4, "import it or set adopt = true", without)
	s.says(t, s.applies(t, 4, "", without, "-var=adopt=true"), "approved by another client")
	s.plan(t, "", 4, without, "-var=adopt=true")
	s.has(t, "4", "4", "")
}

// fails is the second release, which fails in the second stage: Terraform is interrupted while it waits, and stops the run.
func (s *StagedStory) fails(t *testing.T, approved string) {
	t.Helper()
	s.Release(t, 2, true)
	command, out := s.Command(t, "apply", "-input=false", "-auto-approve", "-var=release=2", approved)
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	s.until(t, "the second stage has started", func() (bool, any) {
		stages := s.run(t, 2)
		return len(stages) == 3 && strings.Contains(fmt.Sprint(stages[1]), "Started"), stages
	})
	// The provider looks at a run every 5 s or more often.
	time.Sleep(6 * time.Second)
	_ = command.Process.Signal(os.Interrupt)
	if err := command.Wait(); err == nil {
		t.Errorf("it succeeded:\n%s", out)
	}
	s.says(t, said(out.String()), `The staged update run "NAME-2" updates 3 clusters in 3 stages`,
		"1. canary: 1 cluster, 1 at a time: "+s.Clusters[0],
		"2. west: 1 cluster, 1 at a time: "+s.Clusters[1]+`; before it the approval "before-west" (given)`,
		"was written and is not as awaited", `Stage "west": 0 of 1 cluster updated, updating `+s.Clusters[1])
	s.applies(t, 2, "set adopt = true", approved, "-var=state=Stop")
	stopped := []string{approved, "-var=state=Stop", "-var=adopt=true"}
	s.applies(t, 2, "", stopped...)
	s.until(t, "the hub stops the run", func() (bool, any) {
		stages := s.run(t, 2)
		return len(stages) == 3 && strings.Contains(fmt.Sprint(stages[1]), "StageUpdatingStop"), stages
	})
	s.applies(t, 2, "", stopped...)
	s.plan(t, "", 2, stopped...)
	s.has(t, "2", "2", "1")
}
