// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// jobsRun is the example pipeline_jobs with a helm that only notes its arguments.
type jobsRun struct {
	t            *testing.T
	folder, bins string
}

func newJobsRun(t *testing.T) *jobsRun {
	t.Helper()
	cli.NeedAcceptance(t)
	mirror := cli.Mirror(t)
	r := &jobsRun{t: t, folder: cli.CopyExample(t, "../../../examples/pipeline_jobs", mirror, "", nil), bins: t.TempDir()}
	binary, err := exec.LookPath(cli.Binary())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"helm": "#!/bin/sh\necho \"$1 $2 on $(echo \"$*\" | sed 's/.*--kube-context \\([^ ]*\\).*/\\1/')\" >>\"" +
			r.bins + "/done\"\n",
		"terraform": "#!/bin/sh\nexec \"" + binary + "\" \"$@\"\n",
	} {
		if err := os.WriteFile(filepath.Join(r.bins, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", r.bins+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Setenv("TF_CLI_ARGS_init", "-plugin-dir="+mirror)
	t.Setenv("GITHUB_OUTPUT", filepath.Join(r.bins, "output"))
	for _, script := range []string{"deploy.sh", "jobs.sh"} {
		if err := os.Chmod(filepath.Join(r.folder, script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// run runs a script as a step of a job does.
func (r *jobsRun) run(script string) {
	r.t.Helper()
	command := exec.CommandContext(r.t.Context(), "bash", "-e", "-c", script)
	command.Dir = r.folder
	if out, err := command.CombinedOutput(); err != nil {
		r.t.Fatalf("%s: %v\n%s", script, err, out)
	}
}

// check wants what helm has done since the last time.
func (r *jobsRun) check(want ...string) {
	r.t.Helper()
	name := filepath.Join(r.bins, "done")
	text, err := os.ReadFile(name)
	if err == nil {
		err = os.Remove(name)
	}
	if err != nil {
		r.t.Fatal(err)
	}
	got := strings.Split(strings.TrimSpace(string(text)), "\n")
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		r.t.Error(diff)
	}
}

var jobsDone = []string{"uninstall web on lab-1", "upgrade --install on eu-1", "upgrade --install on eu-2",
	"upgrade --install on us-1"}

// TestAccPipelineJobs_workflow runs the steps of the workflow of the example: the job decide, then deploy for each element of its
// matrix.
func TestAccPipelineJobs_workflow(t *testing.T) {
	r := newJobsRun(t)
	var workflow struct {
		Jobs map[string]struct {
			Outputs  map[string]string
			Strategy struct{ Matrix string }
			Steps    []struct{ ID, Run string }
		}
	}
	text, err := os.ReadFile(filepath.Join(r.folder, "deploy.yml"))
	if err == nil {
		err = yaml.Unmarshal(text, &workflow)
	}
	if err != nil {
		t.Fatal(err)
	}
	decide, deploy := workflow.Jobs["decide"], workflow.Jobs["deploy"]
	if got := decide.Outputs["matrix"] +
		deploy.Strategy.Matrix; got != "${{ steps.decide.outputs.matrix }}${{ fromJSON(needs.decide.outputs.matrix) }}" {
		t.Errorf("the matrix is handed on as %s", got)
	}
	for _, step := range decide.Steps {
		r.run(step.Run)
	}
	output, err := os.ReadFile(os.Getenv("GITHUB_OUTPUT"))
	if err != nil {
		t.Fatal(err)
	}
	value, ok := strings.CutPrefix(strings.TrimSuffix(string(output), "\n"), "matrix=")
	var matrix struct{ Include []map[string]string }
	if err := json.Unmarshal([]byte(value), &matrix); !ok || err != nil || strings.Contains(value, "\n") {
		t.Fatalf("the step has written %q: %v", output, err)
	}
	for _, job := range matrix.Include {
		for _, step := range deploy.Steps {
			script := strings.NewReplacer("${{ matrix.action }}", job["action"], "${{ matrix.cluster }}", job["cluster"]).Replace(step.Run)
			if strings.Contains(script, "${{") {
				t.Fatalf("unknown expression in %s", script)
			}
			r.run(script)
		}
	}
	r.check(jobsDone...)
}

// TestAccPipelineJobs_script runs the script of the example, twice: each job can run again.
func TestAccPipelineJobs_script(t *testing.T) {
	if _, err := exec.LookPath("jq"); err != nil && os.Getenv("CI") == "" {
		t.Skip("the script needs jq")
	}
	r := newJobsRun(t)
	r.run("terraform apply -input=false -auto-approve")
	for range 2 {
		r.run("./jobs.sh")
		r.check(jobsDone...)
	}
}
