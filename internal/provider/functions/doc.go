// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package functions has the provider's functions but for waves: place, explain, and those that read, write and shorten Kubernetes
// objects.
package functions
