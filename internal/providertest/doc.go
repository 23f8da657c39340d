// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package providertest runs the provider in the process of a test and talks to it as Terraform does: it makes configurations of
// test data, reads data sources, calls functions, and takes a resource through its plans.
package providertest
