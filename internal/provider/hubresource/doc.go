// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package hubresource is a resource that is an object on a hub or, without a hub, in the Terraform state alone: the same
// operations for every Kind.
package hubresource
