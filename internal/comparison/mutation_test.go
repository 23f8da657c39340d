// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package comparison_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/api/resource"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// mutated are placements of the three schedulers with every sort of term, as objects. Each term decides something.
var mutated = map[string]string{
	"ocm": `
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: web, namespace: shop}
spec:
  clusterSets: [prod]
  numberOfClusters: 2
  predicates:
    - requiredClusterSelector:
        labelSelector:
          matchLabels: {env: prod}
          matchExpressions: [{key: region, operator: In, values: [eu, us]}, {key: gone, operator: DoesNotExist}]
        claimSelector: {matchExpressions: [{key: zone, operator: NotIn, values: [c]}]}
  tolerations: [{key: gpu, operator: Equal, value: a, effect: NoSelect}, {key: old, operator: Exists}]
  prioritizerPolicy:
    mode: Exact
    configurations:
      - {weight: 2, scoreCoordinate: {type: BuiltIn, builtIn: ResourceAllocatableMemory}}
      - {weight: 1, scoreCoordinate: {type: AddOn, addOn: {resourceName: usage, scoreName: free}}}
  decisionStrategy:
    groupStrategy:
      clustersPerDecisionGroup: 50%
      decisionGroups: [{groupName: canary, groupClusterSelector: {labelSelector: {matchLabels: {canary: a}}}}]
`,
	"ocm with an expression": `
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: web, namespace: shop}
spec:
  clusterSets: [prod]
  predicates: [{requiredClusterSelector: {celSelector: {celExpressions: ["managedCluster.metadata.labels['tier'] == 'iron'"]}}}]
`,
	"kubefleet": `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: {name: web}
spec:
  resourceSelectors: [{group: "", version: v1, kind: Namespace, name: web}]
  policy:
    placementType: PickN
    numberOfClusters: 2
    tolerations: [{key: gpu, operator: Equal, value: a, effect: NoSchedule}, {key: old, operator: Exists}]
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector: {matchLabels: {env: prod}, matchExpressions: [{key: region, operator: NotIn, values: [apac]}]}
              propertySelector: {matchExpressions: [{name: cost, operator: Lt, values: ["10"]}]}
        preferredDuringSchedulingIgnoredDuringExecution:
          - {weight: 20, preference: {labelSelector: {matchLabels: {tier: gold}}}}
          - {weight: 10, preference: {propertySorter: {name: cost, sortOrder: Ascending}}}
    topologySpreadConstraints: [{maxSkew: 2, topologyKey: region, whenUnsatisfiable: ScheduleAnyway}]
`,
	"hybrid": `
apiVersion: core.hybridapp.io/v1alpha1
kind: PlacementRule
metadata: {name: web, namespace: shop}
spec:
  deployerType: kubernetes
  replicas: 1
  targetLabels: {matchLabels: {env: prod}, matchExpressions: [{key: region, operator: In, values: [eu, us]}]}
`,
}

// others are the values that a leaf of a name is changed to, where any other text is none.
var others = map[string]any{
	"operator": "NotIn", "effect": "NoSelectIfNew", "mode": "Additive", "placementType": "PickAll", "sortOrder": "Descending",
	"whenUnsatisfiable": "DoNotSchedule", "builtIn": "Steady", "type": "BuiltIn", "clustersPerDecisionGroup": 1,
	"celExpressions": "managedCluster.metadata.labels['tier'] == 'gold'", "deployerType": "cloudformation",
}

