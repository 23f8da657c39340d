// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// benchFleet are the manifests of a fleet of a size, as JSON.
func benchFleet(t *testing.T, clusters int) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "run", "../tools/benchfleet", "-clusters", fmt.Sprint(clusters)).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// figuresConfig has placements over the manifests of the provider.
func figuresConfig(placements int) string {
	return fmt.Sprintf(`
terraform {
  required_providers { multicluster = { source = "terraform-multicluster/multicluster" } }
}
provider "multicluster" { manifests = [file("${path.module}/fleet.json")] }
resource "multicluster_placement" "web" {
  count = %d
  name  = "web-${count.index}"
  ocm = {
    number_of_clusters = 3
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } } }]
    prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "ResourceAllocatableCPU" } }] }
  }
}
`, placements)
}

// chooseConfig is a placement that chooses a number of clusters of the fleet, whatever their taints are, by their cores.
func chooseConfig(number int) string {
	return fmt.Sprintf(`
terraform {
  required_providers { multicluster = { source = "terraform-multicluster/multicluster" } }
}
provider "multicluster" { manifests = [file("${path.module}/fleet.json")] }
resource "multicluster_placement" "web" {
  name = "web"
  ocm = {
    number_of_clusters = %d
    tolerations        = [{ operator = "Exists" }]
    prioritizer_policy = {
      mode           = "Exact"
      configurations = [
        { score_coordinate = { built_in = "ResourceAllocatableCPU" }, weight = 1 },
        { score_coordinate = { built_in = "Steady" }, weight = 3 },
      ]
    }
  }
}
`, number)
}

// resourcesConfig is a fleet of resources. Each of them is on 15 lines of a plan, and in the argument of the placement on 12.
const resourcesConfig = `
terraform {
  required_providers { multicluster = { source = "terraform-multicluster/multicluster" } }
}
resource "multicluster_cluster" "all" {
  for_each    = { for i in range(150) : format("c-%03d", i) => { env = i % 2 == 0 ? "dev" : "prod", region = "eu" } }
  name        = each.key
  kind        = "ManagedCluster"
  labels      = each.value
  allocatable = { cpu = "8", memory = "16Gi" }
}
resource "multicluster_placement" "web" {
  name     = "web"
  clusters = provider::multicluster::compact_clusters(multicluster_cluster.all)
  ocm      = { number_of_clusters = 3 }
}
`

// plan is a plan as a person reads it: from the first resource to the last.
func plan(c cli.Folder, arguments ...string) (all, resources string) {
	c.T.Helper()
	ok, out := c.Output("plan", append([]string{"-no-color", "-input=false", "-out=plan"}, arguments...)...)
	if !ok {
		c.T.Fatal(out)
	}
	return out, regexp.MustCompile(`(?s)  # .*\n    }\n`).FindString(out)
}

