// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"testing"

	"k8s.io/apimachinery/pkg/api/resource"
	"pgregory.net/rapid"
)

// TestFloatIsThatOfTheCanonicalNotation: a resource is computed with as the hub stores it, regardless of its notation.
func TestFloatIsThatOfTheCanonicalNotation(t *testing.T) {
	property := compileProperty(ResourcePrefix + "available-cpu")
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`-?[0-9]{1,6}(\.[0-9]{0,6})?(|m|u|n|k|M|Ki|Mi|Gi|e-3|e3)`).Draw(t, "quantity")
		quantity := resource.MustParse(text)
		canonical := quantity.DeepCopy()
		canonical.Add(resource.Quantity{})
		kept := resource.MustParse(canonical.String())
		if got, want := property.float(&quantity), kept.AsApproximateFloat64(); got != want {
			t.Errorf("%s is %v, and %s is %v", text, got, canonical.String(), want)
		}
	})
}
