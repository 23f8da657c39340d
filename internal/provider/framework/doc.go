// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package framework is what every data source, resource and function does with Terraform's plugin framework: it reads
// configurations and states into structs, writes outputs, shows findings as diagnostics, and makes attributes of schemas.
package framework
