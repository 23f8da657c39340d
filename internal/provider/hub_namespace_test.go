package provider

import (
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// TestHubNamespace: the namespace of a cluster exists a moment after the cluster, so scores that are created in the same apply wait for
// it.
func TestHubNamespace(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	server.ClusterNamespaces(t, prefix)
	name := prefix + "a"
	cluster, score := newHubRun(t, "cluster", onHub(server)), newHubRun(t, "cluster_score", onHub(server))
	accepted := object{"name": name, "kind": "ManagedCluster", "hub_accepts_client": true}
	scores := object{"cluster": name, "name": "usage", "scores": list{object{"name": "cpu", "value": int64(50)}}}

	// One process plans both, so the plan says nothing.
	planned := cluster.try(accepted)
	cluster.has(planned.diags)
	score.server = cluster.server
	p := score.plan(configOf(t, score.typ(), scores))
	score.has(p.diags)
	cluster.has(cluster.carryOut(planned))
	score.has(score.carryOut(p))
	score.settles(scores)
}

// TestHubNamespace_missing: no namespace of that name exists, and nothing in the plan creates one.
func TestHubNamespace_missing(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	name := prefix + "a"
	const missing = "needs a namespace that does not exist: "
	placed := newPlacedRun(t, "Placement")
	placed.namespace = name
	binding := newHubRun(t, "cluster_set_binding", onHub(server))
	for r, config := range map[*hubRun]object{binding: {"namespace": name, "name": "blue"}, placed.hubRun: placed.config(1)} {
		began := time.Now()
		diags := r.try(config).diags
		r.has(diags[:1], missing+`the namespace "`+name+`" does not exist on the hub`)
		diags = r.run(config)
		r.has(diags[len(diags)-1:], `ERROR namespaces "`+name+`" not found`)
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("waited %s for a namespace that no controller creates", took)
		}
	}
	// The cluster is not accepted, so the hub creates no namespace.
	server.RegisterCluster(t, name)
	r := newHubRun(t, "cluster_score", onHub(server))
	config := object{"cluster": name, "name": "usage", "scores": list{object{"name": "cpu", "value": int64(50)}}, "timeouts": object{"create": "1s"}}
	r.has(r.run(config), missing, "ERROR the namespace of the cluster does not exist yet: the time of timeouts.create is up: 1s; the hub creates it when the cluster is accepted")
}
