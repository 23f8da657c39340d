// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/functions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// reencoded is a placement that was decoded and encoded again; refused is why it was not encoded.
func reencoded(t *testing.T, text string) (encoded, refused string) {
	t.Helper()
	decoded, mistake := providertest.Call(t, "decode_placement", functions.PlacementObject.TerraformType(t.Context()), text)
	if mistake != nil {
		return "", mistake.Text
	}
	result, mistake := providertest.Call(t, "encode_placement", tftypes.String, decoded)
	if mistake != nil {
		return "", mistake.Text
	}
	return providertest.StringOf(t, result), ""
}

const (
	fleetStrategyText = `
    type: RollingUpdate
    rollingUpdate: {maxUnavailable: 0, maxSurge: 50%, unavailablePeriodSeconds: 0}
    applyStrategy:
      type: ServerSideApply
      comparisonOption: FullComparison
      whenToApply: IfNotDrifted
      whenToTakeOver: Never
      allowCoOwnership: false
      serverSideApplyConfig: {force: false}
    deleteStrategy: {propagationPolicy: Abandon}
    reportBackStrategy: {type: Mirror, destination: OriginalResource}
  revisionHistoryLimit: 1000
`
	fullFleetText = `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: {name: NAME}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: team-a, selectionScope: NamespaceWithResourceSelectors}
    - group: apps
      version: v1
      kind: Deployment
      labelSelector: {matchLabels: {team: a}, matchExpressions: [{key: tier, operator: In, values: [gold]}, {key: x, operator: Exists}]}
    - {group: "", version: v1, kind: Service, labelSelector: {}}
  policy:
    placementType: PickN
    numberOfClusters: 0
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector: {matchLabels: {region: eu}}
              propertySelector: {matchExpressions: [{name: kubernetes-fleet.io/node-count, operator: Ge, values: ["3"]}]}
        preferredDuringSchedulingIgnoredDuringExecution:
          - weight: -20
            preference:
              labelSelector: {matchExpressions: [{key: tier, operator: DoesNotExist}]}
              propertySorter: {name: resources.kubernetes-fleet.io/available-cpu, sortOrder: Descending}
    topologySpreadConstraints: [{topologyKey: region, maxSkew: 2, whenUnsatisfiable: ScheduleAnyway}]
    tolerations: [{key: gpu, operator: Equal, value: "true", effect: NoSchedule}, {operator: Exists}]
  statusReportingScope: NamespaceAccessible
  strategy:` + fleetStrategyText
	fullNamespacedText = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: {name: web, namespace: NAMESPACE}
spec:
  resourceSelectors: [{group: "", version: v1, kind: ConfigMap, name: settings, selectionScope: NamespaceOnly}]
  policy: {placementType: PickFixed, clusterNames: [eu-1, eu-2]}
  statusReportingScope: ClusterScopeOnly
  strategy:` + fleetStrategyText
	fullOCMText = `apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: web, namespace: NAMESPACE}
spec:
  clusterSets: [prod]
  numberOfClusters: 0
  predicates:
    - requiredClusterSelector:
        labelSelector: {matchLabels: {region: eu}, matchExpressions: [{key: tier, operator: NotIn, values: [bronze]}]}
        claimSelector: {matchExpressions: [{key: platform.open-cluster-management.io, operator: In, values: [aws, gcp]}]}
        celSelector: {celExpressions: ['managedCluster.status.version.kubernetes.startsWith("v1.3")']}
  prioritizerPolicy:
    mode: Exact
    configurations:
      - {scoreCoordinate: {type: BuiltIn, builtIn: Steady}, weight: 0}
      - {scoreCoordinate: {type: AddOn, addOn: {resourceName: usage, scoreName: cpu}}, weight: -10}
  spreadPolicy:
    spreadConstraints: [{topologyKey: example.com/region, topologyKeyType: Claim, maxSkew: 2, whenUnsatisfiable: DoNotSchedule}]
  tolerations: [{key: gpu, operator: Equal, value: "true", effect: NoSelect, tolerationSeconds: 0}, {operator: Exists}]
  decisionStrategy:
    groupStrategy:
      clustersPerDecisionGroup: 25%
      decisionGroups: [{groupName: canary, groupClusterSelector: {labelSelector: {matchLabels: {tier: canary}}, claimSelector: {matchExpressions: [{key: a, operator: Exists}]}}}]
  sortBy: Score
  scoreRateLimit: 5m
