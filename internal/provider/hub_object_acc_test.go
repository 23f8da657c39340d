package provider

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

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
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
	return string(text)
}

// hcl is a resource with an object, named by its kind.
func (o *liveObject) hcl(config object) string {
	text := fmt.Sprintf("resource \"multicluster_%s\" %q {\n", o.noun, o.kind)
	for _, name := range slices.Sorted(maps.Keys(config)) {
		text += fmt.Sprintf("  %s = %s\n", name, hclOf(config[name]))
	}
	return text + "}\n"
}

func (o *liveObject) address() string { return "multicluster_" + o.noun + "." + o.kind }

// liveAll are objects of every kind in one configuration.
type liveAll struct {
	t       *testing.T
	server  *hubtest.Hub
	objects map[string]*liveObject
}

func newLiveAll(t *testing.T) *liveAll {
	t.Helper()
	needAcceptance(t)
	server := hubtest.Start(t)
	return &liveAll{t, server, liveObjects(server.Prefix(t), server.Namespace(t))}
}

func (a *liveAll) sorted() []*liveObject {
	var objects []*liveObject
	for _, kind := range slices.Sorted(maps.Keys(a.objects)) {
		objects = append(objects, a.objects[kind])
	}
	return objects
}

// hcl are the resources, with further arguments, on a provider.
func (a *liveAll) hcl(provider string, of func(*liveObject) object, further object) string {
	for _, o := range a.sorted() {
		provider += o.hcl(merged(of(o), further))
	}
	return provider
}

func configured1(o *liveObject) object { return o.config }
func configured2(o *liveObject) object { return o.updated }

// planned expects an action for all objects, and attributes.
func (a *liveAll) planned(action plancheck.ResourceActionType, attributes map[string]knownvalue.Check) resource.ConfigPlanChecks {
	var checks []plancheck.PlanCheck
	for _, o := range a.sorted() {
		if action == plancheck.ResourceActionUpdate && maps.EqualFunc(o.config, o.updated, func(a, b any) bool { return hclOf(a) == hclOf(b) }) && attributes == nil {
			continue
		}
		checks = append(checks, plancheck.ExpectResourceAction(o.address(), action))
		for name, check := range attributes {
			checks = append(checks, plancheck.ExpectKnownValue(o.address(), tfjsonpath.New(name), check))
		}
		if action == plancheck.ResourceActionCreate {
			checks = append(checks, plancheck.ExpectUnknownValue(o.address(), tfjsonpath.New("uid")))
		}
	}
	return resource.ConfigPlanChecks{PreApply: checks}
}

// each does something with all objects.
func (a *liveAll) each(do func(*liveObject)) func() {
	return func() {
		for _, o := range a.objects {
			do(o)
		}
	}
}

// WithSpec checks the values on the hub after an apply.
func (a *liveAll) onHub(*terraform.State) error {
	for _, o := range a.objects {
		o.check(a.t, a.server)
	}
	if a.t.Failed() {
		return errors.New("the hub has other values")
	}
	return nil
}

// TestAccHubObject takes objects of every kind through their life on the real binary.
func TestAccHubObject(t *testing.T) {
	newLiveAll(t).life(statecheck.ExpectKnownValue("multicluster_cluster.ManagedCluster", tfjsonpath.New("claims"), textMap("id.k8s.io", "a")))
}

// TestAccHubPlacement_kinds does the same with placements of every kind, which no scheduler decides.
func TestAccHubPlacement_kinds(t *testing.T) {
	needAcceptance(t)
	(&liveAll{t, hubtest.Start(t), livePlacements(t)}).life()
}

