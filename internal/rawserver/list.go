// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// errNoLists says that the server inside lists no resources.
var errNoLists = errors.New("internal error: the server lists no resources. This is a bug in the provider; please report it")

// listsOf returns what lists resources for a server. Servers need not list any.
func listsOf(server tfprotov6.ProviderServer) (tfprotov6.ListResourceServer, error) {
	lists, ok := server.(tfprotov6.ListResourceServer)
	if !ok {
		return nil, errNoLists
	}
	return lists, nil
}

// ValidateListResourceConfig validates the configuration of a list. Nothing in it bypasses the framework.
func (s *server) ValidateListResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateListResourceConfigRequest,
) (*tfprotov6.ValidateListResourceConfigResponse, error) {
	lists, err := listsOf(s.ProviderServer)
	if err != nil {
		return nil, err
	}
	return lists.ValidateListResourceConfig(ctx, req)
}

// ListResource lists the objects of a resource.
func (s *server) ListResource(
	ctx context.Context, req *tfprotov6.ListResourceRequest,
) (*tfprotov6.ListResourceServerStream, error) {
	lists, err := listsOf(s.ProviderServer)
	if err != nil {
		return nil, err
	}
	return lists.ListResource(ctx, req)
}

// ValidateListResourceConfig cuts long diagnostics.
func (s *Bounded) ValidateListResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateListResourceConfigRequest,
) (*tfprotov6.ValidateListResourceConfigResponse, error) {
	lists, err := listsOf(s.ProviderServer)
	if err != nil {
		return nil, err
	}
	resp, err := lists.ValidateListResourceConfig(ctx, req)
	if err == nil {
		resp.Diagnostics = shortened(resp.Diagnostics)
	}
	return resp, err
}

// ListResource cuts long diagnostics. Every object of a list is a message of its own.
func (s *Bounded) ListResource(
	ctx context.Context, req *tfprotov6.ListResourceRequest,
) (*tfprotov6.ListResourceServerStream, error) {
	lists, err := listsOf(s.ProviderServer)
	if err != nil {
		return nil, err
	}
	stream, err := lists.ListResource(ctx, req)
	if err != nil {
		return nil, err
	}
	return &tfprotov6.ListResourceServerStream{Results: func(push func(tfprotov6.ListResourceResult) bool) {
		for result := range stream.Results {
			result.Diagnostics = shortened(result.Diagnostics)
			if !push(result) {
				return
			}
		}
	}}, nil
}

// ValidateListResourceConfig validates the configuration of a list.
func (s *Interruptible) ValidateListResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateListResourceConfigRequest,
) (*tfprotov6.ValidateListResourceConfigResponse, error) {
	lists, err := listsOf(s.ProviderServer)
	if err != nil {
		return nil, err
	}
	return answer(ctx, s.untilStopped(), req, lists.ValidateListResourceConfig,
		&tfprotov6.ValidateListResourceConfigResponse{Diagnostics: interrupted()})
}

// ListResource lists the objects of a resource until the provider is stopped: then the list ends with an error. A request to the
// hub in flight ends with the context, which the server inside cancels.
func (s *Interruptible) ListResource(
	ctx context.Context, req *tfprotov6.ListResourceRequest,
) (*tfprotov6.ListResourceServerStream, error) {
	lists, err := listsOf(s.ProviderServer)
	if err != nil {
		return nil, err
	}
	stopped := s.unlessStopped()
	stream, err := lists.ListResource(ctx, req)
	if err != nil {
		return nil, err
	}
	return &tfprotov6.ListResourceServerStream{Results: func(push func(tfprotov6.ListResourceResult) bool) {
		if isClosed(stopped) {
			push(tfprotov6.ListResourceResult{Diagnostics: interrupted()})
			return
		}
		for result := range stream.Results {
			if isClosed(stopped) {
				push(tfprotov6.ListResourceResult{Diagnostics: interrupted()})
				return
			}
			if !push(result) {
				return
			}
		}
	}}, nil
}
