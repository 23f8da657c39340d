// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"slices"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

func hubRules(o *onhub.LiveObject, writes bool) []hubtest.Rule {
	group := strings.Split(o.APIVersion, "/")[0]
	resource := o.Resource()
	rules := []hubtest.Rule{
		{APIGroups: []string{""}, Resources: []string{"namespaces"}, ResourceNames: []string{"kube-system"}, Verbs: []string{"get"}},
		{APIGroups: []string{group}, Resources: []string{resource}, Verbs: []string{"get"}},
	}
	if o.IsListed {
		rules[1].Verbs = append(rules[1].Verbs, "list")
	}
	if writes {
		rules[1].Verbs = append(rules[1].Verbs, "create", "patch", "delete")
		if o.IsStatus {
			rules = append(rules, hubtest.Rule{APIGroups: []string{group}, Resources: []string{resource + "/status"},
				Verbs: []string{"patch"}})
		}
	}
	if strings.HasSuffix(o.Kind, "ResourceOverride") {
		// The plan says which clusters get other manifests.
		rules = append(rules, hubtest.Rule{APIGroups: []string{group}, Resources: []string{"*"}, Verbs: []string{"list"}})
	}
	if strings.Contains(o.Kind, "StagedUpdate") {
		// The plan of a strategy says which runs keep the former one, and the plan of a run reads its strategy.
		rules = append(rules, hubtest.Rule{APIGroups: []string{group}, Verbs: []string{"get", "list"}, Resources: []string{
			"clusterstagedupdatestrategies", "stagedupdatestrategies", "clusterstagedupdateruns", "stagedupdateruns"}})
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
	for what, o := range onhub.LiveObjects(t, server) {
		t.Run(what, func(t *testing.T) { checkPermissions(t, server, p, as, o) })
	}
}

// checkPermissions plans and applies an object as users with less and less rights.
func checkPermissions(t *testing.T, server *hubtest.Hub, p *hubtest.Proxy, as func(*hubtest.User) object, o *onhub.LiveObject) {
	t.Helper()
	resource := o.Resource() + "." + strings.Split(o.APIVersion, "/")[0]
	reader, writer := server.User(t, hubRules(o, false)...), server.User(t, hubRules(o, true)...)
	nobody := server.User(t)
	r := onhub.NewRun(t, o.Noun, as(nobody))
	r.Has(r.Do(o.Config), `ERROR the credentials may not get namespaces "kube-system" (user `)
	identifier := server.User(t, hubRules(o, false)[:1]...)
	r.Provider = as(identifier)
	read := "get"
	if o.IsListed {
		read = "list"
	}
	r.Has(r.Do(o.Config), "ERROR the credentials may not "+read+" "+resource+" ")

	// A plan that may not write asks for nothing but what it reads, and once, or twice for a cluster, what it may do.
	checkPlan := func(config object) {
		t.Helper()
		p.Clear()
		r.Has(r.Try(config).Diags)
		if writes := p.Requests(hubtest.Match{Method: "PATCH"}); len(writes) > 0 {
			t.Errorf("a plan without the permission to write has sent %v", writes)
		}
		posts, asked, most := p.Requests(hubtest.Match{Method: "POST"}), p.Requests(hubtest.Match{Path: "/selfsubjectaccessreviews"}), 1
		if o.Kind == "ManifestWork" || o.Kind == "AddOnPlacementScore" {
			// First in the namespaces of all clusters.
			most = 2
		}
		if len(posts) > most || len(posts) != len(asked) {
			t.Errorf("a plan without the permission to write has sent %v", posts)
		}
	}
	r.Provider = as(reader)
	checkPlan(o.Config)
	r.Has(r.Do(o.Config), "ERROR the credentials may not patch "+resource+" ")
	rules := hubRules(o, true)
	rules[1].Verbs = slices.DeleteFunc(rules[1].Verbs, func(verb string) bool { return verb == "create" || verb == "delete" })
	r.Provider = as(server.User(t, rules...))
	r.Has(r.Do(o.Config), "ERROR the credentials may not create "+resource+" ")
	if o.IsStatus {
		r.Provider = as(server.User(t, hubRules(o, true)[:2]...))
		r.Has(r.Do(o.Config), "ERROR the credentials may not patch "+resource+"/status ")
	}

	config := o.Config
	if o.IsReleased {
		config = providertest.Merged(config, object{"on_destroy": "delete"})
	}
	r.Provider = as(writer)
	diags := r.Do(config)
	if providertest.Failed(diags) {
		t.Fatal(providertest.Said(diags))
	}
	p.Clear()
	r.Settles(config)
	if !o.IsName {
		if r.Has(r.Try(o.Updated).Diags); len(p.Requests(hubtest.Match{Method: "PATCH", Query: "dryRun"})) == 0 {
			t.Error("the hub does not check the plan")
		}
		if writes := p.Requests(hubtest.Match{Method: "PATCH", NoQuery: "dryRun"}); len(writes) > 0 {
			t.Errorf("a plan has sent %v", writes)
		}
		r.Provider = as(reader)
		checkPlan(o.Updated)
		r.Has(r.Do(o.Updated), "ERROR the credentials may not patch "+resource+" ")
	}
	r.Provider = as(reader)
	r.Settles(config)
	r.Has(r.Do(nil), "ERROR the credentials may not delete "+resource+" ")
	r.Provider = as(writer)
	r.Destroys(false)
}
