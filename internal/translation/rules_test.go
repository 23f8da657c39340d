// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package translation_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/translation"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// managed are ManagedClusters with their labels. The last one is not available.
func managed(t *testing.T, labels ...string) planner.Fleet {
	t.Helper()
	var texts []string
	for i, set := range labels {
		status, taints := "True", ""
		if i == len(labels)-1 {
			status, taints = "False", "{key: cluster.open-cluster-management.io/unavailable, effect: NoSelect}"
		}
		texts = append(texts, fmt.Sprintf(`
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: c%d, labels: {%s}}
spec: {hubAcceptsClient: true, taints: [%s]}
status:
  conditions:
    - {type: ManagedClusterConditionAvailable, status: "%s", reason: R, message: "", lastTransitionTime: "2026-01-01T00:00:00Z"}
`, i, set, taints, status))
	}
	return fleetOf(t, texts...)
}

// TestRules: the shapes of published PlacementRules choose the clusters that they name, as the Placement that was published in
// their place does. Rules without a number and a condition are translated whole.
func TestRules(t *testing.T) {
	fleet := managed(t, `type: hosted, fedramp: "true"`, `type: hosted, name: two`, `type: management`, `sector: canary`,
		`type: service, sector: main`, `type: hosted, sector: canary`)
	const available = ", clusterConditions: [{type: ManagedClusterConditionAvailable, status: 'True'}]"
	for _, test := range []struct{ spec, want, untranslated string }{
		{"clusterSelector: {matchLabels: {type: hosted}}", "c0 c1 c5", ""},
		{"clusterSelector: {matchLabels: {type: hosted, sector: canary}}", "c5", ""},
		{"clusterSelector: {matchLabels: {type: hosted}}" + available, "c0 c1", ""},
		{"clusterSelector: {matchExpressions: [{key: type, operator: In, values: [hosted]}]}", "c0 c1 c5", ""},
		{"clusterSelector: {matchExpressions: [{key: type, operator: In, values: [management, service]}]}", "c2 c4", ""},
		{"clusterSelector: {matchExpressions: [{key: type, operator: NotIn, values: [hosted]}]}", "c2 c3 c4", ""},
		{"clusterSelector: {matchExpressions: [{key: sector, operator: Exists}]}", "c3 c4 c5", ""},
		{"clusterSelector: {matchExpressions: [{key: type, operator: DoesNotExist}]}", "c3", ""},
		{
			"clusterSelector: {matchExpressions: [{key: type, operator: In, values: [hosted]}, " +
				"{key: fedramp, operator: NotIn, values: ['true']}]}", "c1 c5", "",
		},
		{
			"clusterSelector: {matchExpressions: [{key: type, operator: Exists}, {key: type, operator: NotIn, values: [hosted]}, " +
				"{key: sector, operator: DoesNotExist}]}", "c2", "",
		},
		{
			"clusterSelector: {matchLabels: {type: hosted}, matchExpressions: [{key: fedramp, operator: DoesNotExist}]}" + available,
			"c1", "",
		},
		{"clusterSelector: {matchExpressions: []}", "c0 c1 c2 c3 c4 c5", ""},
		{"clusterConditions: [{type: ManagedClusterConditionAvailable, status: 'True'}]", "c0 c1 c2 c3 c4", ""},
		{"clusterConditions: [{type: OK}]", "c0 c1 c2 c3 c4", "spec.clusterConditions[0] changed in meaning"},
		{
			"clusterReplicas: 1, clusterConditions: [{type: OK}], clusterLabels: {matchLabels: {type: hosted}}", "c0",
			"spec.clusterReplicas changed in meaning, spec.clusterConditions[0] changed in meaning",
		},
		{
			"clusterReplicas: 2, clusterSelector: {matchLabels: {type: hosted}}", "c0 c1", "spec.clusterReplicas changed in meaning",
		},
		{"clusterReplicas: 0, clusterSelector: {}", "", ""},
		{"clusters: [{name: two}, {name: three}]", "c1", ""},
		{
			"clusterNames: [two], clusterLabels: {matchLabels: {type: hosted}}", "c1", "spec.clusterLabels changed in meaning",
		},
		{
			"clusterReplicas: 1, resourceHint: {type: cpu}", "c0",
			"spec.clusterReplicas changed in meaning, spec.resourceHint changed in meaning",
		},
		{"policies: [{name: p}], clusterSelector: {matchLabels: {type: service}}", "c4", "spec.policies not translated"},
	} {
		t.Run(test.spec, func(t *testing.T) {
			rule, err := manifest.ReadTranslated(t.Context(), object("apps.open-cluster-management.io/v1", "PlacementRule", test.spec))
			if err != nil {
				t.Fatal(err)
			}
			translated, mistake := translation.Of(&rule, placement.DialectOCM)
			if mistake != nil {
				t.Fatal(mistake)
			}
			checkChosen(t, fleet, translated.Placement, test.want)
			if len(translated.SchedulerDifferences) != 1 {
				t.Errorf("%s: no namespace is asked for", translated.SchedulerDifferences)
			}
			if diff := cmp.Diff(test.untranslated, listed(translated.Untranslated)); diff != "" {
				t.Errorf("-want +untranslated:\n%s", diff)
			}
			selector, isSelector := strings.CutPrefix(strings.TrimSuffix(test.spec, available), "clusterSelector: ")
			if !isSelector {
				return
			}
			published := read(t, object("cluster.open-cluster-management.io/v1beta1", "Placement",
				"predicates: [{requiredClusterSelector: {labelSelector: "+selector+"}}], tolerations: ["+
					"{key: cluster.open-cluster-management.io/unavailable, operator: Exists}]"))
			published.Namespace = ""
			checkPublished(t, fleet, translated.Placement, published, strings.HasSuffix(test.spec, available))
			checkOnKubeFleet(t, fleet, &translated.Placement, test.want)
		})
	}
}

