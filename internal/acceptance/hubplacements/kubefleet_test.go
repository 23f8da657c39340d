// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// joinMember creates a MemberCluster whose agent is healthy, with a label that selects the clusters of the test.
func joinMember(t *testing.T, server *hubtest.Hub, name, test, more string) {
	t.Helper()
	const condition = "status: 'True', reason: x, message: '', lastTransitionTime: '2026-08-11T11:59:00Z'}"
	server.Create(t, "{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, "+
		"metadata: {name: "+name+", labels: {test: "+test+", "+more+"}}, "+
		"spec: {identity: {kind: User, name: x, apiGroup: rbac.authorization.k8s.io}}, status: {agentStatus: [{type: MemberAgent, "+
		"lastReceivedHeartbeat: '2026-08-11T11:59:00Z', conditions: [{type: Joined, "+condition+", {type: Healthy, "+condition+"]}]}}")
}

// TestHubPlacement_kubeFleet asks what the hub decides next for a placement that it has: the clusters that are bound under its
// latest policy snapshot stay, and those that are bound under another policy have to compete.
func TestHubPlacement_kubeFleet(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	test, name := strings.TrimSuffix(prefix, "-"), prefix+"web"
	for _, cluster := range []string{"a", "b", "c"} {
		joinMember(t, server, prefix+cluster, test, "tier: "+cluster)
	}
	policy := func(n float64, prefer string) object {
		affinity := object{"required_during_scheduling_ignored_during_execution": object{
			"cluster_selector_terms": list{selected(test)}}}
		if prefer != "" {
			affinity["preferred_during_scheduling_ignored_during_execution"] = list{object{
				"weight": 10.0, "preference": object{"label_selector": object{"match_labels": object{"tier": prefer}}},
			}}
		}
		return object{"placement_type": "PickN", "number_of_clusters": n, "affinity": object{"cluster_affinity": affinity}}
	}
	spec := func(prefer string) string {
		return "{resourceSelectors: [{group: '', version: v1, kind: Namespace, name: x}], policy: {placementType: PickN, " +
			"numberOfClusters: 1, affinity: {clusterAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {clusterSelectorTerms: " +
			"[{labelSelector: {matchLabels: {test: " + test + "}}}]}, " +
			"preferredDuringSchedulingIgnoredDuringExecution: [{weight: 10, preference: {labelSelector: {matchLabels: {tier: " +
			prefer + "}}}}]}}}}"
	}
	const beta = "placement.kubernetes-fleet.io/v1beta1"
	server.Create(t, "{apiVersion: "+beta+", kind: ClusterResourcePlacement, metadata: {name: "+name+"}, spec: "+spec("c")+"}")
	// The hub has had another policy before: the snapshot that counts is the second one.
	server.WriteFleetDecisions(t, "", name, hubtest.FleetDecision{Cluster: prefix + "c", Selected: true, AffinityScore: 10})
	server.MergePatch(t, "somebody", beta, "ClusterResourcePlacement", "", name, "{spec: "+spec("a")+"}")
	server.WriteFleetDecisions(t, "", name, hubtest.FleetDecision{Cluster: prefix + "b", Selected: true, AffinityScore: 0})

	decide := func(config object) (map[string]any, []string) {
		t.Helper()
		config["name"] = name
		outputs, diags := providertest.ReadWith(t, onhub.Provider(server), config)
		if providertest.Failed(diags) {
			t.Fatal(providertest.Said(diags))
		}
		// The hub has the preference of another manager.
		const more = "has more fields on the hub: The hub decides by these fields, too:\n  - " +
			"spec.policy.affinity.clusterAffinity.preferred"
		policy, _ := config["kubefleet"].(object)
		affinity, _ := policy["affinity"].(object)
		clusters, _ := affinity["cluster_affinity"].(object)
		isSet := clusters["preferred_during_scheduling_ignored_during_execution"] != nil
		if isSet != (len(diags) == 0) || !isSet && !strings.Contains(providertest.Said(diags), more) {
			t.Error(providertest.Said(diags))
		}
		return outputs, providertest.ChosenOf(outputs)
	}
	for what, tt := range map[string]struct {
		config object
		want   []string
		joined int
	}{
		"the policy of the hub": {object{"kubefleet": policy(1, "a")}, []string{prefix + "b"}, 0},
		"one more cluster":      {object{"kubefleet": policy(2, "a")}, []string{prefix + "a", prefix + "b"}, 1},
		"another policy":        {object{"kubefleet": policy(1, "c")}, []string{prefix + "c"}, 1},
		"without a preference":  {object{"kubefleet": policy(1, "")}, []string{prefix + "b"}, 0},
		"decisions that are set": {
			object{"kubefleet": policy(1, "a"), "previous_decisions": list{object{"cluster_name": prefix + "c"}}},
			[]string{prefix + "c"}, 0,
		},
	} {
		outputs, got := decide(tt.config)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", what, diff)
		}
		moves, _ := outputs["moves"].(map[string]any)
		if joined, _ := moves["joined"].([]any); len(joined) != tt.joined {
			t.Errorf("%s: moves %v, want %d to join", what, moves, tt.joined)
		}
	}

	// An immutable field: the prediction is that of a placement that is created anew.
	outputs, diags := providertest.ReadWith(t, onhub.Provider(server),
		object{"name": name, "kubefleet": object{"placement_type": "PickFixed", "cluster_names": list{prefix + "c"}}})
	if len(diags) != 1 || !strings.Contains(providertest.Shown(diags[0]), `WARNING: kubefleet["placement_type"]: `) ||
		!strings.Contains(providertest.Shown(diags[0]), "must be replaced on the hub") {
		t.Errorf("another type: %s", providertest.Said(diags))
	}
	moves, _ := outputs["moves"].(map[string]any)
	if diff := cmp.Diff([]string{prefix + "c"}, providertest.ChosenOf(outputs)); diff != "" ||
		!strings.Contains(fmt.Sprint(moves["left"]), prefix+"b") {
		t.Errorf("another type: moves %v, -want +got:\n%s", moves, diff)
	}
	server.MergePatch(t, "somebody", beta, "ClusterResourcePlacement", "", name, "{metadata: {finalizers: [test/stays]}}")
	server.Delete(t, beta, "ClusterResourcePlacement", "", name)
	_, diags = providertest.ReadWith(t, onhub.Provider(server), object{"name": name, "kubefleet": policy(1, "a")})
	if len(diags) != 1 || !strings.Contains(providertest.Shown(diags[0]), "The hub does not schedule the placement: it is being "+
		"deleted. These are") {
		t.Errorf("a placement that is being deleted: %s", providertest.Said(diags))
	}
}

// TestAccRenderedManifests_hub renders a placement that is on a hub, by its name alone, for the clusters that it would choose. What
// each cluster makes itself is left out, and the values of Secrets are not in the state.
func TestAccRenderedManifests_hub(t *testing.T) {
	f := onhub.NewDecidedFleet(t)
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
