package provider

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// proxied is the configuration of a provider whose hub is behind a proxy.
func proxied(p *hubtest.Proxy) object {
	return object{"hub": object{"config_path": p.Kubeconfig}}
}

// writes matches the requests that write an object, and not those that only check it. Skip of them pass before.
func writes(o *liveObject, skip int) hubtest.Match {
	return hubtest.Match{Method: "PATCH", Path: "/" + o.name, NoQuery: "dryRun", Skip: skip}
}

// TestHubCreate_meanwhile: what somebody else creates between our look and our request is never touched.
func TestHubCreate_meanwhile(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	p := server.Proxy(t)
	for what, o := range liveObjects(server.Prefix(t), server.Namespace(t)) {
		t.Run(what, func(t *testing.T) { checkMeanwhile(t, server, p, o) })
	}
}

// checkMeanwhile creates an object while somebody else does.
func checkMeanwhile(t *testing.T, server *hubtest.Hub, p *hubtest.Proxy, o *liveObject) {
	t.Helper()
	for _, further := range []object{{}, {"force_conflicts": true}} {
		r := newHubRun(t, o.noun, proxied(p))
		p.Clear()
		p.On(writes(o, 0), 1, hubtest.Before(func() { server.Create(t, o.imports) }))
		r.has(r.run(merged(o.config, further)), "ERROR created at the same time by another client")
		if !r.state.IsNull() {
			t.Error("the object is in the state")
		}
		found := o.get(t, server)
		want := hubtest.Parse(t, o.imports)
		for _, field := range []string{"spec", "status"} {
			if diff := cmp.Diff(want.Object[field], found.Object[field]); diff != "" {
				t.Errorf("%s: %s", field, diff)
			}
		}
		if diff := cmp.Diff(want.GetLabels(), found.GetLabels()); diff != "" {
			t.Error(diff)
		}
		for _, e := range found.GetManagedFields() {
			if e.Manager == "terraform-provider-multicluster" {
				t.Errorf("an entry of the manager is left: %v", e)
			}
		}
		server.Delete(t, o.apiVersion, o.kind, o.namespace, o.name)
	}
	// With adopt it is taken over.
	r := newHubRun(t, o.noun, proxied(p))
	p.Clear()
	p.On(writes(o, 0), 1, hubtest.Before(func() { server.Create(t, o.imports) }))
	r.has(r.run(merged(o.config, object{"adopt": true, "force_conflicts": true})))
	o.check(t, server)
}

// TestHubCreate_interrupted: an object that was created by a run that was interrupted is completed, and a warning says so. With other
// values it is not taken over.
func TestHubCreate_interrupted(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	p := server.Proxy(t)
	for what, o := range liveObjects(server.Prefix(t), server.Namespace(t)) {
		t.Run(what, func(t *testing.T) { checkInterrupted(t, server, p, o) })
	}
}

// checkInterrupted interrupts the creation of an object after every request.
func checkInterrupted(t *testing.T, server *hubtest.Hub, p *hubtest.Proxy, o *liveObject) {
	t.Helper()
	taken := "exists already and is taken over"
	// The state was lost after every request.
	count := 0
	r := newHubRun(t, o.noun, proxied(p))
	for ; ; count++ {
		r.state, r.private, r.identity = r.nothing(), nil, nil
		p.Clear()
		p.On(writes(o, count), hubtest.Always, hubtest.Refuse(http.StatusForbidden, "Forbidden", "no"))
		diags := r.run(o.config)
		if !failed(diags) {
			break
		}
		if !r.state.IsNull() {
			t.Error("a failed creation is in the state")
		}
		exists := o.get(t, server) != nil
		if exists != (count > 0) {
			t.Fatalf("after %d requests the object exists: %t", count, exists)
		}
		if !exists {
			continue
		}
		if !o.isName && !o.isStatus {
			r.has(r.run(o.updated), "ERROR exists already")
		}
		p.Clear()
		r.has(r.run(o.config), taken)
		o.check(t, server)
		r.settles(o.config)
		server.Delete(t, o.apiVersion, o.kind, o.namespace, o.name)
	}
	if want := map[bool]int{true: 2}[o.isStatus]; count != max(want, 1) {
		t.Errorf("the creation takes %d requests, want %d", count, max(want, 1))
	}
	p.Clear()

	// All was written, and the state was lost.
	r.state, r.private, r.identity = r.nothing(), nil, nil
	r.has(r.run(o.config), taken)
	r.settles(o.config)
	r.state, r.private, r.identity = r.nothing(), nil, nil
	if !o.isName {
		r.has(r.run(o.updated), "ERROR exists already")
	}
	if !o.isName {
		// It would lose what it has.
		r.has(r.run(o.minimal), "ERROR exists already")
	}
	o.check(t, server)
}

