package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// ValidateProviderConfig bounds the diagnostics.
func (s *boundedServer) ValidateProviderConfig(
	ctx context.Context, req *tfprotov6.ValidateProviderConfigRequest,
) (*tfprotov6.ValidateProviderConfigResponse, error) {
	resp, err := s.ProviderServer.ValidateProviderConfig(ctx, req)
	if err == nil {
		resp.Diagnostics = shortened(resp.Diagnostics)
	}
	return resp, err
}

// ConfigureProvider bounds the diagnostics.
func (s *boundedServer) ConfigureProvider(
	ctx context.Context, req *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	resp, err := s.ProviderServer.ConfigureProvider(ctx, req)
	if err == nil {
		resp.Diagnostics = shortened(resp.Diagnostics)
	}
	return resp, err
}

// ValidateDataResourceConfig bounds the diagnostics.
func (s *boundedServer) ValidateDataResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateDataResourceConfigRequest,
) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	resp, err := s.ProviderServer.ValidateDataResourceConfig(ctx, req)
	if err == nil {
		resp.Diagnostics = shortened(resp.Diagnostics)
	}
	return resp, err
}

// ValidateResourceConfig bounds the diagnostics.
func (s *boundedServer) ValidateResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	resp, err := s.ProviderServer.ValidateResourceConfig(ctx, req)
	if err == nil {
		resp.Diagnostics = shortened(resp.Diagnostics)
	}
	return resp, err
}

// ImportResourceState bounds the diagnostics.
func (s *boundedServer) ImportResourceState(
	ctx context.Context, req *tfprotov6.ImportResourceStateRequest,
) (*tfprotov6.ImportResourceStateResponse, error) {
	resp, err := s.ProviderServer.ImportResourceState(ctx, req)
	if err == nil {
		resp.Diagnostics = shortened(resp.Diagnostics)
	}
	return resp, err
}
