// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"maps"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// undeclaredOf are a field that changes the decisions, as another manager sets it for a cluster, the patch that removes it, and
// the same field in the configuration.
func undeclaredOf(r *onhub.PlacedRun, cluster string) (field, set, unset string, configured object) {
	if r.IsOCM() {
		return "spec.predicates", "{spec: {predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {name: " +
				cluster + "}}}}]}}",
			"{spec: {predicates: null}}", object{"ocm": providertest.Merged(without(r)["ocm"].(object), object{"predicates": list{
				object{"required_cluster_selector": object{"label_selector": object{"match_labels": object{"name": cluster}}}},
			}})}
	}
	const of = "preferredDuringSchedulingIgnoredDuringExecution"
	term := "[{weight: 10, preference: {labelSelector: {matchLabels: {name: " + cluster + "}}}}]"
	policy := providertest.Merged(without(r)["kubefleet"].(object), nil)
	affinity := maps.Clone(policy["affinity"].(object)["cluster_affinity"].(object))
	affinity["preferred_during_scheduling_ignored_during_execution"] = list{
		object{"weight": int64(10), "preference": object{"label_selector": object{"match_labels": object{"name": cluster}}}},
	}
	policy["affinity"] = object{"cluster_affinity": affinity}
	return "spec.policy.affinity.clusterAffinity." + of, "{spec: {policy: {affinity: {clusterAffinity: {" +
			of + ": " + term + "}}}}}",
		"{spec: {policy: {affinity: {clusterAffinity: {" + of + ": null}}}}}", object{"kubefleet": policy}
}

// without is a placement on one cluster, without the field.
func without(r *onhub.PlacedRun) object {
	config := r.Config(1, object{"adopt": true, "force_conflicts": true})
	if r.IsOCM() {
		spec := providertest.Merged(config["ocm"].(object), nil)
		delete(spec, "predicates")
		config["ocm"] = spec
	}
	return config
}

// TestHubPlaced_undeclared: another manager has set a field of the spec that the configuration leaves out, before the placement
// is adopted and afterwards. The hub decides by it, and so do the prediction and max_moves; every plan names the field and who
// has set it.
func TestHubPlaced_undeclared(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewPlacedRun(t, fakehub.Start(t), kind)
			// Without the field, it is another cluster.
			cluster := "b"
			field, set, unset, configured := undeclaredOf(r, cluster)
			warns := r.Title() + "has fields on the hub that the configuration does not set|" + field + `, set by "kubectl`
			config := providertest.Merged(without(r), object{"max_moves": "0"})
			r.F.Create(r.Imports())
			r.Patch("kubectl", unset)
			r.Patch("kubectl", map[bool]string{true: "{spec: {numberOfClusters: 1}}",
				false: "{spec: {policy: {numberOfClusters: 1}}}"}[r.IsOCM()])
			r.Patch("kubectl", set)
			r.Decide(cluster)

			full := r.Provider
			r.Provider = onhub.Proxied(readOnly(t, r.F.Server))
			r.Says(r.Try(config).Diags, warns)
			r.Provider = full
			r.Says(r.Do(config), warns)
			r.Decide(cluster)
			p := r.Try(config)
			if r.Says(p.Diags, warns); !p.State.Equal(r.State) {
				t.Errorf("the plan is not empty:%s", r.Changed(r.State, p.State))
			}
			_, diags := providertest.ReadWith(t, r.Provider, asData(config))
			r.Says(diags, r.Title()+"has more fields on the hub|"+field+`, set by "kubectl`)

			// What is set, too, or is gone, is not told.
			r.Says(r.Do(providertest.Merged(config, configured)), warns)
			r.Decide(cluster)
			r.Settles(providertest.Merged(config, configured))
			if _, diags = providertest.ReadWith(t, r.Provider, asData(providertest.Merged(config, configured))); len(diags) > 0 {
				t.Error(providertest.Said(diags))
			}
			keeps := r.Title() + "keeps fields that the configuration no longer sets"
			r.Says(r.Do(config), keeps, keeps)
			r.Decide(cluster)
			r.Patch("kubectl", unset)
			r.Decide(cluster)
			r.Settles(config)
		})
	}
}

// asData is the configuration of a data source for the same placement.
func asData(config object) object {
	data := providertest.Merged(config, nil)
	for _, name := range []string{"adopt", "force_conflicts", "max_moves", "resource_selectors", "strategy"} {
		delete(data, name)
	}
	return data
}

// readOnly is a hub whose credentials may not write.
func readOnly(t *testing.T, server *hubtest.Hub) *hubtest.Proxy {
	t.Helper()
	p := server.Proxy(t)
	p.On(hubtest.Match{Path: "/selfsubjectaccessreviews"}, hubtest.Always,
		hubtest.Say(200, "application/json", `{"kind": "SelfSubjectAccessReview", "status": {"allowed": false}}`))
	p.On(hubtest.Match{Method: "PATCH"}, hubtest.Always, hubtest.Refuse(403, "Forbidden", "not allowed"))
	return p
}
