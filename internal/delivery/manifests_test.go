// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package delivery

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/effects"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

const (
	fleetAPI      = "placement.kubernetes-fleet.io/v1beta1"
	overridesPath = "/apis/" + fleetAPI + "/resourceoverrides"
)

// settingsHub is a hub whose ResourcePlacement web selects the ConfigMap settings, and has chosen the clusters a and b.
func settingsHub(t *testing.T, overrides ...string) *fakehub.Hub {
	t.Helper()
	raws := func(texts ...string) (list []json.RawMessage) {
		for _, text := range texts {
			list = append(list, json.RawMessage(text))
		}
		return list
	}
	placements := raws(`{"apiVersion": "` + fleetAPI + `", "kind": "ResourcePlacement", "metadata": {"name": "web", "namespace": "shop"},
		"spec": {"resourceSelectors": [{"group": "", "version": "v1", "kind": "ConfigMap", "name": "settings"}]}}`)
	return fakehub.New(t, map[string][]json.RawMessage{
		"/api/v1/namespaces/shop/configmaps": raws(`{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "settings",
			"namespace": "shop"}, "data": {"size": "1"}}`),
		overridesPath: raws(overrides...),
		"/apis/" + fleetAPI + "/namespaces/shop/resourceoverrides":  raws(overrides...),
		"/apis/" + fleetAPI + "/resourceplacements":                 placements,
		"/apis/" + fleetAPI + "/namespaces/shop/resourceplacements": placements,
		"/apis/cluster.kubernetes-fleet.io/v1beta1/memberclusters": raws(`{"metadata": {"name": "a", "labels": {"name": "a"}}}`,
			`{"metadata": {"name": "b", "labels": {"name": "b"}}}`),
	})
}

// planOf is a plan that is asked about manifests.
func planOf(client *hubview.Client) *effects.Plan {
	plan := effects.NewPlan(client)
	plan.Watch(&ManifestChanges{Client: client})
	return plan
}

