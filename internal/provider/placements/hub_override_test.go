// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubResourceOverride_manifests: each change of an override on a hub says which clusters get other manifests, and what differs
// there; a change without an effect says nothing.
func TestHubResourceOverride_manifests(t *testing.T) {
	t.Parallel()
	f := onhub.PlacedSettings(t, fakehub.Start(t))
	r := onhub.NewRun(t, "resource_override", onhub.Provider(f.Server))
	says := func(says []*tfprotov6.Diagnostic, texts ...string) {
		t.Helper()
		for i := range texts {
			texts[i] = f.Text(strings.ReplaceAll(texts[i], "/N/", "/"+f.Namespace+"/"))
		}
		r.Has(says, texts...)
	}
	const changes = `changes the manifests of `
	says(r.Do(onhub.Sized(f, "size", 2.0, "a", "b")), changes+`2 clusters: ResourcePlacement/N/web: 2 clusters get other manifests: P-a, P-b.
- ConfigMap/N/settings: /data/size changes`)
	r.Settles(onhub.Sized(f, "size", 2.0, "a", "b"))
	says(r.Do(onhub.Sized(f, "size", 3.0, "b", "c")), changes+`3 clusters: ResourcePlacement/N/web: 3 clusters get other manifests: P-a, P-b, P-c.`)
	labelled := onhub.Sized(f, "size", 3.0, "b", "c")
	labelled["labels"] = object{"team": "shop"}
	says(r.Do(labelled))
	// Another name alone changes nothing.
	labelled["name"] = "renamed"
	says(r.Do(labelled))
	labelled["placement"] = object{"name": "other", "scope": "Namespaced"}
	says(r.Do(labelled), "is replaced", changes+`2 clusters: ResourcePlacement/N/web: 2 clusters get other manifests: P-b, P-c.`)
	delete(labelled, "placement")
	says(r.Do(labelled), "is replaced", changes+`2 clusters`)
	failing := onhub.Sized(f, "renamed", 3.0, "b", "c")
	failing["policy"].(object)["override_rules"].(list)[0].(object)["json_patch_overrides"].(list)[0].(object)["path"] = "/data/sizes"
	says(r.Try(failing).Diags, `leaves 2 clusters without an update: ResourcePlacement/N/web: override "renamed" on ConfigMap/N/settings: `+
		`replace operation does not apply: doc is missing key: /data/sizes: missing value. The hub would leave the clusters P-b, P-c without an update.`)
	says(r.Do(nil), changes+`2 clusters: ResourcePlacement/N/web: 2 clusters get other manifests: P-b, P-c.`)

	// An override that is released stays, with its effect, and in the way of another one of the same object.
	released := onhub.Sized(f, "released", 2.0, "a")
	released["on_destroy"] = "release"
	says(r.Do(released), changes+`1 cluster`)
	providertest.FailsWith(t, r.Try(providertest.Merged(released, object{"name": "renamed"})).Diags, `"released" selects this object already`+
		`|remove create_before_destroy from its lifecycle, and apply its on_destroy = "delete"`)
	says(r.Do(nil), "An object stays on the hub")
	f.Server.Get(t, "placement.kubernetes-fleet.io/v1beta1", "ResourceOverride", f.Namespace, "released")
}

// TestHubResourceOverride_manifestsInOnePlan: what one plan changes before is part of both sides, and is named.
func TestHubResourceOverride_manifestsInOnePlan(t *testing.T) {
	t.Parallel()
	f := onhub.PlacedSettings(t, fakehub.Start(t))
	f.Create("{apiVersion: v1, kind: ConfigMap, metadata: {name: more, namespace: N}, data: {size: '1'}}")
	r := onhub.NewRun(t, "placement", onhub.Provider(f.Server))
	selects := func(names ...string) object {
		var selectors list
		for _, name := range names {
			selectors = append(selectors, object{"group": "", "version": "v1", "kind": "ConfigMap", "name": name})
		}
		return object{"name": "web", "namespace": f.Namespace, "kubefleet": object{"placement_type": "PickFixed",
			"cluster_names": list{f.Prefix + "a", f.Prefix + "b"}}, "resource_selectors": selectors, "adopt": true, "force_conflicts": true}
	}
	placement := r.Try(selects("settings", "more"))
	want := f.Text("changes the manifests of 2 clusters: ResourcePlacement/" + f.Namespace + `/web: 2 clusters get other manifests: P-a, P-b.
- ConfigMap/` + f.Namespace + "/more is placed")
	if said := providertest.Said(placement.Diags); !strings.Contains(said, want) || !strings.Contains(said, "1 cluster leaves") {
		t.Errorf("%s\nwant %s", said, want)
	}
	override := onhub.NewRun(t, "resource_override", onhub.Provider(f.Server))
	override.Server = r.Server
	config := onhub.Sized(f, "more", 2.0, "a", "c")
	config["resource_selectors"].(list)[0].(object)["name"] = "more"
	override.Has(override.Plan(providertest.Config(t, override.Type(), config)).Diags, f.Text("changes the manifests of 1 cluster: "+
		"ResourcePlacement/"+f.Namespace+`/web: 1 cluster gets other manifests: P-a.
- ConfigMap/`+f.Namespace+`/more: /data/size changes
Included on both sides, as this plan changes them: ResourcePlacement/`+f.Namespace+"/web."))
	// Without the placement of the plan, nothing selects the object.
	override.Has(override.Try(config).Diags)
}

// TestHubResourceOverride_manifestsRequests: what 20 overrides of one plan change is found out with lists that they share.
func TestHubResourceOverride_manifestsRequests(t *testing.T) {
	t.Parallel()
	f := onhub.PlacedSettings(t, fakehub.Start(t))
	f.Server.MergePatch(t, "kubectl", "placement.kubernetes-fleet.io/v1beta1", "ResourcePlacement", f.Namespace, "web",
		"{spec: {resourceSelectors: [{group: '', version: v1, kind: ConfigMap, labelSelector: {}}]}}")
	proxy := f.Server.Proxy(t)
	first := onhub.NewRun(t, "resource_override", onhub.Proxied(proxy))
	first.Start()
	proxy.Clear()
	const overrides = 20
	for i := range overrides {
		f.Create(fmt.Sprintf("{apiVersion: v1, kind: ConfigMap, metadata: {name: settings-%d, namespace: N}, data: {size: '1'}}", i))
	}
	for i := range overrides {
		r := onhub.NewRun(t, "resource_override", onhub.Proxied(proxy))
		r.Server = first.Server
		config := onhub.Sized(f, fmt.Sprint("size-", i), 2.0, "a")
		config["resource_selectors"].(list)[0].(object)["name"] = fmt.Sprint("settings-", i)
		r.Has(r.Plan(providertest.Config(t, r.Type(), config)).Diags, "changes the manifests of 1 cluster")
	}
	// Each override lists those of its namespace, looks for itself and makes a dry run.
	n := len(proxy.Requests(hubtest.Match{}))
	t.Logf("%d overrides: %d requests, of which %d for their effects", overrides, n, n-3*overrides)
	if most := 3*overrides + 20; n > most {
		t.Errorf("a plan of %d overrides takes %d requests, at most %d expected", overrides, n, most)
	}
}
