// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// overrideHub is a hub of KubeFleet with a namespace shop.
func overrideHub(t *testing.T) *hubtest.Hub {
	t.Helper()
	h := fakehub.Start(t)
	h.CreateNamespace(t, "shop")
	h.FleetOverrides(t, "", "shop")
	return h
}

// TestResourceOverride_mistakes: what KubeFleet refuses is an error in the plan, at its attribute.
func TestResourceOverride_mistakes(t *testing.T) {
	r := providertest.NewRun(t, "resource_override", object{})
	wide, inNamespace := providertest.OverrideOf("", "web", "eu"), providertest.OverrideOf("shop", "web", "eu")
	for says, config := range map[string]object{
		`policy.override_rules[0].json_patch_overrides[0].op: found "repalce"|did you mean "replace"`:                     providertest.Patched(wide, object{"op": "repalce", "path": "/spec"}),
		`policy.override_rules[0].json_patch_overrides[0].path: found "/metadata/name"|can change only /metadata/labels`:  providertest.Patched(wide, object{"op": "add", "path": "/metadata/name", "value": "x"}),
		`policy.override_rules[0].json_patch_overrides[0].value: the operation remove has no value`:                       providertest.Patched(wide, object{"op": "remove", "path": "/spec/a", "value": ""}),
		`policy.override_rules[0].json_patch_overrides[0].vlaue: unsupported attribute; did you mean "value"?`:            providertest.Patched(wide, object{"op": "add", "path": "/spec/a", "vlaue": "x"}),
		`policy.override_rules[0].override_type: found "Deleted"|did you mean "Delete"`:                                   providertest.Ruled(wide, object{"override_type": "Deleted", "json_patch_overrides": list{object{"op": "remove", "path": "/a"}}}),
		`policy.override_rules[0].json_patch_overrides: must have at least one patch`:                                     providertest.Ruled(wide, object{}),
		`policy.override_rules[0].cluster_selector.cluster_selector_terms[0].property_sorter: an override selects|labels`: providertest.Ruled(wide, object{"override_type": "Delete", "cluster_selector": object{"cluster_selector_terms": list{object{"property_sorter": object{"name": "a", "sort_order": "Ascending"}}}}}),
		`policy.override_rules: must have at least one rule`:                                                              providertest.Merged(wide, object{"policy": object{"override_rules": list{}}}),
		`cluster_resource_selectors[0].label_selector: an override selects objects by name`:                               providertest.Merged(wide, object{"cluster_resource_selectors": list{object{"group": "", "version": "v1", "kind": "Namespace", "label_selector": object{"match_labels": object{"a": "b"}}}}}),
		`cluster_resource_selectors: must have at least one selector`:                                                     providertest.Merged(wide, object{"cluster_resource_selectors": nil}),
		`resource_selectors: an override without a namespace is a ClusterResourceOverride`:                                providertest.Merged(inNamespace, object{"namespace": nil}),
		`placement: an override without a namespace|set namespace`:                                                        providertest.Merged(wide, object{"placement": object{"name": "web", "scope": "Namespaced"}}),
		`name: found "Web"`:                        providertest.Merged(wide, object{"name": "Web"}),
		`name: found "aaa|must be no more than 63`: providertest.Merged(wide, object{"name": strings.Repeat("a", 64)}),
	} {
		providertest.FailsWith(t, r.Validate(providertest.Config(t, r.Type(), config)), says)
	}
	// What is not known yet may be right.
	for _, config := range []object{
		providertest.Patched(wide, object{"op": unknown{}, "path": "/spec/a"}), providertest.Merged(inNamespace, object{"namespace": unknown{}}),
		providertest.Ruled(wide, object{"override_type": unknown{}}), providertest.Merged(wide, object{"policy": unknown{}}),
	} {
		r.Has(r.Try(config).Diags)
	}
}

// TestResourceOverride_doubts: a selector that selects nothing and a rule for no cluster are warnings.
func TestResourceOverride_doubts(t *testing.T) {
	r := providertest.NewRun(t, "resource_override", object{})
	wide, inNamespace := providertest.OverrideOf("", "web", "eu"), providertest.OverrideOf("shop", "web", "eu")
	r.Has(r.Try(wide).Diags)
	r.Has(r.Try(providertest.Merged(wide, object{"cluster_resource_selectors": list{object{"group": "apps", "version": "v1", "kind": "Deployment", "name": "web"}}})).Diags,
		`found "Deployment", a kind with a namespace`)
	r.Has(r.Try(providertest.Merged(inNamespace, object{"resource_selectors": list{object{"group": "", "version": "v1", "kind": "Namespace", "name": "shop"}}})).Diags,
		`found "Namespace", a kind without a namespace`)
	r.Has(r.Try(providertest.Ruled(wide, object{"override_type": "Delete"})).Diags, "A rule matches no cluster")
}

// TestResourceOverride_inState: without a hub, an override is in the state alone, and its values have any type.
func TestResourceOverride_inState(t *testing.T) {
	r := providertest.NewRun(t, "resource_override", object{})
	for _, value := range []any{"x", int64(3), 1.5, true, list{"a", int64(1), nil}, object{"a": object{"b": nil}}, object{}, list{}} {
		config := providertest.Patched(providertest.OverrideOf("", "web", "eu"), object{"op": "add", "path": "/spec/a", "value": value})
		r.Has(r.Do(config))
		r.Settles(config)
	}
	if r.Value("id") != "web" || r.Value("hub_uid") != nil {
		t.Errorf("the id is %v on the hub %v", r.Value("id"), r.Value("hub_uid"))
	}
}

