// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package rawserver serves a provider that is written with terraform-plugin-framework, and lets the provider read and
// write its lists, sets, maps, objects and dynamic values without the framework.
//
// The framework looks up the schema for every leaf of every value, several times a plan: a cluster with 17 leaves costs
// 5 ms. It also reports the attributes of an unknown object as missing. So the server removes these attributes from every
// request ("bypassed" attributes) and hands the rest to a framework server that does not know them. A data source or a
// resource reads the bypassed attributes of its request with [FromContext], and writes those that it computes; the server
// adds them to the response. What Terraform sees, the schema and the documentation are those of the framework.
//
// A resource or data source of this server
//
//   - may have blocks if it is a data source; all of them are bypassed;
//   - validates bypassed attributes itself: validators, defaults and plan modifiers of the framework do not run on them;
//   - has all the methods of [FullResource] or [FullDataSource]; the provider has those of [FullProvider].
//
// A schema does not change at run time, so a test of the provider asserts this (providertest.Unserved).
package rawserver

import (
	"context"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Server is what Terraform asks: a server that also lists resources, which not every server does.
type Server interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
}

// New returns the function that makes servers of a provider.
func New(ctx context.Context, p FullProvider) func() Server {
	catalog := catalogOf(ctx, p)
	return func() Server {
		configured := &provider.ConfigureResponse{}
		full, _ := providerserver.NewProtocol6(configuredProvider{p, configured})().(Server) // That of the framework is one.
		return &server{
			Server: full, stripped: providerserver.NewProtocol6(strippedProvider{p, configured})(), catalog: catalog,
		}
	}
}

// server forwards every request to one of two framework servers of the same provider.
type server struct {
	// Server knows all attributes. It handles the requests without values of resources and data sources: schemas, functions,
	// lists, import, state upgrades.
	Server
	// stripped knows all but the bypassed attributes. It validates, plans, applies and reads.
	stripped tfprotov6.ProviderServer
	catalog
}

// ConfigureProvider configures the provider once, for both servers.
func (s *server) ConfigureProvider(
	ctx context.Context, req *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	resp, err := s.stripped.ConfigureProvider(ctx, req)
	if err != nil || hasErrors(resp.Diagnostics) {
		return resp, err
	}
	// What is configured does not depend on this request.
	if other, err := s.Server.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{}); err != nil ||
		len(other.Diagnostics) > 0 {
		return other, err
	}
	return resp, nil
}

// StopProvider interrupts the requests of both servers.
func (s *server) StopProvider(ctx context.Context, req *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	if resp, err := s.Server.StopProvider(ctx, req); err != nil {
		return resp, err
	}
	return s.stripped.StopProvider(ctx, req)
}

// forward hands a request to a server that does not know the bypassed attributes, which are taken out of its parts.
func forward[Req, Resp any](
	ctx context.Context, r *Request, stripped *Req, serve func(context.Context, *Req) (*Resp, error), parts ...part,
) (*Resp, error) {
	if err := r.strip(parts...); err != nil {
		return nil, err
	}
	return serve(withRequest(ctx, r), stripped)
}

// ValidateDataResourceConfig validates the configuration of a data source.
func (s *server) ValidateDataResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateDataResourceConfigRequest,
) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	r, stripped := newRequest(s.dataSources[req.TypeName]), *req
	resp, err := forward(ctx, r, &stripped, s.stripped.ValidateDataResourceConfig, part{&stripped.Config, r.config})
	if err == nil {
		resp.Diagnostics = append(resp.Diagnostics, r.setOutputs(resp.Diagnostics)...)
	}
	return resp, err
}

// ReadDataSource reads a data source.
func (s *server) ReadDataSource(
	ctx context.Context, req *tfprotov6.ReadDataSourceRequest,
) (*tfprotov6.ReadDataSourceResponse, error) {
	r, stripped := newRequest(s.dataSources[req.TypeName]), *req
	resp, err := forward(ctx, r, &stripped, s.stripped.ReadDataSource, part{&stripped.Config, r.config})
	if err != nil {
		return nil, err
	}
	if resp.Deferred != nil {
		resp.State, err = unknownState()
		return resp, err
	}
	resp.State, err = r.restore(resp.State, r.config)
	return resp, err
}

// ValidateResourceConfig validates the configuration of a resource.
func (s *server) ValidateResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	r, stripped := newRequest(s.resources[req.TypeName]), *req
	resp, err := forward(ctx, r, &stripped, s.stripped.ValidateResourceConfig, part{&stripped.Config, r.config})
	if err == nil {
		resp.Diagnostics = append(resp.Diagnostics, r.setOutputs(resp.Diagnostics)...)
	}
	return resp, err
}

// PlanResourceChange plans a change of a resource: the bypassed arguments are planned as configured, and the bypassed
// results as the resource computes them.
func (s *server) PlanResourceChange(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	r, stripped := newRequest(s.resources[req.TypeName]), *req
	resp, err := forward(ctx, r, &stripped, s.stripped.PlanResourceChange,
		part{&stripped.Config, r.config}, part{&stripped.PriorState, r.prior}, part{&stripped.ProposedNewState, encodedValues{}})
	if err != nil {
		return nil, err
	}
	resp.PlannedState, err = r.restore(resp.PlannedState, r.config)
	return resp, err
}

// ApplyResourceChange applies a planned change: the bypassed attributes become what was planned, unless the resource writes
// others. After an error they stay as they were.
func (s *server) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	r, stripped := newRequest(s.resources[req.TypeName]), *req
	if len(req.PlannedPrivate) > 0 {
		// The framework writes an object of Base64 texts.
		if err := json.Unmarshal(req.PlannedPrivate, &r.plannedPrivate); err != nil {
			return nil, fmt.Errorf("reading planned private data: %w", err)
		}
	}
	resp, err := forward(ctx, r, &stripped, s.stripped.ApplyResourceChange,
		part{&stripped.Config, r.config}, part{&stripped.PriorState, r.prior}, part{&stripped.PlannedState, r.planned})
	if err != nil {
		return nil, err
	}
	planned := r.planned
	if len(r.prior) > 0 && hasErrors(resp.Diagnostics) {
		// The resource is as it was.
		planned = r.prior
	}
	resp.NewState, err = r.restore(resp.NewState, planned)
	return resp, err
}

func hasErrors(diags []*tfprotov6.Diagnostic) bool {
	return slices.ContainsFunc(diags, func(d *tfprotov6.Diagnostic) bool { return d.Severity == tfprotov6.DiagnosticSeverityError })
}

// ReadResource refreshes a resource: the bypassed attributes stay as they are, unless the resource writes them.
func (s *server) ReadResource(
	ctx context.Context, req *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	r, stripped := newRequest(s.resources[req.TypeName]), *req
	resp, err := forward(ctx, r, &stripped, s.stripped.ReadResource, part{&stripped.CurrentState, r.prior})
	if err != nil {
		return nil, err
	}
	resp.NewState, err = r.restore(resp.NewState, r.prior)
	return resp, err
}
