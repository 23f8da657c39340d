// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

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
		return patched(onhub.OverrideOf("", name, "eu"), object{"op": "add", "path": "/spec/a", "value": value})
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
