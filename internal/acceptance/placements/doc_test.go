// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package placements shows placements in the state, with Terraform or OpenTofu.
package placements
