// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// hclOf is test data as HCL.
func hclOf(data any) string {
	switch v := data.(type) {
	case object:
		fields := make([]string, 0, len(v))
		for _, name := range slices.Sorted(maps.Keys(v)) {
			fields = append(fields, fmt.Sprintf("%q = %s", name, hclOf(v[name])))
		}
		return "{ " + strings.Join(fields, ", ") + " }"
	case list:
		items := make([]string, len(v))
		for i := range v {
			items[i] = hclOf(v[i])
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	text, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	return strings.ReplaceAll(string(text), "${", "$${")
}

// hcl is a resource with an object, named by its kind.
func hcl(o *onhub.LiveObject, config object) string {
	text := fmt.Sprintf("resource \"multicluster_%s\" %q {\n", o.Noun, o.Kind)
	for _, name := range slices.Sorted(maps.Keys(config)) {
		text += fmt.Sprintf("  %s = %s\n", name, hclOf(config[name]))
	}
	return text + "}\n"
}

func address(o *onhub.LiveObject) string { return "multicluster_" + o.Noun + "." + o.Kind }

// liveAll are objects of every kind in one configuration.
type liveAll struct {
	t       *testing.T
	server  *hubtest.Hub
	objects map[string]*onhub.LiveObject
}

func newLiveAll(t *testing.T) *liveAll {
	t.Helper()
	cli.NeedAcceptance(t)
	server := hubtest.Start(t)
	return &liveAll{t, server, onhub.LiveObjects(t, server)}
}

func (a *liveAll) sorted() []*onhub.LiveObject {
	var objects []*onhub.LiveObject
	for _, kind := range slices.Sorted(maps.Keys(a.objects)) {
		objects = append(objects, a.objects[kind])
	}
	return objects
}

// hcl are the resources, with further arguments, on a provider.
func (a *liveAll) hcl(provider string, of func(*onhub.LiveObject) object, further object) string {
	for _, o := range a.sorted() {
		provider += hcl(o, providertest.Merged(of(o), further))
	}
	return provider
}

func configured1(o *onhub.LiveObject) object { return o.Config }

func configured2(o *onhub.LiveObject) object { return o.Updated }

// planned expects an action for all objects, and attributes.
func (a *liveAll) planned(action plancheck.ResourceActionType, attributes map[string]knownvalue.Check) resource.ConfigPlanChecks {
	var checks []plancheck.PlanCheck
	for _, o := range a.sorted() {
		if action == plancheck.ResourceActionUpdate &&
			maps.EqualFunc(o.Config, o.Updated, func(a, b any) bool { return hclOf(a) == hclOf(b) }) && attributes == nil {
			continue
		}
		checks = append(checks, plancheck.ExpectResourceAction(address(o), action))
		for name, check := range attributes {
			checks = append(checks, plancheck.ExpectKnownValue(address(o), tfjsonpath.New(name), check))
		}
		if action == plancheck.ResourceActionCreate {
			checks = append(checks, plancheck.ExpectUnknownValue(address(o), tfjsonpath.New("uid")))
		}
	}
	return resource.ConfigPlanChecks{PreApply: checks}
}

// each does something with all objects.
func (a *liveAll) each(do func(*onhub.LiveObject)) func() {
	return func() {
		for _, o := range a.objects {
			do(o)
		}
	}
}

// WithSpec checks the values on the hub after an apply.
func (a *liveAll) onHub(*terraform.State) error {
	for _, o := range a.objects {
		o.Check(a.t, a.server)
	}
	if a.t.Failed() {
		return errors.New("the hub has other values")
	}
	return nil
}

// TestAccHubObject takes objects of every kind through their life on the real binary.
func TestAccHubObject(t *testing.T) {
	newLiveAll(t).life(statecheck.ExpectKnownValue("multicluster_cluster.ManagedCluster", tfjsonpath.New("claims"),
		textMap("id.k8s.io", "a")))
}

// TestAccHubPlacement_kinds does the same with placements of every kind, which no scheduler decides.
func TestAccHubPlacement_kinds(t *testing.T) {
	cli.NeedAcceptance(t)
	(&liveAll{t, hubtest.Start(t), onhub.LivePlacements(t, hubtest.Start(t))}).life()
}

// life takes the objects through their life. The checks are about the state after an agent has reported.
func (a *liveAll) life(reported ...statecheck.StateCheck) {
	t := a.t
	provider := cli.HubProvider(a.server)
	known := map[string]knownvalue.Check{"hub_uid": knownvalue.NotNull()}
	empty := resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}
	cli.Test(t,
		resource.TestStep{
			Config:           a.hcl(provider, configured1, nil),
			ConfigPlanChecks: a.planned(plancheck.ResourceActionCreate, known), Check: a.onHub,
		},
		resource.TestStep{
			PreConfig: a.each(func(o *onhub.LiveObject) {
				o.Patch(t, a.server, "controller", o.Foreign)
				o.Patch(t, a.server, "agent", o.ForeignStatus, "status")
			}),
			Config: a.hcl(provider, configured1, nil), ConfigPlanChecks: empty, Check: a.onHub,
			ConfigStateChecks: reported,
		},
		resource.TestStep{
			PreConfig: a.each(func(o *onhub.LiveObject) {
				o.Patch(t, a.server, "kubectl", o.Drift)
				o.Patch(t, a.server, "kubectl", o.DriftStatus, "status")
			}),
			Config:      a.hcl(provider, configured1, nil),
			ExpectError: regexp.MustCompile(`(?s)has fields of another manager.*, set by "kubectl"`),
		},
		resource.TestStep{
			Config:           a.hcl(provider, configured1, object{"force_conflicts": true}),
			ConfigPlanChecks: a.planned(plancheck.ResourceActionUpdate, known), Check: a.onHub,
		},
		resource.TestStep{
			Config:           a.hcl(provider, configured2, object{"force_conflicts": true}),
			ConfigPlanChecks: a.planned(plancheck.ResourceActionUpdate, nil),
		},
		resource.TestStep{
			// Somebody else deletes them all.
			PreConfig:        a.each(func(o *onhub.LiveObject) { o.Delete(t, a.server) }),
			Config:           a.hcl(provider, configured1, nil),
			ConfigPlanChecks: a.planned(plancheck.ResourceActionCreate, known), Check: a.onHub,
		},
		resource.TestStep{
			// Somebody else makes them again.
			PreConfig: a.each(func(o *onhub.LiveObject) {
				o.Delete(t, a.server)
				a.server.Create(t, o.Imports)
			}),
			Config:      a.hcl(provider, configured1, nil),
			ExpectError: regexp.MustCompile(`(?s)exists already.*import\s+it\s+or\s+set\s+adopt\s+=\s+true`),
		},
		resource.TestStep{
			Config: a.hcl(provider, configured1, object{"adopt": true, "force_conflicts": true}), Check: a.onHub,
		},
		resource.TestStep{
			// Without its hub, nothing is destroyed.
			Config:      a.hcl("", configured1, nil),
			ExpectError: regexp.MustCompile(`(?s)lives on a hub.*terraform state\s+rm`),
		},
		resource.TestStep{Config: a.hcl(provider, configured1, nil), Destroy: true},
	)
	for _, o := range a.objects {
		left := o.Get(t, a.server)
		if (left != nil) != o.IsReleased {
			t.Errorf("%s exists: %t", o.Kind, left != nil)
		}
	}
}

// TestAccHubObject_mode: objects that live in the state are created on a hub, at once and when the hub becomes known during
// apply.
func TestAccHubObject_mode(t *testing.T) {
	a := newLiveAll(t)
	maps.DeleteFunc(a.objects, func(_ string, o *onhub.LiveObject) bool { return o.IsOnlyOnHub })
	unknownHub := fmt.Sprintf("resource \"terraform_data\" \"kubeconfig\" { input = %q }\n", a.server.Kubeconfig) +
		"provider \"multicluster\" {\n  hub = { config_path = terraform_data.kubeconfig.output }\n}\n"
	cli.Test(t,
		resource.TestStep{
			Config: a.hcl("", configured1, nil),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue("multicluster_cluster.ManagedCluster", tfjsonpath.New("uid"), knownvalue.Null()),
			},
		},
		resource.TestStep{Config: a.hcl(unknownHub, configured1, nil), Check: a.onHub},
		resource.TestStep{
			Config: a.hcl(cli.HubProvider(a.server), configured1, nil),
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction("multicluster_cluster.ManagedCluster", plancheck.ResourceActionNoop),
				},
			},
		},
	)
}

