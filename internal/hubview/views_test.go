// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview_test

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
)

// viewsOf are the views of a fake hub.
func viewsOf(t testing.TB, h *fakehub.Hub) *hubview.Client {
	t.Helper()
	return hubview.New(h.Client(t, nil))
}

// connect returns the views of an API server.
func connect(t testing.TB, config apiserver.Config) *hubview.Client {
	t.Helper()
	client, err := hub.New(hub.Config{Config: config}, apiserver.Options{Lookup: fakehub.NoEnvironment, UserAgent: "provider/1.2.3"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return hubview.New(client)
}

func fleetOf(kinds ...*hubobject.Kind) hubview.FleetQuery { return hubview.FleetQuery{Kinds: kinds} }
