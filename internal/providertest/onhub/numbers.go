// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package onhub

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// numbersOnHub are the same as a hub has them: without a fraction and of at most 64 bits exactly, else the nearest float64.
func numbersOnHub() map[string]any {
	return map[string]any{
		"fraction": 0.1, "list": []any{0.2, "0.2"}, "large": 12345678901234567890.0, "power": 1e21, "whole": int64(9007199254740993),
	}
}

// PatchValue is the path of the value of the first patch of an override.
var PatchValue = []string{"spec", "policy", "overrideRules", "0", "jsonPatchOverrides", "0", "value"}

// HasNumbers wants an object to have the numbers at a path.
func HasNumbers(t *testing.T, of *unstructured.Unstructured, path ...string) {
	t.Helper()
	var value any = of.Object
	for _, step := range path {
		if items, isList := value.([]any); isList {
			value = items[0]
		} else {
			value = value.(map[string]any)[step]
		}
	}
	if diff := cmp.Diff(numbersOnHub(), value); diff != "" {
		t.Errorf("-want +hub:\n%s", diff)
	}
}
