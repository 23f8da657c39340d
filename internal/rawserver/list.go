// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// ListResource lists the objects of a resource, each in one message, until the provider is stopped: then the
// list ends with an error. A request to the hub in flight ends with the context, which the server inside cancels.
func (s *Guarded) ListResource(
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
			if shorten(result.Diagnostics); !push(result) {
				return
			}
		}
	}}, nil
}
