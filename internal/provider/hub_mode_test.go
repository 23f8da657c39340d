package provider

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// unknownHub are configurations of the provider whose hub is not known: one that certainly exists, and one that may be null.
func unknownHubs() map[string]object {
	return map[string]object{
		"a hub with an unknown host": {"hub": object{"host": unknown{}}},
		"an unknown hub":             {"hub": unknown{}},
	}
}

// otherHub is a hub with another UID, as far as its objects are looked at: the same API server behind a proxy that says so.
func otherHub(t *testing.T, server *hubtest.Hub) object {
	t.Helper()
	p := server.Proxy(t)
	p.On(hubtest.Match{Path: "/namespaces/kube-system"}, hubtest.Always,
		hubtest.Say(200, "application/json", `{"kind": "Namespace", "metadata": {"uid": "another-hub"}}`))
	return object{"hub": object{"config_path": p.Kubeconfig}}
}

// TestHubMode moves objects between the state and hubs.
func TestHubMode(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	for what, o := range liveObjects(server.Prefix(t), server.Namespace(t)) {
		if o.isOnlyOnHub {
			continue
		}
		t.Run(what, func(t *testing.T) { checkModes(t, server, o) })
	}
}

// checkModes moves an object between the state and hubs.
func checkModes(t *testing.T, server *hubtest.Hub, o *liveObject) {
	t.Helper()
	hub := onHub(server)
	r := newHubRun(t, o.noun, nil)
	r.has(r.run(o.config))
	if o.get(t, server) != nil || r.value("hub_uid") != nil {
		t.Fatal("without a hub, the object was created on one")
	}

	// A hub is added. The object must not exist there.
	existing := server.Create(t, o.imports)
	r.provider = hub
	for range 2 {
		r.has(r.run(o.config), "ERROR exists already")
	}
	if r.value("hub_uid") != nil {
		t.Error("a failed creation has changed the state")
	}
	server.Delete(t, o.apiVersion, o.kind, o.namespace, o.name)
	r.has(r.run(o.config))
	o.check(t, server)
	r.settles(o.config)
	if uid := r.value("uid"); uid == nil || uid == string(existing.GetUID()) || r.value("hub_uid") == nil {
		t.Errorf("the UID is %v", uid)
	}
	state := r.state

	// The hub is removed, or becomes another one: nothing is read, changed or destroyed.
	for says, provider := range map[string]object{
		"lives on a hub: It is an object of the hub with the UID ":            nil,
		"and the provider's hub has the UID another-hub. Configure the first": otherHub(t, server),
	} {
		r.provider = provider
		for _, config := range []object{o.config, o.updated, nil} {
			r.has(r.run(config), "ERROR "+says)
		}
		if !r.state.Equal(state) {
			t.Error("the state has changed")
		}
	}

	// As long as the hub is unknown, the state stays, and every plan is possible.
	for _, provider := range unknownHubs() {
		r.provider = provider
		r.settles(o.config)
		r.has(r.try(o.updated).diags)
		var warned []string
		if o.isReleased {
			warned = []string{"An object stays on the hub"}
		}
		r.has(r.try(nil).diags, warned...)
		if !r.state.Equal(state) {
			t.Error("the state has changed")
		}
		// That Terraform applies with a hub that is still unknown does not happen.
		r.has(r.carryOut(r.try(nil)), `ERROR cannot be destroyed: The configuration of the hub is not known.`)
	}
	r.provider = hub
	r.settles(o.config)
	r.destroys(o.isReleased)

	// A plan with an unknown hub is carried out when the hub is known, and when there is none.
	for _, known := range []object{hub, nil} {
		r.provider = object{"hub": unknown{}}
		p := r.try(merged(o.config, object{"adopt": true}))
		r.has(p.diags)
		r.provider = known
		r.start()
		r.has(r.carryOut(p))
		if (r.value("hub_uid") == nil) != (known == nil) {
			t.Errorf("the hub is %v", r.value("hub_uid"))
		}
		r.destroys(known != nil && o.isReleased)
	}
}

// TestHubMode_import imports without a hub, and with an unknown one.
func TestHubMode_import(t *testing.T) {
	server := hubtest.Start(t)
	for what, o := range liveObjects(server.Prefix(t), server.Namespace(t)) {
		t.Run(what, func(t *testing.T) {
			for _, provider := range unknownHubs() {
				r := newHubRun(t, o.noun, provider)
				r.has(r.importID(o.id()), "ERROR The object cannot be imported: The configuration of the hub is not known.")
			}
			r := newHubRun(t, o.noun, nil)
			r.has(r.importID(o.id()))
			if o.isOnlyOnHub {
				r.has(r.run(o.config), "ERROR There is no hub")
				return
			}
			r.has(r.run(o.config))
			if r.value("hub_uid") != nil {
				t.Error("imported from a hub")
			}
		})
	}
}

