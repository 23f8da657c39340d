// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// deafServer does not look at the contexts of its requests: it answers once it is released.
type deafServer struct {
	Server
	entered, release chan struct{}
}

func (s deafServer) serve() {
	s.entered <- struct{}{}
	<-s.release
}

func (s deafServer) ValidateDataResourceConfig(
	context.Context, *tfprotov6.ValidateDataResourceConfigRequest,
) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	s.serve()
	return &tfprotov6.ValidateDataResourceConfigResponse{}, nil
}

func (s deafServer) ReadDataSource(
	context.Context, *tfprotov6.ReadDataSourceRequest,
) (*tfprotov6.ReadDataSourceResponse, error) {
	s.serve()
	return &tfprotov6.ReadDataSourceResponse{}, nil
}

func (s deafServer) ValidateResourceConfig(
	context.Context, *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	s.serve()
	return &tfprotov6.ValidateResourceConfigResponse{}, nil
}

func (s deafServer) ReadResource(
	context.Context, *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	s.serve()
	return &tfprotov6.ReadResourceResponse{}, nil
}

func (s deafServer) PlanResourceChange(
	context.Context, *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	s.serve()
	return &tfprotov6.PlanResourceChangeResponse{}, nil
}

func (s deafServer) ApplyResourceChange(
	context.Context, *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	s.serve()
	return &tfprotov6.ApplyResourceChangeResponse{}, nil
}

func (s deafServer) ConfigureProvider(
	context.Context, *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	return &tfprotov6.ConfigureProviderResponse{}, nil
}

func (s deafServer) StopProvider(context.Context, *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	close(s.release)
	return &tfprotov6.StopProviderResponse{}, nil
}

// requests are the requests that Terraform sends for a plan. Each returns the diagnostics of the answer.
var requests = map[string]func(context.Context, tfprotov6.ProviderServer) ([]*tfprotov6.Diagnostic, error){
	"validate a data source": func(ctx context.Context, s tfprotov6.ProviderServer) ([]*tfprotov6.Diagnostic, error) {
		resp, err := s.ValidateDataResourceConfig(ctx, &tfprotov6.ValidateDataResourceConfigRequest{})
		return resp.Diagnostics, err
	},
	"read a data source": func(ctx context.Context, s tfprotov6.ProviderServer) ([]*tfprotov6.Diagnostic, error) {
		resp, err := s.ReadDataSource(ctx, &tfprotov6.ReadDataSourceRequest{})
		return resp.Diagnostics, err
	},
	"validate a resource": func(ctx context.Context, s tfprotov6.ProviderServer) ([]*tfprotov6.Diagnostic, error) {
		resp, err := s.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{})
		return resp.Diagnostics, err
	},
	"refresh": func(ctx context.Context, s tfprotov6.ProviderServer) ([]*tfprotov6.Diagnostic, error) {
		resp, err := s.ReadResource(ctx, &tfprotov6.ReadResourceRequest{})
		return resp.Diagnostics, err
	},
	"plan": func(ctx context.Context, s tfprotov6.ProviderServer) ([]*tfprotov6.Diagnostic, error) {
		resp, err := s.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{})
		return resp.Diagnostics, err
	},
}

// TestInterrupt: an interrupted request has one error and does not wait for what does not look at its context.
func TestInterrupt(t *testing.T) {
	for name, request := range requests {
		t.Run(name, func(t *testing.T) {
			deaf := deafServer{entered: make(chan struct{}), release: make(chan struct{})}
			defer close(deaf.release)
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				<-deaf.entered
				cancel()
			}()
			wantInterrupted(t, request, NewGuarded(deaf, 0, ""), ctx)
		})
	}
}

// TestInterrupt_late: an answer to an interrupted request may come from the interruption. It is dropped.
func TestInterrupt_late(t *testing.T) {
	for name, request := range requests {
		t.Run(name, func(t *testing.T) {
			deaf := deafServer{entered: make(chan struct{}, 1), release: make(chan struct{})}
			close(deaf.release)
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			for range 20 {
				wantInterrupted(t, request, NewGuarded(deaf, 0, ""), ctx)
				<-deaf.entered
			}
		})
	}
}

