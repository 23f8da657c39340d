// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package placementspec has the data sources that build the spec of a placement from nested blocks, one for each scheduler.
// Terraform itself checks the names in blocks, and editors complete them; the structured arguments of a placement are dynamic.
package placementspec
