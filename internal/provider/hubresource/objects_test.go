// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubObject takes an object of every kind through its life on a hub.
func TestHubObject(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	for what, o := range onhub.LiveObjects(t, server) {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			checkLife(t, server, o)
		})
	}
}

// checkLife takes an object through its life on a hub.
func checkLife(t *testing.T, server *hubtest.Hub, o *onhub.LiveObject) {
	t.Helper()
	title := "The " + strings.ReplaceAll(o.Noun, "_", " ") + ` "` + o.ID() + `" `
	r := onhub.NewRun(t, o.Noun, onhub.Provider(server))
	r.Has(r.Do(o.Config))
	o.Check(t, server)
	r.Settles(o.Config)
	uid := r.Value("uid")

	// What others write is neither drift nor a conflict.
	o.Patch(t, server, "controller", o.Foreign)
	o.Patch(t, server, "agent", o.ForeignStatus, "status")
	r.Settles(o.Config)
	r.Has(r.Do(providertest.Merged(o.Config, object{"adopt": true})))
	r.Settles(providertest.Merged(o.Config, object{"adopt": true}))
	o.Check(t, server)

	// Drift is shown. It is a conflict with who has caused it.
	o.Patch(t, server, "kubectl", o.Drift)
	o.Patch(t, server, "kubectl", o.DriftStatus, "status")
	p := r.Try(o.Config)
	if p.State.Equal(r.State) {
		t.Fatalf("drift is not shown: %s", providertest.Said(p.Diags))
	}
	conflict := []string{"ERROR " + title + "has fields of another manager"}
	if o.Noun == "manifest_work" {
		// The plans of the other works go on.
		conflict = append([]string{title + "has fields of another manager"}, conflict...)
	}
	r.Has(r.Do(o.Config), conflict...)
	if text := providertest.Said(r.Do(o.Config)); !strings.Contains(text, o.Conflict+`, set by "kubectl`) {
		t.Errorf("the conflict does not name %s: %s", o.Conflict, text)
	}
	forced := providertest.Merged(o.Config, object{"force_conflicts": true})
	r.Has(r.Do(forced))
	o.Check(t, server)
	r.Settles(forced)

	// An update, and back.
	for _, config := range []object{o.Updated, o.Config} {
		config = providertest.Merged(config, object{"force_conflicts": true})
		for _, d := range r.Do(config) {
			if !strings.Contains(d.Summary, "keeps fields that the configuration no longer sets") {
				t.Error(providertest.Shown(d))
			}
		}
		r.Settles(config)
	}
	o.Check(t, server)
	if r.Value("uid") != uid {
		t.Error("another object")
	}

	// Deleted by somebody else: made again. Made again by somebody else: not taken over without adopt.
	o.Delete(t, server)
	r.Has(r.Do(o.Config))
	if r.Value("uid") == uid {
		t.Error("the same object")
	}
	o.Delete(t, server)
	server.Create(t, o.Imports)
	// The first run says so, and forgets the object.
	r.Has(r.Do(o.Config), title+"is another object now", "ERROR "+title+"exists already")
	r.Has(r.Do(o.Config), "ERROR "+title+"exists already")
	adopted := providertest.Merged(o.Config, object{"adopt": true, "force_conflicts": true})
	r.Has(r.Do(adopted))
	o.Check(t, server)
	r.Settles(adopted)

	// It stays on the hub or is deleted, as its kind has it by default, or as on_destroy says.
	if !o.IsReleased {
		r.Destroys(false)
		if o.Get(t, server) != nil {
			t.Error("the object was not deleted")
		}
		r.Has(r.Do(providertest.Merged(o.Config, object{"on_destroy": "release"})))
	}
	before := o.Get(t, server)
	r.Destroys(true)
	released(t, before, o.Get(t, server))
	deleted := providertest.Merged(o.Config, object{"on_destroy": "delete"})
	r.Has(r.Do(deleted), "ERROR "+title+"exists already")
	r.Has(r.Do(providertest.Merged(deleted, object{"adopt": true})))
	r.Destroys(false)
	if o.Get(t, server) != nil {
		t.Error("the object was not deleted")
	}
}

// released checks that nothing of an object has changed, but for the field manager.
func released(t *testing.T, before, after *unstructured.Unstructured) {
	t.Helper()
	for _, e := range after.GetManagedFields() {
		if e.Manager == "terraform-provider-multicluster" {
			t.Errorf("an entry of the manager is left: %v", e)
		}
	}
	for _, o := range []*unstructured.Unstructured{before, after} {
		o.SetResourceVersion("")
		o.SetManagedFields(nil)
	}
	if diff := cmp.Diff(before.Object, after.Object); diff != "" {
		t.Errorf("the release has changed the object:\n%s", diff)
	}
}

