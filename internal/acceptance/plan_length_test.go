// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// lengthConfig is a placement, a rollout over its clusters, and a workload on them.
const lengthConfig = `
terraform {
  required_providers { multicluster = { source = "terraform-multicluster/multicluster" } }
}
provider "multicluster" { manifests = [file("${path.module}/fleet.json")] }
variable "number" { type = number }
variable "image" { default = "web:1" }
variable "by" { default = "ResourceAllocatableCPU" }
resource "multicluster_placement" "web" {
  name = "web"
  ocm = {
    number_of_clusters = var.number
    predicates         = [{ required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } } }]
    prioritizer_policy = {
      mode           = "Exact"
      configurations = [
        { score_coordinate = { built_in = var.by }, weight = 1 },
        { score_coordinate = { built_in = "Steady" }, weight = 1 },
      ]
    }
  }
  decision_strategy = { group_strategy = { clusters_per_decision_group = "25%" } }
}
resource "multicluster_rollout" "web" {
  name              = "web"
  decision_groups   = multicluster_placement.web.decision_groups
  decision_group_names = multicluster_placement.web.decision_group_names
  revision          = var.image
  cluster_status    = jsondecode(file("${path.module}/status.json"))
  strategy          = { type = "Progressive", progressive = { max_concurrency = 2 } }
  initial_revisions = { for name, _ in jsondecode(file("${path.module}/status.json")) : name => "web:1" }
}
resource "terraform_data" "web" {
  for_each = multicluster_rollout.web.revisions
  input    = each.value
}
`

// planLengths are changes of the placement, its fleet or the rollout, how many lines the plan of the two has at most, of 5, 50 and
// 300 clusters, and how often it names the same cluster. The lines grow with the clusters that move, and not with the fleet: a
// cluster that changes its group is a line of the placement, another one of its moves, and one of the argument of the rollout. The
// last two are planned after a cluster that is gone was replaced: a plan does not show what that has shifted, but the moves.
var planLengths = []struct {
	name  string
	lines [3]int
	named int
}{
	{"number up", [3]int{64, 64, 84}, 9},
	{"number down", [3]int{80, 59, 59}, 8},
	{"taint", [3]int{78, 81, 78}, 9},
	{"label", [3]int{80, 83, 83}, 9},
	{"gone", [3]int{77, 83, 83}, 9},
	{"new", [3]int{67, 67, 67}, 10},
	{"image", [3]int{21, 21, 21}, 4},
	{"prioritizer", [3]int{26, 26, 26}, 0},
	{goneAgain, [3]int{79, 88, 88}, 10},
	{"image after gone", [3]int{21, 21, 21}, 3},
}

// goneAgain is a change after which the fleet lacks another cluster, and before which the first one is replaced.
const goneAgain = "gone again"

// lengthCluster is a cluster as its manifest has it.
type lengthCluster struct {
	name, env   string
	taint       bool
	cpu, memory int
}

func lengthFleet(t *testing.T, clusters []lengthCluster) string {
	t.Helper()
	var items []any
	for _, c := range clusters {
		spec := map[string]any{"hubAcceptsClient": true}
		if c.taint {
			spec["taints"] = []any{map[string]any{"key": "broken", "effect": "NoSelect", "timeAdded": "2026-01-05T10:00:00Z"}}
		}
		resources := map[string]any{"cpu": fmt.Sprint(c.cpu), "memory": fmt.Sprintf("%dGi", c.memory)}
		items = append(items, map[string]any{
			"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster",
			"metadata": map[string]any{"name": c.name, "labels": map[string]any{
				"env": c.env, "cluster.open-cluster-management.io/clusterset": "default",
			}},
			"spec": spec, "status": map[string]any{"allocatable": resources, "capacity": resources},
		})
	}
	out, err := json.Marshal(map[string]any{"apiVersion": "v1", "kind": "List", "items": items})
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// edited is the fleet after a change, and the arguments of its plan. The first clusters have the most cores, and are chosen.
func edited(fleet []lengthCluster, number int, change string) (after []lengthCluster, arguments []string) {
	after = slices.Clone(fleet)
	switch change {
	case "number up":
		number++
	case "number down":
		number--
	case "taint":
		after[number/2].taint = true
	case "label":
		after[1].env = "dev"
	case "gone", "image after gone":
		after = slices.Delete(after, 2, 3)
	case goneAgain:
		after = slices.Delete(after, 2, 4)
	case "new":
		after = append(after, lengthCluster{"cluster-9999", "prod", false, 4000, 4000})
	}
	switch change {
	case "image", "image after gone":
		arguments = append(arguments, "-var=image=web:2")
	case "prioritizer":
		arguments = append(arguments, "-var=by=ResourceAllocatableMemory")
	}
	return after, append(arguments, fmt.Sprintf("-var=number=%d", number))
}

// lengthInput is a fleet with more clusters than are chosen, and the status of those that are.
func lengthInput(t *testing.T, number int) (fleet []lengthCluster, statuses []byte) {
	t.Helper()
	status := map[string]any{}
	for i := range number + 5 {
		name := fmt.Sprintf("cluster-%04d", i)
		fleet = append(fleet, lengthCluster{name, "prod", false, 2000 - 3*i, 2000 - 3*i})
		if i < number {
			status[name] = map[string]any{"status": "Succeeded", "revision": "web:1"}
		}
	}
	statuses, err := json.Marshal(status)
	if err != nil {
		t.Fatal(err)
	}
	return fleet, statuses
}

// TestAccPlanLength: the plan of a change says what changes, and names each cluster few times. The workload is not counted.
func TestAccPlanLength(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	mirror := cli.Mirror(t)
	for size, number := range []int{5, 50, 300} {
		t.Run(fmt.Sprint(number), func(t *testing.T) {
			t.Parallel()
			fleet, status := lengthInput(t, number)
			c := cli.Folder{T: t, Path: t.TempDir()}
			write := func(name string, content []byte) {
				if err := os.WriteFile(filepath.Join(c.Path, name), content, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			write("status.json", status)
			c.Start(mirror, lengthConfig, lengthFleet(t, fleet))
			c.Succeeds("Apply complete", "apply", fmt.Sprintf("-var=number=%d", number), "-auto-approve")
			for _, change := range planLengths {
				if change.name == goneAgain {
					after, arguments := edited(fleet, number, "gone")
					write("fleet.json", []byte(lengthFleet(t, after)))
					c.Succeeds("Apply complete", "apply", append(arguments, "-auto-approve")...)
				}
				after, arguments := edited(fleet, number, change.name)
				write("fleet.json", []byte(lengthFleet(t, after)))
				text, _ := plan(c, arguments...)
				if lines, named := planLength(text); lines > change.lines[size] || named > change.named {
					t.Errorf("%s: %d lines, a cluster %d times; want at most %d and %d:\n%s", change.name, lines, named, change.lines[size],
						change.named, text)
				}
			}
		})
	}
}

var (
	plannedBlock    = regexp.MustCompile(`(?sm)^  # multicluster_.*?^    }$`)
	lengthClusterID = regexp.MustCompile(`cluster-\d{4}`)
)

// planLength is how many lines of a plan are those of placements and rollouts, and how often these name the cluster that they name
// most.
func planLength(text string) (lines, named int) {
	times := map[string]int{}
	for _, block := range plannedBlock.FindAllString(text, -1) {
		lines += cli.Lines(block) + 1
		for _, name := range lengthClusterID.FindAllString(block, -1) {
			times[name]++
			named = max(named, times[name])
		}
	}
	return lines, named
}
