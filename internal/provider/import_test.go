// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// importable are the resources, with one of their ids, what the id says, and a configuration.
func importable(t *testing.T) map[string]providertest.ImportCase {

	full := providertest.FullObjects()
	placement := func() *providertest.Resource { return providertest.NewPlacement(t, t) }
	config, local := providertest.FullResourceConfigs()["ocm"], providertest.FullResourceConfigs()["ocm"]
	delete(local, "namespace")
	return map[string]providertest.ImportCase{
		"cluster": {
			New: func() *providertest.Resource { return providertest.NewObject(t, "cluster") }, ID: "eu-1", Keys: object{"name": "eu-1"},
			Data: full["cluster"],
		},
		"cluster_set": {
			New: func() *providertest.Resource { return providertest.NewObject(t, "cluster_set") }, ID: "blue",
			Keys: object{"name": "blue"}, Data: full["cluster_set"],
		},
		"cluster_set_binding": {
			New: func() *providertest.Resource { return providertest.NewObject(t, "cluster_set_binding") }, ID: "default/blue",
			Keys: object{"namespace": "default", "name": "blue"}, Data: full["cluster_set_binding"],
		},
		"cluster_score": {
			New: func() *providertest.Resource { return providertest.NewObject(t, "cluster_score") }, ID: "eu-1/usage",
			Keys: object{"cluster": "eu-1", "name": "usage"}, Data: full["cluster_score"],
		},
		"disruption_budget": {
			New: func() *providertest.Resource { return providertest.NewObject(t, "disruption_budget") }, ID: "web",
			Keys: object{"name": "web"}, Data: full["disruption_budget"],
		},
		"resource_override": {
			New: func() *providertest.Resource { return providertest.NewObject(t, "resource_override") }, ID: "shop/web",
			Keys: object{"namespace": "shop", "name": "web"}, Data: full["resource_override"],
		},
		"placement": {
			New: placement, ID: "default/web", Keys: object{"namespace": "default", "name": "web"}, Data: config,
		},
		"placement of no namespace": {New: placement, ID: "web", Keys: object{"name": "web"}, Data: local},
	}
}

// TestImport imports every resource by its id and by its identity. Both tell its keys and no more; the configuration
// brings the rest with an update in place.
func TestImport(t *testing.T) {
	for name, r := range importable(t) {
		for _, by := range []string{"id", "identity"} {
			t.Run(name+" by "+by, func(t *testing.T) {
				checkImport(r, t, name, by)
			})
		}
	}
}

// checkImport imports an object by its id or its identity, plans its configuration and applies it.
func checkImport(r providertest.ImportCase, t *testing.T, name, by string) {
	l := r.New()
	identity := providertest.Config(t, l.IdentityType(), r.Keys)
	var diags []*tfprotov6.Diagnostic
	if by == "id" {
		diags = l.Imported(r.ID, nil)
	} else {
		diags = l.Imported("", &identity)
	}
	if len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	r.CheckImported(t, l, name, identity)
	config := providertest.Config(t, l.Type(), r.Data)
	p := l.Plan(config)
	if len(p.Replace) > 0 {
		t.Errorf("the import is replaced because of %v", p.Replace)
	}
	if !p.State.IsFullyKnown() {
		t.Errorf("not everything is known in the plan: %s", p.State)
	}
	l.Apply(p)
	l.Settled(config)
}

// TestImportMistakes imports what cannot be.
func TestImportMistakes(t *testing.T) {
	resources := importable(t)
	for _, test := range []struct{ noun, id, says string }{
		{"cluster", "ns/eu-1", `found "ns/eu-1"; it must be name.`},
		{"cluster", "EU-1", `name: Invalid value: "EU-1"`},
		{"cluster", "/", `found "/"; it must be name.`},
		{"cluster_set", "my set", `name: Invalid value: "my set"`},
		{"cluster_set_binding", "blue", `found "blue"; it must be namespace/name.`},
		{"cluster_set_binding", "default/", "name: Required value"},
		{"cluster_set_binding", "/blue", "namespace: Required value"},
		{"cluster_set_binding", "a/b/c", `found "a/b/c"; it must be namespace/name.`},
		{"resource_override", "a/b/c", `found "a/b/c"; it must be namespace/name.`},
		{"resource_override", "/web", "namespace: Required value"},
		{"cluster_score", "eu-1", `found "eu-1"; it must be cluster/name.`},
		{"cluster_score", "EU/usage", `cluster: Invalid value: "EU"`},
		{"placement", "a/b/c", `found "a/b/c"; it must be namespace/name.`},
		{"cluster", "", `found ""; it must be name.`},
		{"cluster_score", "", `found ""; it must be cluster/name.`},
		{"placement", "", `found ""; it must be namespace/name.`},
		{"placement", "/web", "namespace: Required value"},
		{"placement", "Web", `name: Invalid value: "Web"`},
	} {
		diags := resources[test.noun].New().Imported(test.id, nil)
		if len(diags) != 1 || diags[0].Summary != "The id cannot be imported" || !strings.Contains(diags[0].Detail, test.says) {
			t.Errorf("%s %q: got %q, want %q", test.noun, test.id, providertest.Said(diags), test.says)
		}
	}
	for noun, keys := range map[string]object{
		"cluster":       {"name": "EU-1"},
		"cluster_score": {"cluster": "eu-1", "name": "CPU"},
		"placement":     {"namespace": "x y", "name": "web"},
	} {
		l := resources[noun].New()
		identity := providertest.Config(t, l.IdentityType(), keys)
		diags := l.Imported("", &identity)
		if len(diags) != 1 || diags[0].Summary != "The id cannot be imported" ||
			!strings.Contains(diags[0].Detail, ": Invalid value: ") {
			t.Errorf("%s of identity %v: got %q", noun, keys, providertest.Said(diags))
		}
	}
}