// TestAccFigures: a plan is short enough to read, whatever the size of the fleet, and so is a state.
func TestAccFigures(t *testing.T) {
	if os.Getenv("TF_ACC") == "" {
		t.Skip("needs the real binary: set TF_ACC=1")
	}
	t.Parallel()
	mirror := cli.Mirror(t)
	limit := func(t *testing.T, what string, got, most int) {
		t.Helper()
		t.Logf("%s: %d", what, got)
		if got > most {
			t.Errorf("%s: %d, and not at most %d", what, got, most)
		}
	}
	t.Run("README", func(t *testing.T) {
		t.Parallel()
		folder := filepath.Join("..", "..", "examples", "readme")
		c := cli.Folder{T: t, Path: t.TempDir()}
		if err := os.CopyFS(c.Path, os.DirFS(folder)); err != nil {
			t.Fatal(err)
		}
		c.Succeeds("initialized", "init", "-plugin-dir="+mirror)
		all, _ := plan(c)
		limit(t, "lines of the plan of README's example, with its output", cli.Lines(all), 116)
	})
	t.Run("300 clusters", func(t *testing.T) {
		t.Parallel()
		c, fleet := cli.Folder{T: t, Path: t.TempDir()}, benchFleet(t, 300)
		c.Start(mirror, figuresConfig(1), fleet)
		_, first := plan(c)
		limit(t, "lines of the first plan", cli.Lines(first), 120)
		c.Succeeds("Apply complete", "apply", "plan")
		// A cluster that is not chosen gets more cores, within the range of the others.
		c.Start(mirror, figuresConfig(1), strings.ReplaceAll(fleet, `"cpu":"55"`, `"cpu":"56"`))
		_, second := plan(c)
		limit(t, "lines of the plan after a core count has changed", cli.Lines(second), 25)
	})
	t.Run("of 300 clusters", func(t *testing.T) {
		t.Parallel()
		fleet := benchFleet(t, 300)
		for _, chosen := range []int{3, 150, 300} {
			t.Run(fmt.Sprint(chosen), func(t *testing.T) {
				t.Parallel()
				c, config := cli.Folder{T: t, Path: t.TempDir()}, chooseConfig(chosen)
				c.Start(mirror, config, fleet)
				_, first := plan(c)
				limit(t, "lines of the first plan", cli.Lines(first), 35+20*chosen)
				c.Succeeds("Apply complete", "apply", "plan")
				// A chosen cluster gets the most cores of all, so that the score of every cluster changes.
				c.Start(mirror, config, strings.ReplaceAll(fleet, `"cpu":"255"`, `"cpu":"400"`))
				if all, changes := plan(c); changes != "" {
					t.Errorf("the plan after a core count has changed:\n%s", all)
				}
				// The best cluster gets another name. The new one takes its position, also in its group.
				c.Start(mirror, config, strings.ReplaceAll(fleet, `"name":"cluster-000073"`, `"name":"cluster-000300"`))
				_, move := plan(c)
				limit(t, "lines of the plan after one cluster has been replaced", cli.Lines(move), 70)
			})
		}
	})
	t.Run("150 cluster resources", func(t *testing.T) {
		t.Parallel()
		c := cli.Folder{T: t, Path: t.TempDir()}
		c.Start(mirror, resourcesConfig, "")
		all, _ := plan(c)
		limit(t, "lines of the first plan", cli.Lines(all), 150*27+100)
		limit(t, "lines of it that are null", strings.Count(all, "= null"), 5)
	})
	t.Run("20 placements", func(t *testing.T) {
		t.Parallel()
		c := cli.Folder{T: t, Path: t.TempDir()}
		c.Start(mirror, figuresConfig(20), benchFleet(t, 300))
		c.Succeeds("Apply complete", "apply", "-auto-approve")
		// A state has each argument that only a hub or KubeFleet uses, as null.
		limit(t, "bytes of the state of 20 placements", stateSize(c), 72<<10)
	})
	t.Run("10 000 clusters", func(t *testing.T) {
		t.Parallel()
		c := cli.Folder{T: t, Path: t.TempDir()}
		c.Start(mirror, figuresConfig(1), benchFleet(t, 10000))
		c.Succeeds("Apply complete", "apply", "-auto-approve")
		limit(t, "bytes of the state of a placement over 10 000 clusters", stateSize(c), 150_000)
	})
}

// stateSize is what the resources take in the state, private data included, without the indentation of the file.
func stateSize(c cli.Folder) int {
	c.T.Helper()
	encoded, err := os.ReadFile(filepath.Join(c.Path, "terraform.tfstate"))
	if err != nil {
		c.T.Fatal(err)
	}
	var state struct {
		Resources []json.RawMessage `json:"resources"`
	}
	if err := json.Unmarshal(encoded, &state); err != nil {
		c.T.Fatal(err)
	}
	compact, err := json.Marshal(state.Resources)
	if err != nil {
		c.T.Fatal(err)
	}
	return len(compact)
}
