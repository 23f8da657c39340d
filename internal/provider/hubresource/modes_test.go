// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource_test

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubMode moves objects between the state and hubs.
func TestHubMode(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	for what, o := range onhub.LiveObjects(t, server) {
		if o.IsOnlyOnHub {
			continue
		}
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			checkModes(t, server, o)
		})
	}
}

// checkModes moves an object between the state and hubs.
func checkModes(t *testing.T, server *hubtest.Hub, o *onhub.LiveObject) {
	t.Helper()
	hub := onhub.Provider(server)
	r := onhub.NewRun(t, o.Noun, nil)
	r.Has(r.Do(o.Config))
	if o.Get(t, server) != nil || r.Value("hub_uid") != nil {
		t.Fatal("without a hub, the object was created on one")
	}

	// A hub is added. The object must not exist there.
	existing := server.Create(t, o.Imports)
	r.Provider = hub
	for range 2 {
		r.Has(r.Do(o.Config), "ERROR exists already")
	}
	if r.Value("hub_uid") != nil {
		t.Error("a failed creation has changed the state")
	}
	o.Delete(t, server)
	r.Has(r.Do(o.Config))
	o.Check(t, server)
	r.Settles(o.Config)
	if uid := r.Value("uid"); uid == nil || uid == string(existing.GetUID()) || r.Value("hub_uid") == nil {
		t.Errorf("the UID is %v", uid)
	}
	state := r.State

	// The hub is removed, or becomes another one: nothing is read, changed or destroyed.
	for says, provider := range map[string]object{
		"lives on a hub: It is an object of the hub with the UID ":            nil,
		"and the provider's hub has the UID another-hub. Configure the first": onhub.OtherHub(t, server),
	} {
		r.Provider = provider
		for _, config := range []object{o.Config, o.Updated, nil} {
			r.Has(r.Do(config), "ERROR "+says)
		}
		if !r.State.Equal(state) {
			t.Error("the state has changed")
		}
	}

	// As long as the hub is unknown, the state stays, and every plan is possible.
	for _, provider := range onhub.UnknownHubs() {
		r.Provider = provider
		r.Settles(o.Config)
		r.Has(r.Try(o.Updated).Diags)
		var warned []string
		if o.IsReleased {
			warned = []string{"An object stays on the hub"}
		}
		r.Has(r.Try(nil).Diags, warned...)
		if !r.State.Equal(state) {
			t.Error("the state has changed")
		}
		// That Terraform applies with a hub that is still unknown does not happen.
		r.Has(r.CarryOut(r.Try(nil)), `ERROR cannot be destroyed: The configuration of the hub is not known.`)
	}
	r.Provider = hub
	r.Settles(o.Config)
	r.Destroys(o.IsReleased)

	// A plan with an unknown hub is carried out when the hub is known, and when there is none.
	for _, known := range []object{hub, nil} {
		r.Provider = object{"hub": unknown{}}
		p := r.Try(providertest.Merged(o.Config, object{"adopt": true}))
		r.Has(p.Diags)
		r.Provider = known
		r.Start()
		r.Has(r.CarryOut(p))
		if (r.Value("hub_uid") == nil) != (known == nil) {
			t.Errorf("the hub is %v", r.Value("hub_uid"))
		}
		r.Destroys(known != nil && o.IsReleased)
	}
}

// TestHubMode_import imports without a hub, and with an unknown one.
func TestHubMode_import(t *testing.T) {
	server := fakehub.Start(t)
	for what, o := range onhub.LiveObjects(t, server) {
		t.Run(what, func(t *testing.T) {
			for _, provider := range onhub.UnknownHubs() {
				r := onhub.NewRun(t, o.Noun, provider)
				r.Has(r.ImportID(o.ID()), "ERROR The object cannot be imported: The configuration of the hub is not known.")
			}
			r := onhub.NewRun(t, o.Noun, nil)
			r.Has(r.ImportID(o.ID()))
			if o.IsOnlyOnHub {
				r.Has(r.Do(o.Config), "ERROR There is no hub")
				return
			}
			r.Has(r.Do(o.Config))
			if r.Value("hub_uid") != nil {
				t.Error("imported from a hub")
			}
		})
	}
}

// reportedValues are values of what an agent reports.
func reportedValues() object {
	full := providertest.FullObjects()["cluster"]
	values := object{}
	for _, name := range []string{
		"agent", "allocatable", "available", "capacity", "claims", "deleting", "kubernetes_version", "namespaces", "properties",
	} {
		values[name] = full[name]
	}
	return values
}

