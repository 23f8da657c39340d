// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package acceptance shows what only the whole product shows: the provider with Terraform or OpenTofu, which need TF_ACC.
package acceptance
