// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// ListResource cuts long diagnostics. Every object of a list is a message of its own.
func (s *Bounded) ListResource(
	ctx context.Context, req *tfprotov6.ListResourceRequest,
) (*tfprotov6.ListResourceServerStream, error) {
	stream, err := s.Server.ListResource(ctx, req)
	if err != nil {
		return nil, err
	}
	return &tfprotov6.ListResourceServerStream{Results: func(push func(tfprotov6.ListResourceResult) bool) {
		for result := range stream.Results {
			shorten(result.Diagnostics)
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
	return answer(ctx, s.untilStopped(), req, s.Server.ValidateListResourceConfig,
		&tfprotov6.ValidateListResourceConfigResponse{Diagnostics: interrupted()})
}

// ListResource lists the objects of a resource until the provider is stopped: then the list ends with an error. A request to the
// hub in flight ends with the context, which the server inside cancels.
func (s *Interruptible) ListResource(
	ctx context.Context, req *tfprotov6.ListResourceRequest,
) (*tfprotov6.ListResourceServerStream, error) {
	stopped := s.unlessStopped()
	stream, err := s.Server.ListResource(ctx, req)
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
