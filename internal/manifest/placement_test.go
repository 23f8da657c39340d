package manifest_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	rolloutocm "github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

// placementTexts are placements with every field.
var placementTexts = map[string]string{
	"ocm": `apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: { name: web, namespace: team-a, labels: { a: b }, resourceVersion: "7" }
spec:
  clusterSets: [prod]
  numberOfClusters: 0
  predicates:
    - requiredClusterSelector:
        labelSelector: { matchLabels: { env: prod }, matchExpressions: [{ key: a, operator: In, values: [b] }] }
        claimSelector: { matchExpressions: [{ key: platform, operator: Exists }] }
        celSelector: { celExpressions: ["true"] }
    - requiredClusterSelector: { labelSelector: {} }
    - {}
  prioritizerPolicy:
    mode: Exact
    configurations:
      - { scoreCoordinate: { builtIn: Steady }, weight: 0 }
      - { scoreCoordinate: { type: AddOn, addOn: { resourceName: usage, scoreName: cpu } } }
      - { name: Balance }
  tolerations: [{ key: gpu, operator: Equal, value: "true", effect: NoSelect, tolerationSeconds: 300 }]
  decisionStrategy:
    groupStrategy:
      clustersPerDecisionGroup: 25%
      decisionGroups: [{ groupName: canary, groupClusterSelector: { labelSelector: { matchLabels: { canary: "true" } } } }]
  spreadPolicy: { spreadConstraints: [{ topologyKey: zone, topologyKeyType: Label, maxSkew: 2, whenUnsatisfiable: DoNotSchedule }] }
  sortBy: Score
  scoreRateLimit: 1m
status: { numberOfSelectedClusters: 1 }
`,
	"kubefleet": `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: web }
spec:
  resourceSelectors:
    - { group: "", kind: Namespace, name: web, version: v1, selectionScope: NamespaceOnly }
    - { group: rbac.authorization.k8s.io, kind: ClusterRole, version: v1, labelSelector: {} }
    - { group: example.com, kind: Setting, version: v1alpha1, name: null }
  strategy: { type: RollingUpdate }
  revisionHistoryLimit: 3
  statusReportingScope: NamespaceAccessible
  policy:
    placementType: PickN
    numberOfClusters: 2
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector: {}
              propertySelector: { matchExpressions: [{ name: cost, operator: Lt, values: ["1"] }] }
        preferredDuringSchedulingIgnoredDuringExecution:
          - { weight: 5, preference: { metricSorter: { name: cost, sortOrder: Ascending } } }
    topologySpreadConstraints: [{ topologyKey: zone, maxSkew: 1, whenUnsatisfiable: ScheduleAnyway }]
    tolerations: [{ key: gpu, operator: Exists, effect: NoSchedule }]
`,
	"kubefleet in a namespace": `apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: { name: web, namespace: team-a }
spec: { policy: { placementType: PickFixed, clusterNames: [a, b] } }
`,
	"hybrid": `apiVersion: core.hybridapp.io/v1alpha1
kind: PlacementRule
metadata: { name: web, namespace: team-a }
spec:
  deployerType: kubernetes
  replicas: 1
  targets: [{ kind: Cluster, apiVersion: v1, name: cluster1, namespace: ns, uid: "1" }]
  targetLabels: { matchLabels: { env: prod } }
  decisionWeight: 10
  advisors:
    - { name: grc, type: predicate, rules: { policies: [{ name: p }] } }
    - { name: rhacm, type: priority, weight: 60, rules: { resourceHint: { type: cpu } } }
    - { name: cost, rules: [1, null, {}] }
status: { decisions: [{ kind: Cluster, name: cluster1 }, { name: vm, namespace: ops }] }
`,
}

func ptr[T any](value T) *T { return &value }

