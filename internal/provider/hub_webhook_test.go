package provider

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// TestHubWebhookDown: a webhook that does not respond makes the plan warn and the apply fail.
func TestHubWebhookDown(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	server.WebhookDown(t, prefix)
	r := newHubRun(t, "cluster", onHub(server))
	config := object{"name": prefix + "a", "kind": "ManagedCluster"}
	p := r.try(config)
	r.has(p.diags, `is not checked by the hub: A webhook of the hub does not respond`)
	if diags := r.carryOut(p); !failed(diags) {
		t.Error("the apply does not fail")
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