// TestAccHubObject_import imports an object of every kind, with the configuration that Terraform generates, and has nothing to do
// then.
func TestAccHubObject_import(t *testing.T) {
	a := newLiveAll(t)
	maps.Copy(a.objects, onhub.LivePlacements(t, hubtest.Start(t)))
	t.Parallel()
	imports := ""
	for _, o := range a.sorted() {
		a.server.Create(t, o.Imports)
		imports += fmt.Sprintf("import {\n  to = %s\n  id = %q\n}\n", address(o), o.ID())
	}
	w := cli.NewWorkspace(t, cli.Mirror(t), cli.HubProvider(a.server))
	w.Write(t, "imports.tf", imports)
	run := func(says string, arguments ...string) {
		t.Helper()
		out, err := w.Run(t, arguments...)
		if err != nil || !strings.Contains(out, says) {
			t.Fatalf("%v: %v\n%s", arguments, err, out)
		}
	}
	run(fmt.Sprintf("%d to import, 0 to add, 0 to change, 0 to destroy", len(a.objects)), "plan", "-input=false",
		"-generate-config-out=generated.tf")
	run(fmt.Sprintf("%d imported, 0 added, 0 changed, 0 destroyed", len(a.objects)), "apply", "-input=false", "-auto-approve")
	if err := os.Remove(filepath.Join(w.Folder, "imports.tf")); err != nil {
		t.Fatal(err)
	}
	// What the agents report has been read in the meantime.
	run("No changes.", "plan", "-input=false")
	run("No changes.", "plan", "-input=false")
}

