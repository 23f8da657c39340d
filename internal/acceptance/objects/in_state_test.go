// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// objectTest is the life of an object on the real binary. Configurations are the bodies of the resource's block.
type objectTest struct {
	noun string
	// beside is configured beside the resource.
	beside string
	// create has every argument. In its plan all attributes are known.
	create string
	known  map[string]knownvalue.Check
	// update changes every argument but the keys; empty for an object that consists of keys.
	update  string
	updated map[string]knownvalue.Check
	// others have another key, by the id that they get.
	others map[string]string
	// id imports what create makes, into what minimal says. A minimal object has no more than an import knows, unless it
	// has to have more.
	id, minimal  string
	hasToHaveAll bool
	identity     map[string]knownvalue.Check
	// notImportable are the attributes of create that come with the first apply after an import.
	notImportable []string
	// wrong are ids that cannot be imported, and what is said.
	wrong map[string]string
}

func (o *objectTest) address() string { return "multicluster_" + o.noun + ".x" }

func (o *objectTest) block(body string) string {
	return fmt.Sprintf("%s\nresource %q \"x\" {\n%s\n}\n", o.beside, "multicluster_"+o.noun, body)
}

// planned expects an action, and attributes that are known in the plan.
func (o *objectTest) planned(
	action plancheck.ResourceActionType, attributes map[string]knownvalue.Check,
) resource.ConfigPlanChecks {
	checks := []plancheck.PlanCheck{plancheck.ExpectResourceAction(o.address(), action)}
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		checks = append(checks, plancheck.ExpectKnownValue(o.address(), tfjsonpath.New(name), attributes[name]))
	}
	return resource.ConfigPlanChecks{PreApply: checks}
}

// ofClusterSpec are the arguments of a cluster that make no difference to a placement.
var ofClusterSpec = []string{
	"hub_accepts_client", "lease_duration_seconds", "managed_cluster_client_configs", "identity", "heartbeat_period_seconds",
}

// run creates, updates, replaces, imports and destroys the object.
func (o *objectTest) run(t *testing.T) {
	for name := range providertest.ResourceSchema("multicluster_" + o.noun).Attributes {
		_, isHome := hubresource.IdentityAttributes()[name]
		_, isOfHub := hubresource.Arguments(&managed.Kind[struct{}]{})[name]
		isOfSpec := slices.Contains(ofClusterSpec, name)
		switch {
		case isHome, isOfHub, isOfSpec:
			// Without a hub they are null, and make no difference.
			o.known[name] = knownvalue.Null()
		case o.known[name] == nil:
			t.Errorf("nothing is expected of %s", name)
		}
	}
	t.Run("life", func(t *testing.T) {
		steps := []resource.TestStep{{
			Config: o.block(o.create), ConfigPlanChecks: o.planned(plancheck.ResourceActionCreate, o.known),
		}}
		for _, id := range slices.Sorted(maps.Keys(o.wrong)) {
			steps = append(steps, resource.TestStep{
				ResourceName: o.address(), ImportState: true, ImportStateId: id, ExpectError: regexp.MustCompile("(?s)" + o.wrong[id]),
			})
		}
		steps = append(steps, resource.TestStep{
			ResourceName: o.address(), ImportState: true, ImportStateId: o.id,
			ImportStateVerify: true, ImportStateVerifyIgnore: o.notImportable,
		})
		if o.update != "" {
			steps = append(steps, resource.TestStep{
				Config: o.block(o.update), ConfigPlanChecks: o.planned(plancheck.ResourceActionUpdate, o.updated),
			})
		}
		for _, id := range slices.Sorted(maps.Keys(o.others)) {
			steps = append(steps, resource.TestStep{
				Config: o.block(o.others[id]),
				ConfigPlanChecks: o.planned(plancheck.ResourceActionDestroyBeforeCreate, map[string]knownvalue.Check{
					"id": knownvalue.StringExact(id),
				}),
			})
		}
		cli.Test(t, steps...)
	})
	t.Run("import", func(t *testing.T) {
		// Nobody but the state knows the object, so an import knows its keys. If these are all, nothing is left to do; the
		// rest comes with an update in place.
		afterImport := plancheck.ResourceActionNoop
		if o.hasToHaveAll {
			afterImport = plancheck.ResourceActionUpdate
		}
		block := fmt.Sprintf("import {\n  to = %s\n  id = %q\n}\n", o.address(), o.id)
		steps := []resource.TestStep{{
			Config: o.block(o.minimal) + block,
			ConfigPlanChecks: o.planned(afterImport, map[string]knownvalue.Check{
				"id": knownvalue.StringExact(o.id),
			}),
		}}
		if o.update != "" {
			steps = append([]resource.TestStep{{
				Config: o.block(o.create) + block, PlanOnly: true, ExpectNonEmptyPlan: true,
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PostApplyPreRefresh: o.planned(plancheck.ResourceActionUpdate, o.known).PreApply,
				},
			}}, steps...)
		}
		cli.Test(t, steps...)
	})
	t.Run("identity", func(t *testing.T) {
		cli.TestWithIdentity(t,
			resource.TestStep{
				Config:            o.block(o.minimal),
				ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectIdentity(o.address(), o.identity)},
			},
			resource.TestStep{
				ResourceName: o.address(), ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity,
				ExpectNonEmptyPlan: o.hasToHaveAll,
			},
		)
	})
}