// TestInterrupt_stop: the server inside may answer because it was stopped, before the request's context has ended.
func TestInterrupt_stop(t *testing.T) {
	for name, request := range requests {
		t.Run(name, func(t *testing.T) {
			deaf := deafServer{entered: make(chan struct{}), release: make(chan struct{})}
			server := NewGuarded(deaf, 0, "")
			go func() {
				<-deaf.entered
				if _, err := server.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{}); err != nil {
					t.Error(err)
				}
			}()
			wantInterrupted(t, request, server, t.Context())
			if _, err := server.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{}); err != nil {
				t.Fatal(err)
			}
			go func() { <-deaf.entered }()
			if diags, err := request(t.Context(), server); err != nil || len(diags) > 0 {
				t.Errorf("for the next command the server answers %v and %v", diags, err)
			}
		})
	}
}

// TestInterrupt_afterwards: a request that was sent when the provider was stopped, and arrives afterwards, changes nothing.
func TestInterrupt_afterwards(t *testing.T) {
	all := maps.Clone(requests)
	all["apply"] = func(ctx context.Context, s tfprotov6.ProviderServer) ([]*tfprotov6.Diagnostic, error) {
		prior := &tfprotov6.DynamicValue{MsgPack: []byte("prior")}
		resp, err := s.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{
			PriorState: prior, PlannedState: &tfprotov6.DynamicValue{}, PlannedPrivate: []byte("private"),
		})
		if resp.NewState != prior || string(resp.Private) != "private" {
			t.Errorf("the state becomes %v with %q", resp.NewState, resp.Private)
		}
		return resp.Diagnostics, err
	}
	for name, request := range all {
		if strings.HasPrefix(name, "validate") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			deaf := deafServer{entered: make(chan struct{}, 1), release: make(chan struct{})}
			server := NewGuarded(deaf, 0, "")
			if _, err := server.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{}); err != nil {
				t.Fatal(err)
			}
			wantInterrupted(t, request, server, t.Context())
		})
	}
}

// TestInterrupt_apply: what is applied becomes the state, as a whole.
func TestInterrupt_apply(t *testing.T) {
	deaf := deafServer{entered: make(chan struct{}), release: make(chan struct{})}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-deaf.entered
		cancel()
		deaf.release <- struct{}{}
	}()
	resp, err := NewGuarded(deaf, 0, "").ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{})
	if err != nil || len(resp.Diagnostics) > 0 {
		t.Errorf("an interrupted apply has the answer %+v and the error %v", resp, err)
	}
}

func wantInterrupted(
	t *testing.T, request func(context.Context, tfprotov6.ProviderServer) ([]*tfprotov6.Diagnostic, error),
	server tfprotov6.ProviderServer, ctx context.Context, //nolint:revive // The test reads better so.
) {
	t.Helper()
	diags, err := request(ctx, server)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, d := range diags {
		text += fmt.Sprintf("%s: %s: %s", d.Severity, d.Summary, d.Detail)
	}
	if want := "ERROR: Interrupted: The provider was stopped before it had an answer. Nothing has changed: run the " +
		"command again."; text != want {
		t.Errorf("the answer is %q, want %q", text, want)
	}
}

// stopped is a server that notes that it was told to stop.
type stopped struct {
	Server
	name string
	by   *[]string
}

func (s stopped) StopProvider(context.Context, *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	*s.by = append(*s.by, s.name)
	return &tfprotov6.StopProviderResponse{}, nil
}

// TestStopProvider: each of the two servers of the framework has requests in flight.
func TestStopProvider(t *testing.T) {
	var told []string
	both := &server{Server: stopped{name: "full", by: &told}, stripped: stopped{name: "stripped", by: &told}}
	if _, err := NewGuarded(both, 0, "").StopProvider(t.Context(), &tfprotov6.StopProviderRequest{}); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(told), "[full stripped]"; got != want {
		t.Errorf("%s are told to stop, want %s", got, want)
	}
}
