// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// The methods of this file bound nothing but the diagnostics. Every method whose response has some is here or in bound.go: texts
// of a hub, of a state and of a configuration leave the provider there.

// ValidateProviderConfig bounds the diagnostics.
func (s *Bounded) ValidateProviderConfig(
	ctx context.Context, req *tfprotov6.ValidateProviderConfigRequest,
) (*tfprotov6.ValidateProviderConfigResponse, error) {
	resp, err := s.ProviderServer.ValidateProviderConfig(ctx, req)
	if err == nil {
		resp.Diagnostics = shortened(resp.Diagnostics)
	}
	return resp, err
}

// ConfigureProvider bounds the diagnostics.
func (s *Bounded) ConfigureProvider(
	ctx context.Context, req *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	resp, err := s.ProviderServer.ConfigureProvider(ctx, req)
	if err == nil {
		resp.Diagnostics = shortened(resp.Diagnostics)
	}
	return resp, err
}

// ValidateDataResourceConfig bounds the diagnostics.
func (s *Bounded) ValidateDataResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateDataResourceConfigRequest,
) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	resp, err := s.ProviderServer.ValidateDataResourceConfig(ctx, req)
	if err == nil {
		resp.Diagnostics = shortened(resp.Diagnostics)
	}
	return resp, err
}

// ValidateResourceConfig bounds the diagnostics.
func (s *Bounded) ValidateResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	resp, err := s.ProviderServer.ValidateResourceConfig(ctx, req)
	if err == nil {
		resp.Diagnostics = shortened(resp.Diagnostics)
	}
	return resp, err
}

// UpgradeResourceState bounds the diagnostics.
func (s *Bounded) UpgradeResourceState(
	ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	resp, err := s.ProviderServer.UpgradeResourceState(ctx, req)
	if err == nil {
		resp.Diagnostics = shortened(resp.Diagnostics)
	}
	return resp, err
}

// UpgradeResourceIdentity bounds the diagnostics.
func (s *Bounded) UpgradeResourceIdentity(
	ctx context.Context, req *tfprotov6.UpgradeResourceIdentityRequest,
) (*tfprotov6.UpgradeResourceIdentityResponse, error) {
	resp, err := s.ProviderServer.UpgradeResourceIdentity(ctx, req)
	if err == nil {
		resp.Diagnostics = shortened(resp.Diagnostics)
	}
	return resp, err
}

// ReadResource bounds the diagnostics.
func (s *Bounded) ReadResource(
	ctx context.Context, req *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	resp, err := s.ProviderServer.ReadResource(ctx, req)
	if err == nil {
		resp.Diagnostics = shortened(resp.Diagnostics)
	}
	return resp, err
}

// ApplyResourceChange bounds the diagnostics.
func (s *Bounded) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	resp, err := s.ProviderServer.ApplyResourceChange(ctx, req)
	if err == nil {
		resp.Diagnostics = shortened(resp.Diagnostics)
	}
	return resp, err
}

// ImportResourceState bounds the diagnostics.
func (s *Bounded) ImportResourceState(
	ctx context.Context, req *tfprotov6.ImportResourceStateRequest,
) (*tfprotov6.ImportResourceStateResponse, error) {
	resp, err := s.ProviderServer.ImportResourceState(ctx, req)
	if err == nil {
		resp.Diagnostics = shortened(resp.Diagnostics)
	}
	return resp, err
}

// MoveResourceState bounds the diagnostics.
func (s *Bounded) MoveResourceState(
	ctx context.Context, req *tfprotov6.MoveResourceStateRequest,
) (*tfprotov6.MoveResourceStateResponse, error) {
	resp, err := s.ProviderServer.MoveResourceState(ctx, req)
	if err == nil {
		resp.Diagnostics = shortened(resp.Diagnostics)
	}
	return resp, err
}