// reportedValues are values of what an agent reports.
func reportedValues() object {
	full := fullObjects()["cluster"]
	values := object{}
	for _, name := range []string{
		"agent", "allocatable", "available", "capacity", "claims", "deleting", "kubernetes_version", "namespaces", "properties",
	} {
		values[name] = full[name]
	}
	return values
}

// plans checks the planned value of an attribute, or the one error about it.
func (r *hubRun) plans(config object, name, what, says string, want func(tftypes.Value) bool) {
	r.t.Helper()
	p := r.try(config)
	switch {
	case says == "":
		if r.has(p.diags); !want(r.attribute(p.state, name)) {
			r.t.Fatalf("%s is planned as %s", what, r.attribute(p.state, name))
		}
	case len(p.diags) != 1, pathOf(p.diags[0].Attribute) != name, p.diags[0].Summary != says:
		r.t.Fatalf("%s: %s", what, said(p.diags))
	}
}

// TestHubReported: what an agent reports is an argument without a hub and computed with one, where setting it is an error of the plan.
func TestHubReported(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	hub := onHub(server)
	isUnknown := func(v tftypes.Value) bool { return !v.IsKnown() }
	isNull := tftypes.Value.IsNull
	onHubUID := "The agent reports this attribute"
	for name, value := range reportedValues() {
		t.Run(name, func(t *testing.T) {
			base := object{"name": prefix + "a", "kind": "ManagedCluster"}
			set, null := merged(base, object{name: value}), base
			isSet := func(v tftypes.Value) bool { return v.IsFullyKnown() && !v.IsNull() }
			isLast := func(r *hubRun) func(tftypes.Value) bool {
				return func(v tftypes.Value) bool { return v.Equal(r.attribute(r.state, name)) }
			}
			check := func(r *hubRun, config object, what, says string, want func(tftypes.Value) bool) {
				t.Helper()
				r.plans(config, name, what, says, want)
			}

			// An object that does not exist yet.
			r := newHubRun(t, "cluster", nil)
			check(r, set, "no hub, set", "", isSet)
			check(r, null, "no hub, null", "", isNull)
			r.provider = hub
			check(r, set, "hub, set", onHubUID, nil)
			check(r, null, "hub, null", "", isUnknown)
			r.provider = unknownHubs()["a hub with an unknown host"]
			check(r, set, "unknown host, set", onHubUID, nil)
			check(r, null, "unknown host, null", "", isUnknown)
			r.provider = unknownHubs()["an unknown hub"]
			check(r, set, "unknown hub, set", "", isSet)
			check(r, null, "unknown hub, null", "", isUnknown)
			for _, provider := range []object{nil, hub, unknownHubs()["an unknown hub"]} {
				r.provider = provider
				check(r, merged(base, object{name: unknown{}}), "unknown", "", isUnknown)
			}

			// An object that lives in the state alone, where the argument is set.
			r = newHubRun(t, "cluster", nil)
			r.has(r.run(set))
			check(r, set, "no hub, still set", "", isSet)
			check(r, null, "no hub, removed", "", isNull)
			r.provider = hub
			check(r, set, "a new hub, still set", onHubUID, nil)
			check(r, null, "a new hub, removed", "", isUnknown)
			r.provider = unknownHubs()["an unknown hub"]
			check(r, set, "a new unknown hub, still set", "", isSet)
			check(r, null, "a new unknown hub, removed", "", isUnknown)

			// An object on the hub. Nobody has reported anything but the status.
			r = newHubRun(t, "cluster", hub)
			r.has(r.run(null))
			server.MergePatch(t, "agent", ocmClusterVersion, "ManagedCluster", "", prefix+"a",
				`{status: {conditions: [], clusterClaims: [{name: id.k8s.io, value: a}], allocatable: {cpu: "8"}, capacity: {cpu: "9"}, version: {kubernetes: v1.33.1}}}`, "status")
			check(r, null, "hub, read", "", isLast(r))
			if reports := []string{"claims", "allocatable", "capacity", "kubernetes_version"}; slices.Contains(reports, name) != (r.value(name) != nil) {
				t.Errorf("read as %v", r.value(name))
			}
			check(r, set, "hub, set later", onHubUID, nil)
			check(r, merged(null, object{"labels": object{"a": "b"}}), "hub, another change", "", isLast(r))
			for what, provider := range unknownHubs() {
				r.provider = provider
				check(r, set, what+", set later", onHubUID, nil)
				check(r, null, what+", null later", "", isLast(r))
			}
			r.provider = hub
			r.destroys(true)
			server.Delete(t, ocmClusterVersion, "ManagedCluster", "", prefix+"a")
		})
	}
}