func textMap(keysAndValues ...string) knownvalue.Check {
	checks := map[string]knownvalue.Check{}
	for i := 0; i < len(keysAndValues); i += 2 {
		checks[keysAndValues[i]] = cli.Text(keysAndValues[i+1])
	}
	return knownvalue.MapExact(checks)
}

// decimal is a number as Terraform reads it from a configuration.
func decimal(t *testing.T, text string) *big.Float {
	t.Helper()
	number, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	return number
}

// numbersOf are numbers that Terraform sends as texts, and one that no float64 holds.
func numbersOf(t *testing.T) object {
	t.Helper()
	return object{
		"fraction": decimal(t, "0.1"), "list": list{decimal(t, "0.2"), "0.2"}, "large": decimal(t, "12345678901234567890"),
		"power": decimal(t, "1e21"), "whole": int64(9007199254740993),
	}
}

// numbersOnHub are the same as a hub has them: without a fraction and of at most 64 bits exactly, else the nearest float64.
func numbersOnHub() map[string]any {
	return map[string]any{
		"fraction": 0.1, "list": []any{0.2, "0.2"}, "large": 12345678901234567890.0, "power": 1e21, "whole": int64(9007199254740993),
	}
}

// patchValue is the path of the value of the first patch of an override.
var patchValue = []string{"spec", "policy", "overrideRules", "0", "jsonPatchOverrides", "0", "value"}

// hasNumbers wants an object to have the numbers at a path.
func hasNumbers(t *testing.T, of *unstructured.Unstructured, path ...string) {
	t.Helper()
	var value any = of.Object
	for _, step := range path {
		if items, isList := value.([]any); isList {
			value = items[0]
		} else {
			value = value.(map[string]any)[step]
		}
	}
	if diff := cmp.Diff(numbersOnHub(), value); diff != "" {
		t.Errorf("-want +hub:\n%s", diff)
	}
}

