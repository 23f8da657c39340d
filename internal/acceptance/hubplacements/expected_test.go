// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// change is the change of the placement in a saved plan.
type change struct {
	Actions       []string
	Before, After map[string]any
	Unknown       map[string]any `json:"after_unknown"`
}

// saved makes a plan and returns its change of the placement.
func saved(t *testing.T, w *cli.Workspace, arguments ...string) change {
	t.Helper()
	if out, err := w.Run(t, append([]string{"plan", "-input=false", "-out=plan.out"}, arguments...)...); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var plan struct {
		Changes []struct {
			Type   string
			Change change
		} `json:"resource_changes"`
	}
	if err := json.Unmarshal(w.PlanJSON(t), &plan); err != nil {
		t.Fatal(err)
	}
	for _, planned := range plan.Changes {
		if planned.Type == "multicluster_placement" {
			return planned.Change
		}
	}
	t.Fatal("the plan has no placement")
	return change{}
}

// differs are the attributes that the plan changes.
func (c *change) differs() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(c.After)) {
		if !reflect.DeepEqual(c.Before[name], c.After[name]) {
			names = append(names, name)
		}
	}
	return names
}

// TestAccHubPlacement_expected: a saved plan that changes a placement has what the hub is expected to decide, and nothing else more.
// It is applied although the hub changes after the plan. What the plan cannot know is unknown in it, and null after the apply.
func TestAccHubPlacement_expected(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	f := onhub.NewDecidedFleet(t, hubtest.Start(t))
	config := cli.HubProvider(f.Server) + fmt.Sprintf(`
variable "defers" {
  type    = bool
  default = false
}
variable "number" {
  type    = number
  default = 2
}
resource "terraform_data" "number" {
  input = var.number
}
resource "multicluster_placement" "web" {
  name      = "web"
  namespace = %q
  max_moves = 2
  ocm       = { cluster_sets = [%q], number_of_clusters = var.defers ? terraform_data.number.output : var.number }
}
`, f.Namespace, f.Prefix+"set")
	w := cli.NewWorkspace(t, cli.Mirror(t), config)
	apply := func(arguments ...string) {
		t.Helper()
		if out, err := w.Apply(t, arguments...); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	if c := saved(t, w); c.Unknown["expected"] != true {
		t.Errorf("a new placement is expected to have %v", c.After["expected"])
	}
	apply("plan.out")
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "a", "b"))
	w.MustSettle(t)

	c := saved(t, w, "-var=number=1")
	expected, _ := c.After["expected"].(map[string]any)
	moves, _ := expected["moves"].(map[string]any)
	left, _ := moves["left"].(map[string]any)
	if want := []any{f.Prefix + "a"}; !reflect.DeepEqual(expected["clusters"], want) || len(left) != 1 || expected["certain"] != false {
		t.Errorf("expected %v", expected)
	}
	if got, want := c.differs(), []string{"expected", "ocm"}; !slices.Equal(got, want) {
		t.Errorf("the plan changes %v, want %v", got, want)
	}
	f.Server.MergePatch(t, "test", "cluster.open-cluster-management.io/v1", "ManagedCluster", "", f.Prefix+"a",
		"{spec: {taints: [{key: gone, effect: NoSelect}]}}")
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "b", "c"))
	apply("plan.out")
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "a"))
	apply("-var=number=1")
	if c := saved(t, w, "-var=number=1"); c.Actions[0] != "no-op" || c.After["expected"].(map[string]any)["agrees"] != true {
		t.Errorf("%v, %v", c.Actions, c.After["expected"])
	}

	// The hub is not read, or the number is not known.
	apply("-var=number=2")
	if c := saved(t, w, "-var=number=3", "-refresh=false"); c.After["expected"] != nil || c.Unknown["expected"] != nil {
		t.Errorf("without a refresh %v, unknown: %v", c.After["expected"], c.Unknown["expected"])
	}
	apply("plan.out")
	if c := saved(t, w, "-var=number=2", "-var=defers=true"); c.Unknown["expected"] != true {
		t.Errorf("with an unknown number %v", c.After["expected"])
	}
	apply("plan.out")
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "b", "c"))
	apply("-var=number=2")
	if c := saved(t, w, "-var=number=2"); c.Actions[0] != "no-op" {
		t.Errorf("the plan changes %v", c.differs())
	}

	imported := cli.NewWorkspace(t, cli.Mirror(t), config+
		fmt.Sprintf("import {\n  to = multicluster_placement.web\n  id = %q\n}\n", f.Namespace+"/web"))
	c = saved(t, imported, "-var=number=3")
	if expected, _ := c.After["expected"].(map[string]any); expected == nil || expected["clusters"] == nil {
		t.Errorf("imported: %v", c.After["expected"])
	}
	if out, err := imported.Apply(t, "plan.out"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
