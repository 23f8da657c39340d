package provider

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// TestHubWebhookDown: a webhook that does not respond makes the plan warn and the apply fail, for an object of every kind.
func TestHubWebhookDown(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix, namespace := server.Prefix(t), server.Namespace(t)
	server.WebhookDown(t, prefix, namespace)
	for what, o := range liveObjects(prefix, namespace) {
		t.Run(what, func(t *testing.T) { failsWithoutWebhook(t, newHubRun(t, o.noun, onHub(server)), o.config) })
	}
	for _, kind := range placedKinds {
		t.Run(kind, func(t *testing.T) {
			r := newPlacedRun(t, kind)
			config := r.config(1)
			r.f.server.WebhookDown(t, r.f.prefix+"web", r.f.namespace)
			failsWithoutWebhook(t, r.hubRun, config)
		})
	}
}

// failsWithoutWebhook checks that a plan to create an object warns of the webhook, and that the apply names it.
func failsWithoutWebhook(t *testing.T, r *hubRun, config object) {
	t.Helper()
	r.provider = object{"hub": merged(r.provider["hub"].(object), object{"max_retries": int64(0)})}
	p := r.try(config)
	if p.failed() {
		t.Fatal(said(p.diags))
	}
	r.has(p.diags[:1], `is not checked by the hub: A webhook of the hub does not respond, so that the apply fails until it does.`)
	diags := r.carryOut(p)
	if !failed(diags) {
		t.Fatal("the apply does not fail")
	}
	if r.has(diags[len(diags)-1:], "ERROR failed calling webhook"); !r.state.IsNull() {
		t.Error("the object is in the state")
	}
}

// TestHubClusterSetOfWebhook: the plan that creates a cluster without a cluster set names the set that it becomes a member of.
func TestHubClusterSetOfWebhook(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	server.RegistrationWebhook(t, prefix)
	r := newHubRun(t, "cluster", onHub(server))
	r.has(r.run(object{"name": prefix + "a", "kind": "ManagedCluster"}), `becomes a member of a cluster set: The hub puts the cluster into the cluster set "default"`)
	r.settles(object{"name": prefix + "a", "kind": "ManagedCluster"})
	other := newHubRun(t, "cluster", onHub(server))
	other.has(other.run(object{"name": prefix + "b", "kind": "ManagedCluster", "labels": object{"cluster.open-cluster-management.io/clusterset": "prod"}}))
}