// TestHubKind: a hub that has both kinds of clusters, and a provider that names one. Another kind replaces the object.
func TestHubKind(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	name := server.Prefix(t) + "a"
	both, managed, member := onHub(server), onHub(server), onHub(server)
	managed["hub"] = object{"config_path": server.Kubeconfig, "kind": "ManagedCluster"}
	member["hub"] = object{"config_path": server.Kubeconfig, "kind": "MemberCluster"}
	config := object{"name": name, "on_destroy": "delete"}
	asMember := merged(config, object{"identity": object{"kind": "User", "name": "agent"}})
	exist := func(kinds ...string) {
		t.Helper()
		for kind, version := range map[string]string{"ManagedCluster": ocmClusterVersion, "MemberCluster": memberVersion} {
			if exists := server.Get(t, version, kind, "", name) != nil; exists != slices.Contains(kinds, kind) {
				t.Errorf("%s exists: %t", kind, exists)
			}
		}
	}
	r := newHubRun(t, "cluster", both)
	r.has(r.run(config), "ERROR kind: The cluster \""+name+"\" has no kind: kind: the hub has ManagedClusters and MemberClusters: set kind here")
	r.has(r.run(asMember), "ERROR kind: ")
	r.has(r.run(merged(config, object{"kind": "MemberCluster"})), `ERROR identity: Missing required attribute: identity: must be set`)
	r.provider = member
	r.has(r.run(merged(asMember, object{"hub_accepts_client": true})), "ERROR hub_accepts_client: ")
	r.provider = managed
	r.has(r.run(config))
	r.settles(config)
	exist("ManagedCluster")

	// The object keeps its kind when nothing names one any more.
	r.provider = both
	r.settles(config)
	r.has(r.run(merged(config, object{"labels": object{"a": "b"}})))
	exist("ManagedCluster")

	// Another kind is another object: by the hub, and by the argument.
	r.provider = member
	p := r.try(asMember)
	if r.has(p.diags); !p.replaces || !slices.Contains(p.replace, "uid") {
		t.Fatalf("another kind replaces %v", p.replace)
	}
	r.has(r.carryOut(p))
	exist("MemberCluster")
	r.settles(asMember)
	r.provider = both
	named := merged(config, object{"kind": "ManagedCluster"})
	p = r.try(named)
	if r.has(p.diags); !p.replaces {
		t.Fatal("another kind does not replace the object")
	}
	r.has(r.carryOut(p))
	exist("ManagedCluster")
	// That the kind is named now is an update.
	r.settles(named)

	// An import with both kinds: the one that exists; with two objects, the one that the hub of the provider names.
	i := newHubRun(t, "cluster", both)
	r.has(i.importID(name))
	if i.value("kind") != "ManagedCluster" {
		t.Errorf("imported as %v", i.value("kind"))
	}
	server.Create(t, "{apiVersion: "+memberVersion+", kind: MemberCluster, metadata: {name: "+name+"}, spec: {identity: {kind: User, name: agent}}}")
	r.has(i.importID(name), "ERROR the hub has both the ManagedCluster "+name+" and the MemberCluster "+name+".")
	i.provider = member
	r.has(i.importID(name))
	r.settles(named)
	r.destroys(false)
	exist("MemberCluster")
}

// TestHubReplace replaces an object by one of the same name: it has to be deleted before.
func TestHubReplace(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	for what, o := range liveObjects(server.Prefix(t), server.Namespace(t)) {
		t.Run(what, func(t *testing.T) {
			r := newHubRun(t, o.noun, onHub(server))
			replace := func(data object) []*tfprotov6.Diagnostic {
				r.start()
				r.has(r.refresh())
				p := r.planReplacement(configOf(t, r.typ(), data))
				if p.failed() {
					return p.diags
				}
				return r.carryOut(p)
			}
			config := o.config
			if o.isReleased {
				r.has(r.run(config))
				r.has(replace(config), `ERROR cannot be replaced: `+o.kind+" "+o.name+" stays on the hub when the resource is destroyed")
				r.has(replace(merged(config, object{"adopt": true})))
				config = merged(config, object{"on_destroy": "delete", "adopt": true})
			}
			r.has(r.run(config))
			uid := r.value("uid")
			r.has(replace(merged(config, object{"adopt": nil})))
			if r.value("uid") == uid {
				t.Error("the same object")
			}
			r.settles(merged(config, object{"adopt": nil}))

			// Another name: the old object is deleted, the new one created.
			renamed := merged(config, object{"name": o.name + "-renamed", "adopt": nil})
			p := r.try(renamed)
			if r.has(p.diags); !p.replaces {
				t.Fatal("another name does not replace the object")
			}
			r.has(r.carryOut(p))
			if o.get(t, server) != nil || server.Get(t, o.apiVersion, o.kind, o.namespace, o.name+"-renamed") == nil {
				t.Error("the object was not renamed")
			}
			r.destroys(false)
		})
	}
}
