// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"cmp"
	"context"
	"reflect"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Guarded is a server that keeps to the size that a message may have, and whose validation, reading and planning end as soon as
// they are interrupted. It also cuts long diagnostics, and escapes control characters in them, those of the framework included:
// texts of a hub, of a state and of a configuration leave the provider here.
//
// A larger message would end in ResourceExhausted, which names neither the resource nor the cause.
//
// Terraform waits for the answers in flight before it ends itself. The context of a request tells the schedulers to stop. What
// else a request does, such as decoding a value, encoding the report of a large fleet or waiting for another request to read the
// provider's manifests, does not look at the context: the server answers without waiting for it. To apply is not interrupted,
// because its answer is what the state becomes.
//
// A request that Terraform was about to send when it stopped the provider may arrive afterwards. The server inside would not
// know, and would take its time. So reading, planning and applying are refused until the provider is configured again, as it is
// for the next command of a server that Terraform attaches to.
type Guarded struct {
	Server
	// limit is that of a message in bytes.
	limit int
	// advice ends the error about a message that is too large: what makes it large, and what to do about it.
	advice string

	mutex sync.Mutex
	// stopped is closed when the requests in flight are to end; those that come later have another channel.
	stopped chan struct{}
	// refuses is set from when the provider is stopped until it is configured.
	refuses bool
}

// NewGuarded guards a server. A limit of 0 is what the gRPC server of a plugin takes.
func NewGuarded(server Server, limit int, advice string) *Guarded {
	return &Guarded{Server: server, limit: cmp.Or(limit, maxMessage), advice: advice, stopped: make(chan struct{})}
}

// shortened is a response whose diagnostics are cut. Its type has a field Diagnostics.
func shortened[Resp any](resp *Resp, err error) (*Resp, error) {
	if err != nil {
		return nil, err
	}
	shorten(*diagnosticsOf(resp))
	return resp, nil
}

// diagnosticsOf is the field Diagnostics of a response.
func diagnosticsOf(resp any) *[]*tfprotov6.Diagnostic {
	diags, _ := reflect.ValueOf(resp).Elem().FieldByName("Diagnostics").Addr().Interface().(*[]*tfprotov6.Diagnostic)
	return diags
}

// ValidateProviderConfig bounds the diagnostics.
func (s *Guarded) ValidateProviderConfig(
	ctx context.Context, req *tfprotov6.ValidateProviderConfigRequest,
) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return shortened(s.Server.ValidateProviderConfig(ctx, req))
}

// UpgradeResourceState bounds the diagnostics.
func (s *Guarded) UpgradeResourceState(
	ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return shortened(s.Server.UpgradeResourceState(ctx, req))
}

// UpgradeResourceIdentity bounds the diagnostics.
func (s *Guarded) UpgradeResourceIdentity(
	ctx context.Context, req *tfprotov6.UpgradeResourceIdentityRequest,
) (*tfprotov6.UpgradeResourceIdentityResponse, error) {
	return shortened(s.Server.UpgradeResourceIdentity(ctx, req))
}

// ImportResourceState bounds the diagnostics.
func (s *Guarded) ImportResourceState(
	ctx context.Context, req *tfprotov6.ImportResourceStateRequest,
) (*tfprotov6.ImportResourceStateResponse, error) {
	return shortened(s.Server.ImportResourceState(ctx, req))
}

// MoveResourceState bounds the diagnostics.
func (s *Guarded) MoveResourceState(
	ctx context.Context, req *tfprotov6.MoveResourceStateRequest,
) (*tfprotov6.MoveResourceStateResponse, error) {
	return shortened(s.Server.MoveResourceState(ctx, req))
}

// ValidateDataResourceConfig validates the configuration of a data source.
func (s *Guarded) ValidateDataResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateDataResourceConfigRequest,
) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	return answer(ctx, s.untilStopped(), req, s.Server.ValidateDataResourceConfig)
}

// ValidateResourceConfig validates the configuration of a resource.
func (s *Guarded) ValidateResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return answer(ctx, s.untilStopped(), req, s.Server.ValidateResourceConfig)
}

// ValidateListResourceConfig validates the configuration of a list.
func (s *Guarded) ValidateListResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateListResourceConfigRequest,
) (*tfprotov6.ValidateListResourceConfigResponse, error) {
	return answer(ctx, s.untilStopped(), req, s.Server.ValidateListResourceConfig)
}

// ReadResource refreshes a resource.
func (s *Guarded) ReadResource(
	ctx context.Context, req *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	return answer(ctx, s.unlessStopped(), req, s.Server.ReadResource)
}
