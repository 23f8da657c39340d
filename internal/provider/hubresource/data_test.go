// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource_test

import "github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"

// Test data of values.
type (
	object  = providertest.Object
	list    = providertest.List
	unknown = providertest.Unknown
)
