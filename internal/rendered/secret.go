// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rendered

import (
	"context"
	"encoding/json"
	"maps"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// hidden stands for a value of a Secret, which must not be in a state.
const hidden = "(hidden)"

// manifestText is a manifest as JSON. The values of a Secret are hidden.
func manifestText(ctx context.Context, m *resources.Manifest) (string, error) {
	content, err := m.Content(ctx)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(withoutSecrets(content))
	return string(text), err
}

// withoutSecrets is the content of an object without the values of a Secret.
func withoutSecrets(content map[string]any) map[string]any {
	if content["kind"] != "Secret" || content["apiVersion"] != "v1" {
		return content
	}
	content = maps.Clone(content)
	for _, name := range []string{"data", "stringData"} {
		values, ok := content[name].(map[string]any)
		if !ok {
			continue
		}
		shown := make(map[string]any, len(values))
		for key := range values {
			shown[key] = hidden
		}
		content[name] = shown
	}
	return content
}
