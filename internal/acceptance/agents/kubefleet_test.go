// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package agents

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// TestRealKubeFleet: placements and the status of their workloads, beside the hub agent and the agents of the members.
func TestRealKubeFleet(t *testing.T) {
	cli.NeedAcceptance(t)
	fleet := hubtest.StartRealFleet(t, "m1", "m2")
	t.Run("placements", func(t *testing.T) {
		onEach(t, "starting workload", func(t *testing.T, tool string) { starting(t, fleet, tool) })
		story(t, "failed apply", func(t *testing.T) { failedApply(t, fleet) })
		story(t, "changed objects", func(t *testing.T) { changedObjects(t, fleet) })
		story(t, "reported differences", func(t *testing.T) { reportedDifferences(t, fleet) })
		onEach(t, "evictions", func(t *testing.T, tool string) { evictions(t, fleet, tool) })
	})
	t.Run("outage of a member", func(t *testing.T) {
		story(t, "stopped agent", func(t *testing.T) { stoppedAgent(t, fleet) })
	})
	t.Run("outage of the hub agent", func(t *testing.T) {
		story(t, "late override snapshots", func(t *testing.T) { lateSnapshots(t, fleet) })
	})
}

// TestRealStaged: the story of staged updates, beside the update runs of the hub agent and the agents of three members.
func TestRealStaged(t *testing.T) {
	cli.NeedAcceptance(t)
	fleet := hubtest.StartRealFleet(t, "m1", "m2", "m3")
	t.Run("stages", func(t *testing.T) {
		onEach(t, "staged updates", func(t *testing.T, tool string) { stagedUpdates(t, fleet, tool) })
	})
}

func stagedUpdates(t *testing.T, fleet *hubtest.RealFleet, tool string) {
	w := &workload{fleet: fleet, name: fleet.Namespace(t)}
	fleet.Create(t, w.deployment("v0", 2))
	s := &cli.StagedStory{Server: fleet.Hub, Name: w.name, Clusters: []string{"m1", "m2", "m3"}}
	s.Release = func(t *testing.T, release int, isBroken bool) {
		image := fmt.Sprint("v", release)
		if isBroken {
			image += "-broken-on-m2"
		}
		w.setImage(t, image)
	}
	s.Live = func(t *testing.T, cluster string) string {
		_, image, _ := strings.Cut(deployed(w.live(t, cluster)), " v")
		release, _, _ := strings.Cut(image, "-")
		return release
	}
	s.Start(t)
	s.Tool = tool
	s.Tell(t)
}

// workload is a namespace with a Deployment on the hub, and a placement of it on all members.
type workload struct {
	*cli.Workspace
	fleet *hubtest.RealFleet
	name  string
}

const fleetConfig = `
resource "multicluster_placement" "store" {
  name               = "NAME"
  kubefleet          = { placement_type = "PickAll" }
  resource_selectors = [{ group = "", version = "v1", kind = "Namespace", name = "NAME" }]
  strategy           = { type = "RollingUpdate", rolling_update = { max_unavailable = "100%" }APPLY }
  depends_on         = [DEPENDS]
}

data "multicluster_workload_status" "store" {
  placement = { name = "NAME" }
}

output "status" { value = data.multicluster_workload_status.store.cluster_status }
`

// deployment is a Deployment of a workload.
func (w *workload) deployment(image string, replicas int) string {
	return fmt.Sprintf("{apiVersion: apps/v1, kind: Deployment, metadata: {name: %[1]s, namespace: %[1]s}, spec: {replicas: %[2]d, selector: "+
		"{matchLabels: {app: a}}, template: {metadata: {labels: {app: a}}, spec: {containers: [{name: a, image: %[3]s}]}}}}",
		w.name, replicas, image)
}

