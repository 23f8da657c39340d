// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// kubectlPlacement is a placement that kubectl has made, whose lists have defaults of the CRD.
func kubectlPlacement(r *onhub.PlacedRun) string {
	spec := "numberOfClusters: 2, clusterSets: [P-set], prioritizerPolicy: {mode: Exact, configurations: [{scoreCoordinate: " +
		"{builtIn: Steady}}]}, tolerations: [{key: gpu, value: 'true'}], predicates: [{requiredClusterSelector: {labelSelector: " +
		"{matchLabels: {test: T}}}}]"
	if !r.IsOCM() {
		spec = "resourceSelectors: [{group: '', version: v1, kind: " + r.Selects() +
			", name: x}], policy: {placementType: PickN, numberOfClusters: 2, tolerations: [{key: gpu, value: 'true'}], " +
			"topologySpreadConstraints: [{topologyKey: zone}]}, strategy: {rollingUpdate: {maxUnavailable: 30%}}"
	}
	return "{apiVersion: " + r.APIVersion() + ", kind: " + r.Kind + ", metadata: {name: " + r.Name + ", namespace: " + r.Namespace +
		"}, spec: {" + spec + "}}"
}

// sameAsKubectl is the configuration of that placement with a number of clusters.
func sameAsKubectl(r *onhub.PlacedRun, n int64, tolerations any, further ...object) object {
	config := object{"name": r.Name, "namespace": r.Namespace}
	if r.IsOCM() {
		config["ocm"] = object{
			"number_of_clusters": n, "cluster_sets": list{r.F.Prefix + "set"}, "tolerations": tolerations,
			"prioritizer_policy": object{
				"mode": "Exact", "configurations": list{object{"score_coordinate": object{"built_in": "Steady"}}},
			},
			"predicates": list{
				object{
					"required_cluster_selector": object{
						"label_selector": object{"match_labels": object{"test": strings.TrimSuffix(r.F.Prefix, "-")}},
					},
				},
			},
		}
	} else {
		config["kubefleet"] = object{
			"placement_type": "PickN", "number_of_clusters": n, "tolerations": tolerations,
			"topology_spread_constraints": list{object{"topology_key": "zone"}},
		}
		config["resource_selectors"] = list{object{"group": "", "version": "v1", "kind": r.Selects(), "name": "x"}}
		config["strategy"] = object{"type": "RollingUpdate", "rolling_update": object{"max_unavailable": "30%"}}
	}
	if r.Namespace == "" {
		delete(config, "namespace")
	}
	for _, f := range further {
		config = providertest.Merged(config, f)
	}
	return config
}

// TestHubOwner_placement: kubectl has made a placement. Adopting the same values is no conflict although the CRD has set defaults
// in its lists, and after that or after an import, changes are none.
func TestHubOwner_placement(t *testing.T) {
	for _, kind := range onhub.PlacedKinds {
		for _, imports := range []bool{true, false} {
			r := onhub.NewPlacedRun(t, kind)
			r.F.Create(kubectlPlacement(r))
			further := object{"max_moves": "100%"}
			tolerations := list{object{"key": "gpu", "value": "true"}}
			if imports {
				noErrors(r, r.ImportID(r.ID()))
			} else {
				further["adopt"] = true
			}
			noErrors(r, r.Do(sameAsKubectl(r, 2, tolerations, further)))
			generation := r.Get().GetGeneration()
			if generation != 1 {
				t.Errorf("%s, imported %t: the spec has changed: %v", kind, imports, r.Get().Object["spec"])
			}
			path := "spec."
			if !r.IsOCM() {
				path += "policy."
			}
			noErrors(r, r.Do(sameAsKubectl(r, 1, tolerations, further)))
			if n := onhub.FieldOf(t, r.Get(), path+"numberOfClusters"); n != int64(1) {
				t.Errorf("%s, imported %t: %v clusters", kind, imports, n)
			}
			// What the configuration no longer sets is removed.
			noErrors(r, r.Do(sameAsKubectl(r, 1, nil, further)))
			if onhub.FieldOf(t, r.Get(), path+"tolerations") != nil {
				t.Errorf("%s, imported %t: the tolerations are still there", kind, imports)
			}
		}
	}
}

// noErrors checks that there are no errors and no conflicts.
func noErrors(r *onhub.PlacedRun, diags []*tfprotov6.Diagnostic) {
	r.T.Helper()
	if providertest.Failed(diags) || strings.Contains(providertest.Said(diags), "keeps fields") {
		r.T.Fatal(providertest.Said(diags))
	}
}
