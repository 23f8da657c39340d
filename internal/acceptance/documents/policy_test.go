// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestAccPlanPolicy runs the script of examples/policies: it writes the comment, and fails if Conftest denies the plan. Another
// script takes the place of Conftest here; internal/acceptance/policies evaluates the policies.
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
	folder := cli.CopyExample(t, "../../../examples/policies", cli.Mirror(t), "", nil)
	conftest := filepath.Join(folder, "conftest")
	script := "#!/bin/sh\ntest -s plan.json && test -s \"$3\" && echo \"$*\" >arguments.txt && test -z \"$DENIED\"\n"
	if err := os.WriteFile(conftest, []byte(script), 0o700); err != nil { //nolint:gosec // It is run.
		t.Fatal(err)
	}
	check := func(denied string, arguments ...string) error {
		command := exec.CommandContext(t.Context(), "sh", append([]string{"check.sh"}, arguments...)...)
		command.Dir = folder
		command.Env = append(os.Environ(), "TERRAFORM="+binary, "DENIED="+denied, "PATH="+folder+":"+os.Getenv("PATH"))
		out, err := command.CombinedOutput()
		t.Logf("%s", out)
		return err
	}
	read := func(name string) string { return readText(t, filepath.Join(folder, name)) }
	if err := check(""); err != nil {
		t.Fatal(err)
	}
	if comment := read("comment.md"); !strings.Contains(comment, "2 of 6 clusters chosen") {
		t.Errorf("the comment is\n%s", comment)
	}
	if got := read("arguments.txt"); got != "test --policy placements.rego --namespace multicluster plan.json\n" {
		t.Errorf("conftest has the arguments %s", got)
	}
	cli.Tool(t, folder, "apply", "-input=false", "plan.out")
	if err := check("yes", "-var", `maintenance=["eu-1","eu-2"]`); err == nil {
		t.Error("the script ignores what Conftest denies")
	}
	if comment := read("comment.md"); !strings.Contains(comment, "2 clusters join, 2 clusters leave") {
		t.Errorf("the comment is\n%s", comment)
	}
}

// TestAccModuleTypes: a variable with a type hides a misspelt name, and one of any type does not.
func TestAccModuleTypes(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	const start = "variable \"ocm\""
	_, guide, _ := strings.Cut(readText(t, guideFile("in-modules")), start)
	typed, _, _ := strings.Cut(start+guide, "```")
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