// TestHubUpdate_fails: a failed update leaves the state as it was, and the next plan shows what is missing.
func TestHubUpdate_fails(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	p := server.Proxy(t)
	for what, o := range liveObjects(server.Prefix(t), server.Namespace(t)) {
		if o.isName {
			continue
		}
		t.Run(what, func(t *testing.T) {
			r := newHubRun(t, o.noun, proxied(p))
			r.has(r.run(o.config))
			for skip := 0; ; skip++ {
				state := r.state
				p.Clear()
				p.On(writes(o, skip), hubtest.Always, hubtest.Refuse(http.StatusForbidden, "Forbidden", `u cannot patch resource "x"`))
				diags := r.run(o.updated)
				if !failed(diags) {
					break
				}
				r.has(diags, "ERROR cannot be written to the hub: cannot patch "+strings.ToLower(o.kind))
				if skip == 0 && !r.state.Equal(state) {
					t.Errorf("the state has changed:%s", r.changed(state, r.state))
				}
				p.Clear()
				if plan := r.try(o.updated); plan.failed() || plan.state.Equal(r.state) {
					t.Errorf("the next plan is empty: %s", said(plan.diags))
				}
			}
			p.Clear()
			r.settles(o.updated)
		})
	}
}

// TestHubDelete waits for finalizers, at most as long as configured.
func TestHubDelete(t *testing.T) {
	server := hubtest.Start(t)
	for what, o := range liveObjects(server.Prefix(t), server.Namespace(t)) {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			r := newHubRun(t, o.noun, onHub(server))
			config := merged(o.config, object{"timeouts": object{"delete": "1s"}})
			if o.isReleased {
				config["on_destroy"] = "delete"
			}
			r.has(r.run(config))
			o.patch(t, server, "controller", `{metadata: {finalizers: ["example.com/cleanup", "example.com/wait"]}}`)
			state := r.state
			diags := r.run(nil)
			r.has(diags, "ERROR cannot be deleted from the hub: cannot delete "+strings.ToLower(o.kind)+"s."+o.apiVersion[:strings.Index(o.apiVersion, ".")+1])
			if text := said(diags); !strings.Contains(text, "is not gone yet: the time of timeouts.delete is up: 1s; it waits for the "+
				"finalizers example.com/cleanup, example.com/wait") {
				t.Error(text)
			}
			if !r.state.Equal(state) {
				t.Errorf("the state has changed:%s", r.changed(state, r.state))
			}
			// What is being deleted is not changed.
			if !o.isName {
				r.has(r.run(o.updated), "is being deleted on the hub", "ERROR it is being deleted; wait until it is gone, or remove what blocks "+
					"the deletion: example.com/cleanup")
			}
			p := r.try(config)
			r.has(p.diags, "waits for its finalizers: example.com/cleanup, example.com/wait. Until then the hub refuses changes")
			if !p.state.Equal(r.state) {
				t.Errorf("the plan is not empty:%s", r.changed(r.state, p.state))
			}
			// It is waited for until it is gone.
			gone := time.AfterFunc(200*time.Millisecond, func() { o.patch(t, server, "controller", `{metadata: {finalizers: null}}`) })
			defer gone.Stop()
			config["timeouts"] = object{"delete": "1m"}
			r.private = nil
			r.start()
			p = r.planOnce(r.state, nil, r.identity, r.nothing())
			r.state = with(t, r.state, map[string]any{"timeouts": object{"delete": "1m"}})
			r.has(r.carryOut(p))
			if o.get(t, server) != nil {
				t.Error("the object is still there")
			}
		})
	}
}

// TestHubRelease: a released object is exactly as before, whoever else manages it.
func TestHubRelease(t *testing.T) {
	server := hubtest.Start(t)
	for what, o := range liveObjects(server.Prefix(t), server.Namespace(t)) {
		if !o.isReleased {
			continue
		}
		t.Run(what, func(t *testing.T) {
			for _, foreign := range []string{"", o.foreign} {
				r := newHubRun(t, o.noun, onHub(server))
				r.has(r.run(merged(o.config, object{"on_destroy": "release"})))
				o.patch(t, server, "controller", foreign)
				before := o.get(t, server)
				r.destroys(true)
				released(t, before, o.get(t, server))
				server.Delete(t, o.apiVersion, o.kind, o.namespace, o.name)
			}
		})
	}
}