// sized is an override of the ConfigMap settings on the cluster a.
func sized(t *testing.T, name, size string) (string, *hubobject.Override) {
	t.Helper()
	text := `{"apiVersion": "` + fleetAPI + `", "kind": "ResourceOverride", "metadata": {"name": "` + name + `", "namespace": "shop"},
		"spec": {"resourceSelectors": [{"group": "", "version": "v1", "kind": "ConfigMap", "name": "settings"}], "policy": {"overrideRules":
		[{"clusterSelector": {"clusterSelectorTerms": [{"labelSelector": {"matchLabels": {"name": "a"}}}]}, "jsonPatchOverrides":
		[{"op": "replace", "path": "/data/size", "value": "` + size + `"}]}]}}}`
	override, err := hubobject.ReadOverride(nil, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return text, override
}

// webOf is the placement web with the clusters a and b, which selects ConfigMaps of some names.
func webOf(names ...string) *hubview.Object {
	placement := &manifest.Placement{Name: "web", Namespace: "shop"}
	for _, name := range names {
		selector := kubefleet.ResourceSelector{Version: "v1", Kind: "ConfigMap", Name: name}
		placement.ResourceSelectors = append(placement.ResourceSelectors, selector)
	}
	return hubview.PlacementObject(placement, []string{"a", "b"})
}

// TestManifests: a change of an override or of a placement says which clusters get other manifests, with what was planned before on
// both sides. Each list is read once.
func TestManifests(t *testing.T) {
	h := settingsHub(t)
	plan := planOf(hubview.New(h.Client(t, nil)))
	plannertest.WantParts(t, plan.Change(t.Context(), "The placement web", hubview.Change{Prior: webOf("other"), Planned: webOf("settings")}),
		"warning resourceSelectors: The placement web changes the manifests of 2 clusters: ResourcePlacement/shop/web: 2 clusters get other "+
			"manifests: a, b.")
	_, first := sized(t, "first", "2")
	override := func(o *hubobject.Override) hubview.Change {
		return hubview.Change{Planned: hubview.OverrideObject(o.Rendered())}
	}
	const included = "Included on both sides, as this plan changes them: "
	plannertest.WantParts(t, plan.Change(t.Context(), "The override first", override(first)),
		"warning : The override first changes the manifests of 1 cluster: ResourcePlacement/shop/web: 1 cluster gets other manifests: a.|"+
			included+"ResourcePlacement/shop/web.")
	_, second := sized(t, "second", "3")
	plannertest.WantParts(t, plan.Change(t.Context(), "The override second", override(second)), "changes the manifests of 1 cluster|"+included+
		"ResourceOverride/shop/first, ResourcePlacement/shop/web.")
	plannertest.WantParts(t, plan.Change(t.Context(), "The override second", override(second)), "changes the manifests of 1 cluster|"+included+
		"ResourceOverride/shop/first, ResourcePlacement/shop/web.")
	if n := h.Count(overridesPath); n != 1 {
		t.Errorf("the overrides are listed %d times", n)
	}
}

// TestSelection: a new placement says which of its selectors select nothing, and which others bring an object to the same clusters.
func TestSelection(t *testing.T) {
	plan := planOf(hubview.New(settingsHub(t).Client(t, nil)))
	named := func(name string, object *hubview.Object, clusters ...string) hubview.Change {
		object.Name, object.Placement.Name, object.ClusterNames = name, name, clusters
		return hubview.Change{Planned: object}
	}
	plannertest.WantParts(t, plan.Change(t.Context(), "The placement web", named("web", webOf("settings", "none"), "a", "c")),
		"warning resourceSelectors[1]: A resource selector selects nothing: There is no ConfigMap that it matches.")
	if findings := plan.Change(t.Context(), "The placement far", named("far", webOf("settings"), "d")); findings != nil {
		t.Errorf("without a shared cluster: %v", findings)
	}
	plannertest.WantParts(t, plan.Change(t.Context(), "The placement new", named("new", webOf("settings"), "b", "c")), "warning resourceSelectors: "+
		"The placement new selects what another placement selects: ResourcePlacement shop/web selects ConfigMap/shop/settings, too, for c.|"+
		"FailedToTakeOver")
	// Nothing is said again as long as the selectors stay.
	same := named("new", webOf("settings"), "b", "c")
	same.Prior = same.Planned
	if findings := plan.Change(t.Context(), "The placement new", same); findings != nil {
		t.Errorf("with the same selectors: %v", findings)
	}
}

// TestManifests_notKnown: what may not be read is a warning of each change, and is not asked for again.
func TestManifests_notKnown(t *testing.T) {
	h := settingsHub(t)
	h.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if r.URL.Path == overridesPath {
			fakehub.Status(w, http.StatusForbidden, "Forbidden", "no")
		}
		return r.URL.Path == overridesPath
	}
	plan := planOf(hubview.New(h.Client(t, nil)))
	_, first := sized(t, "first", "2")
	for range 2 {
		got := plannertest.Texts(plan.Change(t.Context(), "The override", hubview.Change{Planned: hubview.OverrideObject(first.Rendered())}))
		if !strings.HasPrefix(got, "warning : The effect of a change on the manifests of clusters is not known: The override: ") {
			t.Errorf("got %s", got)
		}
	}
	if n := h.Count(overridesPath); n != 1 {
		t.Errorf("the overrides are listed %d times", n)
	}
}

// TestCheckSiblings: an object has one override, of those of the hub and of the plan. One that gets another name does not count.
func TestCheckSiblings(t *testing.T) {
	text, first := sized(t, "first", "2")
	_, second := sized(t, "second", "3")
	check := func(plan *effects.Plan, want string) {
		t.Helper()
		mistakes, err := plan.CheckSiblings(t.Context(), second)
		if err != nil || (len(mistakes) > 0) != (want != "") || len(mistakes) > 0 && !strings.Contains(mistakes[0].Detail, want) {
			t.Errorf("found %v, %v, want %q", mistakes, err, want)
		}
	}
	planOn := func(overrides ...string) *effects.Plan {
		return planOf(hubview.New(settingsHub(t, overrides...).Client(t, nil)))
	}
	check(planOn(), "")
	check(planOn(text), `the ResourceOverride "first" selects this object already`)
	plan := planOn()
	if mistakes, err := plan.CheckSiblings(t.Context(), first); err != nil || len(mistakes) > 0 {
		t.Error(mistakes, err)
	}
	check(plan, `the ResourceOverride "first" selects this object already`)
	plan = planOn(text)
	plan.Change(t.Context(), "The override", hubview.Change{Prior: hubview.OverrideObject(first.Rendered()),
		Planned: hubview.OverrideObject(second.Rendered())})
	check(plan, "")
}