`
)

// TestHubPlacements decodes placements with every field that a hub lets them have, and encodes them: a server takes what is
// written, with the values that were sent.
func TestHubPlacements(t *testing.T) {
	server := hubtest.Start(t)
	names := strings.NewReplacer("NAMESPACE", server.Namespace(t), "NAME", server.Prefix(t)+"web")
	for _, text := range []string{fullFleetText, fullNamespacedText, fullOCMText} {
		text = names.Replace(text)
		encoded, refused := reencoded(t, text)
		if refused != "" {
			t.Errorf("%s\n%s", refused, text)
			continue
		}
		read := server.Create(t, encoded)
		if lost := lostValues(hubtest.Parse(t, text).Object["spec"], read.Object["spec"], "spec"); len(lost) > 0 {
			t.Errorf("%s: lost %s", read.GetKind(), strings.Join(lost, "; "))
		}
	}
}

// lostValues says what of a sent value is not in the one that is read, which may have defaults, too.
func lostValues(sent, read any, at string) (lost []string) {
	switch s := sent.(type) {
	case map[string]any:
		r, _ := read.(map[string]any)
		if r == nil {
			return []string{at}
		}
		for name, value := range s {
			lost = append(lost, lostValues(value, r[name], at+"."+name)...)
		}
		return lost
	case []any:
		r, _ := read.([]any)
		if len(r) != len(s) {
			return []string{at}
		}
		for i := range s {
			lost = append(lost, lostValues(s[i], r[i], fmt.Sprintf("%s[%d]", at, i))...)
		}
		return lost
	}
	if sent != read {
		return []string{fmt.Sprintf("%s: %v is %v", at, sent, read)}
	}
	return nil
}

// TestHubRefusals: what a server refuses is not encoded, and it takes what is encoded. The webhook of KubeFleet is not there:
// what only it refuses is not encoded either.
func TestHubRefusals(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	namespace, prefix := server.Namespace(t), server.Prefix(t)
	const one, ns = `resourceSelectors: [{group: a, version: v1, kind: B}]`, `{group: "", version: v1, kind: Namespace, name: a}`
	const taken, refused, webhook = "taken", "refused", "refused by the webhook"
	for i, test := range []struct{ kind, spec, is string }{
		{"crp", one, taken},
		{"crp", one + ", revisionHistoryLimit: 1, statusReportingScope: ClusterScopeOnly", taken},
		{"crp", one + ", revisionHistoryLimit: 0", refused},
		{"crp", one + ", revisionHistoryLimit: 1001", refused},
		{"crp", one + ", statusReportingScope: Cluster", refused},
		{"crp", one + ", statusReportingScope: NamespaceAccessible", refused},
		{"rp", one + ", statusReportingScope: NamespaceAccessible", taken},
		{"crp", "statusReportingScope: NamespaceAccessible, resourceSelectors: [" + ns + "]", taken},
		{"crp", "resourceSelectors: []", refused},
		{"rp", "resourceSelectors: [" + strings.Repeat("{group: a, version: v1, kind: B},", 101) + "]", refused},
		{"crp", "resourceSelectors: [{group: a, version: v1, kind: B, name: c, labelSelector: {}}]", refused},
		{"crp", "resourceSelectors: [{group: a, version: v1, kind: B, selectionScope: All}]", refused},
		{
			"crp", "resourceSelectors: [{group: a, version: v1, kind: B, labelSelector: {matchExpressions: [{key: a, operator: Is}]}}]",
			webhook,
		},
		{"crp", "resourceSelectors: [{group: a, version: v1, kind: ''}]", webhook},
		{"crp", "resourceSelectors: [{group: apps, version: v1, kind: Deployment}]", webhook},
		{"rp", "resourceSelectors: [" + ns + "]", webhook},
		{"crp", one + ", strategy: {type: External}", taken},
		{"crp", one + ", strategy: {type: External, rollingUpdate: {}}", webhook},
		{"crp", one + ", strategy: {rollingUpdate: {maxSurge: 101%}}", refused},
		{"crp", one + ", strategy: {rollingUpdate: {unavailablePeriodSeconds: -1}}", refused},
		{"crp", one + ", strategy: {applyStrategy: {type: Apply}}", refused},
		{"crp", one + ", strategy: {applyStrategy: {comparisonOption: Full}}", refused},
		{"crp", one + ", strategy: {applyStrategy: {whenToApply: Never}}", refused},
		{"crp", one + ", strategy: {applyStrategy: {whenToTakeOver: Sometimes}}", refused},
		{"crp", one + ", strategy: {applyStrategy: {serverSideApplyConfig: {force: true}}}", webhook},
		{"crp", one + ", strategy: {deleteStrategy: {propagationPolicy: Orphan}}", refused},
		{"crp", one + ", strategy: {deleteStrategy: {}}", taken},
		{"crp", one + ", strategy: {reportBackStrategy: {type: Mirror}}", refused},
		{"crp", one + ", strategy: {reportBackStrategy: {type: Mirror, destination: Here}}", refused},
		{"crp", one + ", strategy: {reportBackStrategy: {type: Disabled}}", taken},
		{"ocm", "sortBy: Name", refused},
		{"ocm", "scoreRateLimit: 1m30s", refused},
		{"ocm", "spreadPolicy: {spreadConstraints: [{topologyKey: a, topologyKeyType: Label}]}", taken},
		{"ocm", "spreadPolicy: {spreadConstraints: [{topologyKey: a, topologyKeyType: Labels}]}", refused},
		{"ocm", "spreadPolicy: {spreadConstraints: [{topologyKey: a/b/c, topologyKeyType: Label}]}", refused},
		{"ocm", "spreadPolicy: {spreadConstraints: [{topologyKey: a, topologyKeyType: Label, maxSkew: 0}]}", refused},
		{"ocm", "spreadPolicy: {spreadConstraints: [{topologyKey: a, topologyKeyType: Label, whenUnsatisfiable: No}]}", refused},
		{"ocm", "spreadPolicy: {spreadConstraints: [" + strings.Repeat("{topologyKey: a, topologyKeyType: Label},", 9) + "]}", refused},
	} {
		text := fmt.Sprintf(map[string]string{
			"crp": "{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterResourcePlacement, metadata: {name: %[1]s}, " +
				"spec: {%[3]s}}",
			"rp": "{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ResourcePlacement, metadata: {name: %[1]s, namespace: " +
				"%[2]s}, spec: {%[3]s}}",
			"ocm": "{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, metadata: {name: %[1]s, namespace: " +
				"%[2]s}, spec: {%[3]s}}",
		}[test.kind], fmt.Sprint(prefix, i), namespace, test.spec)
		encoded, mistake := reencoded(t, text)
		if (mistake == "") != (test.is == taken) {
			t.Errorf("%s: encoded %q, %s", test.spec, encoded, mistake)
		}
		if mistake == "" {
			server.Create(t, encoded)
		} else if _, err := server.TryCreate(t, text); (err == nil) != (test.is == webhook) {
			t.Errorf("%s: the server: %v", test.spec, err)
		}
	}
}

// TestAccHubEncodedPlacement publishes a resource by its YAML.
func TestAccHubEncodedPlacement(t *testing.T) {
	server := hubtest.Start(t)
	name := server.Prefix(t) + "web"
	config := `
