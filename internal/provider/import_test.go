package provider

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// importCase is an object that can be imported.
type importCase struct {
	new  func() *lifecycle
	id   string
	keys object
	data object
}

// importable are the resources, with one of their ids, what the id says, and a configuration.
func importable(t *testing.T) map[string]importCase {

	full := fullObjects()
	placement := func() *lifecycle { return placementLifecycle(t, t) }
	config, local := fullResourceConfigs()["ocm"], fullResourceConfigs()["ocm"]
	delete(local, "namespace")
	return map[string]importCase{
		"cluster":     {func() *lifecycle { return objectLifecycle(t, "cluster") }, "eu-1", object{"name": "eu-1"}, full["cluster"]},
		"cluster_set": {func() *lifecycle { return objectLifecycle(t, "cluster_set") }, "blue", object{"name": "blue"}, full["cluster_set"]},
		"cluster_set_binding": {
			func() *lifecycle { return objectLifecycle(t, "cluster_set_binding") }, "default/blue",
			object{"namespace": "default", "name": "blue"}, full["cluster_set_binding"],
		},
		"cluster_score": {
			func() *lifecycle { return objectLifecycle(t, "cluster_score") }, "eu-1/usage",
			object{"cluster": "eu-1", "name": "usage"}, full["cluster_score"],
		},
		"placement":                 {placement, "default/web", object{"namespace": "default", "name": "web"}, config},
		"placement of no namespace": {placement, "web", object{"name": "web"}, local},
	}
}

func (l *lifecycle) identityType() tftypes.Type {
	l.t.Helper()
	resp, err := l.server.GetResourceIdentitySchemas(l.ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		l.t.Fatal(err)
	}
	return resp.IdentitySchemas[l.typeName].ValueType()
}

// imported imports by an id or by an identity, and refreshes what came of it, as Terraform does.
func (l *lifecycle) imported(id string, identity *tftypes.Value) []*tfprotov6.Diagnostic {
	l.t.Helper()
	req := &tfprotov6.ImportResourceStateRequest{TypeName: l.typeName, ID: id}
	if identity != nil {
		req.Identity = &tfprotov6.ResourceIdentityData{IdentityData: l.encode(*identity)}
	}
	resp, err := l.server.ImportResourceState(l.ctx, req)
	if err != nil {
		l.t.Fatal(err)
	}
	if len(resp.Diagnostics) > 0 {
		return resp.Diagnostics
	}
	if len(resp.ImportedResources) != 1 {
		l.t.Fatalf("%d resources were imported", len(resp.ImportedResources))
	}
	found := resp.ImportedResources[0]
	l.state, l.private, l.identity = l.decode(found.State), found.Private, found.Identity
	l.read()
	return nil
}

// TestImport imports every resource by its id and by its identity. Both tell its keys and no more; the configuration
// brings the rest with an update in place.
func TestImport(t *testing.T) {
	for name, r := range importable(t) {
		for _, by := range []string{"id", "identity"} {
			t.Run(name+" by "+by, func(t *testing.T) {
				r.checkImport(t, name, by)
			})
		}
	}
}

// checkImport imports an object by its id or its identity, plans its configuration and applies it.
func (r importCase) checkImport(t *testing.T, name, by string) {
	l := r.new()
	identity := configOf(t, l.identityType(), r.keys)
	var diags []*tfprotov6.Diagnostic
	if by == "id" {
		diags = l.imported(r.id, nil)
	} else {
		diags = l.imported("", &identity)
	}
	if len(diags) > 0 {
		t.Fatal(said(diags))
	}
	r.checkImported(t, l, name, identity)
	config := configOf(t, l.typ(), r.data)
	p := l.plan(config)
	if len(p.replace) > 0 {
		t.Errorf("the import is replaced because of %v", p.replace)
	}
	if !p.state.IsFullyKnown() {
		t.Errorf("not everything is known in the plan: %s", p.state)
	}
	l.apply(p)
	l.settled(config)
}

// checkImported checks that the state and the identity have the keys and nothing else.
func (r importCase) checkImported(t *testing.T, l *lifecycle, name string, identity tftypes.Value) {
	keys := object{"id": r.id}
	for key, value := range r.keys {
		keys[key] = value
	}
	if name == "placement" || strings.HasPrefix(name, "placement ") {
		// A for_each of the configuration has to take what is decided.
		keys["decisions_by_cluster"] = object{}
	}
	if name == "cluster_set_binding" {
		keys["cluster_set"] = r.keys["name"]
	}
	if want := configOf(t, l.typ(), keys); !l.state.Equal(want) {
		t.Errorf("imported something else than the keys:%s", l.changed(want, l.state))
	}
	got, err := l.identity.IdentityData.Unmarshal(l.identityType())
	if err != nil {
		t.Fatal(err)
	}
	if !got.Equal(identity) {
		t.Errorf("the identity is %s, want %s", got, identity)
	}
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
		{"cluster_set_binding", "default/", `name: Invalid value: ""`},
		{"cluster_set_binding", "/blue", `namespace: Invalid value: ""`},
		{"cluster_set_binding", "a/b/c", `found "a/b/c"; it must be namespace/name.`},
		{"cluster_score", "eu-1", `found "eu-1"; it must be cluster/name.`},
		{"cluster_score", "EU/usage", `cluster: Invalid value: "EU"`},
		{"placement", "a/b/c", `found "a/b/c"; it must be namespace/name.`},
		{"cluster", "", `found ""; it must be name.`},
		{"cluster_score", "", `found ""; it must be cluster/name.`},
		{"placement", "", `found ""; it must be namespace/name.`},
		{"placement", "/web", `namespace: Invalid value: ""`},
		{"placement", "Web", `name: Invalid value: "Web"`},
	} {
		diags := resources[test.noun].new().imported(test.id, nil)
		if len(diags) != 1 || diags[0].Summary != "The id cannot be imported" || !strings.Contains(diags[0].Detail, test.says) {
			t.Errorf("%s %q: got %q, want %q", test.noun, test.id, said(diags), test.says)
		}
	}
	for noun, keys := range map[string]object{
		"cluster":       {"name": "EU-1"},
		"cluster_score": {"cluster": "eu-1", "name": ""},
		"placement":     {"namespace": "x y", "name": "web"},
	} {
		l := resources[noun].new()
		identity := configOf(t, l.identityType(), keys)
		diags := l.imported("", &identity)
		if len(diags) != 1 || diags[0].Summary != "The id cannot be imported" || !strings.Contains(diags[0].Detail, ": Invalid value: ") {
			t.Errorf("%s of identity %v: got %q", noun, keys, said(diags))
		}
	}
}
