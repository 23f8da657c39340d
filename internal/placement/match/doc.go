// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package match holds the matching primitives that the dialects share: label and claim selectors, CEL expressions
// and tolerations. A matcher is compiled once and evaluated once per cluster, and reports what did not match.
package match
