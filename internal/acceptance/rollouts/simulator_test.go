// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// simulatedFolder is a rollout to five clusters whose resources may fail on some of them.
const simulatedFolder = `
terraform {
  required_providers { multicluster = { source = "terraform-multicluster/multicluster" } }
}
variable "story" { type = any }
resource "multicluster_rollout" "web" {
  name           = "web"
  revision       = var.story.revision
  now            = plantimestamp()
  on_breach      = "rollback"
  retry          = var.story.retry
  abort          = var.story.abort
  paused         = var.story.paused
  max_removals   = var.story.removals
  strategy       = { type = "Progressive", progressive = { max_concurrency = 2, max_failures = 1 } }
  decisions      = [for name in var.story.chosen : { cluster_name = name }]
  cluster_status = var.story.status

  initial_revisions = {}
}
# Another rollout of the same state goes on whatever happens to the first one. Its statuses have no time, and it never ends.
resource "multicluster_rollout" "api" {
  name           = "api"
  revision       = var.story.api
  now            = plantimestamp()
  strategy       = { type = "Progressive", progressive = { max_concurrency = 2, min_success_time = "1h" } }
  decisions      = [for name in ["a", "b", "c"] : { cluster_name = name }]
  cluster_status = { for name in ["a", "b"] : name => { status = "Succeeded", revision = var.story.api } }

  initial_revisions = {}
}
output "api" { value = [multicluster_rollout.api.clusters_by_state, multicluster_rollout.api.revisions] }
resource "terraform_data" "release" {
  for_each         = multicluster_rollout.web.revisions
  triggers_replace = each.value
  provisioner "local-exec" {
    command = contains(var.story.broken, each.key) ? "exit 1" : "exit 0"
  }
}
output "rollout" {
  value = {
    revisions = multicluster_rollout.web.revisions
    completed = multicluster_rollout.web.completed_revision
    given_up  = multicluster_rollout.web.given_up_revisions
    phase     = multicluster_rollout.web.phase
    next      = multicluster_rollout.web.next_change
  }
}
`

// simulatedRollout is what the output says.
type simulatedRollout struct {
	Revisions map[string]string `json:"revisions"`
	Completed string            `json:"completed"`
	GivenUp   []string          `json:"given_up"`
	Phase     string            `json:"phase"`
	Next      string            `json:"next"`
}

