package provider

import (
	"fmt"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// hubRules are the rules of a ClusterRole with which the objects of a kind can be planned and, if writes is set, written. These are

func hubRules(o *liveObject, writes bool) []hubtest.Rule {
	group := strings.Split(o.apiVersion, "/")[0]
	resource := strings.ToLower(o.kind) + "s"
	rules := []hubtest.Rule{
		{APIGroups: []string{""}, Resources: []string{"namespaces"}, ResourceNames: []string{"kube-system"}, Verbs: []string{"get"}},
		{APIGroups: []string{group}, Resources: []string{resource}, Verbs: []string{"get"}},
	}
	if writes {
		rules[1].Verbs = []string{"get", "create", "patch", "delete"}
		if o.isStatus {
			rules = append(rules, hubtest.Rule{APIGroups: []string{group}, Resources: []string{resource + "/status"}, Verbs: []string{"patch"}})
		}
	}
	return rules
}

// TestHubObject_permissions: a plan needs the permission to read, and what an apply lacks is told.
func TestHubObject_permissions(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	p := server.Proxy(t)
	as := func(u *hubtest.User) object {
		return object{"hub": object{"host": p.Host, "cluster_ca_certificate": p.CA, "token": u.Token}}
	}
	for what, o := range liveObjects(server.Prefix(t), server.Namespace(t)) {
		t.Run(what, func(t *testing.T) { checkPermissions(t, server, p, as, o) })
	}
}

// checkPermissions plans and applies an object as users with less and less rights.
func checkPermissions(t *testing.T, server *hubtest.Hub, p *hubtest.Proxy, as func(*hubtest.User) object, o *liveObject) {
	t.Helper()
	resource := strings.ToLower(o.kind) + "s." + strings.Split(o.apiVersion, "/")[0]
	reader, writer := server.User(t, hubRules(o, false)...), server.User(t, hubRules(o, true)...)
	nobody := server.User(t)
	r := newHubRun(t, o.noun, as(nobody))
	r.has(r.run(o.config), `ERROR The hub cannot be identified: cannot get namespaces "kube-system": the credentials may not get namespaces: `)
	identifier := server.User(t, hubRules(o, false)[:1]...)
	r.provider = as(identifier)
	r.has(r.run(o.config), "ERROR the credentials may not get "+resource+": ")

	// A plan that may not write asks for nothing but what it reads, and once what it may do.
	checkPlan := func(config object) {
		t.Helper()
		p.Clear()
		r.has(r.try(config).diags)
		if writes := p.Requests(hubtest.Match{Method: "PATCH"}); len(writes) > 0 {
			t.Errorf("a plan without the permission to write has sent %v", writes)
		}
		if posts := p.Requests(hubtest.Match{Method: "POST"}); len(posts) > 1 || len(posts) == 1 && !strings.HasSuffix(posts[0].Path, "/selfsubjectaccessreviews") {
			t.Errorf("a plan without the permission to write has sent %v", posts)
		}
	}
	r.provider = as(reader)
	checkPlan(o.config)
	r.has(r.run(o.config), "ERROR the credentials may not patch "+resource+": ")
	rules := hubRules(o, true)
	rules[1].Verbs = []string{"get", "patch"}
	r.provider = as(server.User(t, rules...))
	r.has(r.run(o.config), "ERROR the credentials may not create "+resource+": ")
	if o.isStatus {
		r.provider = as(server.User(t, hubRules(o, true)[:2]...))
		r.has(r.run(o.config), "ERROR the credentials may not patch "+resource+"/status: ")
	}

	config := o.config
	if o.isReleased {
		config = merged(config, object{"on_destroy": "delete"})
	}
	r.provider = as(writer)
	diags := r.run(config)
	if failed(diags) {
		t.Fatal(said(diags))
	}
	p.Clear()
	r.settles(config)
	if !o.isName {
		if r.has(r.try(o.updated).diags); len(p.Requests(hubtest.Match{Method: "PATCH", Query: "dryRun"})) == 0 {
			t.Error("the hub does not check the plan")
		}
		if writes := p.Requests(hubtest.Match{Method: "PATCH", NoQuery: "dryRun"}); len(writes) > 0 {
			t.Errorf("a plan has sent %v", writes)
		}
		r.provider = as(reader)
		checkPlan(o.updated)
		r.has(r.run(o.updated), "ERROR the credentials may not patch "+resource+": ")
	}
	r.provider = as(reader)
	r.settles(config)
	r.has(r.run(nil), "ERROR the credentials may not delete "+resource+": ")
	r.provider = as(writer)
	r.destroys(false)
}

// TestHubMany plans many objects that have not changed: a request each, besides those of the process.
func TestHubMany(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	p := server.Proxy(t)
	const count = 50
	runs := make([]*hubRun, count)
	shared := newHubRun(t, "cluster", proxied(p))
	config := func(i int) object {
		return object{"name": fmt.Sprintf("%s%03d", prefix, i), "kind": "ManagedCluster", "labels": object{"region": "eu"}, "on_destroy": "delete"}
	}
	for i := range runs {
		runs[i] = newHubRun(t, "cluster", proxied(p))
		runs[i].has(runs[i].run(config(i)))
	}
	p.Clear()
	shared.start()
	for i, r := range runs {
		r.server = shared.server
		r.has(r.refresh())
		if plan := r.plan(configOf(t, r.typ(), config(i))); plan.failed() || !plan.state.Equal(r.state) {
			t.Fatalf("%s", said(plan.diags))
		}
	}
	if n := len(p.Requests(hubtest.Match{})); n > count+4 {
		t.Errorf("%d requests for %d objects", n, count)
	}
}
