// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placed"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// NewServer returns the function that makes a server of the provider for protocol 6. It fails for a mistake in the provider.
func NewServer(ctx context.Context, version string) (func() tfprotov6.ProviderServer, error) {
	return newServer(ctx, &Provider{Version: version, Now: time.Now, FirstDecision: placed.FirstDecision})
}

// LargeResult is what to do about a result that no message takes.
const LargeResult = "Most of it is arguments and the report, which has an entry for every cluster. Set the fleet in " +
	"manifests of the provider instead of here, remove what the placement does not use, or split the fleet."

func newServer(ctx context.Context, p *Provider) (func() tfprotov6.ProviderServer, error) {
	create, err := rawserver.New(ctx, p)
	if err != nil {
		return nil, err
	}
	return func() tfprotov6.ProviderServer {
		return rawserver.NewGuarded(create(), 0, LargeResult)
	}, nil
}
