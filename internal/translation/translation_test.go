// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package translation_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/translation"
)

// TestOf translates objects, and names what has no equivalent.
func TestOf(t *testing.T) {
	const ofOCM, ofFleet, ofRule = "cluster.open-cluster-management.io/v1beta1 Placement",
		"placement.kubernetes-fleet.io/v1beta1 ResourcePlacement", "core.hybridapp.io/v1alpha1 PlacementRule"
	for name, test := range map[string]struct {
		kind, spec   string
		to           placement.Dialect
		want         string
		untranslated string
	}{
		"tolerations": {
			kind: ofOCM, to: placement.DialectKubeFleet,
			spec: "tolerations: [{key: gpu, operator: Exists}, {key: spot, value: a, effect: NoSelect, tolerationSeconds: 60}, " +
				"{key: spot, value: a}, {key: x, value: no label!}, {key: batch, effect: PreferNoSelect}]",
			want: "policy: {placementType: PickAll, tolerations: [{key: gpu, operator: Exists}, " +
				"{key: spot, operator: Equal, value: a}]}",
			untranslated: "namespace not translated, ocm.tolerations[1].effect changed in meaning, " +
				"ocm.tolerations[1].toleration_seconds changed in meaning, ocm.tolerations[3] not translated, " +
				"ocm.tolerations[4] not translated",
		},
		"prioritizers": {
			kind: ofOCM, to: placement.DialectKubeFleet,
			spec: "numberOfClusters: 2, prioritizerPolicy: {configurations: [" +
				"{scoreCoordinate: {builtIn: ResourceAllocatableMemory}, weight: -3}, {scoreCoordinate: {builtIn: Steady}, weight: 0}, " +
				"{scoreCoordinate: {type: AddOn, addOn: {resourceName: a, scoreName: b}}}]}",
			want: "policy: {placementType: PickN, numberOfClusters: 2, affinity: {clusterAffinity: {" +
				"preferredDuringSchedulingIgnoredDuringExecution: [{weight: -30, preference: {propertySorter: " +
				"{name: resources.kubernetes-fleet.io/allocatable-memory, sortOrder: Descending}}}]}}}",
			untranslated: "namespace not translated, ocm.number_of_clusters changed in meaning, " +
				"ocm.prioritizer_policy.mode not translated, ocm.prioritizer_policy.configurations[0] changed in meaning, " +
				"ocm.prioritizer_policy.configurations[2] not translated",
		},
		"predicates": {
			kind: ofOCM, to: placement.DialectKubeFleet,
			spec: "clusterSets: [blue], predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {env: prod}}}}, " +
				"{requiredClusterSelector: {claimSelector: {matchExpressions: [{key: zone, operator: Exists}]}, " +
				"celSelector: {celExpressions: ['true']}}}]",
			want: "policy: {placementType: PickAll, affinity: {clusterAffinity: {requiredDuringSchedulingIgnoredDuringExecution: " +
				"{clusterSelectorTerms: [{labelSelector: {matchLabels: {env: prod}}}, " +
				"{labelSelector: {matchExpressions: [{key: zone, operator: Exists}]}}]}}}}",
			untranslated: "namespace not translated, ocm.cluster_sets[0] not translated, " +
				"ocm.predicates[1].required_cluster_selector.claim_selector changed in meaning, " +
				"ocm.predicates[1].required_cluster_selector.cel_selector.cel_expressions[0] not translated",
		},
		"properties": {
			kind: ofFleet, to: placement.DialectOCM,
			spec: "resourceSelectors: [{group: '', version: v1, kind: ConfigMap, name: a}], policy: {placementType: PickAll, " +
				"affinity: {clusterAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {clusterSelectorTerms: [" +
				"{propertySelector: {matchExpressions: [" +
				"{name: resources.kubernetes-fleet.io/total-cpu, operator: Ge, values: ['8']}, " +
				"{name: kubernetes-fleet.io/node-count, operator: Lt, values: ['3']}]}}]}}}}",
			want: "predicates: [{requiredClusterSelector: {celSelector: {celExpressions: [" +
				`'quantity(managedCluster.status.capacity["cpu"]).compareTo(quantity("8")) >= 0', ` +
				`'managedCluster.status.clusterClaims.exists(c, c.name == "kubernetes-fleet.io/node-count" && ` +
				`quantity(c.value).compareTo(quantity("3")) < 0)']}}}]`,
			untranslated: "namespace not translated, kubefleet.affinity.cluster_affinity." +
				"required_during_scheduling_ignored_during_execution.cluster_selector_terms[0].property_selector.match_expressions[1] " +
				"changed in meaning, resource_selectors not translated",
		},
		"a number": {
			kind: ofFleet, to: placement.DialectOCM,
			spec: "strategy: {type: RollingUpdate}, policy: {placementType: PickN, numberOfClusters: 1, " +
				"topologySpreadConstraints: [{topologyKey: region}], affinity: {clusterAffinity: {" +
				"preferredDuringSchedulingIgnoredDuringExecution: [{weight: 5, preference: {propertySorter: " +
				"{name: resources.kubernetes-fleet.io/allocatable-cpu, sortOrder: Descending}}}, " +
				"{weight: 20, preference: {labelSelector: {matchLabels: {env: prod}}}}]}}}",
			want: "numberOfClusters: 1, prioritizerPolicy: {mode: Exact, configurations: [" +
				"{scoreCoordinate: {builtIn: ResourceAllocatableCPU}, weight: 1}, {scoreCoordinate: {builtIn: Steady}, weight: 10}]}",
			untranslated: "namespace not translated, kubefleet.number_of_clusters changed in meaning, " +
				"kubefleet.affinity.cluster_affinity.preferred_during_scheduling_ignored_during_execution[0] changed in meaning, " +
				"kubefleet.affinity.cluster_affinity.preferred_during_scheduling_ignored_during_execution[1] not translated, " +
				"kubefleet.topology_spread_constraints[0] not translated, strategy not translated",
		},
		"names": {
			kind: ofFleet, to: placement.DialectOCM, spec: "policy: {placementType: PickFixed, clusterNames: [a, b]}",
			want: "numberOfClusters: 2, predicates: [{requiredClusterSelector: {celSelector: {celExpressions: " +
				`['managedCluster.metadata.name in ["a", "b"]']}}}], tolerations: [{operator: Exists}]`,
			untranslated: "namespace not translated",
		},
		"the first by name": {
			kind: ofRule, to: placement.DialectOCM, spec: "replicas: 2, advisors: [{name: alphabet, type: priority}]",
			want: "numberOfClusters: 2, prioritizerPolicy: {mode: Exact}, tolerations: [{operator: Exists}]",
		},
		"advisors": {
			kind: ofRule, to: placement.DialectOCM,
			spec: "replicas: 1, deployerType: ansible, targets: [{name: a}, {name: b, namespace: c}], advisors: [{name: cost}]",
			want: "numberOfClusters: 0, predicates: [{requiredClusterSelector: {celSelector: {celExpressions: " +
				`['managedCluster.metadata.name in ["a"]']}}}], prioritizerPolicy: {mode: Exact, configurations: [` +
				"{scoreCoordinate: {builtIn: Steady}, weight: 10}]}, tolerations: [{operator: Exists}]",
			untranslated: "hybrid.deployer_type not translated, hybrid.replicas changed in meaning, " +
				"hybrid.advisors[0] not translated",
		},
	} {
		t.Run(name, func(t *testing.T) {
			version, kind, _ := strings.Cut(test.kind, " ")
			p := read(t, object(version, kind, test.spec))
			got, mistake := translation.Of(&p, test.to)
			if mistake != nil {
				t.Fatal(mistake)
			}
			target := "cluster.open-cluster-management.io/v1beta1, kind: Placement"
			if test.to == placement.DialectKubeFleet {
				target = "placement.kubernetes-fleet.io/v1beta1, kind: ClusterResourcePlacement"
			}
			want := read(t, "{apiVersion: "+target+", metadata: {name: web}, spec: {"+test.want+"}}")
			if diff := cmp.Diff(written(t, want), written(t, got.Placement)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if diff := cmp.Diff(test.untranslated, listed(got.Untranslated)); diff != "" {
				t.Errorf("-want +untranslated:\n%s", diff)
			}
			if len(got.SchedulerDifferences) == 0 {
				t.Error("the schedulers do not differ")
			}
		})
	}
}

func read(t *testing.T, text string) manifest.Placement {
	t.Helper()
	p, err := manifest.ReadPlacement(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func written(t *testing.T, p manifest.Placement) string {
	t.Helper()
	text, err := manifest.WritePlacement(p)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestOf_limits: what KubeFleet refuses is left out and named.
func TestOf_limits(t *testing.T) {
	p := manifest.Placement{Name: "shop.v2", OCM: &ocm.Spec{Predicates: make([]ocm.Predicate, 12)}}
	for i := range 101 {
		toleration := match.Toleration{Key: fmt.Sprintf("t%d", i), Operator: match.OperatorExists}
		p.OCM.Tolerations = append(p.OCM.Tolerations, toleration, toleration)
	}
	got, mistake := translation.Of(&p, placement.DialectKubeFleet)
	if mistake != nil {
		t.Fatal(mistake)
	}
	const want = "name not translated, ocm.predicates[10] not translated, ocm.tolerations[200] not translated, " +
		"ocm.tolerations[201] not translated"
	if diff := cmp.Diff(want, listed(got.Untranslated)); diff != "" {
		t.Errorf("-want +untranslated:\n%s", diff)
	}
	if errs := validate(&got.Placement); errs != "" || len(got.Placement.KubeFleet.Tolerations) != 100 {
		t.Errorf("%s", errs)
	}
}

// TestShare: clusters of one kind, with their objects, are seen by both schedulers, and clusters of two kinds are as they are.
func TestShare(t *testing.T) {
	const member = `
apiVersion: cluster.kubernetes-fleet.io/v1beta1
kind: MemberCluster
metadata: {name: %s}
status: {resourceUsage: {allocatable: {cpu: "%d"}}}
`
	p := read(t, object("placement.kubernetes-fleet.io/v1beta1", "ResourcePlacement", "policy: {placementType: PickAll, affinity: "+
		"{clusterAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {clusterSelectorTerms: [{propertySelector: "+
		"{matchExpressions: [{name: resources.kubernetes-fleet.io/allocatable-cpu, operator: Ge, values: ['8']}]}}]}}}}"))
	translated, mistake := translation.Of(&p, placement.DialectOCM)
	if mistake != nil {
		t.Fatal(mistake)
	}
	texts := []string{fmt.Sprintf(member, "a", 16), fmt.Sprintf(member, "b", 4)}
	fleet := fleetOf(t, texts...)
	translation.Share(&fleet)
	checkChosen(t, fleet, translated.Placement, "a")
	both := fleetOf(t, append(texts, "{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, "+
		"metadata: {name: a}}")...)
	translation.Share(&both)
	checkChosen(t, both, translated.Placement, "")
}

func fleetOf(t *testing.T, texts ...string) planner.Fleet {
	t.Helper()
	read, err := inventory.ReadFleet(t.Context(), strings.Join(texts, "\n---\n"))
	if err != nil {
		t.Fatal(err)
	}
	return planner.Fleet{Manifests: read}
}

// TestOf_schedulers: a scheduler that is no target is an error with the nearest name, and the same one changes nothing.
func TestOf_schedulers(t *testing.T) {
	for _, test := range []struct {
		from, to placement.Dialect
		want     string
	}{
		{placement.DialectOCM, "kubeflet", `did you mean "kubefleet"?`},
		{placement.DialectOCM, placement.DialectHybrid, `must be one of "ocm", "kubefleet"`},
		{placement.DialectHybrid, placement.DialectKubeFleet, `must be "ocm"`},
	} {
		_, mistake := translation.Of(full(test.from, nil), test.to)
		if mistake == nil || !strings.Contains(mistake.Error(), test.want) {
			t.Errorf("%s to %s: %v", test.from, test.to, mistake)
		}
	}
	p := full(placement.DialectOCM, nil)
	if same, mistake := translation.Of(p, placement.DialectOCM); mistake != nil || !cmp.Equal(*p, same.Placement) {
		t.Errorf("%v, %s", mistake, fmt.Sprint(same))
	}
}