// TestAccRolloutSimulator runs stories through the real binary: revisions in the middle, failures, aborts, retries, pauses,
// releases that fail, plans that are saved and applied later or never, and clusters that leave. There are two stories; make
// rollout-stories runs 200.
func TestAccRolloutSimulator(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	count := 2
	if text := os.Getenv("ROLLOUT_STORIES"); text != "" {
		var err error
		if count, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	c := cli.Folder{T: t, Path: t.TempDir()}
	c.Start(cli.Mirror(t), simulatedFolder, "")
	for story := range count {
		if err := os.Remove(filepath.Join(c.Path, "terraform.tfstate")); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		s := &cliStory{Folder: c, random: rand.New(rand.NewPCG(21, uint64(story)))} //nolint:gosec // a test
		s.run(story)
	}
}

// cliStory is a story of a rollout.
type cliStory struct {
	cli.Folder
	random *rand.Rand
	vars   object
	last   simulatedRollout
	next   int
}

func (s *cliStory) chance(percent int) bool { return s.random.IntN(100) < percent }

func (s *cliStory) run(number int) {
	s.T.Logf("story %d", number)
	names := []string{"a", "b", "c", "d", "e"}
	s.vars = object{
		"revision": "v1", "retry": "", "abort": false, "paused": false, "chosen": names, "status": object{}, "broken": []string{},
		"removals": nil, "api": "api",
	}
	s.next = 2
	for range 6 {
		s.apply()
		s.report(names)
		s.happens(names)
	}
	// The way out: a good revision, on clusters that report.
	s.vars["revision"], s.vars["abort"], s.vars["paused"], s.vars["broken"] = "good", false, false, []string{}
	s.vars["chosen"] = names
	for range 8 {
		if s.apply(); s.last.Phase == "Succeeded" {
			return
		}
		s.reportAll()
	}
	s.T.Fatalf("there is no way out: %+v", s.last)
}

// report gives some clusters a state of what they have.
func (s *cliStory) report(names []string) {
	status := maps.Clone(s.vars["status"].(object))
	for _, name := range names {
		if revision := s.last.Revisions[name]; revision != "" && s.chance(70) {
			of := "Succeeded"
			if s.chance(20) {
				of = "Failed"
			}
			status[name] = object{"status": of, "revision": revision}
		}
	}
	s.vars["status"] = status
}

func (s *cliStory) reportAll() {
	status := object{}
	for name, revision := range s.last.Revisions {
		status[name] = object{"status": "Succeeded", "revision": revision}
	}
	s.vars["status"] = status
}

// happens is what people do between two applies.
func (s *cliStory) happens(names []string) {
	s.vars["broken"] = []string{}
	if s.chance(25) {
		s.vars["api"] = fmt.Sprintf("api%d", s.next)
	}
	switch s.random.IntN(8) {
	case 0, 1:
		s.vars["revision"] = fmt.Sprintf("v%d", s.next)
		s.next++
	case 2:
		s.vars["abort"] = s.chance(50)
	case 3:
		s.vars["retry"] = s.vars["retry"].(string) + "x"
	case 4:
		s.vars["paused"] = s.chance(50)
	case 5:
		s.vars["chosen"] = names[s.random.IntN(len(names)+1):]
	case 6:
		s.vars["broken"] = []string{names[s.random.IntN(5)]}
	}
}

// storyFile has the variables.
const storyFile = "-var-file=story.tfvars.json"

// plan saves a plan.
func (s *cliStory) plan() (ok bool, out string) {
	s.T.Helper()
	text, err := json.Marshal(object{"story": s.vars})
	if err == nil {
		err = os.WriteFile(filepath.Join(s.Path, "story.tfvars.json"), text, 0o600)
	}
	if err != nil {
		s.T.Fatal(err)
	}
	return s.Output("plan", "-no-color", "-input=false", "-out=plan", storyFile)
}

// apply plans, and applies the plan, if it does; then the next plan is empty. Decisions that would take the workload from all
// clusters are an error, which max_removals or other decisions overcome.
func (s *cliStory) apply() {
	s.T.Helper()
	ok, out := s.plan()
	if !ok && strings.Contains(out, "Too many clusters would lose the workload") {
		s.overcome(out)
		defer func() { s.vars["removals"] = nil }()
		ok, out = s.plan()
	} else if len(s.last.Revisions) > 0 && len(s.vars["chosen"].([]string)) == 0 && s.vars["paused"] == false {
		s.T.Fatalf("the workload leaves all clusters: %+v: %s", s.last, out)
	}
	if !ok {
		s.T.Fatal(out)
	}
	if s.chance(5) && s.last.Revisions != nil {
		return // The run was killed.
	}
	ok, out = s.Output("apply", "-no-color", "-input=false", "plan")
	if broken := len(s.vars["broken"].([]string)) > 0; !ok && (!broken || !strings.Contains(out, "local-exec provisioner error")) {
		s.T.Fatal(out)
	}
	before := s.last
	s.last = simulatedRollout{}
	_, out = s.Output("output", "-json", "rollout")
	if err := json.Unmarshal([]byte(out), &s.last); err != nil {
		s.T.Fatal(err, out)
	}
	s.check(&before)
	want := fmt.Sprintf(`[{"Soaking":"a, b"},{"a":%q,"b":%[1]q}]`, s.vars["api"])
	if _, api := s.Output("output", "-json", "api"); strings.TrimSpace(api) != want {
		s.T.Fatalf("the other rollout is %s, want %s", api, want)
	}
	if ok && s.last.Next == "" {
		s.Succeeds("No changes", "plan", "-detailed-exitcode", storyFile)
	}
}

// overcome is what people do about decisions that would take the workload from all clusters.
func (s *cliStory) overcome(refusal string) {
	s.T.Helper()
	switch {
	case s.vars["removals"] != nil || len(s.last.Revisions) == 0:
		s.T.Fatalf("it is refused although it is allowed: %+v, %v: %s", s.last, s.vars, refusal)
	case s.chance(50):
		s.vars["removals"] = "100%"
	default:
		s.vars["chosen"] = slices.Sorted(maps.Keys(s.last.Revisions))
	}
}

// check compares a step with what must always hold.
func (s *cliStory) check(before *simulatedRollout) {
	s.T.Helper()
	revision := s.vars["revision"].(string)
	for name, now := range s.last.Revisions {
		if now != before.Revisions[name] && now != revision && now != s.last.Completed &&
			!slices.Contains(s.past(name), now) {
			s.T.Fatalf("%s gets %s: %+v, then %+v", name, now, before, s.last)
		}
		if now != before.Revisions[name] && now != revision && slices.Contains(s.last.GivenUp, now) {
			s.T.Fatalf("%s returns to %s, which was given up: %+v", name, now, s.last)
		}
	}
	if s.last.Phase == "RolledBack" {
		for name, now := range s.last.Revisions {
			if slices.Contains(s.last.GivenUp, now) {
				s.T.Fatalf("%s still has %s, which was given up: %+v", name, now, s.last)
			}
		}
	}
}

// past are revisions that were complete before the last one that was: a cluster that was not finished with that one returns to
// them.
func (s *cliStory) past(string) []string {
	var past []string
	for i := 1; i < s.next; i++ {
		if revision := fmt.Sprintf("v%d", i); !slices.Contains(s.last.GivenUp, revision) {
			past = append(past, revision)
		}
	}
	return past
}
