// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package agents

import (
	"fmt"
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
	})
	t.Run("outage of a member", func(t *testing.T) {
		story(t, "stopped agent", func(t *testing.T) { stoppedAgent(t, fleet) })
	})
	t.Run("outage of the hub agent", func(t *testing.T) {
		story(t, "late override snapshots", func(t *testing.T) { lateSnapshots(t, fleet) })
	})
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
