// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet_test

import (
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// TestMessages: every mistake says what was found, what is allowed, and what to do.
func TestMessages(t *testing.T) {
	for spec, want := range map[string]string{
		"{numberOfClusters: 3}":                                          `numberOfClusters: placement_type is not set, which means PickAll; to choose a number of clusters, set placement_type = "PickN"`,
		"{placementType: PickAll, numberOfClusters: 3}":                  `numberOfClusters: placement_type is PickAll; to choose a number of clusters, set placement_type = "PickN"`,
		"{clusterNames: [a]}":                                            `clusterNames: placement_type is not set, which means PickAll; to choose clusters by name, set placement_type = "PickFixed"`,
		"{placementType: PickN, numberOfClusters: 1, clusterNames: [a]}": `clusterNames: placement_type is PickN; to choose clusters by name, set placement_type = "PickFixed"`,
		"{topologySpreadConstraints: [{topologyKey: a}]}":                `topologySpreadConstraints: placement_type is not set, which means PickAll; to spread clusters over the values of a label, set placement_type = "PickN"`,
		"{affinity: {clusterAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {}}]}}}": `affinity.clusterAffinity.preferredDuringSchedulingIgnoredDuringExecution: ` +
			`placement_type is not set, which means PickAll; to prefer clusters, set placement_type = "PickN"`,
		"{placementType: PickFixed, clusterNames: [a], numberOfClusters: 1}": `numberOfClusters: placement_type is PickFixed; to choose a number of clusters, set placement_type = "PickN"`,
		"{placementType: PickFixed, clusterNames: [a], affinity: {}}":        `affinity: placement_type is PickFixed; to choose clusters by labels or properties, set placement_type = "PickAll" or "PickN"`,
		"{placementType: PickFixed, clusterNames: [a], tolerations: []}": "tolerations: placement_type is PickFixed; " +
			"remove it: a placement of this type ignores taints",
		"{placementType: PickFixed, clusterNames: [a, b, a]}": `clusterNames[2]: found "a": cluster_names[0] already has this value`,
		"{placementType: PickFixed, clusterNames: [" + strings.Repeat("a", 64) +
			"]}": `clusterNames[0]: found 64 bytes: must have at most 63`,
		"{placementType: PickN}":                                                  `numberOfClusters: PickN chooses a number of clusters: set it, for example number_of_clusters = 3; to choose all, set placement_type = "PickAll"`,
		"{placementType: pickn, numberOfClusters: 1}":                             `placementType: found "pickn": must be one of "PickAll", "PickN", "PickFixed"; did you mean "PickN"?`,
		"{tolerations: [{key: a, operator: exists}]}":                             `tolerations[0].operator: found "exists": must be one of "Equal", "Exists"; did you mean "Exists"?`,
		"{tolerations: [{key: a, effect: NoExecute, operator: Exists}]}":          `tolerations[0].effect: found "NoExecute": must be "NoSchedule"`,
		"{tolerations: [{key: a, operator: Exists}, {key: a, operator: Exists}]}": `tolerations[1]: found {"key":"a","operator":"Exists"}: tolerations[0] already has this value`,
		"{tolerations: [" + numberedTolerations(101) +
			"]}": `tolerations: found 101: must have at most 100 items`,
		"{placementType: PickN, numberOfClusters: 1, topologySpreadConstraints: [{topologyKey: a, whenUnsatisfiable: doNotSchedule}]}": `topologySpreadConstraints[0].whenUnsatisfiable: ` +
			`found "doNotSchedule": must be one of "DoNotSchedule", "ScheduleAnyway"; did you mean "DoNotSchedule"?`,
		inPreferred("{weight: 1, preference: {propertySorter: {name: cost, sortOrder: descending}}}"): preferred +
			`[0].preference.propertySorter.sortOrder: ` +
			`found "descending": must be one of "Ascending", "Descending"; did you mean "Descending"?`,
		inPreferred("{weight: 101, preference: {}}"): preferred + "[0].weight: found 101: must be between -100 and 100",
		expressions("{name: cost, operator: gt, values: ['1']}"): required + `[0].propertySelector.matchExpressions[0].operator: ` +
			`found "gt": must be one of "Gt", "Ge", "Eq", "Ne", "Lt", "Le"; did you mean "Gt"?`,
		expressions("{name: cost, operator: Gt, values: [cheap]}"): required + `[0].propertySelector.matchExpressions[0].values[0]: ` +
			`found "cheap": must be a quantity such as 5, 0.35 or 16Gi`,
		expressions("{name: cost, operator: Gt, values: []}"): required + `[0].propertySelector.matchExpressions[0].values: ` +
			`found []: must be exactly one quantity, such as ["16Gi"]`,
	} {
		req := policy(t, spec)
		errs := req.Validate()
		if len(errs) != 1 {
			t.Errorf("%s: %d mistakes, want one: %v", spec, len(errs), errs)
			continue
		}
		if got := errs[0].Field + ": " + excerpt.FoundAndWanted(errs[0]); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", spec, got, want)
		}
	}
}
