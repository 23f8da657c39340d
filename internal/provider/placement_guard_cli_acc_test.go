package provider

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// guardedFolder is a configuration of a placement whose clusters, name and limit are variables.
const guardedFolder = `
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}
variable "name" { default = "web" }
variable "on" { default = "a,b" }
variable "off" { default = "" }
variable "max_moves" { default = "0" }
variable "on_exceeded" { default = "fail" }
variable "type" { default = "" }
locals {
  labels   = { match_expressions = [{ key = "off", operator = "DoesNotExist" }] }
  affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = {
    cluster_selector_terms = [{ label_selector = local.labels }]
  } } }
}
resource "multicluster_placement" "web" {
  name        = var.name
  max_moves   = var.max_moves == "" ? null : var.max_moves
  on_exceeded = var.on_exceeded
  clusters = concat(
    [for name in compact(split(",", var.on)) : { name = name, labels = {} }],
    [for name in compact(split(",", var.off)) : { name = name, labels = { off = "yes" } }],
  )
  ocm = var.type == "" ? { predicates = [{ required_cluster_selector = { label_selector = local.labels } }] } : null
  kubefleet = var.type == "" ? null : {
    placement_type     = var.type == "default" ? null : var.type
    number_of_clusters = var.type == "PickN" ? 2 : null
    affinity           = local.affinity
  }
}
output "names" { value = join(",", sort(keys(multicluster_placement.web.decisions_by_cluster))) }
`

// cli is Terraform or OpenTofu in a folder of its own.
type cli struct {
	t      *testing.T
	folder string
}

// run runs a command with variables, such as name=api, and reports whether it succeeded, and what it said on one line.
func (c cli) run(command string, arguments ...string) (bool, string) {
	c.t.Helper()
	full := []string{command, "-no-color", "-input=false"}
	var last []string
	for _, argument := range arguments {
		switch {
		case strings.HasPrefix(argument, "-"):
			full = append(full, argument)
		case strings.Contains(argument, "=") && command != "output":
			full = append(full, "-var", argument)
		default:
			last = append(last, argument)
		}
	}
	if command == "output" {
		full = []string{command, "-raw"}
	}
	ok, out := c.output(full[0], append(full[1:], last...)...)
	return ok, whitespace.ReplaceAllString(out, " ")
}

// output runs a command as it is, and returns what it said.
func (c cli) output(command string, arguments ...string) (bool, string) {
	c.t.Helper()
	binary := os.Getenv("TF_ACC_TERRAFORM_PATH")
	if binary == "" {
		binary = "terraform"
	}
	run := exec.CommandContext(c.t.Context(), binary, append([]string{command}, arguments...)...)
	run.Dir = c.folder
	out, err := run.CombinedOutput()
	return err == nil, string(out)
}

// succeeds runs a command that has to succeed and to say something.
func (c cli) succeeds(says, command string, arguments ...string) {
	c.t.Helper()
	if ok, out := c.run(command, arguments...); !ok || !strings.Contains(out, says) {
		c.t.Fatalf("%s %v: success: %t; want %q, got: %s", command, arguments, ok, says, out)
	}
}

// fails runs a command that has to fail and to say something.
func (c cli) fails(says, command string, arguments ...string) {
	c.t.Helper()
	if ok, out := c.run(command, arguments...); ok || !strings.Contains(out, says) {
		c.t.Fatalf("%s %v: success: %t; want %q, got: %s", command, arguments, ok, says, out)
	}
}

