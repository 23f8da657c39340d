// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// The files of the example whose scripts a pipeline runs.
const pipelineExample = "../../../examples/rollout_status_file"

// pipeline is the folder of the example with a fleet: kubectl is a script that prints the files of a folder.
type pipeline struct {
	t      *testing.T
	folder string
	fleet  string
	env    []string
}

func newPipeline(t *testing.T) *pipeline {
	t.Helper()
	if _, err := exec.LookPath("jq"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("the scripts need jq")
	}
	p := &pipeline{t: t, folder: cli.CopyExample(t, pipelineExample, cli.Mirror(t), "", nil), fleet: t.TempDir()}
	for _, script := range []string{"run.sh", "report.sh", "phase.sh"} {
		if err := os.Chmod(filepath.Join(p.folder, script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	// kubectl --context NAME --request-timeout=10s get deployment web --output json
	p.write(filepath.Join(p.fleet, "kubectl"), "#!/bin/sh\nexec cat \""+p.fleet+"/$2.json\"\n", 0o700)
	binary, err := exec.LookPath(cli.Binary())
	if err != nil {
		t.Fatal(err)
	}
	p.env = append(os.Environ(), "PATH="+p.fleet+string(filepath.ListSeparator)+os.Getenv("PATH"), "TERRAFORM="+binary)
	return p
}

func (p *pipeline) write(file, text string, mode os.FileMode) {
	p.t.Helper()
	if err := os.WriteFile(file, []byte(text), mode); err != nil {
		p.t.Fatal(err)
	}
}

// deploys is the deployment that runs on a cluster. Change makes it another one than a complete one.
func (p *pipeline) deploys(cluster, image string, change func(status map[string]any)) {
	p.t.Helper()
	status := map[string]any{
		"observedGeneration": 2, "replicas": 3, "updatedReplicas": 3, "availableReplicas": 3,
		"conditions": []any{map[string]any{"type": "Progressing", "status": "True", "reason": "NewReplicaSetAvailable"}},
	}
	if change != nil {
		change(status)
	}
	text, err := json.Marshal(map[string]any{
		"metadata": map[string]any{"generation": 2},
		"spec": map[string]any{"replicas": 3, "template": map[string]any{"spec": map[string]any{
			"containers": []any{map[string]any{"name": "web", "image": image}},
		}}},
		"status": status,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	p.write(filepath.Join(p.fleet, cluster+".json"), string(text), 0o600)
}

// script runs run.sh, which has to end with a status, and returns what it printed.
func (p *pipeline) script(want int) string {
	p.t.Helper()
	command := exec.CommandContext(p.t.Context(), "./run.sh")
	command.Dir, command.Env = p.folder, p.env
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		p.t.Fatal(err)
	}
	if got := command.ProcessState.ExitCode(); got != want {
		p.t.Fatalf("run.sh ended with %d, want %d:\n%s", got, want, out)
	}
	return string(out)
}

// has makes sure which clusters have been given the workload.
func (p *pipeline) has(want string) {
	p.t.Helper()
	var revisions map[string]string
	if err := json.Unmarshal([]byte(cli.Tool(p.t, p.folder, "output", "-json", "revisions")), &revisions); err != nil {
		p.t.Fatal(err)
	}
	if got := fmt.Sprint(revisions); got != want {
		p.t.Errorf("the clusters have %s, want %s", got, want)
	}
}

// TestAccRolloutPipeline runs the scripts of the example from the first step to the last. What they report is what runs on the
// clusters.
func TestAccRolloutPipeline(t *testing.T) {
	if os.Getenv("TF_ACC") == "" {
		t.Skip("set TF_ACC=1 to run the scripts with the real binary")
	}
	t.Parallel()
	const v1, v2 = "web:2.0.0", "web:2.1.0"
	p := newPipeline(t)
	canaries, four := "map[eu-1:"+v2+" us-1:"+v2+"]", "map[eu-1:"+v2+" eu-2:"+v2+" eu-3:"+v2+" us-1:"+v2+"]"
	if out := p.script(2); !strings.Contains(out, "Progressing: 4 clusters wait") {
		t.Errorf("the phase is missing:\n%s", out)
	}
	p.has(canaries)

	// Deploying has failed on one canary, where the earlier revision is healthy; the other one cannot be reached.
	p.deploys("eu-1", v1, nil)
	if out := p.script(2); !strings.Contains(out, "us-1: nothing was observed") {
		t.Errorf("us-1 is not said to be missing:\n%s", out)
	}
	p.has(canaries)

	// The controller has not seen the new revision, or has not finished it.
	p.deploys("eu-1", v2, func(status map[string]any) { status["observedGeneration"] = 1 })
	p.deploys("us-1", v2, func(status map[string]any) { status["updatedReplicas"] = 1 })
	p.script(2)
	p.has(canaries)
	p.deploys("eu-1", v2, func(status map[string]any) { status["replicas"] = 4 })
	p.deploys("us-1", v2, func(status map[string]any) { status["availableReplicas"] = 2 })
	p.script(2)
	p.has(canaries)

	p.deploys("eu-1", v2, nil)
	p.deploys("us-1", v2, nil)
	p.script(2)
	p.has(four)
	p.script(2)
	p.has(four)

	p.deploys("eu-2", v2, nil)
	p.deploys("eu-3", v2, func(status map[string]any) {
		status["conditions"] = []any{map[string]any{"type": "Progressing", "status": "False", "reason": "ProgressDeadlineExceeded",
			"message": "ReplicaSet web-2 has timed out progressing."}}
	})
	if out := p.script(2); !strings.Contains(out, "eu-3 has failed, first seen at 20") ||
		!strings.Contains(out, "Z (ReplicaSet web-2 has timed out") {
		t.Errorf("eu-3 is not reported as failed:\n%s", out)
	}
	for _, cluster := range []string{"eu-3", "us-2", "us-3"} {
		p.deploys(cluster, v2, nil)
	}
	p.script(2)
	if out := p.script(0); !strings.Contains(out, "Succeeded: complete\n") {
		t.Errorf("the rollout is not complete:\n%s", out)
	}
	// The schedule goes on, and nothing changes.
	if out := p.script(0); !strings.Contains(out, "No changes.") {
		t.Errorf("the plan after the last step is not empty:\n%s", out)
	}
}

// TestPhaseScript: the status with which phase.sh ends is decided by the phase.
func TestPhaseScript(t *testing.T) {
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("the script needs jq")
	}
	script, err := filepath.Abs(filepath.Join(pipelineExample, "phase.sh"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for phase, want := range map[string]int{
		"Succeeded": 0, "Progressing": 2, "Paused": 2, "PartiallyFailed": 3, "Stuck": 3, "Breached": 3,
		"RollingBack": 3, "RolledBack": 3,
	} {
		terraform := filepath.Join(folder, phase)
		text := fmt.Sprintf("#!/bin/sh\necho '{\"phase\":%q,\"waits_for\":\"eu-1\",\"next_change\":null}'\n", phase)
		if err := os.WriteFile(terraform, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		command := exec.CommandContext(t.Context(), "sh", script)
		command.Env = append(os.Environ(), "TERRAFORM="+terraform)
		out, _ := command.CombinedOutput()
		if got := command.ProcessState.ExitCode(); got != want || !strings.Contains(string(out), phase+": eu-1") {
			t.Errorf("%s: ended with %d, want %d:\n%s", phase, got, want, out)
		}
	}
}
