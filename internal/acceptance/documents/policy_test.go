// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestAccPlanPolicy runs the script of examples/plan_policy: the policy accepts the first plan, refuses one that moves two
// clusters, and both comments are written. If opa is on the PATH, policy.rego has to refuse the same.
func TestAccPlanPolicy(t *testing.T) {
	cli.NeedAcceptance(t)
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("jq is not installed")
	}
	t.Parallel()
	binary, err := exec.LookPath(cli.Binary())
	if err != nil {
		t.Fatal(err)
	}
	folder := cli.CopyExample(t, "../../../examples/plan_policy", cli.Mirror(t), "", nil)
	check := func(arguments ...string) error {
		command := exec.CommandContext(t.Context(), "sh", append([]string{"check.sh"}, arguments...)...)
		command.Dir, command.Env = folder, append(os.Environ(), "TERRAFORM="+binary)
		out, err := command.CombinedOutput()
		t.Logf("%s", out)
		return err
	}
	read := func(name string) string { return readText(t, filepath.Join(folder, name)) }
	if err := check(); err != nil {
		t.Fatal(err)
	}
	if comment := read("comment.md"); !strings.Contains(comment, "2 of 4 clusters chosen") {
		t.Errorf("the comment is\n%s", comment)
	}
	if found, ok := refusedByOPA(t, folder); ok && len(found) > 0 {
		t.Errorf("policy.rego refuses the first plan: %q", found)
	}
	cli.Tool(t, folder, "apply", "-input=false", "plan.out")
	if err := check("-var", `maintenance=["eu-1","eu-2"]`); err == nil {
		t.Error("the policy accepts a plan that moves two clusters")
	}
	if comment := read("comment.md"); !strings.Contains(comment, "2 clusters join, 2 clusters leave") {
		t.Errorf("the comment is\n%s", comment)
	}
	want := []string{"multicluster_placement.shop leaves eu-1, eu-2"}
	if diff := cmp.Diff(want, strings.Split(strings.TrimSpace(read("denied.txt")), "\n")); diff != "" {
		t.Errorf("policy.jq:\n%s", diff)
	}
	if found, ok := refusedByOPA(t, folder); ok && !cmp.Equal(found, want) {
		t.Errorf("policy.rego:\n%s", cmp.Diff(want, found))
	}
}

// refusedByOPA is what policy.rego denies of the plan in a folder, if opa is installed.
func refusedByOPA(t *testing.T, folder string) (denied []string, ok bool) {
	t.Helper()
	opa, err := exec.LookPath("opa")
	if err != nil {
		t.Log("opa is not installed: policy.rego is not evaluated")
		return nil, false
	}
	command := exec.CommandContext(t.Context(), opa, "eval", "--data", "policy.rego", "--input", "plan.json", "--format", "raw",
		"data.multicluster.deny")
	command.Dir = folder
	out, err := command.Output()
	if err == nil {
		err = json.Unmarshal(out, &denied)
	}
	if err != nil {
		t.Fatal(err)
	}
	return denied, true
}

// TestAccModuleTypes: a variable with a type hides a misspelt name, and one of any type does not.
func TestAccModuleTypes(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	_, guide, _ := strings.Cut(readText(t, guideFile("in-modules")), "```hcl\n")
	typed, _, _ := strings.Cut(guide, "```")
	config := func(variable string) string {
		return `
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}
` + variable + `
data "multicluster_placement" "web" {
  clusters = [{ name = "a", labels = { env = "prod" } }, { name = "b" }]
  ocm      = var.ocm
}
output "chosen" { value = length(data.multicluster_placement.web.decisions) }
`
	}
	c := cli.Folder{T: t, Path: t.TempDir()}
	c.Start(cli.Mirror(t), config(typed), "{}")
	values := `{"ocm": {"predicate": [{"required_cluster_selector": {"label_selector": {"match_labels": {"env": "prod"}}}}]}}`
	if err := os.WriteFile(filepath.Join(c.Path, "call.auto.tfvars.json"), []byte(values), 0o600); err != nil {
		t.Fatal(err)
	}
	c.Succeeds("chosen = 2", "plan")
	if err := os.WriteFile(filepath.Join(c.Path, "main.tf"), []byte(config("variable \"ocm\" { type = any }")), 0o600); err != nil {
		t.Fatal(err)
	}
	c.Fails(`ocm.predicate: unsupported attribute; did you mean "predicates"?`, "plan")
}