// mutations are the values with one leaf changed, or one element or attribute left out, by the path of what is changed.
func mutations(path string, value any, note func(path string, changed any)) {
	name := path[strings.LastIndexByte(path, '.')+1:]
	name, _, _ = strings.Cut(name, "[")
	switch of := value.(type) {
	case map[string]any:
		for key := range of {
			with := func(path string, changed any) {
				other := map[string]any{}
				for k, v := range of {
					other[k] = v
				}
				if other[key] = changed; changed == nil {
					delete(other, key)
				}
				note(path, other)
			}
			with(path+"."+key+" left out", nil)
			mutations(path+"."+key, of[key], with)
		}
	case []any:
		for i := range of {
			note(fmt.Sprintf("%s[%d] left out", path, i), slices.Delete(slices.Clone(of), i, i+1))
			mutations(fmt.Sprintf("%s[%d]", path, i), of[i], func(path string, changed any) {
				other := slices.Clone(of)
				other[i] = changed
				note(path, other)
			})
		}
	case string:
		other, isChosen := others[name]
		switch {
		case of == "Exists":
			other = "Equal"
		case of == "Equal":
			other = "Exists"
		case of == "NotIn":
			other = "In"
		case of == "NoSchedule":
			return
		case !isChosen:
			other = of + "7"
		}
		if other != of {
			note(path, other)
		}
	case float64:
		note(path, of+1)
	}
}

// TestOf_mutations: no single change of a term of a placement is proved to be none.
func TestOf_mutations(t *testing.T) {
	t.Parallel()
	isSame := func(path string) bool { // These select no clusters, and this is the default.
		return strings.HasPrefix(path, "spec.resourceSelectors") || strings.HasSuffix(path, "tolerations[0].operator left out")
	}
	fleet := mutatedFleet()
	for name, text := range mutated {
		var object map[string]any
		if err := yaml.Unmarshal([]byte(text), &object); err != nil {
			t.Fatal(err)
		}
		from := readObject(t, object)
		counts := map[string]int{}
		mutations("spec", object["spec"], func(path string, spec any) {
			other := map[string]any{"apiVersion": object["apiVersion"], "kind": object["kind"], "metadata": object["metadata"], "spec": spec}
			encoded, err := json.Marshal(other)
			if err != nil {
				t.Fatal(err)
			}
			to, err := manifest.ReadStoredPlacement(encoded)
			if err != nil {
				counts["refused"]++
				return
			}
			found, findings := comparison.Of(t.Context(), fleet, comparison.Pair{From: world.Placement{Placement: from}, To: world.Placement{Placement: to}}, world.Options{}, 200_000)
			switch {
			case findings.HasError():
				counts["refused"]++
			case (found.Verdict == comparison.Equal) != isSame(path):
				t.Errorf("%s %s: %s", name, path, found.Verdict)
			case found.Verdict == comparison.Later && len(found.Edits) == 0:
				t.Errorf("%s %s: there is no change", name, path)
			}
			if found != nil {
				counts[found.Verdict]++
			}
		})
		if t.Log(name, counts); counts[comparison.NotFound] > max(3, counts[comparison.Later]/4) {
			t.Errorf("%s: too few changes are found: %v", name, counts)
		}
	}
}

// mutatedFleet is a fleet of which each placement chooses some.
func mutatedFleet() planner.Fleet {
	fleet := planner.Fleet{
		ClusterSets: []placement.ClusterSet{{Name: "prod", SelectorType: placement.ExclusiveClusterSetLabel}},
		Bindings:    []placement.Binding{{Name: "prod", Namespace: "shop"}},
	}
	for i, memory := range []string{"64Gi", "32Gi", "16Gi", "8Gi"} {
		c := placement.Cluster{
			Name: string(rune('a' + i)), Claims: map[string]string{"zone": "a"}, Properties: map[string]string{"cost": fmt.Sprint(i)},
			Labels: map[string]string{
				placement.ClusterSetLabel: "prod", "env": "prod", "region": []string{"eu", "us"}[i%2], "tier": "gold", "canary": "a",
			},
			Allocatable: placement.Resources{placement.NewResource("memory", resource.MustParse(memory))},
		}
		c.Capacity = c.Allocatable
		fleet.Clusters = append(fleet.Clusters, c)
		fleet.Scores = append(fleet.Scores, placement.Score{
			Cluster: c.Name, Name: "usage", Values: []placement.ScoreValue{{Name: "free", Value: int32(10 * i)}},
		})
	}
	return fleet
}

// readObject reads a placement from its object.
func readObject(t *testing.T, object map[string]any) manifest.Placement {
	t.Helper()
	encoded, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	p, err := manifest.ReadStoredPlacement(encoded)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
