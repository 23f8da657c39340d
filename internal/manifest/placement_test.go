package manifest_test

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
  spreadPolicy: { spreadConstraints: [{ topologyKey: zone, topologyKeyType: Label }] }
  sortBy: Score
  scoreRateLimit: 1m
status: { numberOfSelectedClusters: 1 }
`,
	"kubefleet": `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: web }
spec:
  resourceSelectors: [{ group: "", kind: Namespace, name: web, version: v1 }]
  strategy: { type: RollingUpdate }
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
