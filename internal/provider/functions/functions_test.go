// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/functions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestPlaceFunction gives the full configurations to all three doors: the data source, the resource and the function
// answer the same.
func TestPlaceFunction(t *testing.T) {
	for dialect, config := range providertest.FullConfigs() {
		t.Run(dialect, func(t *testing.T) { checkPlaceFunction(t, config) })
	}
}

func checkPlaceFunction(t *testing.T, config object) {
	read, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), config))
	for _, d := range diags {
		t.Error(providertest.Shown(d))
	}
	placed, mistake := providertest.Call(t, "place", placementconfig.ResultType.TerraformType(t.Context()), config)
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	var outputs map[string]tftypes.Value
	if err := placed.As(&outputs); err != nil {
		t.Fatal(err)
	}
	l := providertest.NewPlacement(t, t)
	p := l.Plan(providertest.Config(t, l.Type(), config))
	for name := range placementconfig.ResultAttributes() {
		if !outputs[name].Equal(read[name]) {
			t.Errorf("%s: place says %s, the data source %s", name, outputs[name], read[name])
		}
		// A resource that is created has no moves.
		if planned := l.Attribute(p.State, name); name != "moves" && !planned.Equal(read[name]) {
			t.Errorf("%s: the resource says %s, the data source %s", name, planned, read[name])
		}
	}
}

// TestPlaceFunctionFreely gives the function what HCL makes without a schema.
func TestPlaceFunctionFreely(t *testing.T) {
	instance := func(name, cpu string) object {
		return object{
			"id": name, "name": name, "cluster_set": nil, "labels": object{"tier": int64(1), "edge": true},
			"allocatable": object{"cpu": cpu, "memory": int64(5)},
		}
	}
	argument := object{
		"clusters": object{"a": instance("eu-1", "10"), "b": instance("eu-2", "20")},
		"ocm": object{
			"number_of_clusters": "1",
			"predicates": list{object{"required_cluster_selector": object{
				"label_selector": object{"match_labels": object{"tier": "1", "edge": "true"}},
			}}},
			"prioritizer_policy": object{"configurations": list{
				object{"weight": int64(2), "score_coordinate": object{"built_in": "ResourceAllocatableCPU"}},
			}},
		},
		"decision_strategy":  object{"group_strategy": object{"clusters_per_decision_group": int64(1)}},
		"previous_decisions": nil,
	}
	placed, mistake := providertest.Call(t, "place", placementconfig.ResultType.TerraformType(t.Context()), argument)
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	l := providertest.NewPlacement(t, t)
	if got := l.DecidedClusters(placed); !slices.Equal(got, []string{"eu-2"}) {
		t.Errorf("decided %v, want the larger cluster", got)
	}
}