// placements are the placements in placementTexts.
var placements = map[string]manifest.Placement{
	"ocm": {
		Name: "web", Namespace: "team-a",
		OCM: &ocm.Spec{
			ClusterSets:      []string{"prod"},
			NumberOfClusters: ptr(int32(0)),
			Predicates: []ocm.Predicate{
				{RequiredClusterSelector: ocm.ClusterSelector{
					LabelSelector: &metav1.LabelSelector{
						MatchLabels:      map[string]string{"env": "prod"},
						MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "a", Operator: "In", Values: []string{"b"}}},
					},
					ClaimSelector: &placement.ClaimSelector{
						MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "platform", Operator: "Exists"}},
					},
					CELSelector: &ocm.CELSelector{CELExpressions: []string{"true"}},
				}},
				{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: &metav1.LabelSelector{}}},
				{},
			},
			PrioritizerPolicy: ocm.PrioritizerPolicy{Mode: "Exact", Configurations: []ocm.PrioritizerConfiguration{
				{ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: "Steady"}, Weight: ptr(int32(0))},
				{ScoreCoordinate: &ocm.ScoreCoordinate{Type: "AddOn", AddOn: &ocm.AddOnScore{ResourceName: "usage", ScoreName: "cpu"}}},
				{ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: "Balance"}},
			}},
			Tolerations: []match.Toleration{{
				Key: "gpu", Operator: "Equal", Value: "true", Effect: placement.NoSelect, TolerationSeconds: ptr(int64(300)),
			}},
			Unused: ocm.Unused{
				SpreadPolicy: &ocm.SpreadPolicy{SpreadConstraints: []ocm.SpreadConstraint{
					{TopologyKey: "zone", TopologyKeyType: "Label", MaxSkew: ptr(int32(2)), WhenUnsatisfiable: "DoNotSchedule"},
				}},
				SortBy: "Score", ScoreRateLimit: "1m",
			},
		},
		DecisionStrategy: placement.DecisionStrategy{GroupStrategy: &placement.GroupStrategy{
			ClustersPerDecisionGroup: ptr(intstr.FromString("25%")),
			DecisionGroups: []placement.DecisionGroup{{
				GroupName: "canary", GroupClusterSelector: placement.GroupSelector{
					LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"canary": "true"}},
				},
			}},
		}},
	},
	"kubefleet": {
		Name: "web",
		KubeFleet: &kubefleet.Spec{
			PlacementType:    kubefleet.PickN,
			NumberOfClusters: ptr(int32(2)),
			Affinity: &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{
				Required: &kubefleet.ClusterSelector{ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{
					LabelSelector: &metav1.LabelSelector{},
					PropertySelector: &kubefleet.PropertySelector{MatchExpressions: []kubefleet.PropertySelectorRequirement{
						{Name: "cost", Operator: "Lt", Values: []string{"1"}},
					}},
				}}},
				Preferred: []kubefleet.PreferredClusterSelector{{
					Weight:     5,
					Preference: kubefleet.ClusterSelectorTerm{PropertySorter: &kubefleet.PropertySorter{Name: "cost", SortOrder: "Ascending"}},
				}},
			}},
			TopologySpreadConstraints: []kubefleet.TopologySpreadConstraint{
				{TopologyKey: "zone", MaxSkew: ptr(int32(1)), WhenUnsatisfiable: "ScheduleAnyway"},
			},
			Tolerations: []kubefleet.Toleration{{Key: "gpu", Operator: "Exists", Effect: placement.NoSchedule}},
		},
		ObjectSpec: kubefleet.ObjectSpec{
			ResourceSelectors: []kubefleet.ResourceSelector{
				{Version: "v1", Kind: "Namespace", Name: "web", SelectionScope: kubefleet.NamespaceOnly},
				{Group: "rbac.authorization.k8s.io", Version: "v1", Kind: "ClusterRole", LabelSelector: &metav1.LabelSelector{}},
				{Group: "example.com", Version: "v1alpha1", Kind: "Setting"},
			},
			RevisionHistoryLimit: ptr(int32(3)), StatusReportingScope: kubefleet.NamespaceAccessible,
		},
		Strategy: &rollout.Strategy{OCMStrategy: rolloutocm.Strategy{Type: rollout.TypeRollingUpdate}},
	},
	"kubefleet in a namespace": {
		Name: "web", Namespace: "team-a",
		KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickFixed, ClusterNames: []string{"a", "b"}},
	},
	"hybrid": {
		Name: "web", Namespace: "team-a",
		Hybrid: &hybrid.Spec{
			DeployerType:   hybrid.DeployerTypes{"kubernetes"},
			Replicas:       ptr(int32(1)),
			DecisionWeight: ptr(int32(10)),
			Targets:        []hybrid.TargetReference{{Kind: "Cluster", Name: "cluster1", Namespace: "ns"}},
			TargetLabels:   &metav1.LabelSelector{MatchLabels: map[string]string{"env": "prod"}},
			Advisors: []hybrid.Advisor{
				{Name: "grc", Type: "predicate", Rules: json.RawMessage(`{"policies":[{"name":"p"}]}`)},
				{Name: "rhacm", Type: "priority", Weight: ptr(int32(60)), Rules: json.RawMessage(`{"resourceHint":{"type":"cpu"}}`)},
				{Name: "cost", Rules: json.RawMessage(`[1,null,{}]`)},
			},
		}, Decided: []string{"cluster1", "ops/vm"},
	},
}