// TestAccGuards moves the workload in every way that there is, with the real binary: by a rename, with -replace, by an immutable
// field, by an import; it keeps decisions, and it destroys.
func TestAccGuards(t *testing.T) {
	if os.Getenv("TF_ACC") == "" {
		t.Skip("needs the real binary: set TF_ACC=1")
	}
	t.Parallel()
	mirror := buildMirror(t)
	start := func(t *testing.T) cli {
		t.Helper()
		c := cli{t, t.TempDir()}
		if err := os.WriteFile(filepath.Join(c.folder, "main.tf"), []byte(guardedFolder), 0o600); err != nil {
			t.Fatal(err)
		}
		c.succeeds("initialized", "init", "-plugin-dir="+mirror)
		return c
	}
	const empty = "-detailed-exitcode"
	t.Run("rename", func(t *testing.T) {
		t.Parallel()
		c := start(t)
		c.succeeds("Apply complete", "apply", "-auto-approve")
		c.fails(`1 of 2 clusters would lose the workload; max_moves = "0" allows 0`, "plan", "name=api", "on=b,c", "off=a")
		c.fails(`on_exceeded = "keep" acts as "fail"`, "plan", "name=api", "on=b,c", "off=a", "on_exceeded=keep")
		c.succeeds(`Warning: The placement "api" moves`, "plan", "name=api", "on=b,c", "off=a", "max_moves=1")
		c.succeeds("1 added, 0 changed, 1 destroyed", "apply", "-auto-approve", "name=api", "on=b,c", "off=a", "max_moves=1")
		c.succeeds("No changes", "plan", empty, "name=api", "on=b,c", "off=a", "max_moves=1")
	})
	t.Run("replace", func(t *testing.T) {
		t.Parallel()
		c := start(t)
		const replace = "-replace=multicluster_placement.web"
		c.succeeds("Apply complete", "apply", "-auto-approve", "type=PickN", "on=b,c")
		c.succeeds("Apply complete", "apply", "-auto-approve", "type=PickN", "on=a,b", "off=c")
		c.fails(`1 of 2 clusters would lose the workload; max_moves = "0" allows 0`, "plan", replace, "type=PickN", "on=a,b", "off=c")
		c.fails(`on_exceeded = "keep" acts as "fail"`, "plan", replace, "type=PickN", "on=a,b", "off=c", "on_exceeded=keep")
		c.succeeds("1 added, 0 changed, 1 destroyed", "apply", "-auto-approve", replace, "type=PickN", "on=a,b", "off=c", "max_moves=1")
		c.succeeds("a,b", "output", "names")
		c.succeeds("No changes", "plan", empty, "type=PickN", "on=a,b", "off=c", "max_moves=1")
	})
	t.Run("immutable", func(t *testing.T) {
		t.Parallel()
		c := start(t)
		c.succeeds("Apply complete", "apply", "-auto-approve", "type=PickAll", "on=a,b,c")
		c.succeeds("0 added, 1 changed, 0 destroyed", "apply", "-auto-approve", "type=default", "on=a,b,c")
		c.fails("3 of 3 clusters would lose the workload", "plan", "type=PickN", "on=d,e", "off=a,b,c")
		c.succeeds(`Warning: The placement "web" is replaced`, "plan", "type=PickN", "on=a,b,c", "max_moves=1")
		c.succeeds("1 added, 0 changed, 1 destroyed", "apply", "-auto-approve", "type=PickN", "on=a,b,c", "max_moves=1")
		c.succeeds("No changes", "plan", empty, "type=PickN", "on=a,b,c", "max_moves=1")
	})
	t.Run("import", func(t *testing.T) {
		t.Parallel()
		c := start(t)
		c.fails(`found ""; it must be namespace/name.`, "import", "multicluster_placement.web", "")
		c.succeeds("Import successful", "import", "multicluster_placement.web", "web")
		c.fails("Set previous_decisions to the current decisions", "plan")
		c.succeeds("Apply complete", "apply", "-auto-approve", "max_moves=")
		c.succeeds("0 added, 1 changed", "apply", "-auto-approve")
	})
	t.Run("keep and destroy", func(t *testing.T) {
		t.Parallel()
		c := start(t)
		c.succeeds("Apply complete", "apply", "-auto-approve", "on=a,b,c")
		gone := []string{"on=d,e", "off=a", "on_exceeded=keep"}
		c.succeeds(`Warning: The placement "web" keeps its clusters`, "apply", append(gone, "-auto-approve")...)
		c.succeeds("a,d", "output", "names")
		c.succeeds("No changes", "plan", append(gone, empty)...)
		c.fails("terraform destroy -refresh=false", "destroy", "-auto-approve", "on=d,e", "off=a")
		c.fails("terraform destroy -refresh=false", "destroy", "-auto-approve", "on=", "off=d", "max_moves=2")
		c.succeeds("1 destroyed", "destroy", "-auto-approve", "-refresh=false", "on=d,e", "off=a")
	})
}
