// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package objects shows the resources that are objects of a hub, on the API server of hubtest, and in the state alone.
package objects