// TestHubManifestWork_numbers: a hub gets the numbers of a manifest. A hub or a state with the text of one, which an earlier version
// has written, is a change that repairs it.
func TestHubManifestWork_numbers(t *testing.T) {
	t.Parallel()
	r, o, server := newWorkRun(t)
	withSpec := func(spec object) object {
		return providertest.Merged(o.Minimal, object{"manifests": list{object{
			"apiVersion": "v1", "kind": "ConfigMap", "metadata": object{"name": "a", "namespace": "b"}, "spec": spec,
		}}})
	}
	has := func() {
		t.Helper()
		hasNumbers(t, o.Get(t, server), "spec", "workload", "manifests", "0", "spec")
	}
	config := withSpec(numbersOf(t))
	r.Has(r.Do(config))
	has()
	r.Settles(config)

	asTexts := providertest.Merged(numbersOf(t), object{"fraction": "0.1", "power": "1000000000000000000000"})
	r.Has(r.Do(withSpec(asTexts)))
	r.Settles(withSpec(asTexts))
	if p := r.Try(config); p.State.Equal(r.State) {
		t.Error("a number for a text in the state is no change")
	}
	r.Has(r.Do(config))
	has()

	server.MergePatch(t, hub.DefaultFieldManager, onhub.ManifestWorkVersion, "ManifestWork", o.Namespace, o.Name,
		`{spec: {workload: {manifests: [{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: b}, spec: {fraction: "0.1"}}]}}}`)
	if p := r.Try(config); p.State.Equal(r.State) {
		t.Error("a number for a text on the hub is no change")
	}
	r.Has(r.Do(providertest.Merged(config, object{"force_conflicts": true})))
	has()
}

// TestHubResourceOverride_numbers: so it is with the value of a patch.
func TestHubResourceOverride_numbers(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	name := prefix + "web"
	server.FleetOverrides(t, prefix, server.Namespace(t))
	r := onhub.NewRun(t, "resource_override", onhub.Provider(server))
	withValue := func(value any) object {
		return providertest.Patched(providertest.OverrideOf("", name, "eu"), object{"op": "add", "path": "/spec/a", "value": value})
	}
	for _, value := range []any{numbersOf(t), "0.1", decimal(t, "0.1"), decimal(t, "1e21"), numbersOf(t)} {
		if p := r.Try(withValue(value)); p.State.Equal(r.State) {
			t.Errorf("%v is no change", value)
		}
		r.Has(r.Do(withValue(value)))
		r.Settles(withValue(value))
	}
	hasNumbers(t, server.Get(t, "placement.kubernetes-fleet.io/v1beta1", "ClusterResourceOverride", "", name), patchValue...)
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
				hasNumbers(t, server.Get(t, onhub.ManifestWorkVersion, "ManifestWork", namespace, "numbers"),
					"spec", "workload", "manifests", "0", "spec")
				hasNumbers(t, server.Get(t, "placement.kubernetes-fleet.io/v1beta1", "ClusterResourceOverride", "", prefix+"numbers"), patchValue...)
				return nil
			},
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectKnownOutputValue("rendered", cli.Text(rendered)),
			}},
		},
		resource.TestStep{Config: config, PlanOnly: true},
	)
}

// TestHubObject_unknown: every argument of an object is unknown in a plan that creates it on a hub, and in one that changes it.
// Nothing is found wrong, and an apply that knows the value ends with the object.
func TestHubObject_unknown(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	for what, o := range onhub.LiveObjects(t, server) {
		t.Run(what, func(t *testing.T) {
			config := providertest.Merged(o.Config, object{"adopt": true, "force_conflicts": false, "timeouts": object{"delete": "1m"}})
			if o.IsReleased {
				config["on_destroy"] = "delete"
			}
			for _, name := range slices.Sorted(maps.Keys(config)) {
				r := onhub.NewRun(t, o.Noun, onhub.Provider(server))
				for _, step := range []string{"is created", "lives on the hub"} {
					getsKnown(r, config, name, step)
					o.Check(t, server)
				}
				r.Destroys(false)
			}
		})
	}
}

// getsKnown plans an object with an unknown argument, and applies the configuration that has it.
func getsKnown(r *onhub.Run, config object, name, step string) {
	r.T.Helper()
	p := r.Try(providertest.Merged(config, object{name: unknown{}}))
	if len(p.Diags) > 0 {
		r.T.Fatalf("unknown %s of an object that %s: %s", name, step, providertest.Said(p.Diags))
	}
	p.Config = providertest.Config(r.T, r.Type(), config)
	if diags := r.CarryOut(p); len(diags) > 0 {
		r.T.Fatalf("unknown %s of an object that %s: %s", name, step, providertest.Said(diags))
	}
	r.Settles(config)
}
