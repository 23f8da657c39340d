// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package hubplacement is a placement on a hub: what a plan of it shows, how its decisions are read, accepted and awaited.
package hubplacement