// anotherVersion replaces the version of a placement, if its kind has another one.
var anotherVersion = strings.NewReplacer(
	"management.io/v1beta1", "management.io/v1alpha1", "fleet.io/v1beta1", "fleet.io/v1", "fleet.io/v1\n", "fleet.io/v1beta1\n",
)

// TestReadPlacement reads every field of every kind, from a document and from a List.
func TestReadPlacement(t *testing.T) {
	for name, text := range placementTexts {
		t.Run(name, func(t *testing.T) {
			for form, text := range map[string]string{
				"document": text, "list": "apiVersion: v1\nkind: List\nitems:\n" + "- " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ") + "\n",
				"another version": anotherVersion.Replace(text),
			} {
				got, err := manifest.ReadPlacement(t.Context(), text)
				if err != nil {
					t.Fatalf("%s: %v", form, err)
				}
				if diff := cmp.Diff(placements[name], got); diff != "" {
					t.Errorf("%s: -want +got:\n%s", form, diff)
				}
			}
		})
	}
}

// TestReadPlacementUnscheduled reads placements that are not scheduled, and one without a policy.
func TestReadPlacementUnscheduled(t *testing.T) {
	const ocmText = "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n"
	const fleetText = "apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\n"
	const disabled = "the annotation cluster.open-cluster-management.io/experimental-scheduling-disable disables it"
	for name, tt := range map[string]struct {
		text string
		want manifest.Placement
	}{
		"ocm, deleted": {
			ocmText + "metadata: { name: web, deletionTimestamp: '2026-08-20T11:00:00Z' }",
			manifest.Placement{Name: "web", OCM: &ocm.Spec{}, Unscheduled: "it is being deleted"},
		},
		"ocm, disabled": {
			ocmText + "metadata: { name: web, annotations: { " +
				"cluster.open-cluster-management.io/experimental-scheduling-disable: 'true' } }",
			manifest.Placement{Name: "web", OCM: &ocm.Spec{}, Unscheduled: disabled},
		},
		"kubefleet, no policy": {
			fleetText + "metadata: { name: web }",
			manifest.Placement{Name: "web", KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickAll}},
		},
		"kubefleet, deleted": {
			fleetText + "metadata: { name: web, deletionTimestamp: '2026-08-20T11:00:00Z' }",
			manifest.Placement{
				Name: "web", KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickAll}, Unscheduled: "it is being deleted",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := manifest.ReadPlacement(t.Context(), tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestReadPlacementMistakes: every error has a position. The texts are placements in which something is replaced, or texts
// of their own.
func TestReadPlacementMistakes(t *testing.T) {
	const ocmFields = "; expected one of clusterSets, numberOfClusters, predicates, tolerations, spreadPolicy, sortBy, " +
		"scoreRateLimit, decisionStrategy, prioritizerPolicy"
	const ruleFields = "; expected one of deployerType, replicas, targetLabels, decisionWeight, targets, advisors"
	const settings = "---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\n"
	for name, tt := range map[string]struct {
		text, old, replacement, want string
	}{
		"nothing": {"# comment\n", "", "", "document 1, line 1: found nothing; the text must contain exactly one placement"},
		"empty list": {
			`{"apiVersion":"v1","kind":"List","items":[]}`, "", "", "document 1, line 1: found nothing; the text must contain exactly one placement",
		},
		"not YAML":  {"a: [", "", "", "line 1: invalid YAML: did not find expected node content"},
		"no header": {"a: b", "", "", "document 1, line 1: not a Kubernetes object: apiVersion and kind are required"},
		"only other objects": {
			settings + settings, "", "",
			"document 1, line 2, ConfigMap/settings: found ConfigMap; the text must contain exactly one placement",
		},
		"another group": {
			placementTexts["ocm"], "cluster.open-cluster-management.io", "example.com",
			"document 1, line 1, Placement/web: found Placement.example.com; the text must contain exactly one placement" +
				`; did you mean "Placement.cluster.open-cluster-management.io"?`,
		},
		"a misspelt group": {
			placementTexts["ocm"], "open-cluster-management", "open-clusters-management",
			"document 1, line 1, Placement/web: found Placement.cluster.open-clusters-management.io; the text must contain exactly " +
				"one placement" +
				`; did you mean "Placement.cluster.open-cluster-management.io"?`,
		},
		"a misspelt kind": {
			placementTexts["kubefleet"], "ClusterResourcePlacement", "ClusterResourcesPlacement",
			"document 1, line 1, ClusterResourcesPlacement/web: found ClusterResourcesPlacement.placement.kubernetes-fleet.io; " +
				`the text must contain exactly one placement; did you mean "ClusterResourcePlacement.placement.kubernetes-fleet.io"?`,
		},
		"a field of the policy beside it": {
			"apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: { name: web }\nspec:\n  " +
				"placementType: PickN\n", "", "",
			"document 1, line 5, ClusterResourcePlacement/web, spec.placementType: placementType belongs in spec.policy",
		},
		"a misspelt spec": {
			"apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: { name: web }\nspce: {}\n", "", "",
			`document 1, line 4, ClusterResourcePlacement/web, spce: unknown field; expected one of spec, apiVersion, kind, metadata, status; did you mean "spec"?`,
		},
		"an unknown version": {
			placementTexts["ocm"], "v1beta1", "v1alpha9",
			`document 1, line 1, Placement/web, apiVersion: found "cluster.open-cluster-management.io/v1alpha9": must be one of ` +
				`"cluster.open-cluster-management.io/v1beta1", "cluster.open-cluster-management.io/v1alpha1"`,
		},
		"a file name": {
			"web.yaml", "", "",
			`document 1, line 1: found the text "web.yaml", which is not a Kubernetes object; to read a file, use file("${path.module}/web.yaml")`,
		},
		"a cluster": {
			"apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata: { name: a }", "", "",
			"document 1, line 1, ManagedCluster/a: found ManagedCluster.cluster.open-cluster-management.io; the text must contain " +
				"exactly one placement",
		},
		"two placements": {
			placementTexts["kubefleet in a namespace"] + "---\n" + placementTexts["hybrid"], "", "",
			"document 2, line 6, PlacementRule/web: found a second placement; the text must contain exactly one placement",
		},
		"no name": {
			placementTexts["kubefleet"], "name: web }", "}",
			"document 1, line 3, ClusterResourcePlacement, metadata.name: the object must have a name",
		},
		"an extra namespace": {
			placementTexts["kubefleet"], "name: web }", "name: web, namespace: a }",
			`document 1, line 3, ClusterResourcePlacement/web, metadata.namespace: found "a": a ClusterResourcePlacement has no namespace`,
		},
		"no namespace": {
			placementTexts["kubefleet in a namespace"], ", namespace: team-a", "",
			"document 1, line 3, ResourcePlacement/web, metadata.namespace: a ResourcePlacement must have a namespace",
		},
		"ocm, a typo": {
			placementTexts["ocm"], "numberOfClusters", "numberOfCluster",
			"document 1, line 6, Placement/web, spec.numberOfCluster: unknown field" + ocmFields + `; did you mean "numberOfClusters"?`,
		},
		"ocm, wrong case": {
			placementTexts["ocm"], "tolerations", "Tolerations",
			"document 1, line 20, Placement/web, spec.Tolerations: unknown field" + ocmFields + `; did you mean "tolerations"?`,
		},
		"ocm, a typo in a selector": {
			placementTexts["ocm"], "{ matchLabels: { env", "{ matchLabel: { env",
			"document 1, line 9, Placement/web, spec.predicates[0].requiredClusterSelector.labelSelector.matchLabel: unknown field" +
				`; expected one of matchLabels, matchExpressions; did you mean "matchLabels"?`,
		},
		"ocm, a typo in a configuration": {
			placementTexts["ocm"], "weight: 0", "weigth: 0",
			"document 1, line 17, Placement/web, spec.prioritizerPolicy.configurations[0].weigth: unknown field" +
				`; expected one of scoreCoordinate, weight, name; did you mean "weight"?`,
		},
		"ocm, a typo in a group": {
			placementTexts["ocm"], "clustersPerDecisionGroup", "clustersPerGroup",
			"document 1, line 23, Placement/web, spec.decisionStrategy.groupStrategy.clustersPerGroup: unknown field" +
				"; expected one of decisionGroups, clustersPerDecisionGroup",
		},
		"ocm, a wrong type": {
			placementTexts["ocm"], "numberOfClusters: 0", "numberOfClusters: two",
			`document 1, line 6, Placement/web, spec.numberOfClusters: found text; it must be a whole number`,
		},
		"kubefleet, a typo": {
			placementTexts["kubefleet"], "placementType", "type",
			"document 1, line 13, ClusterResourcePlacement/web, spec.policy.type: unknown field" +
				"; expected one of placementType, clusterNames, numberOfClusters, topologySpreadConstraints, tolerations, affinity",
		},
		"kubefleet, a typo in a term": {
			placementTexts["kubefleet"], "metricSorter", "sorter",
			"document 1, line 22, ClusterResourcePlacement/web, spec.policy.affinity.clusterAffinity." +
				"preferredDuringSchedulingIgnoredDuringExecution[0].preference.sorter: unknown field" +
				"; expected one of labelSelector, propertySelector, propertySorter, metricSorter",
		},
		"kubefleet, seconds": {
			placementTexts["kubefleet"], "operator: Exists", "operator: Exists, tolerationSeconds: 3",
			"document 1, line 24, ClusterResourcePlacement/web, spec.policy.tolerations[0].tolerationSeconds: unknown field" +
				"; expected one of key, operator, value, effect",
		},
		"hybrid, a typo": {
			placementTexts["hybrid"], "replicas", "replica",
			"document 1, line 6, PlacementRule/web, spec.replica: unknown field" + ruleFields + `; did you mean "replicas"?`,
		},
		"hybrid, a field of the provider": {
			placementTexts["hybrid"], "weight: 60", "onFailure: ignore",
			"document 1, line 12, PlacementRule/web, spec.advisors[1].onFailure: unknown field; expected one of name, type, weight, rules",
		},
		"hybrid, a type": {
			placementTexts["hybrid"], "deployerType: kubernetes", "deployerType: {a: b}",
			"document 1, line 5, PlacementRule/web, spec.deployerType: found {\"a\":\"b\"}; it must be a string or a list of strings",
		},
		"JSON, the line": {
			"{\"apiVersion\":\"core.hybridapp.io/v1alpha1\",\"kind\":\"PlacementRule\",\"metadata\":{\"name\":\"a\"},\n\"spec\":{\n\"replica\":1}}",
			"", "",
			"document 1, line 3, PlacementRule/a, spec.replica: unknown field" + ruleFields + `; did you mean "replicas"?`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			text := tt.text
			if tt.old != "" {
				if text = strings.Replace(text, tt.old, tt.replacement, 1); text == tt.text {
					t.Fatal("nothing was replaced")
				}
			}
			_, err := manifest.ReadPlacement(t.Context(), text)
			var mistake *document.Error
			if !errors.As(err, &mistake) {
				t.Fatalf("%#v is not an error with a position", err)
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
