// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// StopProvider interrupts the requests in flight. It does so before the server inside hears of it: what that answers from
// then on may be an error that the interruption caused.
func (s *Guarded) StopProvider(
	ctx context.Context, req *tfprotov6.StopProviderRequest,
) (*tfprotov6.StopProviderResponse, error) {
	s.mutex.Lock()
	close(s.stopped)
	s.stopped = make(chan struct{})
	s.refuses = true
	s.mutex.Unlock()
	return s.Server.StopProvider(ctx, req)
}

// ConfigureProvider configures the provider.
func (s *Guarded) ConfigureProvider(
	ctx context.Context, req *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	s.mutex.Lock()
	s.refuses = false
	s.mutex.Unlock()
	return shortened(s.Server.ConfigureProvider(ctx, req))
}

// ApplyResourceChange applies a change, unless the provider has been stopped.
func (s *Guarded) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	if isClosed(s.unlessStopped()) {
		return &tfprotov6.ApplyResourceChangeResponse{
			NewState: req.PriorState, Private: req.PlannedPrivate, NewIdentity: req.PlannedIdentity, Diagnostics: interrupted(),
		}, nil
	}
	return shortened(s.Server.ApplyResourceChange(ctx, req))
}

func (s *Guarded) untilStopped() <-chan struct{} {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.stopped
}

// unlessStopped is untilStopped for requests that a stopped provider refuses.
func (s *Guarded) unlessStopped() <-chan struct{} {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.refuses {
		return s.stopped
	}
	closed := make(chan struct{})
	close(closed)
	return closed
}

// answer returns what serve answers to a request, or that it was interrupted as soon as the context ends or the provider is
// stopped. An answer that comes later is dropped.
func answer[Req, Resp any](
	ctx context.Context, stopped <-chan struct{}, req *Req, serve func(context.Context, *Req) (*Resp, error),
) (*Resp, error) {
	type result struct {
		resp *Resp
		err  error
	}
	served := make(chan result, 1)
	go func() {
		resp, err := serve(ctx, req)
		served <- result{resp, err}
	}()
	select {
	case r := <-served:
		if !isClosed(ctx.Done()) && !isClosed(stopped) {
			return shortened(r.resp, r.err)
		}
	case <-ctx.Done():
	case <-stopped:
	}
	resp := new(Resp)
	*diagnosticsOf(resp) = interrupted()
	return resp, nil
}

func isClosed(channel <-chan struct{}) bool {
	select {
	case <-channel:
		return true
	default:
		return false
	}
}

// interrupted says why a request has no answer.
func interrupted() []*tfprotov6.Diagnostic {
	return []*tfprotov6.Diagnostic{{
		Severity: tfprotov6.DiagnosticSeverityError, Summary: "Interrupted",
		Detail: "The provider was stopped before it had an answer. Nothing has changed: run the command again.",
	}}
}
