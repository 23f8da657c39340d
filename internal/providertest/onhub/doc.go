// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package onhub runs the provider with a hub: objects and placements of every kind, on the API server of hubtest.
package onhub