// TestFunctionMistakes has arguments that are wrong. The text says where; it has no period, which Terraform adds.
func TestFunctionMistakes(t *testing.T) {
	one := list{object{"name": "eu-1"}}
	for _, test := range []struct {
		name, function string
		arguments      []any
		at             int64
		says           string
	}{
		{"no object", "place", []any{"x"}, 0, `found a string; it must be an object`},
		{"empty", "place", []any{object{}}, 0, `ocm: no scheduler is configured; set one of ocm, kubefleet, hybrid`},
		{
			"a typing mistake", "place", []any{object{"clusters": one, "ocm": object{"number_of_cluster": int64(1)}}}, 0,
			`ocm.number_of_cluster: unsupported attribute; did you mean "number_of_clusters"? Expected one of cluster_sets, number_of_clusters`,
		},
		{
			"in a cluster", "place", []any{object{"clusters": list{object{"name": "eu-1", "label": object{}}}, "ocm": object{}}}, 0,
			`clusters[0].label: unsupported attribute; did you mean "labels"? Expected one of agent, allocatable,`,
		},
		{
			"what only the resource has", "place", []any{object{"clusters": one, "ocm": object{}, "max_moves": int64(1)}}, 0,
			"max_moves: unsupported attribute",
		},
		{
			"a decision strategy inside", "place",
			[]any{object{"clusters": one, "ocm": object{"decision_strategy": object{"group_strategy": object{}}}}}, 0,
			"ocm.decision_strategy: unsupported attribute; decision_strategy belongs beside ocm; expected one of cluster_sets",
		},
		{
			"no such policy", "place", []any{object{"clusters": one, "ocm": object{}, "on_unsatisfied": "wran"}}, 0,
			`on_unsatisfied: found "wran": must be one of "error", "warn", "accept"`,
		},
		{
			"decided twice", "place",
			[]any{object{"clusters": one, "ocm": object{}, "previous_decisions": list{object{"cluster_name": "x"},
				object{"cluster_name": "x"}}}}, 0,
			`previous_decisions[1].cluster_name: found "x": previous_decisions[0] already has this name`,
		},
		{
			"a score twice", "place",
			[]any{object{"clusters": one, "ocm": object{}, "scores": list{object{"cluster": "eu-1", "name": "x", "scores": list{
				object{"name": "cpu", "value": int64(1)}, object{"name": "cpu", "value": int64(2)},
			}}}}}, 0,
			`scores[0].scores[1].name: found "cpu": scores[0].scores[0] has this name already`,
		},
		{
			"what is required", "place", []any{object{"clusters": list{object{}}, "ocm": object{}}}, 0,
			"clusters[0].name: the attribute must be set",
		},
		{
			"a hexadecimal number", "place", []any{object{"clusters": one, "ocm": object{"number_of_clusters": "0x1"}}}, 0,
			`found "0x1"; it must be a number`,
		},
		{
			"disabled", "decode_placement", []any{`{"apiVersion":"cluster.open-cluster-management.io/v1beta1","kind":"Placement","metadata":{"name":"x",
				"annotations":{"cluster.open-cluster-management.io/experimental-scheduling-disable":"true"}},"spec":{}}`}, 0,
			"the hub does not schedule the placement: the annotation " +
				"cluster.open-cluster-management.io/experimental-scheduling-disable disables it",
		},
		{
			"being deleted", "decode_placement", []any{`{"apiVersion":"placement.kubernetes-fleet.io/v1beta1","kind":"ClusterResourcePlacement",
				"metadata":{"name":"x","deletionTimestamp":"2026-01-01T00:00:00Z"},"spec":{}}`}, 0,
			"the hub does not schedule the placement: it is being deleted",
		},
		{"no fleet", "place", []any{object{"ocm": object{}}}, 0, "Neither clusters nor manifests is set. Set one of them"},
		{
			"no number", "place", []any{object{"clusters": one, "ocm": object{"number_of_clusters": "x"}}}, 0,
			`ocm.number_of_clusters: found "x"; it must be a number`,
		},
		{
			"half a number", "place", []any{object{"clusters": one, "ocm": object{"number_of_clusters": "1.5"}}}, 0,
			"ocm.number_of_clusters: found 1.5; it must be a whole number",
		},
		{
			"no bool", "place", []any{object{"clusters": list{object{"name": "a", "deleting": "x"}}, "ocm": object{}}}, 0,
			`clusters[0].deleting: found "x"; it must be true or false`,
		},
		{"a null cluster", "place", []any{object{"clusters": list{nil}, "ocm": object{}}}, 0, "clusters[0]: must not be null"},
		{
			"a null instance", "place", []any{object{"clusters": object{"x": nil}, "ocm": object{}}}, 0, `clusters["x"]: must not be null`,
		},
		{
			"one resource", "place", []any{object{"clusters": object{"name": "x"}, "ocm": object{}}}, 0,
			`clusters: found an object; it must be a list of objects`,
		},
		{
			"time", "place", []any{providertest.TimedConfig(nil)}, 0,
			"heartbeats expire: at 2026-08-11T12:05:00Z the decision may change.",
		},
		{
			"not satisfied", "place", []any{object{"clusters": one, "ocm": object{"number_of_clusters": int64(2)}}}, 0,
			"Chosen: 1; number_of_clusters is 2; the fleet has 1 cluster.",
		},
		{
			"an advisor", "place", []any{object{"clusters": one, "hybrid": object{"advisors": list{object{"name": "x"}}}}}, 0,
			"hybrid.advisors[0].recommendations: \"x\" is not a built-in advisor",
		},
		{"no placement", "decode_placement", []any{"apiVersion: v1\nkind: Pod\nmetadata: {name: x}"}, 0, "Pod"},
		{"no name", "encode_placement", []any{object{"ocm": object{}}}, 0, "name: the object must have a name"},
		{"no YAML", "decode_clusters", []any{"a: b: c"}, 0, "line 1: invalid YAML"},
		{"no kind", "decode_clusters", []any{"", "Cluster"}, 1, `found "Cluster"; it must be one of ManagedCluster, MemberCluster`},
		{
			"the other kind", "encode_clusters", []any{list{object{"name": "a", "kind": "MemberCluster"}}, "ocm"}, 0,
			`cluster "a", kind: Invalid value: "MemberCluster": cannot be encoded as a ManagedCluster`,
		},
		{"no dialect", "encode_clusters", []any{one, "k8s"}, 1, `found "k8s"; it must be ocm or kubefleet`},
		{"no cluster", "encode_clusters", []any{list{object{}}, "ocm"}, 0, "clusters[0].name: "},
	} {
		t.Run(test.function+" "+test.name, func(t *testing.T) {
			_, mistake := providertest.Call(t, test.function, placementconfig.ResultType.TerraformType(t.Context()), test.arguments...)
			if mistake == nil {
				t.Fatal("there was no error")
			}
			if mistake.FunctionArgument == nil || *mistake.FunctionArgument != test.at || !strings.Contains(mistake.Text, test.says) ||
				strings.HasSuffix(mistake.Text, ".") {
				t.Errorf("got %q, want %q", mistake.Text, test.says)
			}
		})
	}
}

