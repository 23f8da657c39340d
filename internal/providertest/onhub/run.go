// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package onhub

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// Run is one that also runs without an API server.
type Run = providertest.Run

// NewRun starts with nothing, for the resource of a noun.
func NewRun(t *testing.T, noun string, provider object) *Run {
	t.Helper()
	return providertest.NewRun(t, noun, provider)
}
