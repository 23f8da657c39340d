// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package conformance compares what the provider decides from the objects of a hub with recorded answers.
package conformance
