// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// ImportCase is an object that can be imported.
type ImportCase struct {
	New  func() *Resource
	ID   string
	Keys object
	Data object
}

// IdentityType is the type of the resource's identity.
func (l *Resource) IdentityType() tftypes.Type { return l.identitySchema().ValueType() }

func (l *Resource) identitySchema() *tfprotov6.ResourceIdentitySchema {
	l.T.Helper()
	resp, err := l.Server.GetResourceIdentitySchemas(l.Ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		l.T.Fatal(err)
	}
	return resp.IdentitySchemas[l.TypeName]
}

// Imported imports by an id or by an identity, and refreshes what came of it, as Terraform does.
func (l *Resource) Imported(id string, identity *tftypes.Value) []*tfprotov6.Diagnostic {
	l.T.Helper()
	req := &tfprotov6.ImportResourceStateRequest{TypeName: l.TypeName, ID: id}
	if identity != nil {
		req.Identity = &tfprotov6.ResourceIdentityData{IdentityData: l.Encode(*identity)}
	}
	resp, err := l.Server.ImportResourceState(l.Ctx, req)
	if err != nil {
		l.T.Fatal(err)
	}
	if len(resp.Diagnostics) > 0 {
		return resp.Diagnostics
	}
	if len(resp.ImportedResources) != 1 {
		l.T.Fatalf("%d resources were imported", len(resp.ImportedResources))
	}
	found := resp.ImportedResources[0]
	l.State, l.Private, l.Identity = l.Decode(found.State), found.Private, found.Identity
	l.read()
	return nil
}

// CheckImported checks that the state and the identity have the keys and nothing else.
func (r ImportCase) CheckImported(t *testing.T, l *Resource, name string, identity tftypes.Value) {
	keys := object{"id": r.ID}
	for key, value := range r.Keys {
		keys[key] = value
	}
	if name == "placement" || strings.HasPrefix(name, "placement ") {
		// A for_each of the configuration has to take what is decided.
		keys["decisions_by_cluster"] = object{}
	}
	if name == "cluster_set_binding" {
		keys["cluster_set"] = r.Keys["name"]
	}
	if want := Config(t, l.Type(), keys); !l.State.Equal(want) {
		t.Errorf("imported something else than the keys:%s", l.Changed(want, l.State))
	}
	got, err := l.Identity.IdentityData.Unmarshal(l.IdentityType())
	if err != nil {
		t.Fatal(err)
	}
	if !got.Equal(identity) {
		t.Errorf("the identity is %s, want %s", got, identity)
	}
}