// TestPlacementFunctionsRoundTrip encodes the placements of the full configurations and decodes what comes out.
func TestPlacementFunctionsRoundTrip(t *testing.T) {
	for dialect, config := range providertest.FullConfigs() {
		t.Run(dialect, func(t *testing.T) {
			value := object{"name": "web", "namespace": "default", dialect: config[dialect]}
			if dialect == placementconfig.DialectOCM {
				value["decision_strategy"] = config["decision_strategy"]
			}
			if dialect == placementconfig.DialectHybrid {
				dropProviderFields(config[dialect].(object)["advisors"].(list))
			}
			text := providertest.CallText(t, "encode_placement", value)
			typ := functions.PlacementObject.TerraformType(t.Context())
			decoded, mistake := providertest.Call(t, "decode_placement", typ, text)
			if mistake != nil {
				t.Fatal(mistake.Text)
			}
			if again := providertest.CallText(t, "encode_placement", decoded); again != text {
				t.Errorf("the YAML has changed:\n%s", cmp.Diff(text, again))
			}
		})
	}
}

// dropProviderFields removes from advisors what is no field of a PlacementRule.
func dropProviderFields(advisors list) {
	for _, a := range advisors {
		for _, name := range []string{"on_failure", "fail_open", "recommendations"} {
			delete(a.(object), name)
		}
	}
}

