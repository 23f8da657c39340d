// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package onhub

import (
	"encoding/json"
	"testing"
)

// ManifestState is the state of a kubernetes_manifest of hashicorp/kubernetes, schema version 1, with an object of the hub.
func ManifestState(t *testing.T, object map[string]any) []byte {
	t.Helper()
	state, err := json.Marshal(map[string]any{
		"computed_fields": nil, "field_manager": []any{}, "timeouts": []any{}, "wait": []any{}, "wait_for": nil,
		"manifest": map[string]any{"type": "dynamic", "value": map[string]any{
			"apiVersion": object["apiVersion"], "kind": object["kind"], "metadata": map[string]any{"name": "of the manifest"},
		}},
		"object": map[string]any{"type": "dynamic", "value": object},
	})
	if err != nil {
		t.Fatal(err)
	}
	return state
}