// checkPublished compares a translation with the published Placement, which also chooses a cluster that is not available.
func checkPublished(t *testing.T, fleet planner.Fleet, translated, published manifest.Placement, hasCondition bool) {
	t.Helper()
	answer, findings := comparison.Of(t.Context(), fleet, comparison.Pair{
		From: world.Placement{Placement: translated}, To: world.Placement{Placement: published},
	}, world.Options{}, 0)
	if findings.HasError() {
		t.Fatal(findings)
	}
	delete(answer.Today, "c5")
	if len(answer.Today) > 0 || !hasCondition && answer.Verdict == comparison.Different {
		t.Errorf("the published Placement parts: %s", answer.Text)
	}
}

// checkOnKubeFleet translates a Placement on, and wants the same clusters if nothing is untranslated.
func checkOnKubeFleet(t *testing.T, fleet planner.Fleet, p *manifest.Placement, want string) {
	t.Helper()
	translated, mistake := translation.Of(p, placement.DialectKubeFleet)
	if mistake != nil {
		t.Fatal(mistake)
	}
	if hasCEL := p.OCM.Predicates[0].RequiredClusterSelector.CELSelector != nil; hasCEL != (len(translated.Untranslated) > 0) {
		t.Errorf("untranslated: %s", listed(translated.Untranslated))
	}
	if len(translated.Untranslated) == 0 {
		translation.Share(&fleet)
		checkChosen(t, fleet, translated.Placement, want)
	}
}

func checkChosen(t *testing.T, fleet planner.Fleet, p manifest.Placement, want string) {
	t.Helper()
	r := &planner.Request{Placement: p, Fleet: fleet, OnUnsatisfied: planner.UnsatisfiedAccept}
	answer, findings := planner.Decide(t.Context(), r)
	if findings.HasError() {
		t.Fatal(findings)
	}
	names := answer.Result.ClusterNames()
	slices.Sort(names)
	if got := strings.Join(names, " "); got != want {
		t.Errorf("%s chooses %s, want %s", p.Dialect(), got, want)
	}
}

// object is an object in YAML, of a version, a kind and a spec.
func object(version, kind, spec string) string {
	return "{apiVersion: " + version + ", kind: " + kind + ", metadata: {name: web, namespace: shop}, spec: {" + spec + "}}"
}

// listed are paths with what becomes of them.
func listed(list []manifest.Untranslated) string {
	texts := make([]string, len(list))
	for i, u := range list {
		texts[i] = u.Path + " " + u.Change
	}
	return strings.Join(texts, ", ")
}
