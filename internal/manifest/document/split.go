// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"context"
	"strings"
)

// byteOrderMark is what some editors write at the start of a file.
const byteOrderMark = "\ufeff"

// Split splits a text into its objects. A text that starts with a brace is read as JSON if that is possible: one value,
// or several in sequence. Anything else is YAML. It fails if ctx ends before the text does.
func Split(ctx context.Context, text string) ([]Document, error) {
	text = strings.TrimPrefix(text, byteOrderMark)
	if !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		return yamlDocuments(ctx, text)
	}
	list, err := jsonDocuments(ctx, []byte(text))
	if err != nil {
		// YAML in flow style also starts with a brace.
		if list, yamlErr := yamlDocuments(ctx, text); yamlErr == nil {
			return list, nil
		}
	}
	return list, err
}
