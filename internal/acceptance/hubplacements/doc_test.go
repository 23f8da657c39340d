// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package hubplacements shows placements on a hub, and the data sources that read one, on the API server of hubtest.
package hubplacements
