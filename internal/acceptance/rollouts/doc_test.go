// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package rollouts shows rollouts with Terraform or OpenTofu.
package rollouts
