// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package simulations has what simulations and the impact of a plan say of a hub, which all placements of a hub change: nothing else
// may run on it.
package simulations

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

func TestMain(m *testing.M) { cli.Main(m) }

// Test data of values.
type (
	object  = providertest.Object
	list    = providertest.List
	unknown = providertest.Unknown
)
