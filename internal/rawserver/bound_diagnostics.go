// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"context"
	"reflect"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// The methods of this file bound nothing but the diagnostics. Every method whose response has some is here or in bound.go: texts
// of a hub, of a state and of a configuration leave the provider there.

// shortened is a response whose diagnostics are cut. Its type has a field Diagnostics.
func shortened[Resp any](resp *Resp, err error) (*Resp, error) {
	if err != nil {
		return nil, err
	}
	diags, _ := reflect.ValueOf(resp).Elem().FieldByName("Diagnostics").Interface().([]*tfprotov6.Diagnostic)
	shorten(diags)
	return resp, nil
}

// ValidateProviderConfig bounds the diagnostics.
func (s *Bounded) ValidateProviderConfig(
	ctx context.Context, req *tfprotov6.ValidateProviderConfigRequest,
) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return shortened(s.Server.ValidateProviderConfig(ctx, req))
}

// ConfigureProvider bounds the diagnostics.
func (s *Bounded) ConfigureProvider(
	ctx context.Context, req *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	return shortened(s.Server.ConfigureProvider(ctx, req))
}

// ValidateDataResourceConfig bounds the diagnostics.
func (s *Bounded) ValidateDataResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateDataResourceConfigRequest,
) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	return shortened(s.Server.ValidateDataResourceConfig(ctx, req))
}

// ValidateResourceConfig bounds the diagnostics.
func (s *Bounded) ValidateResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return shortened(s.Server.ValidateResourceConfig(ctx, req))
}

// UpgradeResourceState bounds the diagnostics.
func (s *Bounded) UpgradeResourceState(
	ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return shortened(s.Server.UpgradeResourceState(ctx, req))
}

// UpgradeResourceIdentity bounds the diagnostics.
func (s *Bounded) UpgradeResourceIdentity(
	ctx context.Context, req *tfprotov6.UpgradeResourceIdentityRequest,
) (*tfprotov6.UpgradeResourceIdentityResponse, error) {
	return shortened(s.Server.UpgradeResourceIdentity(ctx, req))
}

// ReadResource bounds the diagnostics.
func (s *Bounded) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	return shortened(s.Server.ReadResource(ctx, req))
}

// ApplyResourceChange bounds the diagnostics.
func (s *Bounded) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return shortened(s.Server.ApplyResourceChange(ctx, req))
}

// ImportResourceState bounds the diagnostics.
func (s *Bounded) ImportResourceState(
	ctx context.Context, req *tfprotov6.ImportResourceStateRequest,
) (*tfprotov6.ImportResourceStateResponse, error) {
	return shortened(s.Server.ImportResourceState(ctx, req))
}

// MoveResourceState bounds the diagnostics.
func (s *Bounded) MoveResourceState(
	ctx context.Context, req *tfprotov6.MoveResourceStateRequest,
) (*tfprotov6.MoveResourceStateResponse, error) {
	return shortened(s.Server.MoveResourceState(ctx, req))
}

// ValidateListResourceConfig bounds the diagnostics.
func (s *Bounded) ValidateListResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateListResourceConfigRequest,
) (*tfprotov6.ValidateListResourceConfigResponse, error) {
	return shortened(s.Server.ValidateListResourceConfig(ctx, req))
}
