// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package cli runs Terraform or OpenTofu with the provider: in the process of the test, or as a binary from a mirror.
package cli
