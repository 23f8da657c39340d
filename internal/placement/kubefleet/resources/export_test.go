// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

// Refused is why an API server does not store a Work that holds a manifest.
var Refused = refused
