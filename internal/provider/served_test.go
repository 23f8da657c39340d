// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestServed: package rawserver serves all data sources and resources, with nothing that only the framework would run.
func TestServed(t *testing.T) {
	if err := providertest.Unserved(t.Context(), &provider.Provider{}); err != nil {
		t.Error(err)
	}
}