// plans checks the planned value of an attribute, or the one error about it.
func plans(r *onhub.Run, config object, name, what, says string, want func(tftypes.Value) bool) {
	r.T.Helper()
	p := r.Try(config)
	switch {
	case says == "":
		if r.Has(p.Diags); !want(r.Attribute(p.State, name)) {
			r.T.Fatalf("%s is planned as %s", what, r.Attribute(p.State, name))
		}
	case len(p.Diags) != 1, providertest.PathOf(p.Diags[0].Attribute) != name, p.Diags[0].Summary != says:
		r.T.Fatalf("%s: %s", what, providertest.Said(p.Diags))
	}
}

// TestHubReported: what an agent reports is an argument without a hub and computed with one, where setting it is an error of the
// plan.
func TestHubReported(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	prefix := server.Prefix(t)
	hub := onhub.Provider(server)
	isUnknown := func(v tftypes.Value) bool { return !v.IsKnown() }
	isNull := tftypes.Value.IsNull
	onHubUID := "The agent reports this attribute"
	for name, value := range reportedValues() {
		t.Run(name, func(t *testing.T) {
			base := object{"name": prefix + "a", "kind": "ManagedCluster"}
			set, null := providertest.Merged(base, object{name: value}), base
			isSet := func(v tftypes.Value) bool { return v.IsFullyKnown() && !v.IsNull() }
			isLast := func(r *onhub.Run) func(tftypes.Value) bool {
				return func(v tftypes.Value) bool { return v.Equal(r.Attribute(r.State, name)) }
			}
			check := func(r *onhub.Run, config object, what, says string, want func(tftypes.Value) bool) {
				t.Helper()
				plans(r, config, name, what, says, want)
			}

			// An object that does not exist yet.
			r := onhub.NewRun(t, "cluster", nil)
			check(r, set, "no hub, set", "", isSet)
			check(r, null, "no hub, null", "", isNull)
			r.Provider = hub
			check(r, set, "hub, set", onHubUID, nil)
			check(r, null, "hub, null", "", isUnknown)
			r.Provider = onhub.UnknownHubs()["a hub with an unknown host"]
			check(r, set, "unknown host, set", onHubUID, nil)
			check(r, null, "unknown host, null", "", isUnknown)
			r.Provider = onhub.UnknownHubs()["an unknown hub"]
			check(r, set, "unknown hub, set", "", isSet)
			check(r, null, "unknown hub, null", "", isUnknown)
			for _, provider := range []object{nil, hub, onhub.UnknownHubs()["an unknown hub"]} {
				r.Provider = provider
				check(r, providertest.Merged(base, object{name: unknown{}}), "unknown", "", isUnknown)
			}

			// An object that lives in the state alone, where the argument is set.
			r = onhub.NewRun(t, "cluster", nil)
			r.Has(r.Do(set))
			check(r, set, "no hub, still set", "", isSet)
			check(r, null, "no hub, removed", "", isNull)
			r.Provider = hub
			check(r, set, "a new hub, still set", onHubUID, nil)
			check(r, null, "a new hub, removed", "", isUnknown)
			r.Provider = onhub.UnknownHubs()["an unknown hub"]
			check(r, set, "a new unknown hub, still set", "", isSet)
			check(r, null, "a new unknown hub, removed", "", isUnknown)

			// An object on the hub. Nobody has reported anything but the status.
			r = onhub.NewRun(t, "cluster", hub)
			r.Has(r.Do(null))
			server.MergePatch(t, "agent", onhub.OCMClusterVersion, "ManagedCluster", "", prefix+"a",
				`{status: {conditions: [], clusterClaims: [{name: id.k8s.io, value: a}], allocatable: {cpu: "8"}, capacity: {cpu: "9"}, version: {kubernetes: v1.33.1}}}`, "status")
			check(r, null, "hub, read", "", isLast(r))
			if reports := []string{"claims", "allocatable", "capacity", "kubernetes_version"}; slices.Contains(reports,
				name) != (r.Value(name) != nil) {
				t.Errorf("read as %v", r.Value(name))
			}
			check(r, set, "hub, set later", onHubUID, nil)
			check(r, providertest.Merged(null, object{"labels": object{"a": "b"}}), "hub, another change", "", isLast(r))
			for what, provider := range onhub.UnknownHubs() {
				r.Provider = provider
				check(r, set, what+", set later", onHubUID, nil)
				check(r, null, what+", null later", "", isLast(r))
			}
			r.Provider = hub
			r.Destroys(true)
			server.Delete(t, onhub.OCMClusterVersion, "ManagedCluster", "", prefix+"a")
		})
	}
}

