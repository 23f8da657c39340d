// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// guideRun runs an example, and looks for what the tool prints in a guide.
type guideRun struct {
	t              *testing.T
	folder, config string
	server         *hubtest.Hub
	// shown are the blocks of the guide that show what the tool prints.
	shown map[string]bool
}

// newGuideRun has the blocks of the guide with a message about a kind of object, or all that the tool prints.
func newGuideRun(t *testing.T, guide, about, example, mirror string) *guideRun {
	t.Helper()
	folder := filepath.Join("../../../examples", example)
	server := exampleHub(t, folder)
	g := &guideRun{t: t, folder: cli.CopyExample(t, folder, mirror, "", server), server: server, shown: map[string]bool{}}
	text, err := os.ReadFile(filepath.Join(g.folder, "main.tf"))
	if err != nil {
		t.Fatal(err)
	}
	g.config = string(text)
	for _, block := range blocksOf(t, guideFile(guide), "") {
		if strings.HasPrefix(block, "Warning: "+about) || strings.HasPrefix(block, "Error: "+about) ||
			strings.HasPrefix(block, "Plan: ") {
			g.shown[block] = false
		}
	}
	return g
}

// run runs the tool on the example, with other texts in it, and notes the blocks that it prints.
func (g *guideRun) run(arguments string, replaced ...string) {
	g.t.Helper()
	config := strings.NewReplacer(replaced...).Replace(g.config)
	if len(replaced) > 0 && config == g.config {
		g.t.Fatalf("the example does not have %q", replaced)
	}
	if err := os.WriteFile(filepath.Join(g.folder, "main.tf"), []byte(config), 0o600); err != nil {
		g.t.Fatal(err)
	}
	command := exec.CommandContext(g.t.Context(), cli.Binary(), append(strings.Fields(arguments), "-no-color", "-input=false")...)
	command.Dir = g.folder
	out, _ := command.CombinedOutput()
	for block := range g.shown {
		if strings.Contains(normalized(string(out)), normalized(block)) {
			g.shown[block] = true
		}
	}
	g.t.Logf("%s %s\n%s", arguments, replaced, out)
}

var hubUID = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// normalized is a text without what differs from hub to hub, and without the breaks of its lines. The objects that the guide has
// from kubectl are those of the test.
func normalized(text string) string {
	text = hubUID.ReplaceAllString(strings.ReplaceAll(text, "hubtest", "kubectl-create"), "UID")
	return strings.Join(strings.Fields(text), " ")
}

// check reports what the tool has not printed.
func (g *guideRun) check() {
	g.t.Helper()
	if len(g.shown) == 0 {
		g.t.Error("the guide shows nothing that the tool prints")
	}
	for block, found := range g.shown {
		if !found {
			g.t.Errorf("the tool does not print this:\n%s", block)
		}
	}
}

// canaryOverride is an override of what the placement of the example selects.
const canaryOverride = `
resource "multicluster_resource_override" "web" {
  namespace          = "shop"
  name               = "web"
  resource_selectors = [{ group = "apps", version = "v1", kind = "Deployment", name = "web" }]
  policy = { override_rules = [{
    cluster_selector     = { cluster_selector_terms = [{ label_selector = { match_labels = { "fleet.azure.com/location" = "northeurope" } } }] }
    json_patch_overrides = [{ op = "replace", path = "/spec/replicas", value = 1 }]
  }] }
}
`

// TestAccHubGuide follows the guides about hubs: what they show is what the tool prints. TestAccStart follows the first ones.
func TestAccHubGuide(t *testing.T) {
	cli.NeedAcceptance(t)
	mirror := cli.Mirror(t)
	const destroy = "destroy -auto-approve -refresh=false"
	t.Run("ocm", func(t *testing.T) {
		g := newGuideRun(t, "hub-placements", "The placement", "hub_ocm", mirror)
		defer g.run(destroy)
		g.run("apply -auto-approve")
		g.server.WriteDecisions(t, "apps", "web", hubtest.DecisionGroup{Clusters: []string{"eu-1", "eu-2"}})
		g.run("plan", "number_of_clusters = 2", "number_of_clusters = 3")
		g.check()
	})
	t.Run("manifests", func(t *testing.T) {
		g := newGuideRun(t, "workloads", "The resource override", "hub_kubefleet", mirror)
		g.server.Create(t, "{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterResourcePlacement, metadata: {name: web}, "+
			"spec: {resourceSelectors: [{group: '', version: v1, kind: Namespace, name: shop}]}}")
		g.server.WriteFleetDecisions(t, "", "web", hubtest.FleetDecision{Cluster: "member-westeurope", Selected: true},
			hubtest.FleetDecision{Cluster: "member-northeurope", Selected: true})
		g.run("plan", "output \"clusters\" {", canaryOverride+"\noutput \"clusters\" {")
		g.check()
	})
	t.Run("objects", func(t *testing.T) {
		g := newGuideRun(t, "hub-placements", "The cluster", "hub_objects", mirror)
		defer g.run(destroy)
		g.run("apply -auto-approve")
		g.server.MergePatch(t, "kubectl-label", onhub.OCMClusterVersion, "ManagedCluster", "", "ap-1",
			`{"metadata": {"labels": {"region": "asia"}}}`)
		g.run("plan")
		g.check()
	})
}
