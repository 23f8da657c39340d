// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"bytes"
	"encoding/json"
)

// Rewritten is the JSON of a state with its attributes rewritten. Numbers keep their digits.
func Rewritten(state []byte, rewrite func(attributes map[string]any)) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(state))
	decoder.UseNumber()
	var attributes map[string]any
	if err := decoder.Decode(&attributes); err != nil {
		return nil, err
	}
	rewrite(attributes)
	return json.Marshal(attributes)
}