// TestHubKind: a hub that has both kinds of clusters, and a provider that names one. Another kind replaces the object.
func TestHubKind(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	name := server.Prefix(t) + "a"
	both, managed, member := onhub.Provider(server), onhub.Provider(server), onhub.Provider(server)
	managed["hub"] = object{"config_path": server.Kubeconfig, "kind": "ManagedCluster"}
	member["hub"] = object{"config_path": server.Kubeconfig, "kind": "MemberCluster"}
	config := object{"name": name, "on_destroy": "delete"}
	asMember := providertest.Merged(config, object{"identity": object{"kind": "User", "name": "agent"}})
	exist := func(kinds ...string) {
		t.Helper()
		for kind, version := range map[string]string{"ManagedCluster": onhub.OCMClusterVersion, "MemberCluster": onhub.MemberVersion} {
			if exists := server.Get(t, version, kind, "", name) != nil; exists != slices.Contains(kinds, kind) {
				t.Errorf("%s exists: %t", kind, exists)
			}
		}
	}
	r := onhub.NewRun(t, "cluster", both)
	r.Has(r.Do(config), "ERROR kind: The cluster \""+name+"\" has no kind: kind: the hub has ManagedClusters and MemberClusters: "+
		"set kind here")
	r.Has(r.Do(asMember), "ERROR kind: ")
	r.Has(r.Do(providertest.Merged(config, object{"kind": "MemberCluster"})),
		`ERROR identity: Missing required attribute: identity: must be set`)
	r.Provider = member
	r.Has(r.Do(providertest.Merged(asMember, object{"hub_accepts_client": true})), "ERROR hub_accepts_client: ")
	r.Provider = managed
	r.Has(r.Do(config))
	r.Settles(config)
	exist("ManagedCluster")

	// The object keeps its kind when nothing names one any more.
	r.Provider = both
	r.Settles(config)
	r.Has(r.Do(providertest.Merged(config, object{"labels": object{"a": "b"}})))
	exist("ManagedCluster")

	// Another kind is another object: by the hub, and by the argument.
	r.Provider = member
	p := r.Try(asMember)
	if r.Has(p.Diags); !p.Replaces || !slices.Contains(p.Replace, "uid") {
		t.Fatalf("another kind replaces %v", p.Replace)
	}
	r.Has(r.CarryOut(p))
	exist("MemberCluster")
	r.Settles(asMember)
	r.Provider = both
	named := providertest.Merged(config, object{"kind": "ManagedCluster"})
	p = r.Try(named)
	if r.Has(p.Diags); !p.Replaces {
		t.Fatal("another kind does not replace the object")
	}
	r.Has(r.CarryOut(p))
	exist("ManagedCluster")
	// That the kind is named now is an update.
	r.Settles(named)

	// An import with both kinds: the one that exists; with two objects, the one that the hub of the provider names.
	i := onhub.NewRun(t, "cluster", both)
	r.Has(i.ImportID(name))
	if i.Value("kind") != "ManagedCluster" {
		t.Errorf("imported as %v", i.Value("kind"))
	}
	server.Create(t, "{apiVersion: "+onhub.MemberVersion+", kind: MemberCluster, metadata: {name: "+name+"}, spec: {identity: "+
		"{kind: User, name: agent}}}")
	r.Has(i.ImportID(name), "ERROR the hub has both the ManagedCluster "+name+" and the MemberCluster "+name+".")
	i.Provider = member
	r.Has(i.ImportID(name))
	r.Settles(named)
	r.Destroys(false)
	exist("MemberCluster")
}

// TestHubReplace replaces an object by one of the same name: it has to be deleted before.
func TestHubReplace(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	for what, o := range onhub.LiveObjects(t, server) {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewRun(t, o.Noun, onhub.Provider(server))
			replace := func(data object) []*tfprotov6.Diagnostic {
				r.Start()
				r.Has(r.Refresh())
				p := r.PlanReplacement(providertest.Config(t, r.Type(), data))
				if p.Failed() {
					return p.Diags
				}
				return r.CarryOut(p)
			}
			config := o.Config
			if o.IsReleased {
				r.Has(r.Do(config))
				r.Has(replace(config), `ERROR cannot be replaced: `+o.Kind+" "+o.Name+" stays on the hub when the resource is destroyed")
				r.Has(replace(providertest.Merged(config, object{"adopt": true})))
				config = providertest.Merged(config, object{"on_destroy": "delete", "adopt": true})
			}
			r.Has(r.Do(config))
			uid := r.Value("uid")
			r.Has(replace(providertest.Merged(config, object{"adopt": nil})))
			if r.Value("uid") == uid {
				t.Error("the same object")
			}
			r.Settles(providertest.Merged(config, object{"adopt": nil}))

			// Another name: the old object is deleted, the new one created.
			renamed := providertest.Merged(config, object{"name": o.Name + "-renamed", "adopt": nil})
			p := r.Try(renamed)
			if r.Has(p.Diags); !p.Replaces {
				t.Fatal("another name does not replace the object")
			}
			r.Has(r.CarryOut(p))
			if o.Get(t, server) != nil || server.Get(t, o.APIVersion, o.Kind, o.Namespace, o.Name+"-renamed") == nil {
				t.Error("the object was not renamed")
			}
			r.Destroys(false)
		})
	}
}
