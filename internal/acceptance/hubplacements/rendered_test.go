// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestAccRenderedManifests_hub renders a placement that is on a hub, by its name alone, for the clusters that it would choose. What
// each cluster makes itself is left out, and the values of Secrets are not in the state.
func TestAccRenderedManifests_hub(t *testing.T) {
	f := onhub.NewDecidedFleet(t, hubtest.Start(t))
	for _, text := range []string{
		"{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: N, labels: {app: web}}, data: {size: small}}",
		"{apiVersion: v1, kind: ConfigMap, metadata: {name: kube-root-ca.crt, namespace: N, labels: {app: web}}}",
		"{apiVersion: v1, kind: Secret, metadata: {name: key, namespace: N}, stringData: {token: secret-of-the-test}}",
		"{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ResourceEnvelope, metadata: {name: quota, namespace: N}, data: " +
			"{quota: {apiVersion: v1, kind: ResourceQuota, metadata: {name: small, namespace: N}, spec: {hard: {pods: '1'}}}}}",
		"{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ResourceOverride, metadata: {name: size, namespace: N}, spec: {" +
			"resourceSelectors: [{group: '', version: v1, kind: ConfigMap, name: settings}], policy: {overrideRules: [{clusterSelector: " +
			"{clusterSelectorTerms: [{labelSelector: {matchLabels: {name: c}}}]}, jsonPatchOverrides: [{op: replace, path: /data/size, " +
			"value: large}]}]}}}",
		"{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ResourcePlacement, metadata: {name: web, namespace: N}, spec: {" +
			"policy: {placementType: PickN, numberOfClusters: 2, affinity: {clusterAffinity: {requiredDuringSchedulingIgnoredDuringExecution: " +
			"{clusterSelectorTerms: [{labelSelector: {matchLabels: {test: T}}}]}}}}, resourceSelectors: [" +
			"{group: '', version: v1, kind: ConfigMap, labelSelector: {matchLabels: {app: web}}}, " +
			"{group: '', version: v1, kind: Secret, name: key}, " +
			"{group: placement.kubernetes-fleet.io, version: v1beta1, kind: ResourceEnvelope, name: quota}]}}",
	} {
		f.Create(text)
	}
	config := cli.HubProvider(f.Server) + fmt.Sprintf(`
data "multicluster_rendered_manifests" "web" {
  name           = "web"
  namespace      = %q
  with_manifests = true
}
output "selected" { value = [for r in data.multicluster_rendered_manifests.web.selected_resources : "${r.kind}/${r.name}"] }
output "clusters" { value = [for c in keys(data.multicluster_rendered_manifests.web.manifests_by_cluster) : trimprefix(c, %q)] }
output "works"    { value = [for w in data.multicluster_rendered_manifests.web.variants[0].works : length(w.manifests)] }
output "changes" {
  value = [for c in data.multicluster_rendered_manifests.web.changes : "${trimprefix(c.cluster_names[0], %[2]q)} ${c.path} ${c.after}"]
}
output "token" {
  value = jsondecode(data.multicluster_rendered_manifests.web.variants[0].works[0].manifests[0]).data.token
}

# Other selectors, with the policy of the placement on the hub.
data "multicluster_rendered_manifests" "settings" {
  name               = "web"
  namespace          = %[1]q
  resource_selectors = [{ group = "", version = "v1", kind = "ConfigMap", name = "settings" }]
}
output "settings" { value = length(data.multicluster_rendered_manifests.settings.manifests_by_cluster) }

# The whole namespace, by value, for one cluster.
data "multicluster_rendered_manifests" "namespace" {
  name               = "web"
  resource_selectors = [{ group = "", version = "v1", kind = "Namespace", name = %[1]q }]
  decisions          = ["%[2]sa"]
}
output "namespace" {
  value = [for r in data.multicluster_rendered_manifests.namespace.selected_resources : "${r.kind}/${r.name}" if r.kind != "Namespace" && r.kind != "ManagedClusterSetBinding"]
}
`, f.Namespace, f.Prefix)
	cli.Test(t,
		resource.TestStep{Config: config, ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("selected", cli.TextList("Secret/key", "ConfigMap/settings", "ResourceEnvelope/quota")),
			plancheck.ExpectKnownOutputValue("clusters", cli.TextList("b", "c")),
			plancheck.ExpectKnownOutputValue("works", knownvalue.ListExact([]knownvalue.Check{knownvalue.Int64Exact(2), knownvalue.Int64Exact(1)})),
			plancheck.ExpectKnownOutputValue("settings", knownvalue.Int64Exact(2)),
			plancheck.ExpectKnownOutputValue("changes", cli.TextList(`c /data/size "large"`)),
			plancheck.ExpectKnownOutputValue("token", cli.Text("(hidden)")),
			plancheck.ExpectKnownOutputValue("namespace", cli.TextList("Secret/key", "ConfigMap/settings", "ResourceEnvelope/quota")),
		}}},
		resource.TestStep{Config: config, PlanOnly: true},
		resource.TestStep{
			Config: cli.HubProvider(f.Server) + fmt.Sprintf(`
data "multicluster_rendered_manifests" "absent" {
  name      = "wbe"
  namespace = %q
}
`, f.Namespace),
			ExpectError: regexp.MustCompile(`There is no placement`),
		},
		resource.TestStep{
			Config: cli.HubProvider(f.Server) + fmt.Sprintf(`
data "multicluster_rendered_manifests" "kind" {
  name               = "web"
  namespace          = %q
  resource_selectors = [{ group = "shop.example.com", version = "v1", kind = "Order" }]
}
`, f.Namespace),
			ExpectError: regexp.MustCompile(`no matches for\s+kind "Order"`),
		},
	)
}
