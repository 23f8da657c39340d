// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubOwner_registered: an agent has registered a cluster, with hubAcceptsClient false. Accepting it is no conflict, whether
// the cluster is adopted or imported. A cluster that was accepted and that another manager has rejected since is a conflict.
func TestHubOwner_registered(t *testing.T) {
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	for _, imports := range []bool{true, false} {
		name := prefix + map[bool]string{true: "imported", false: "adopted"}[imports]
		server.RegisterCluster(t, name)
		r := onhub.NewRun(t, "cluster", onhub.Provider(server))
		config := object{"name": name, "kind": "ManagedCluster", "hub_accepts_client": true, "labels": object{"region": "eu"}}
		if imports {
			r.Has(r.ImportID(name))
		} else {
			config["adopt"] = true
		}
		r.Has(r.Do(config))
		r.Settles(config)
		o := &onhub.LiveObject{APIVersion: onhub.OCMClusterVersion, Kind: "ManagedCluster", Name: name}
		accepted := func() any { return onhub.FieldOf(t, o.Get(t, server), "spec.hubAcceptsClient") }
		if accepted() != true {
			t.Error("the cluster is not accepted")
		}
		if configs, _ := onhub.FieldOf(t, o.Get(t, server), "spec.managedClusterClientConfigs").([]any); len(configs) != 1 {
			t.Errorf("the agent's client configurations are %v", configs)
		}
		// Times of managed fields have seconds.
		time.Sleep(1100 * time.Millisecond)
		o.Patch(t, server, "kubectl-edit", "{spec: {hubAcceptsClient: false}}")
		r.Has(r.Try(config).Diags, `ERROR spec.hubAcceptsClient, set by "kubectl-edit"`)
		if accepted() != false {
			t.Error("the cluster is accepted")
		}
	}
}

// TestHubOwner_member: what registers the members of a fleet sets their identities. Only a member that the configuration creates
// needs one there.
func TestHubOwner_member(t *testing.T) {
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	identity := object{"kind": "User", "name": "agent"}
	for _, name := range []string{"imported", "adopted", "imported-whole"} {
		server.Create(t, "{apiVersion: "+onhub.MemberVersion+", kind: MemberCluster, "+
			"metadata: {name: "+prefix+name+", labels: {region: eu}}, "+
			"spec: {identity: {kind: User, name: agent, apiGroup: rbac.authorization.k8s.io}}}")
		r := onhub.NewRun(t, "cluster", onhub.Provider(server))
		config := object{"name": prefix + name, "kind": "MemberCluster", "labels": object{"region": "eu"}}
		if name == "adopted" {
			config["adopt"] = true
			r.Has(r.Do(config))
		} else {
			r.Has(r.ImportID(prefix + name))
		}
		if name == "imported-whole" {
			config["identity"] = identity
			r.Has(r.Do(config))
		}
		r.Settles(config)
		// Nothing of it is in conflict, and the identity stays.
		config["labels"] = object{"region": "us"}
		r.Has(r.Do(config))
		r.Settles(config)
		config["labels"] = nil
		r.Has(r.Do(config))
		found := server.Get(t, onhub.MemberVersion, "MemberCluster", "", prefix+name)
		if diff := cmp.Diff("agent", onhub.FieldOf(t, found, "spec.identity.name")); diff != "" || len(found.GetLabels()) > 0 {
			t.Errorf("labels %v, identity: %s", found.GetLabels(), diff)
		}
	}
	r := onhub.NewRun(t, "cluster", onhub.Provider(server))
	config := object{"name": prefix + "new", "kind": "MemberCluster"}
	r.Has(r.Try(config).Diags, "ERROR identity: Missing required attribute: identity: must be set because the hub requires it in "+
		"a MemberCluster")
	config["adopt"] = true
	r.Has(r.Try(config).Diags, "ERROR identity: Missing required attribute: identity: must be set")
	config["identity"] = identity
	r.Has(r.Do(config))
}

// TestHubOwner_cluster: kubectl has made a cluster. After an import the first change takes over what has the value of the state,
// so that no later change is a conflict. A label that the configuration does not set stays.
func TestHubOwner_cluster(t *testing.T) {
	server := hubtest.Start(t)
	name := server.Prefix(t) + "a"
	o := &onhub.LiveObject{APIVersion: onhub.OCMClusterVersion, Kind: "ManagedCluster", Name: name}
	server.Create(t, "{apiVersion: "+onhub.OCMClusterVersion+", kind: ManagedCluster, "+
		"metadata: {name: "+name+", labels: {a: '1', b: '2', c: '3'}}, "+
		"spec: {leaseDurationSeconds: 30}}")
	r := onhub.NewRun(t, "cluster", onhub.Provider(server))
	r.Has(r.ImportID(name))
	config := func(seconds int64, labels object) object {
		return object{"name": name, "kind": "ManagedCluster", "labels": labels, "lease_duration_seconds": seconds}
	}
	r.Settles(config(30, object{"a": "1", "b": "2", "c": "3"}))
	const keeps = "keeps fields that the configuration no longer sets"
	r.Has(r.Do(config(30, object{"a": "0", "b": "2"})), keeps, keeps)
	if diff := cmp.Diff(map[string]string{"a": "0", "b": "2", "c": "3"}, o.Get(t, server).GetLabels()); diff != "" {
		t.Error(diff)
	}
	r.Has(r.Do(config(45, object{"a": "0", "b": "3"})))
	r.Settles(config(45, object{"a": "0", "b": "3"}))
	// From now on another manager's value is a conflict.
	o.Patch(t, server, "kubectl", "{metadata: {labels: {a: '5'}}}")
	r.Has(r.Try(config(45, object{"a": "0", "b": "3"})).Diags, `ERROR metadata.labels.a, set by "kubectl"`)
}