// TestAccHubObject_identity imports by identity.
func TestAccHubObject_identity(t *testing.T) {
	a := newLiveAll(t)
	// Only a MemberCluster that is created needs its identity.
	config := func(imported *onhub.LiveObject) string {
		return a.hcl(cli.HubProvider(a.server), func(o *onhub.LiveObject) object {
			if o == imported {
				return o.Imported
			}
			return providertest.Merged(o.Minimal, o.Imported)
		}, nil)
	}
	steps := []resource.TestStep{{Config: config(nil)}}
	for _, o := range a.sorted() {
		steps = append(steps, resource.TestStep{
			Config: config(o), ResourceName: address(o), ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity,
		})
	}
	cli.TestWithIdentity(t, steps...)
}

// TestAccHubObject_swapped: a saved plan is carried out on the hub that it was made for, or not at all.
func TestAccHubObject_swapped(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	server := hubtest.Start(t)
	w := cli.NewWorkspace(t, cli.Mirror(t), "provider \"multicluster\" {\n  hub = { config_path = \"kubeconfig\" }\n}\n")
	o := &onhub.LiveObject{Noun: "cluster", APIVersion: onhub.OCMClusterVersion, Kind: "ManagedCluster",
		Name: server.Prefix(t) + "a"}
	w.Write(t, "cluster.tf", hcl(o, object{"name": o.Name, "kind": o.Kind}))
	connect := func(kubeconfig string) {
		text, err := os.ReadFile(kubeconfig)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(t, "kubeconfig", string(text))
	}
	connect(server.Kubeconfig)
	if out, err := w.Run(t, "plan", "-input=false", "-out=saved"); err != nil {
		t.Fatal(out)
	}
	connect(onhub.OtherHub(t, server)["hub"].(object)["config_path"].(string))
	if out, err := w.Run(t, "apply", "-input=false", "saved"); err == nil || !strings.Contains(out, "inconsistent final plan") ||
		!strings.Contains(out, ".hub_uid") {
		t.Errorf("%v\n%s", err, out)
	}
	if o.Get(t, server) != nil {
		t.Error("the cluster was created on another hub")
	}
}

// TestAccNumbers: Terraform's own numbers reach the hub and the rendered manifests.
func TestAccNumbers(t *testing.T) {
	cli.NeedAcceptance(t)
	server := hubtest.Start(t)
	namespace, prefix := server.Namespace(t), server.Prefix(t)
	server.FleetOverrides(t, prefix, namespace)
	config := cli.HubProvider(server) + fmt.Sprintf(`
locals {
  numbers = { fraction = 0.1, list = [0.2, "0.2"], large = 12345678901234567890, power = 1e21, whole = 9007199254740993 }
  object  = { apiVersion = "v1", kind = "ConfigMap", metadata = { name = "a", namespace = "b" }, spec = local.numbers }
}
resource "multicluster_manifest_work" "numbers" {
  cluster_name = %q
  name         = "numbers"
  manifests    = [local.object]
}
resource "multicluster_resource_override" "numbers" {
  name                       = %q
  cluster_resource_selectors = [{ group = "", version = "v1", kind = "Namespace", name = %[2]q }]
  policy = { override_rules = [{
    cluster_selector     = { cluster_selector_terms = [] }
    json_patch_overrides = [{ op = "add", path = "/spec", value = local.numbers }]
  }] }
}
data "multicluster_rendered_manifests" "numbers" {
  name               = "numbers"
  namespace          = "b"
  objects            = [{ apiVersion = "v1", kind = "Namespace", metadata = { name = "b" } }, local.object]
  resource_selectors = [{ group = "", version = "v1", kind = "ConfigMap", name = "a" }]
  clusters           = [{ name = "eu-1" }]
  decisions          = ["eu-1"]
  with_manifests     = true
}
output "rendered" {
  value = jsonencode(jsondecode(data.multicluster_rendered_manifests.numbers.variants[0].works[0].manifests[0]).spec)
}
`, namespace, prefix+"numbers")
	const rendered = `{"fraction":0.1,"large":12345678901234567000,"list":[0.2,"0.2"],"power":1000000000000000000000,"whole":9007199254740993}`
	cli.Test(t,
		resource.TestStep{
			Config: config,
			Check: func(*terraform.State) error {
				onhub.HasNumbers(t, server.Get(t, onhub.ManifestWorkVersion, "ManifestWork", namespace, "numbers"),
					"spec", "workload", "manifests", "0", "spec")
				onhub.HasNumbers(t, server.Get(t, "placement.kubernetes-fleet.io/v1beta1", "ClusterResourceOverride", "", prefix+"numbers"), onhub.PatchValue...)
				return nil
			},
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectKnownOutputValue("rendered", cli.Text(rendered)),
			}},
		},
		resource.TestStep{Config: config, PlanOnly: true},
	)
}
