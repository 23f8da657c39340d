// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource_test

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// move moves a state here, as Terraform does: the provider is not configured yet.
func move(t *testing.T, r *onhub.Run, change func(*tfprotov6.MoveResourceStateRequest)) []*tfprotov6.Diagnostic {
	t.Helper()
	request := &tfprotov6.MoveResourceStateRequest{
		SourceProviderAddress: "registry.terraform.io/hashicorp/kubernetes", SourceTypeName: "kubernetes_manifest",
		SourceSchemaVersion: 1, TargetTypeName: r.TypeName,
	}
	change(request)
	resp, err := providertest.NewServer().MoveResourceState(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if len(resp.Diagnostics) == 0 {
		r.State, r.Private, r.Identity = r.Decode(resp.TargetState), resp.TargetPrivate, resp.TargetIdentity
	}
	return resp.Diagnostics
}

// TestHubMoved moves an object of every kind from a kubernetes_manifest: after the refresh it is the same as after an import.
func TestHubMoved(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	objects := onhub.LiveObjects(t, server)
	maps.Copy(objects, onhub.LivePlacements(t, server))
	for what, o := range objects {
		t.Run(what, func(t *testing.T) {
			server.Create(t, o.Imports)
			r := onhub.NewRun(t, o.Noun, onhub.Provider(server))
			if diags := r.ImportID(o.ID()); providertest.Failed(diags) {
				t.Fatal(providertest.Said(diags))
			}
			imported, identity := r.State, r.Identity
			state := onhub.ManifestState(t, o.Get(t, server).Object)
			r.Has(move(t, r, func(m *tfprotov6.MoveResourceStateRequest) { m.SourceState = &tfprotov6.RawState{JSON: state} }))
			if diff := cmp.Diff(identity, r.Identity); diff != "" {
				t.Errorf("the identity is not that of the import (-) but (+):\n%s", diff)
			}
			r.Start()
			if diags := r.Refresh(); providertest.Failed(diags) {
				t.Fatal(providertest.Said(diags))
			}
			if !r.State.Equal(imported) {
				t.Errorf("the state is not that of an import: %s", r.Changed(imported, r.State))
			}
			// The next refresh is one of an object that Terraform manages.
			if diags := r.Refresh(); providertest.Failed(diags) {
				t.Fatal(providertest.Said(diags))
			}
		})
	}
}