// life takes the objects through their life. The checks are about the state after an agent has reported.
func (a *liveAll) life(reported ...statecheck.StateCheck) {
	t := a.t
	provider := hubProvider(a.server)
	known := map[string]knownvalue.Check{"hub_uid": knownvalue.NotNull()}
	empty := resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}
	testAcceptance(t,
		resource.TestStep{
			Config:           a.hcl(provider, configured1, nil),
			ConfigPlanChecks: a.planned(plancheck.ResourceActionCreate, known), Check: a.onHub,
		},
		resource.TestStep{
			PreConfig: a.each(func(o *liveObject) {
				o.patch(t, a.server, "controller", o.foreign)
				o.patch(t, a.server, "agent", o.foreignStatus, "status")
			}),
			Config: a.hcl(provider, configured1, nil), ConfigPlanChecks: empty, Check: a.onHub,
			ConfigStateChecks: reported,
		},
		resource.TestStep{
			PreConfig: a.each(func(o *liveObject) {
				o.patch(t, a.server, "kubectl", o.drift)
				o.patch(t, a.server, "kubectl", o.driftStatus, "status")
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
			PreConfig:        a.each(func(o *liveObject) { a.server.Delete(t, o.apiVersion, o.kind, o.namespace, o.name) }),
			Config:           a.hcl(provider, configured1, nil),
			ConfigPlanChecks: a.planned(plancheck.ResourceActionCreate, known), Check: a.onHub,
		},
		resource.TestStep{
			// Somebody else makes them again.
			PreConfig: a.each(func(o *liveObject) {
				a.server.Delete(t, o.apiVersion, o.kind, o.namespace, o.name)
				a.server.Create(t, o.imports)
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
		left := o.get(t, a.server)
		if (left != nil) != o.isReleased {
			t.Errorf("%s exists: %t", o.kind, left != nil)
		}
	}
}

// TestAccHubObject_mode: objects that live in the state are created on a hub, at once and when the hub becomes known during apply.
func TestAccHubObject_mode(t *testing.T) {
	a := newLiveAll(t)
	maps.DeleteFunc(a.objects, func(_ string, o *liveObject) bool { return o.isOnlyOnHub })
	unknownHub := fmt.Sprintf("resource \"terraform_data\" \"kubeconfig\" { input = %q }\n", a.server.Kubeconfig) +
		"provider \"multicluster\" {\n  hub = { config_path = terraform_data.kubeconfig.output }\n}\n"
	testAcceptance(t,
		resource.TestStep{
			Config: a.hcl("", configured1, nil),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue("multicluster_cluster.ManagedCluster", tfjsonpath.New("uid"), knownvalue.Null()),
			},
		},
		resource.TestStep{Config: a.hcl(unknownHub, configured1, nil), Check: a.onHub},
		resource.TestStep{
			Config:           a.hcl(hubProvider(a.server), configured1, nil),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction("multicluster_cluster.ManagedCluster", plancheck.ResourceActionNoop)}},
		},
	)
}

// TestAccHubObject_import imports an object of every kind, with the configuration that Terraform generates, and has nothing to do then.
func TestAccHubObject_import(t *testing.T) {
	a := newLiveAll(t)
	maps.Copy(a.objects, livePlacements(t))
	t.Parallel()
	imports := ""
	for _, o := range a.sorted() {
		a.server.Create(t, o.imports)
		imports += fmt.Sprintf("import {\n  to = %s\n  id = %q\n}\n", o.address(), o.id())
	}
	w := newWorkspace(t, buildMirror(t), hubProvider(a.server))
	w.write(t, "imports.tf", imports)
	run := func(says string, arguments ...string) {
		t.Helper()
		out, err := w.run(t, arguments...)
		if err != nil || !strings.Contains(out, says) {
			t.Fatalf("%v: %v\n%s", arguments, err, out)
		}
	}
	run(fmt.Sprintf("%d to import, 0 to add, 0 to change, 0 to destroy", len(a.objects)), "plan", "-input=false", "-generate-config-out=generated.tf")
	run(fmt.Sprintf("%d imported, 0 added, 0 changed, 0 destroyed", len(a.objects)), "apply", "-input=false", "-auto-approve")
	if err := os.Remove(filepath.Join(w.folder, "imports.tf")); err != nil {
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
	config := func(imported *liveObject) string {
		return a.hcl(hubProvider(a.server), func(o *liveObject) object {
			if o == imported {
				return o.imported
			}
			return merged(o.minimal, o.imported)
		}, nil)
	}
	steps := []resource.TestStep{{Config: config(nil)}}
	for _, o := range a.sorted() {
		steps = append(steps, resource.TestStep{
			Config: config(o), ResourceName: o.address(), ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity,
		})
	}
	testIdentity(t, steps...)
}

// TestAccHubObject_swapped: a saved plan is carried out on the hub that it was made for, or not at all.
func TestAccHubObject_swapped(t *testing.T) {
	needAcceptance(t)
	t.Parallel()
	server := hubtest.Start(t)
	w := newWorkspace(t, buildMirror(t), "provider \"multicluster\" {\n  hub = { config_path = \"kubeconfig\" }\n}\n")
	o := &liveObject{noun: "cluster", apiVersion: ocmClusterVersion, kind: "ManagedCluster", name: server.Prefix(t) + "a"}
	w.write(t, "cluster.tf", o.hcl(object{"name": o.name, "kind": o.kind}))
	connect := func(kubeconfig string) {
		text, err := os.ReadFile(kubeconfig)
		if err != nil {
			t.Fatal(err)
		}
		w.write(t, "kubeconfig", string(text))
	}
	connect(server.Kubeconfig)
	if out, err := w.run(t, "plan", "-input=false", "-out=saved"); err != nil {
		t.Fatal(out)
	}
	connect(otherHub(t, server)["hub"].(object)["config_path"].(string))
	if out, err := w.run(t, "apply", "-input=false", "saved"); err == nil || !strings.Contains(out, "inconsistent final plan") || !strings.Contains(out, ".hub_uid") {
		t.Errorf("%v\n%s", err, out)
	}
	if o.get(t, server) != nil {
		t.Error("the cluster was created on another hub")
	}
}
