// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource_test

import (
	"strings"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubNamespace: the namespace of a cluster exists a moment after the cluster, so scores and works that are created in the same
// apply wait for it.
func TestHubNamespace(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	prefix := server.Prefix(t)
	server.ClusterNamespaces(t, prefix)
	for kind, minimal := range map[string]func(cluster string) object{"cluster_score": score, "manifest_work": work} {
		name := prefix + strings.ReplaceAll(kind, "_", "-")
		cluster, r := onhub.NewRun(t, "cluster", onhub.Provider(server)), onhub.NewRun(t, kind, onhub.Provider(server))

		// One process plans both, so the plan says nothing.
		planned := cluster.Try(object{"name": name, "kind": "ManagedCluster", "hub_accepts_client": true})
		cluster.Has(planned.Diags)
		r.Server = cluster.Server
		p := r.Plan(providertest.Config(t, r.Type(), minimal(name)))
		r.Has(p.Diags)
		cluster.Has(cluster.CarryOut(planned))
		r.Has(r.CarryOut(p))
		r.Settles(minimal(name))
	}
}

// score and work are objects in the namespace of a cluster.
func score(cluster string) object {
	return object{"cluster": cluster, "name": "usage", "scores": list{object{"name": "cpu", "value": int64(50)}}}
}

func work(cluster string) object {
	return providertest.Merged(onhub.LiveManifestWork("web", cluster).Minimal, object{})
}

// TestHubNamespace_missing: no namespace of that name exists, and nothing in the plan creates one.
func TestHubNamespace_missing(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	prefix := server.Prefix(t)
	name := prefix + "a"
	const missing = "needs a namespace that does not exist: "
	placed := onhub.NewPlacedRun(t, fakehub.Start(t), "Placement")
	placed.Namespace = name
	binding := onhub.NewRun(t, "cluster_set_binding", onhub.Provider(server))
	for r, config := range map[*onhub.Run]object{binding: {"namespace": name, "name": "blue"}, placed.Run: placed.Config(1)} {
		began := time.Now()
		diags := r.Try(config).Diags
		r.Has(diags[:1], missing+`the namespace "`+name+`" does not exist on the hub`)
		diags = r.Do(config)
		r.Has(diags[len(diags)-1:], `ERROR namespaces "`+name+`" not found`)
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("waited %s for a namespace that no controller creates", took)
		}
	}
	// The cluster is not accepted, so the hub creates no namespace.
	server.RegisterCluster(t, name)
	for kind, config := range map[string]object{"cluster_score": score(name), "manifest_work": work(name)} {
		r := onhub.NewRun(t, kind, onhub.Provider(server))
		config["timeouts"] = object{"create": "2s"}
		r.Has(r.Do(config), missing, "ERROR the namespace of the cluster does not exist yet: the time of timeouts.create is up: 2s; "+
			"the hub creates it when the cluster is accepted")
	}
}
