// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rendered_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
)

// planned is a change of the overrides of a placement that is on three clusters. A side without text has none.
func planned(t *testing.T, before, after string) *rendered.Comparison {
	t.Helper()
	r := request(t, web)
	p := &rendered.Comparison{Objects: r.Objects, Fleet: r.Clusters, ClusterNames: r.Decisions, Kinds: []resources.Kind{
		{Version: "v1", Kind: "Namespace"}, {Version: "v1", Kind: "Secret", Namespaced: true},
		{Group: "apps", Version: "v1", Kind: "Deployment", Namespaced: true},
	}}
	for i, text := range []string{before, after} {
		side := []*resources.Question{&p.Prior, &p.Planned}[i]
		side.Placement = r.Placement
		if text == "" {
			continue
		}
		var objects rendered.Objects
		if err := objects.AddText(0, text); err != nil {
			t.Fatal(err)
		}
		var err error
		if side.Overrides, err = objects.Overrides(); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// warningOf compares, and is the title and the text of the warning; empty without one.
func warningOf(t *testing.T, p *rendered.Comparison) string {
	t.Helper()
	d, err := rendered.Compare(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, f := range rendered.Warning("", "The override", []*rendered.Difference{d}, nil) {
		if !f.Warning {
			t.Errorf("an error: %v", f)
		}
		lines = append(lines, f.Title, f.Text)
	}
	return strings.Join(lines, "\n")
}

func TestCompare(t *testing.T) {
	with := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(canary) }
	secret := with("group: apps, version: v1, kind: Deployment, name: web", "group: '', version: v1, kind: Secret, name: key",
		"/spec/replicas, value: 1", "/data/token, value: b3RoZXI=")
	for name, c := range map[string]struct{ before, after, want string }{
		"nothing":    {canary, canary, ""},
		"no cluster": {"", with("env: canary", "env: test"), ""},
		"created": {"", canary, "The override changes the manifests of 1 cluster\nClusterResourcePlacement/web: 1 cluster gets other " +
			"manifests: us-1.\n- Deployment/web/web: /spec/replicas changes from 5 to 1"},
		"deleted": {canary, "", "The override changes the manifests of 1 cluster\nClusterResourcePlacement/web: 1 cluster gets other " +
			"manifests: us-1.\n- Deployment/web/web: /spec/replicas changes from 1 to 5"},
		"changed": {canary, with("env: canary", "env: prod"), "The override changes the manifests of 3 clusters\nClusterResourcePlacement/web: " +
			"3 clusters get other manifests: eu-1, eu-2, us-1.\n- Deployment/web/web: /spec/replicas changes from 5 to 1, on eu-1, eu-2\n" +
			"- Deployment/web/web: /spec/replicas changes from 1 to 5, on us-1"},
		"no manifest": {canary, with("jsonPatchOverrides: [{op: replace, path: /spec/replicas, value: 1}]", "overrideType: Delete"),
			"The override changes the manifests of 1 cluster\nClusterResourcePlacement/web: 1 cluster gets other manifests: us-1.\n" +
				"- Deployment/web/web is no longer placed"},
		"a manifest again": {with("jsonPatchOverrides: [{op: replace, path: /spec/replicas, value: 1}]", "overrideType: Delete"), "",
			"The override changes the manifests of 1 cluster\nClusterResourcePlacement/web: 1 cluster gets other manifests: us-1.\n" +
				"- Deployment/web/web is placed"},
		"a text, which can be a secret": {"", with("/spec/replicas, value: 1", "/spec/replicas, value: sensitive"),
			"The override changes the manifests of 1 cluster\nClusterResourcePlacement/web: 1 cluster gets other manifests: us-1.\n" +
				"- Deployment/web/web: /spec/replicas changes"},
		"added and removed": {"", with("op: replace, path: /spec/replicas, value: 1", "op: add, path: /spec/paused, value: true}, {op: remove, path: /spec/replicas"),
			"The override changes the manifests of 1 cluster\nClusterResourcePlacement/web: 1 cluster gets other manifests: us-1.\n" +
				"- Deployment/web/web: /spec/paused is added\n- Deployment/web/web: /spec/replicas is removed"},
		"a Secret": {"", secret, "The override changes the manifests of 1 cluster\nClusterResourcePlacement/web: 1 cluster gets other manifests: us-1."},
		"fails": {canary, with("/spec/replicas", "/spec/replica"), "The override leaves 1 cluster without an update\nClusterResourcePlacement/web: " +
			`override "canary" on Deployment/web/web: replace operation does not apply: doc is missing key: /spec/replica: missing value. The hub ` +
			"would leave the cluster us-1 without an update."},
		"fails as before":  {with("/spec/replicas", "/spec/replica"), with("/spec/replicas", "/spec/replic"), ""},
		"no failure again": {with("/spec/replicas", "/spec/replica"), canary, "The override changes the manifests of 1 cluster\nClusterResourcePlacement/web: 1 cluster gets other manifests: us-1."},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, warningOf(t, planned(t, c.before, c.after))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestCompareSelectors compares placements that select other resources.
func TestCompareSelectors(t *testing.T) {
	p := planned(t, "", "")
	p.Planned.Placement.Selectors = []kubefleet.ResourceSelector{{Version: "v1", Kind: "Namespace", Name: "web", SelectionScope: kubefleet.NamespaceOnly}}
	want := "The override changes the manifests of 3 clusters\nClusterResourcePlacement/web: 3 clusters get other manifests: eu-1, eu-2, us-1.\n" +
		"- Secret/web/key and 1 more are no longer placed"
	if diff := cmp.Diff(want, warningOf(t, p)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	p.Planned.Placement.Selectors = append(p.Planned.Placement.Selectors, p.Planned.Placement.Selectors[0])
	want = "The override cannot be placed\nClusterResourcePlacement/web: the hub would refuse the resource selectors: found duplicate resource " +
		"{Group: Version:v1 Kind:Namespace Name:web Namespace: Envelope:<nil>}."
	if diff := cmp.Diff(want, warningOf(t, p)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	// The other way round it is not known what the clusters have.
	p.Prior, p.Planned = p.Planned, p.Prior
	if got := warningOf(t, p); got != "" {
		t.Error(got)
	}
}

// TestCompareBounds: the warning does not grow with the fleet, the differences or the placements.
func TestCompareBounds(t *testing.T) {
	p := planned(t, "", strings.ReplaceAll(canary, "value: 1", `value: "${MEMBER-CLUSTER-NAME}"`))
	p.Fleet, p.ClusterNames = nil, nil
	for i := range 1000 {
		name := fmt.Sprintf("c-%03d", i)
		p.Fleet = append(p.Fleet, placement.Cluster{Name: name, Labels: map[string]string{"env": "canary"}})
		p.ClusterNames = append(p.ClusterNames, name)
	}
	slices.Reverse(p.ClusterNames)
	d, err := rendered.Compare(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.ClusterNames) != 1000 || d.ChangesComplete || !slices.IsSorted(d.ClusterNames) {
		t.Errorf("%d clusters, complete: %t", len(d.ClusterNames), d.ChangesComplete)
	}
	d.Overrides = append(d.Overrides, "ResourceOverride/web/other")
	found := rendered.Warning("", "The override", slices.Repeat([]*rendered.Difference{d}, 100), []string{"ResourceOverride/web/other", "ResourceOverride/web/another"})
	if len(found) != 1 || len(found[0].Text) > 4000 || !strings.HasPrefix(found[0].Text, "ClusterResourcePlacement/web: 1000 clusters get other "+
		"manifests: c-000, c-001, c-002,") || !strings.Contains(found[0].Text, " and 990 more.\n- Deployment/web/web: /spec/replicas changes, on c-000\n") ||
		!strings.HasSuffix(found[0].Text, "- and more\nAnd for 95 more placements.\nIncluded on both sides, as this plan changes them: "+
			"ResourceOverride/web/other.") {
		t.Errorf("%d bytes: %v", len(found[0].Text), found)
	}
}
