// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package placements is multicluster_placement, as a resource and as a data source, and the data source
// multicluster_placement_decisions.
package placements
