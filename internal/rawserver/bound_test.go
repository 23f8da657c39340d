// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver_test

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// frankServer answers with the texts of others as they are.
type frankServer struct{ rawserver.Server }

func frankly() []*tfprotov6.Diagnostic {
	return []*tfprotov6.Diagnostic{{Summary: "\x1b[31mred\nnext", Detail: "\u202etxet\nnext\x00"}}
}

func (frankServer) ReadResource(context.Context, *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	return &tfprotov6.ReadResourceResponse{Diagnostics: frankly()}, nil
}

func (frankServer) ApplyResourceChange(
	context.Context, *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return &tfprotov6.ApplyResourceChangeResponse{Diagnostics: frankly()}, nil
}

func (frankServer) UpgradeResourceState(
	context.Context, *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return &tfprotov6.UpgradeResourceStateResponse{Diagnostics: frankly()}, nil
}

func (frankServer) UpgradeResourceIdentity(
	context.Context, *tfprotov6.UpgradeResourceIdentityRequest,
) (*tfprotov6.UpgradeResourceIdentityResponse, error) {
	return &tfprotov6.UpgradeResourceIdentityResponse{Diagnostics: frankly()}, nil
}

func (frankServer) MoveResourceState(
	context.Context, *tfprotov6.MoveResourceStateRequest,
) (*tfprotov6.MoveResourceStateResponse, error) {
	return &tfprotov6.MoveResourceStateResponse{Diagnostics: frankly()}, nil
}

// TestBoundedDiagnostics: the texts of what has happened to a resource are bounded like those of a plan.
func TestBoundedDiagnostics(t *testing.T) {
	s, ctx := rawserver.NewGuarded(frankServer{}, 0, ""), t.Context()
	read, _ := s.ReadResource(ctx, &tfprotov6.ReadResourceRequest{})
	applied, _ := s.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{})
	state, _ := s.UpgradeResourceState(ctx, &tfprotov6.UpgradeResourceStateRequest{})
	identity, _ := s.UpgradeResourceIdentity(ctx, &tfprotov6.UpgradeResourceIdentityRequest{})
	moved, _ := s.MoveResourceState(ctx, &tfprotov6.MoveResourceStateRequest{})
	for name, diags := range map[string][]*tfprotov6.Diagnostic{
		"read": read.Diagnostics, "applied": applied.Diagnostics, "state": state.Diagnostics, "identity": identity.Diagnostics,
		"moved": moved.Diagnostics,
	} {
		if d := diags[0]; d.Summary != `\x1b[31mred next` || d.Detail != `\u202etxet`+"\n"+`next\x00` {
			t.Errorf("%s: %q: %q", name, d.Summary, d.Detail)
		}
	}
}
