// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

var hclGPU = object{"key": "gpu", "value": "true", "effect": "NoSelect"}

// TestHubTaints_oneKey: with the webhook of Open Cluster Management, two taints of one key lock a cluster. One beside that of
// another client is an error of the plan; the effect of one's own can change.
func TestHubTaints_oneKey(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	server.RegistrationWebhook(t, prefix)
	r := onhub.NewRun(t, "cluster", onhub.Provider(server))
	config := func(taints ...any) object {
		return object{"name": prefix + "a", "kind": "ManagedCluster", "on_destroy": "delete", "labels": object{"n": fmt.Sprint(len(taints))},
			"taints": taints}
	}
	taint := func(key, effect string) object { return object{"key": key, "effect": effect} }
	const others = `{spec: {taints: [{key: other, effect: NoSelect}]}}`
	r.Has(r.Do(config()), "becomes a member of a cluster set")
	server.MergePatch(t, "kubectl", onhub.OCMClusterVersion, "ManagedCluster", "", prefix+"a", others)
	const says = `ERROR taints[1]: Duplicate value: taints[1]: found "other:PreferNoSelect": the hub has "other:NoSelect" of another client. ` +
		`It finds an item by its key alone, and would refuse every later change of the object. Remove one of them.`
	r.Has(r.Try(config(taint("gpu", "NoSelect"), taint("other", "PreferNoSelect"))).Diags, says)
	r.Has(r.Do(config(taint("gpu", "NoSelect"))))
	r.Has(r.Do(config(taint("gpu", "PreferNoSelect"))))
	// A taint of the same effect is both clients'.
	r.Has(r.Do(config(taint("gpu", "PreferNoSelect"), taint("other", "NoSelect"))))
	r.Settles(config(taint("gpu", "PreferNoSelect"), taint("other", "NoSelect")))
	r.Destroys(false)
}

// TestHubWebhook: a webhook adds a label into the answer to the request that creates the cluster. That is no drift.
func TestHubWebhook(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	server.RegistrationWebhook(t, prefix)
	r := onhub.NewRun(t, "cluster", onhub.Provider(server))
	config := object{"name": prefix + "a", "kind": "ManagedCluster", "labels": object{"region": "eu"}, "taints": list{hclGPU},
		"hub_accepts_client": true}
	label := func() string {
		return server.Get(t, onhub.OCMClusterVersion, "ManagedCluster", "",
			prefix+"a").GetLabels()["cluster.open-cluster-management.io/clusterset"]
	}
	set := func(name string) object {
		return providertest.Merged(config,
			object{"labels": object{"region": "eu", "cluster.open-cluster-management.io/clusterset": name}})
	}
	for _, step := range []struct {
		config object
		want   string
		warns  bool
	}{
		{config, "default", true},
		{set("blue"), "blue", false},
		{set("default"), "default", false},
		{config, "default", false},
		{set("blue"), "blue", false},
		{config, "default", true},
	} {
		if diags := r.Do(step.config); step.warns {
			r.Has(diags, `becomes a member of a cluster set: The hub puts the cluster into the cluster set "default"`)
		} else {
			r.Has(diags)
		}
		if got := r.Value("cluster_set"); got != step.want {
			t.Errorf("cluster_set is %v, want %s", got, step.want)
		}
		r.Settles(step.config)
		if got := label(); got != step.want {
			t.Errorf("the cluster set is %q, want %q", got, step.want)
		}
	}
	if labels, ok := r.Value("labels").(map[string]any); !ok || len(labels) != 1 {
		t.Errorf("labels %v", labels)
	}
	// Another client moves the cluster: the state follows, and no plan moves it back.
	server.MergePatch(t, "admin", onhub.OCMClusterVersion, "ManagedCluster", "", prefix+"a",
		"{metadata: {labels: {cluster.open-cluster-management.io/clusterset: green}}}")
	r.Settles(config)
	if got := r.Value("cluster_set"); got != "green" {
		t.Errorf("cluster_set is %v, want green", got)
	}
}

// TestHubPlan_checks: what the hub would refuse is an error of the plan where the credentials may write.
func TestHubPlan_checks(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	server.Webhook(t, prefix, func(labels map[string]string) (refusal string) {
		if labels["team"] == "red" {
			return "team red may not have clusters"
		}
		return ""
	})
	p := server.Proxy(t)
	objects := onhub.LiveObjectsNamed(prefix, server.Namespace(t))
	managed, member := objects["ManagedCluster"], objects["MemberCluster"]
	configs := object{"managed_cluster_client_configs": list{object{"url": "https://a", "ca_bundle": "no Base64"}}}
	for what, test := range map[string]struct {
		o       *onhub.LiveObject
		further object
		says    string
	}{
		"a list": {managed, configs, `managedClusterClientConfigs[0].caBundle`},
		"an annotation": {
			member, object{"annotations": object{"a b": "x"}}, `the hub refuses the object: MemberCluster.cluster.kubernetes-fleet.io "` +
				prefix + `member" is invalid: metadata.annotations: Invalid value: "a b"`,
		},
		"a webhook": {managed, object{"labels": object{"team": "red"}}, "the hub refuses the object: admission webhook "},
	} {
		t.Run(what, func(t *testing.T) {
			r := onhub.NewRun(t, "cluster", onhub.Proxied(p))
			r.Has(r.Try(providertest.Merged(test.o.Minimal, test.further)).Diags, "ERROR "+test.says)
			r.Has(r.Do(test.o.Minimal))
			r.Has(r.Try(providertest.Merged(test.o.Minimal, test.further)).Diags, "ERROR "+test.says)
			r.Settles(test.o.Minimal)
			r.Has(r.Do(providertest.Merged(test.o.Minimal, object{"on_destroy": "delete"})))
			r.Destroys(false)
		})
	}
	// A webhook that cannot check a request without an effect is no mistake of the plan.
	p.On(hubtest.Match{Method: "PATCH", Query: "dryRun"}, hubtest.Always,
		hubtest.Refuse(http.StatusBadRequest, "BadRequest", `admission webhook "x" does not support dry run`))
	r := onhub.NewRun(t, "cluster", onhub.Proxied(p))
	r.Has(r.Do(managed.Config))
}
