// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// Time is where the clock of the provider stands in tests.
var Time = time.Date(2026, 8, 11, 12, 0, 0, 0, time.UTC)

// NewServer is a new process of the provider, whose clock stands still.
func NewServer() tfprotov6.ProviderServer {
	return Guarded(0, 0)
}

// Guarded is the same for messages of a size, or 0 for what a plugin takes, and for a time that an apply waits for the first
// decisions of a placement.
func Guarded(limit int, firstDecision time.Duration) *rawserver.Guarded {
	return rawserver.NewGuarded(InnerServer(firstDecision), limit, provider.LargeResult)
}

// InnerServer is the server inside of the guarded one.
func InnerServer(firstDecision time.Duration) rawserver.Server {
	create, _ := creators.LoadOrStore(firstDecision, sync.OnceValue(func() func() rawserver.Server {
		now := func() time.Time { return Time }
		return rawserver.New(context.Background(), &provider.Provider{Version: "test", Now: now, FirstDecision: firstDecision})
	}))
	return create.(func() func() rawserver.Server)()()
}

// creators make servers, by FirstDecision. A provider has no state, and looking through all of its schemas takes 5 ms: tests have
// thousands of processes.
var creators sync.Map

// ConfigureWith configures the provider with manifests, which must be right.
func ConfigureWith(t testing.TB, server tfprotov6.ProviderServer, manifests any) {
	t.Helper()
	if resp := ConfigureRaw(t, server, object{"manifests": manifests}); len(resp.Diagnostics) > 0 {
		t.Fatalf("configuring the provider: %s", Shown(resp.Diagnostics[0]))
	}
}

// ConfigureRaw configures the provider with anything.
func ConfigureRaw(t testing.TB, server tfprotov6.ProviderServer, config object) *tfprotov6.ConfigureProviderResponse {
	t.Helper()
	typ := described().Provider.ValueType()
	encoded, err := tfprotov6.NewDynamicValue(typ, Config(t, typ, config))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := server.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{Config: &encoded})
	if err != nil {
		t.Fatal(err)
	}
	return resp
}