// TestHubRemoved: a field that the configuration does not set any more disappears, unless another manager has set it, too. A warning
// says so.
func TestHubRemoved(t *testing.T) {
	server := hubtest.Start(t)
	name := server.Prefix(t) + "a"
	o := &liveObject{apiVersion: ocmClusterVersion, kind: "ManagedCluster", name: name}
	r := newHubRun(t, "cluster", onHub(server))
	base := object{"name": name, "kind": "ManagedCluster"}
	r.has(r.run(merged(base, object{
		"labels": object{"a": "1", "b": "2", "c": "3"}, "annotations": object{"note": "x"}, "hub_accepts_client": true, "lease_duration_seconds": int64(30),
	})))
	o.patch(t, server, "kubectl", `{metadata: {labels: {a: "1"}, annotations: {note: x}}, spec: {hubAcceptsClient: true}}`)
	// The same values do not make another manager an owner. A changed one does.
	o.patch(t, server, "kubectl", `{metadata: {labels: {a: "0", b: "0"}, annotations: {note: "y"}}, spec: {hubAcceptsClient: false}}`)
	o.patch(t, server, "kubectl", `{metadata: {labels: {a: "1", b: "2"}, annotations: {note: "x"}}, spec: {hubAcceptsClient: true}}`)
	diags := r.run(merged(base, object{"labels": object{"b": "2"}}))
	const keeps = "keeps fields that the configuration no longer sets"
	// The plan says it, and the apply.
	r.has(diags, keeps, keeps)
	for _, line := range []string{"metadata.labels.a, set by \"kubectl\"", "metadata.annotations.note, set by", "spec.hubAcceptsClient, set by"} {
		if !strings.Contains(diags[0].Detail, line) {
			t.Errorf("nothing says %q: %s", line, diags[0].Detail)
		}
	}
	if strings.Contains(diags[0].Detail, "lease") || strings.Contains(diags[0].Detail, "labels.c") || strings.Contains(diags[0].Detail, "labels.b") {
		t.Error(diags[0].Detail)
	}
	found := o.get(t, server)
	if diff := cmp.Diff(map[string]string{"a": "1", "b": "2"}, found.GetLabels()); diff != "" {
		t.Error(diff)
	}
	r.settles(merged(base, object{"labels": object{"b": "2"}}))
	// Said once: they do not belong to the configuration any more.
	r.has(r.run(base), "metadata.labels.b, set by", "metadata.labels.b, set by")
	r.has(r.run(merged(base, object{"labels": object{"d": "4"}})))
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
	objects := liveObjects(prefix, server.Namespace(t))
	managed, member := objects["ManagedCluster"], objects["MemberCluster"]
	configs := object{"managed_cluster_client_configs": list{object{"url": "https://a", "ca_bundle": "no Base64"}}}
	for what, test := range map[string]struct {
		o       *liveObject
		further object
		says    string
	}{
		"a list":        {managed, configs, `managedClusterClientConfigs[0].caBundle`},
		"an annotation": {member, object{"annotations": object{"a b": "x"}}, `the hub refuses the object: MemberCluster.cluster.kubernetes-fleet.io "` + prefix + `member" is invalid: metadata.annotations: Invalid value: "a b"`},
		"a webhook":     {managed, object{"labels": object{"team": "red"}}, "the hub refuses the object: admission webhook "},
	} {
		t.Run(what, func(t *testing.T) {
			r := newHubRun(t, "cluster", proxied(p))
			r.has(r.try(merged(test.o.minimal, test.further)).diags, "ERROR "+test.says)
			r.has(r.run(test.o.minimal))
			r.has(r.try(merged(test.o.minimal, test.further)).diags, "ERROR "+test.says)
			r.settles(test.o.minimal)
			r.has(r.run(merged(test.o.minimal, object{"on_destroy": "delete"})))
			r.destroys(false)
		})
	}
	// A webhook that cannot check a request without an effect is no mistake of the plan.
	p.On(hubtest.Match{Method: "PATCH", Query: "dryRun"}, hubtest.Always,
		hubtest.Refuse(http.StatusBadRequest, "BadRequest", `admission webhook "x" does not support dry run`))
	r := newHubRun(t, "cluster", proxied(p))
	r.has(r.run(managed.config))
}

// TestHubPlan_unchanged: what has not changed is read once, and nothing else is asked.
func TestHubPlan_unchanged(t *testing.T) {
	server := hubtest.Start(t)
	p := server.Proxy(t)
	for what, o := range liveObjects(server.Prefix(t), server.Namespace(t)) {
		t.Run(what, func(t *testing.T) {
			r := newHubRun(t, o.noun, proxied(p))
			r.has(r.run(o.config))
			p.Clear()
			r.settles(o.config)
			var requests []string
			for _, request := range p.Requests(hubtest.Match{}) {
				path := strings.Split(request.Path, "/")
				requests = append(requests, request.Method+" "+path[len(path)-1])
			}
			version := strings.Split(o.apiVersion, "/")
			slices.Sort(requests)
			want := []string{"GET " + o.name, "GET " + version[0], "GET " + version[1], "GET kube-system"}
			slices.Sort(want)
			if diff := cmp.Diff(want, requests); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}

// TestHubWithoutKind: without the CRD, the refresh and the destroy of an object say how to forget it.
func TestHubWithoutKind(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	p := server.Proxy(t)
	r := newHubRun(t, "cluster_set", proxied(p))
	config := object{"name": server.Prefix(t) + "set"}
	r.has(r.run(config))
	p.On(hubtest.Match{Method: "GET", Path: "/apis/cluster.open-cluster-management.io"}, hubtest.Always, hubtest.Refuse(404, "NotFound", "the server could not find the requested resource"))
	const hint = "ERROR managedclustersets.cluster.open-cluster-management.io: is Open Cluster Management installed? If the CRD was deleted, its objects were " +
		"deleted, too: to forget the cluster set "
	r.has(r.try(config).diags, hint)
	r.start()
	r.has(r.carryOut(r.plan(r.nothing())), hint)
	p.Clear()
	r.destroys(false)
}
