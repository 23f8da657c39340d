// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package apiobject converts one object of each kind of the APIs to the types of package placement and of the dialects, and
// clusters back.
package apiobject

import (
	"encoding/json"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
)

// ReadAll reads objects that an API server listed.
func ReadAll[T any](list []json.RawMessage, read func(decode.Func, []byte) (T, error)) ([]T, error) {
	objects := make([]T, len(list))
	for i, raw := range list {
		object, err := read(decode.Listed, raw)
		if err != nil {
			return nil, err
		}
		objects[i] = object
	}
	return objects, nil
}
