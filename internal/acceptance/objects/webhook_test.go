// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubWebhookDown: a webhook that does not respond makes the plan warn and the apply fail, for an object of every kind.
func TestHubWebhookDown(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix, namespace := server.Prefix(t), server.Namespace(t)
	server.WebhookDown(t, prefix, namespace)
	for what, o := range onhub.LiveObjectsNamed(prefix, namespace) {
		t.Run(what, func(t *testing.T) { failsWithoutWebhook(t, onhub.NewRun(t, o.Noun, onhub.Provider(server)), o.Config) })
	}
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			r := onhub.NewPlacedRun(t, kind)
			config := r.Config(1)
			r.F.Server.WebhookDown(t, r.F.Prefix+"web", r.F.Namespace)
			failsWithoutWebhook(t, r.Run, config)
		})
	}
}

// failsWithoutWebhook checks that a plan to create an object warns of the webhook, and that the apply names it.
func failsWithoutWebhook(t *testing.T, r *onhub.Run, config object) {
	t.Helper()
	r.Provider = object{"hub": providertest.Merged(r.Provider["hub"].(object), object{"max_retries": int64(0)})}
	p := r.Try(config)
	if p.Failed() {
		t.Fatal(providertest.Said(p.Diags))
	}
	r.Has(p.Diags[:1], `is not checked by the hub: A webhook of the hub does not respond, so that the apply fails until it does.`)
	diags := r.CarryOut(p)
	if !providertest.Failed(diags) {
		t.Fatal("the apply does not fail")
	}
	if r.Has(diags[len(diags)-1:], "ERROR failed calling webhook"); !r.State.IsNull() {
		t.Error("the object is in the state")
	}
}

// TestHubClusterSetOfWebhook: the plan that creates a cluster without a cluster set names the set that it becomes a member of.
func TestHubClusterSetOfWebhook(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	server.RegistrationWebhook(t, prefix)
	r := onhub.NewRun(t, "cluster", onhub.Provider(server))
	r.Has(r.Do(object{"name": prefix + "a", "kind": "ManagedCluster"}),
		`becomes a member of a cluster set: The hub puts the cluster into the cluster set "default"`)
	r.Settles(object{"name": prefix + "a", "kind": "ManagedCluster"})
	other := onhub.NewRun(t, "cluster", onhub.Provider(server))
	other.Has(other.Do(object{"name": prefix + "b", "kind": "ManagedCluster",
		"labels": object{"cluster.open-cluster-management.io/clusterset": "prod"}}))
}