// newWorkload writes the objects of the hub, and the configuration with a resource that the placement waits for and how its objects
// are applied, unless they are empty.
func newWorkload(t *testing.T, fleet *hubtest.RealFleet, tool, image, depends, apply, further string) *workload {
	t.Helper()
	w := &workload{fleet: fleet, name: fleet.Namespace(t)}
	fleet.Create(t, w.deployment(image, 2))
	w.Workspace = cli.NewWorkspace(t, cli.Mirror(t), strings.NewReplacer("NAME", w.name, "DEPENDS", depends, "APPLY", apply).Replace(
		cli.HubProvider(fleet.Hub)+fleetConfig+further))
	w.Tool = tool
	return w
}

// setImage changes the Deployment on the hub.
func (w *workload) setImage(t *testing.T, image string) {
	t.Helper()
	w.fleet.MergePatch(t, "kubectl", "apps/v1", "Deployment", w.name, w.name,
		"{spec: {template: {spec: {containers: [{name: a, image: "+image+"}]}}}}")
}

// live is the Deployment of a member, or nil.
func (w *workload) live(t *testing.T, member string) *unstructured.Unstructured {
	t.Helper()
	return w.fleet.Members[member].Get(t, "apps/v1", "Deployment", w.name, w.name)
}

// becomes applies until the members have these statuses. Before, one that is Failed is none that starts.
func (w *workload) becomes(t *testing.T, m1, m2 string, image string) (all map[string]status) {
	t.Helper()
	want := map[string]string{"m1": m1, "m2": m2}
	until(t, w.name+" is "+m1+" and "+m2, func() bool {
		if out, err := w.Apply(t); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		var o struct{ Status map[string]status }
		read(t, w.Workspace, &o)
		all = o.Status
		reached := true
		for member, is := range want {
			of := all[member]
			if of.Status == "Failed" && is != "Failed" {
				t.Errorf("%s is Failed: %s", member, of.Message)
			}
			reached = reached && of.Status == is && (is != "Available" || strings.Contains(deployed(w.live(t, member)), "Succeeded "+image))
		}
		return reached
	})
	return all
}

// starting: a workload that starts is not available, and has not failed.
func starting(t *testing.T, fleet *hubtest.RealFleet, tool string) {
	w := newWorkload(t, fleet, tool, "slow-1", "", "", "")
	w.becomes(t, "NotAvailable", "NotAvailable", "")
	w.becomes(t, "Available", "Available", "slow-1")
	w.setImage(t, "slow-2")
	w.becomes(t, "NotAvailable", "NotAvailable", "")
	w.becomes(t, "Available", "Available", "slow-2")
}

// failedApply: a member refuses an object that belongs to somebody else. Its status says which object, and why.
func failedApply(t *testing.T, fleet *hubtest.RealFleet) {
	w := newWorkload(t, fleet, "", "web", "", "", "")
	member := fleet.Members["m1"]
	node := member.Get(t, "v1", "Node", "", "node")
	member.Create(t, "{apiVersion: v1, kind: Namespace, metadata: {name: "+w.name+", ownerReferences: [{apiVersion: v1, kind: Node, "+
		"name: node, uid: "+string(node.GetUID())+"}]}}")
	says := w.becomes(t, "Failed", "Available", "web")["m1"].Message
	if !strings.Contains(says, "Namespace") || !strings.Contains(says, w.name) || !strings.Contains(says, "own") {
		t.Errorf("it does not say which object failed, and why: %s", says)
	}
}

// changedObjects: m2 has the Deployment already, and it differs; on m1 somebody changes it later. The placement overwrites neither
// as long as it brings no other revision. The status says where they differ.
func changedObjects(t *testing.T, fleet *hubtest.RealFleet) {
	w := newWorkload(t, fleet, "", "web-1", "", `, apply_strategy = { when_to_apply = "IfNotDrifted", when_to_take_over = "IfNoDiff" }`, "")
	fleet.Members["m2"].CreateNamespace(t, w.name)
	fleet.Members["m2"].Create(t, w.deployment("web-1", 3))
	differs := func(of status) {
		t.Helper()
		if !strings.HasPrefix(of.Message, "Deployment/"+w.name+"/"+w.name+": ") || !strings.Contains(of.Message, "/spec/replicas") {
			t.Errorf("it does not say which object differs, and where: %s", of.Message)
		}
	}
	differs(w.becomes(t, "Available", "Failed", "web-1")["m2"])
	fleet.Members["m1"].MergePatch(t, "kubectl", "apps/v1", "Deployment", w.name, w.name, "{spec: {replicas: 4}}")
	differs(w.becomes(t, "Failed", "Failed", "")["m1"])
}

