// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Interruptible is a server whose validation, reading and planning end as soon as they are interrupted. Terraform waits for
// the answers in flight before it ends itself.
//
// The context of a request tells the schedulers to stop. What else a request does, such as decoding a value, encoding the
// report of a large fleet or waiting for another request to read the provider's manifests, does not look at the context:
// the server answers without waiting for it. To apply is not interrupted, because its answer is what the state becomes.
//
// A request that Terraform was about to send when it stopped the provider may arrive afterwards. The server inside would not
// know, and would take its time. So reading, planning and applying are refused until the provider is configured again, as it is
// for the next command of a server that Terraform attaches to.
type Interruptible struct {
	Server
	mutex sync.Mutex
	// stopped is closed when the requests in flight are to end; those that come later have another channel.
	stopped chan struct{}
	// refuses is set from when the provider is stopped until it is configured.
	refuses bool
}

// NewInterruptible makes the requests to a server interruptible.
func NewInterruptible(server Server) *Interruptible {
	return &Interruptible{Server: server, stopped: make(chan struct{})}
}

// StopProvider interrupts the requests in flight. It does so before the server inside hears of it: what that answers from
// then on may be an error that the interruption caused.
func (s *Interruptible) StopProvider(
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
func (s *Interruptible) ConfigureProvider(
	ctx context.Context, req *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	s.mutex.Lock()
	s.refuses = false
	s.mutex.Unlock()
	return s.Server.ConfigureProvider(ctx, req)
}

// ApplyResourceChange applies a change, unless the provider has been stopped.
func (s *Interruptible) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	if isClosed(s.unlessStopped()) {
		return &tfprotov6.ApplyResourceChangeResponse{
			NewState: req.PriorState, Private: req.PlannedPrivate, NewIdentity: req.PlannedIdentity, Diagnostics: interrupted(),
		}, nil
	}
	return s.Server.ApplyResourceChange(ctx, req)
}

func (s *Interruptible) untilStopped() <-chan struct{} {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.stopped
}

// unlessStopped is untilStopped for requests that a stopped provider refuses.
func (s *Interruptible) unlessStopped() <-chan struct{} {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.refuses {
		return s.stopped
	}
	closed := make(chan struct{})
	close(closed)
	return closed
}

// ValidateDataResourceConfig validates a data source's configuration.
func (s *Interruptible) ValidateDataResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateDataResourceConfigRequest,
) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	return answer(ctx, s.untilStopped(), req, s.Server.ValidateDataResourceConfig,
		&tfprotov6.ValidateDataResourceConfigResponse{Diagnostics: interrupted()})
}

// ReadDataSource reads a data source.
func (s *Interruptible) ReadDataSource(
	ctx context.Context, req *tfprotov6.ReadDataSourceRequest,
) (*tfprotov6.ReadDataSourceResponse, error) {
	return answer(ctx, s.unlessStopped(), req, s.Server.ReadDataSource,
		&tfprotov6.ReadDataSourceResponse{Diagnostics: interrupted()})
}

// ValidateResourceConfig validates a resource's configuration.
func (s *Interruptible) ValidateResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return answer(ctx, s.untilStopped(), req, s.Server.ValidateResourceConfig,
		&tfprotov6.ValidateResourceConfigResponse{Diagnostics: interrupted()})
}

// ReadResource refreshes a resource.
func (s *Interruptible) ReadResource(
	ctx context.Context, req *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	return answer(ctx, s.unlessStopped(), req, s.Server.ReadResource,
		&tfprotov6.ReadResourceResponse{Diagnostics: interrupted()})
}

// PlanResourceChange plans what becomes of a resource.
func (s *Interruptible) PlanResourceChange(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	return answer(ctx, s.unlessStopped(), req, s.Server.PlanResourceChange,
		&tfprotov6.PlanResourceChangeResponse{Diagnostics: interrupted()})
}

// answer returns what serve answers to a request, or the answer interrupted as soon as the context ends or the provider is
// stopped. An answer that comes later is dropped.
func answer[Req, Resp any](
	ctx context.Context, stopped <-chan struct{}, req *Req, serve func(context.Context, *Req) (*Resp, error), interrupted *Resp,
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
			return r.resp, r.err
		}
	case <-ctx.Done():
	case <-stopped:
	}
	return interrupted, nil
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