locals {
  namespace = { group = "", version = "v1", kind = "Namespace", name = "team-a" }
}
resource "multicluster_placement" "web" {
  name                   = "` + name + `"
  clusters               = [{ name = "eu-1" }]
  kubefleet              = { placement_type = "PickN", number_of_clusters = 1 }
  resource_selectors     = [local.namespace]
  revision_history_limit = 3
  status_reporting_scope = "NamespaceAccessible"
  strategy = {
    type           = "RollingUpdate"
    rolling_update = { max_surge = "10%" }
    apply_strategy = { type = "ServerSideApply", server_side_apply_config = { force = true } }
  }
}
output "object" { value = provider::multicluster::encode_placement(multicluster_placement.web) }
`
	created := func(state *terraform.State) error {
		object, _ := state.RootModule().Outputs["object"].Value.(string)
		read := server.Create(t, object)
		want := `{"applyStrategy":{"comparisonOption":"PartialComparison","serverSideApplyConfig":{"force":true},"type":"ServerSideApply",` +
			`"whenToApply":"Always","whenToTakeOver":"Always"},"rollingUpdate":{"maxSurge":"10%","maxUnavailable":"25%","unavailablePeriodSeconds":60},"type":"RollingUpdate"}`
		spec, _ := read.Object["spec"].(map[string]any)
		if got, err := json.Marshal(spec["strategy"]); err != nil || string(got) != want {
			return fmt.Errorf("the strategy is %s, %v", got, err)
		}
		if fmt.Sprintf("%v %v", spec["revisionHistoryLimit"], spec["statusReportingScope"]) != "3 NamespaceAccessible" {
			return fmt.Errorf("the spec is %v", spec)
		}
		return nil
	}
	cli.Test(t, resource.TestStep{Config: config, Check: created}, resource.TestStep{
		Config: strings.Replace(config, "[local.namespace]", "[merge(local.namespace, { selection_scope = \"NamespaceOnly\" })]", 1),
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectResourceAction(cli.Web, plancheck.ResourceActionUpdate), plancheck.ExpectKnownValue(cli.Web,
				tfjsonpath.New("decisions").AtSliceIndex(0).AtMapKey("cluster_name"), cli.Text("eu-1")),
		}},
	})
}
