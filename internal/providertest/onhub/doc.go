// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package onhub runs the provider with a hub: objects and placements of every kind, on an API server or on a fake hub.
package onhub
