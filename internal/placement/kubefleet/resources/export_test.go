// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import "context"

// Refused is why an API server does not store a Work that holds a manifest.
var Refused = refused

// Text returns the JSON of the manifest with sorted keys.
func (m *Manifest) Text(ctx context.Context) ([]byte, error) {
	content, err := m.Content(ctx)
	return encode(content), err
}