// TestHubObject_import imports an object of every kind, with what controllers write, generates its configuration, and has nothing
// to do then.
func TestHubObject_import(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	for what, o := range onhub.LiveObjects(t, server) {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			checkImport(t, server, o)
		})
	}
}

// checkImport imports an object, generates its configuration, and has nothing to do then.
func checkImport(t *testing.T, server *hubtest.Hub, o *onhub.LiveObject) {
	t.Helper()
	r := onhub.NewRun(t, o.Noun, onhub.Provider(server))
	r.Has(r.ImportID(o.ID()))
	if !r.State.IsNull() {
		t.Fatal("an object that does not exist was imported")
	}
	server.Create(t, o.Imports)
	r.Has(r.ImportID(o.ID()))
	config := r.Generated()
	want := providertest.Config(t, r.Type(), o.Imported)
	for name := range r.Schema.Attributes {
		got := r.Attribute(config, name)
		if diff := cmp.Diff(providertest.Plain(t, r.Attribute(want, name)), providertest.Plain(t, got)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	// Terraform plans, applies nothing, and plans again with what it has read in the meantime.
	for range 2 {
		p := r.TryConfig(config)
		r.Has(p.Diags)
		if !p.State.Equal(r.State) {
			t.Errorf("the plan is not empty:%s", r.Changed(r.State, p.State))
		}
	}
	before := o.Get(t, server)
	r.Destroys(o.IsReleased)
	if o.IsReleased {
		released(t, before, o.Get(t, server))
	}
}

// TestHubOwner_registered: an agent has registered a cluster, with hubAcceptsClient false. Accepting it is no conflict, whether
// the cluster is adopted or imported. A cluster that was accepted and that another manager has rejected since is a conflict.
func TestHubOwner_registered(t *testing.T) {
	server := fakehub.Start(t)
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
	server := fakehub.Start(t)
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
	server := fakehub.Start(t)
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

// TestHubTainted replaces a tainted object, which is not taken for that of somebody else. One that stays on the hub cannot be
// replaced.
func TestHubTainted(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	const warns = "is an object of the state already: "
	for what, o := range onhub.LiveObjects(t, server) {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewRun(t, o.Noun, onhub.Provider(server))
			config, updated := o.Config, o.Updated
			if o.IsReleased {
				config = providertest.Merged(config, object{"on_destroy": "delete"})
				updated = providertest.Merged(updated, object{"on_destroy": "delete"})
			}
			r.Has(r.Do(config))
			uid := r.Value("uid")
			p := r.Tainted(updated)
			r.Has(p.Diags, warns)
			r.Has(r.CarryOut(p))
			if r.Value("uid") == uid {
				t.Error("the same object")
			}
			if o.IsReleased {
				// It is released by default.
				r.Has(r.Do(o.Config))
				r.Has(r.Tainted(o.Config).Diags, "ERROR cannot be replaced: "+o.Kind+" "+o.Name+" stays on the hub when the resource "+
					"is destroyed")
			}
		})
	}
}

// TestStatesOfVersions_hub records states of objects on a hub, which TestStatesOfVersions of internal/provider reads.
func TestStatesOfVersions_hub(t *testing.T) {
	if providertest.RecordedVersion() == "" {
		t.Skip("states are recorded with RECORD_STATES=0.1.0")
	}
	server := fakehub.Start(t)
	prefix, namespace := server.Prefix(t), server.Namespace(t)
	server.FleetOverrides(t, prefix, namespace)
	live := onhub.LiveObjectsNamed(prefix, namespace)
	maps.Copy(live, map[string]*onhub.LiveObject{"work": onhub.LiveManifestWork(prefix+"work", namespace)})
	maps.Copy(live, onhub.LivePlacements(t, server))
	for what, o := range live {
		r := onhub.NewRun(t, o.Noun, onhub.Provider(server))
		if diags := r.Do(o.Config); providertest.Failed(diags) {
			t.Fatalf("%s: %s", what, providertest.Said(diags))
		}
		r.Record(t, "../../providertest/testdata/states", "hub_"+strings.ToLower(o.Kind), providertest.Config(t, r.Type(), o.Config), true)
	}
}