// TestResourceOverride_values: a hub keeps values of any type, and a change inside of one is drift.
func TestResourceOverride_values(t *testing.T) {
	t.Parallel()
	h := overrideHub(t)
	const name = "web"
	r := providertest.NewRun(t, "resource_override", onhub.Provider(h))
	for _, value := range []any{"x", int64(3), 1.5, true, list{"a", int64(1)}, object{}, list{}, object{"a": object{"b": "c"}}} {
		config := providertest.Patched(providertest.OverrideOf("", name, "eu"), object{"op": "add", "path": "/metadata/labels", "value": value})
		r.Has(r.Do(config))
		r.Settles(config)
	}
	h.MergePatch(t, "kubectl", onhub.OverrideVersion, "ClusterResourceOverride", "", name, `{"spec": {"policy": {"overrideRules": [{"clusterSelector": {"clusterSelectorTerms": []},
		"jsonPatchOverrides": [{"op": "add", "path": "/metadata/labels", "value": {"a": {"b": "c", "d": "e"}}}]}]}}}`)
	config := providertest.Patched(providertest.OverrideOf("", name, "eu"), object{"op": "add", "path": "/metadata/labels", "value": object{"a": object{"b": "c"}}})
	if p := r.Try(config); p.Failed() && !strings.Contains(providertest.Said(p.Diags), "has fields of another manager") || p.State.Equal(r.State) {
		t.Errorf("the drift is not shown: %s", providertest.Said(p.Diags))
	}
	r.Has(r.Do(providertest.Merged(config, object{"force_conflicts": true})))
}

// TestResourceOverride_beside: an object has one override on a hub, and in one plan.
func TestResourceOverride_beside(t *testing.T) {
	t.Parallel()
	h := overrideHub(t)
	const namespace = "shop"
	const name = "web"
	for kind, in := range map[string]string{"ClusterResourceOverride": "", "ResourceOverride": namespace} {
		t.Run(kind, func(t *testing.T) {
			first, second := providertest.NewRun(t, "resource_override", onhub.Provider(h)), providertest.NewRun(t, "resource_override", onhub.Provider(h))
			config := providertest.OverrideOf(in, name, "eu")
			other := providertest.Merged(config, object{"name": name + "-2"})

			// In one plan, the second is wrong, and so it is when the first is on the hub.
			first.Has(first.Try(config).Diags)
			second.Server = first.Server
			twice := second.Plan(providertest.Config(t, second.Type(), other))
			says := fmt.Sprintf(`resource_selectors[0]: found|the %s "%s" selects this object already`, kind, name)
			providertest.FailsWith(t, twice.Diags, says)
			first.Has(first.Do(config))
			providertest.FailsWith(t, second.Do(other), says)

			// A replacement by another name is right: the first is deleted before.
			first.Has(first.Do(other))
			first.Settles(other)
			providertest.FailsWith(t, second.Do(config), "Duplicate value|"+name+"-2\" selects this object already")
			first.Destroys(false)
			second.Has(second.Do(config))
			second.Destroys(false)
		})
	}
}

// TestResourceOverride_limit: a namespace has at most 100 ResourceOverrides.
func TestResourceOverride_limit(t *testing.T) {
	t.Parallel()
	h := overrideHub(t)
	const namespace = "shop"
	var others []string
	for i := range 100 {
		others = append(others, fmt.Sprintf(`{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ResourceOverride,
			metadata: {name: o-%d, namespace: shop}, spec: {resourceSelectors: [{group: apps, version: v1, kind: Deployment, name: d-%[1]d}],
			policy: {overrideRules: [{overrideType: Delete}]}}}`, i))
	}
	h.CreateAll(t, others)
	r := providertest.NewRun(t, "resource_override", onhub.Provider(h))
	providertest.FailsWith(t, r.Try(providertest.OverrideOf(namespace, "web", "eu")).Diags, "name: a namespace has at most 100 ResourceOverrides, and there are 100 others")
	h.Delete(t, onhub.OverrideVersion, "ResourceOverride", namespace, "o-7")
	hubtest.Eventually(t, "the override is gone", func() bool {
		return h.Get(t, onhub.OverrideVersion, "ResourceOverride", namespace, "o-7") == nil
	})
	r.Has(r.Do(providertest.OverrideOf(namespace, "web", "eu")))
	r.Has(r.Do(providertest.OverrideOf(namespace, "web", "us")))
}

// TestResourceOverride_replaced: another placement replaces the override, with a warning.
func TestResourceOverride_replaced(t *testing.T) {
	t.Parallel()
	h := overrideHub(t)
	const namespace = "shop"
	r := providertest.NewRun(t, "resource_override", onhub.Provider(h))
	config := providertest.OverrideOf(namespace, "web", "eu")
	r.Has(r.Do(config))
	uid := r.Value("uid")
	for _, of := range []struct {
		placement any
		says      string
	}{
		{object{"name": "web"}, `found the ClusterResourcePlacement "web", and on the hub it is for every placement`},
		{object{"name": "web", "scope": "Cluster"}, ""},
		{object{"name": "web", "scope": "Namespaced"}, `found the ResourcePlacement "web", and on the hub it is for the ClusterResourcePlacement "web"`},
		{nil, `found every placement, and on the hub it is for the ResourcePlacement "web"`},
	} {
		config["placement"] = of.placement
		diags := r.Do(config)
		if of.says == "" {
			r.Has(diags)
		} else {
			r.Has(diags, of.says)
		}
		if isSame := r.Value("uid") == uid; isSame != (of.says == "") {
			t.Errorf("%v: the override is the same: %t", of.placement, isSame)
		}
		uid = r.Value("uid")
		r.Settles(config)
	}
}
