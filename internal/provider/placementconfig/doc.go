// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package placementconfig is what the data source, the resource and the functions of a placement share: its arguments and
// outputs, how they are read and checked, its fleet, and the answer in a prior state.
package placementconfig