// reportedDifferences: a placement that applies nothing says on which members the objects differ, and where.
func reportedDifferences(t *testing.T, fleet *hubtest.RealFleet) {
	w := newWorkload(t, fleet, "", "web-1", "", `, apply_strategy = { type = "ReportDiff" }`, "")
	for member, replicas := range map[string]int{"m1": 2, "m2": 3} {
		fleet.Members[member].CreateNamespace(t, w.name)
		fleet.Members[member].Create(t, w.deployment("web-1", replicas))
	}
	until(t, "the differences are reported", func() bool {
		if out, err := w.Apply(t); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		var o struct{ Status map[string]status }
		read(t, w.Workspace, &o)
		m1, m2 := o.Status["m1"], o.Status["m2"]
		return m1.Status == "Available" && m2.Status == "Available" && !strings.Contains(m1.Message, "Deployment/") &&
			strings.Contains(m2.Message, "Deployment/"+w.name+"/"+w.name+": it differs at /spec/replicas")
	})
}

// evictions: the hub does with evictions what a simulation says before, within a budget and beyond it.
func evictions(t *testing.T, fleet *hubtest.RealFleet, tool string) {
	w := newWorkload(t, fleet, tool, "web", "", "", `
variable "available" { default = "2" }

resource "multicluster_disruption_budget" "store" {
  name          = "NAME"
  min_available = var.available
}
`)
	w.becomes(t, "Available", "Available", "web")
	simulation := cli.NewWorkspace(t, cli.Mirror(t), strings.ReplaceAll(cli.HubProvider(fleet.Hub)+`
data "multicluster_simulation" "eviction" {
  scheduler = "kubefleet"
  steps     = [[{ evict = { clusters = ["m1"], placement = "NAME" } }]]
}

output "reasons" { value = data.multicluster_simulation.eviction.results[0].blocked_evictions[*].reason }
`, "NAME", w.name))
	simulation.Tool = tool
	eviction, err := os.ReadFile("../../../examples/what_if/eviction.yaml")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	evicts := func(blocked string) {
		t.Helper()
		if out, err := simulation.Apply(t); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		var o struct{ Reasons []string }
		read(t, simulation, &o)
		if told := strings.Join(o.Reasons, "; "); (told == "") != (blocked == "") || !strings.Contains(told, blocked) {
			t.Errorf("the simulation says %q, want %q", told, blocked)
		}
		count++
		name := fmt.Sprintf("%s-%d", w.name, count)
		fleet.Create(t, strings.NewReplacer("web-eu-1", name, "placementName: web", "placementName: "+w.name, "eu-1", "m1").Replace(
			string(eviction)))
		if answer := executed(t, fleet, name); (answer == "True") != (blocked == "") {
			t.Errorf("executed: %s, but the simulation says %q", answer, blocked)
		}
	}
	evicts("has minAvailable 2, and 2 of 2 clusters are available")
	if out, err := w.Apply(t, "-var=available=50%"); err == nil || !strings.Contains(out, "of type PickAll") {
		t.Errorf("a percentage is accepted: %s", out)
	}
	if out, err := w.Apply(t, "-var=available=1"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	evicts("")
	w.becomes(t, "Available", "Available", "web")
	// Nobody but the provider refuses it as long as the webhooks of the hub are off.
	fleet.MergePatch(t, "kubectl", "placement.kubernetes-fleet.io/v1beta1", "ClusterResourcePlacementDisruptionBudget", "", w.name,
		"{spec: {minAvailable: 10%}}")
	evicts("is for a placement of type PickAll, which needs minAvailable as a number")
}

// executed waits until the hub has answered an eviction, and returns whether it is executed.
func executed(t *testing.T, fleet *hubtest.RealFleet, name string) (status any) {
	t.Helper()
	until(t, "the hub answers", func() bool {
		o := fleet.Get(t, "placement.kubernetes-fleet.io/v1beta1", "ClusterResourcePlacementEviction", "", name)
		conditions, _, _ := unstructured.NestedSlice(o.Object, "status", "conditions")
		for _, c := range conditions {
			if c := c.(map[string]any); c["type"] == "Executed" {
				t.Log(c["message"])
				status = c["status"]
			}
		}
		return status != nil
	})
	return status
}

// stoppedAgent: a member whose agent is gone has not failed, and says since when nothing came of it.
func stoppedAgent(t *testing.T, fleet *hubtest.RealFleet) {
	w := newWorkload(t, fleet, "", "web-1", "", "", "")
	w.becomes(t, "Available", "Available", "web-1")
	fleet.Agents["m2"].Stop()
	t.Cleanup(func() { fleet.Agents["m2"].Start(t) })
	w.setImage(t, "web-2")
	w.becomes(t, "Available", "NotAvailable", "web-2")
	until(t, "the status says that the agent is silent", func() bool {
		return strings.Contains(w.becomes(t, "Available", "NotAvailable", "web-2")["m2"].Message, "heartbeat")
	})
	fleet.Agents["m2"].Start(t)
	w.becomes(t, "Available", "Available", "web-2")
}

// lateSnapshots: the hub agent is late with the snapshot of an override that comes with its placement.
func lateSnapshots(t *testing.T, fleet *hubtest.RealFleet) {
	w := newWorkload(t, fleet, "", "web", "multicluster_resource_override.store", "", `
variable "image" { default = "web-eu" }

resource "multicluster_resource_override" "store" {
  namespace          = "NAME"
  name               = "NAME"
  placement          = { name = "NAME" }
  resource_selectors = [{ group = "apps", version = "v1", kind = "Deployment", name = "NAME" }]
  policy = { override_rules = [{
    cluster_selector     = { cluster_selector_terms = [] }
    json_patch_overrides = [{ op = "replace", path = "/spec/template/spec/containers/0/image", value = var.image }]
  }] }
}
`)
	fleet.HubAgent.Stop()
	t.Cleanup(func() { fleet.HubAgent.Start(t) })
	// One worker of the hub agent makes the snapshots of all overrides.
	var others []string
	for range 3 {
		namespace := fleet.Namespace(t)
		for i := range 100 {
			others = append(others, fmt.Sprintf("{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ResourceOverride, metadata: "+
				"{name: other-%d, namespace: %s}, spec: {resourceSelectors: [{group: '', version: v1, kind: ConfigMap, name: other-%d}], "+
				"policy: {overrideRules: [{overrideType: Delete, clusterSelector: {clusterSelectorTerms: []}}]}}}", i, namespace, i))
		}
	}
	fleet.CreateAll(t, others)
	command, out := w.Command(t, "apply", "-input=false", "-auto-approve")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	until(t, "the override is written", func() bool {
		select {
		case err := <-ended:
			t.Fatalf("it ended too early: %v\n%s", err, out)
		default:
		}
		return fleet.Get(t, "placement.kubernetes-fleet.io/v1beta1", "ResourceOverride", w.name, w.name) != nil
	})
	time.Sleep(3 * time.Second)
	fleet.HubAgent.Start(t)
	if err := <-ended; err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	w.deploys(t, "web-eu")
	if out, err := w.Apply(t, "-var=image=web-us"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	w.deploys(t, "web-us", "web-eu")
}

// deploys waits until the members have an image, and until then no other one than these.
func (w *workload) deploys(t *testing.T, image string, before ...string) {
	t.Helper()
	until(t, "the members have "+image, func() bool {
		reached := 0
		for member := range w.fleet.Members {
			_, is, there := strings.Cut(deployed(w.live(t, member)), " ")
			if is == image {
				reached++
			} else if there && !slices.Contains(before, is) {
				t.Errorf("%s has %s", member, is)
			}
		}
		return reached == len(w.fleet.Members)
	})
}
