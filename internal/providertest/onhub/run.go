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
	r := providertest.NewRun(t, noun, provider)
	// What a run of staged updates does is a warning of the plan that creates it. The tests of all objects have no placement for it.
	r.Ignored = "needs an object that does not exist"
	return r
}
