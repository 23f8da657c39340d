// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"embed"
	"testing"
)

//go:embed consumers/*.yaml
var consumerCRDs embed.FS

// InstallConsumers creates the kinds of the tools that read decisions: Argo CD, Flux, Kueue and those of SIG Multicluster. Few
// tests use them, so a server starts without.
func (h *Hub) InstallConsumers(t testing.TB) {
	t.Helper()
	crds, err := readCRDs(consumerCRDs)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.define(crds); err != nil {
		t.Fatal(err)
	}
}