// TestClusterFunctionsRoundTrip encodes clusters as a hub has them, decodes them, and decides with them: a member cluster
// that was described without an agent stays joined and healthy, whatever the time is.
func TestClusterFunctionsRoundTrip(t *testing.T) {
	for _, dialect := range []string{placementconfig.DialectOCM, placementconfig.DialectKubeFleet} {
		fleet := list{object{"name": "eu-1", "labels": object{"env": "prod"}, "allocatable": object{"cpu": "10"}}}
		text := providertest.CallText(t, "encode_clusters", fleet, dialect)
		decoded, mistake := providertest.Call(t, "decode_clusters",
			tftypes.List{ElementType: placementconfig.ClusterType.TerraformType(t.Context())}, text)
		if mistake != nil {
			t.Fatal(mistake.Text)
		}
		if again := providertest.CallText(t, "encode_clusters", decoded, dialect); again != text {
			t.Errorf("the YAML has changed:\n%s", cmp.Diff(text, again))
		}
		if _, mistake := providertest.Call(t, "place", placementconfig.ResultType.TerraformType(t.Context()),
			object{"clusters": decoded, dialect: object{}}); mistake != nil {
			t.Error(mistake.Text)
		}
		if _, mistake := providertest.Call(t, "place", placementconfig.ResultType.TerraformType(t.Context()),
			object{"manifests": list{text}, dialect: object{}}); mistake != nil {
			t.Error(mistake.Text)
		}
	}
}

// TestDecodedPlacements decodes what is legal on a hub and easily lost: empty selectors, empty texts and zeros. The result
// can be placed and encoded, and is decoded to the same again.
func TestDecodedPlacements(t *testing.T) {
	const (
		ocmPlacement = `{"apiVersion":"cluster.open-cluster-management.io/v1beta1","kind":"Placement","metadata":{"name":"x","namespace":"d"},"spec":%s}`
		crp          = `{"apiVersion":"placement.kubernetes-fleet.io/v1beta1","kind":"ClusterResourcePlacement","metadata":{"name":"x"},"spec":{"policy":%s}}`
		rule         = `{"apiVersion":"core.hybridapp.io/v1alpha1","kind":"PlacementRule","metadata":{"name":"x","namespace":"d"},"spec":%s}`
	)
	for _, text := range []string{
		fmt.Sprintf(ocmPlacement, `{}`),
		fmt.Sprintf(ocmPlacement, `{"predicates":[{}]}`),
		fmt.Sprintf(ocmPlacement, `{"predicates":[{"requiredClusterSelector":{}},{"requiredClusterSelector":{"labelSelector":{}}}]}`),
		fmt.Sprintf(ocmPlacement, `{"predicates":[{"requiredClusterSelector":{"labelSelector":{"matchExpressions":[{"key":"env","operator":"NotIn","values":["","dev"]}]}}}]}`),
		fmt.Sprintf(ocmPlacement, `{"numberOfClusters":0,"tolerations":[{"operator":"Exists","tolerationSeconds":0}]}`),
		fmt.Sprintf(ocmPlacement, `{"prioritizerPolicy":{"configurations":[{"weight":0,"scoreCoordinate":{"builtIn":"Steady"}}]}}`),
		fmt.Sprintf(ocmPlacement, `{"decisionStrategy":{"groupStrategy":{"clustersPerDecisionGroup":"25%","decisionGroups":[{"groupName":"canary","groupClusterSelector":{}}]}}}`),
		fmt.Sprintf(crp, `{"placementType":"PickAll","affinity":{"clusterAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"clusterSelectorTerms":[{}]}}}}`),
		fmt.Sprintf(crp, `{"placementType":"PickN","numberOfClusters":0,"affinity":{"clusterAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[{"weight":0,"preference":{"labelSelector":{"matchLabels":{"a":""}}}}]}}}`),
		fmt.Sprintf(crp, `{"placementType":"PickN","numberOfClusters":1,"affinity":{"clusterAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[{"weight":0,"preference":{}}]}}}`),
		fmt.Sprintf(rule, `{"targets":[{}]}`),
		fmt.Sprintf(rule, `{"replicas":0,"decisionWeight":0,"advisors":[{"name":"alphabet","weight":0,"rules":{}}]}`),
	} {
		providertest.CheckDecodedPlacement(t, text)
	}
}
