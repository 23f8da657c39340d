// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement_test

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// TestMeantQuantity suggests quantities of Kubernetes for the units that people write, and nothing for other texts.
func TestMeantQuantity(t *testing.T) {
	for text, want := range map[string]string{
		"16GB":         `; did you mean "16G" (10^9 bytes) or "16Gi" (2^30 bytes)?`,
		"16 gb":        `; did you mean "16G" (10^9 bytes) or "16Gi" (2^30 bytes)?`,
		"1.5TB":        `; did you mean "1.5T" (10^12 bytes) or "1.5Ti" (2^40 bytes)?`,
		"512KB":        `; did you mean "512k" (10^3 bytes) or "512Ki" (2^10 bytes)?`,
		"16g":          `; did you mean "16G" (10^9 bytes) or "16Gi" (2^30 bytes)?`,
		"64 M":         `; did you mean "64M" (10^6 bytes) or "64Mi" (2^20 bytes)?`,
		"64 GiB":       `; did you mean "64Gi"?`,
		"64gi":         `; did you mean "64Gi"?`,
		"4 cores":      `; did you mean "4"?`,
		"4vCPU":        `; did you mean "4"?`,
		" 4 ":          `; did you mean "4"?`,
		"500 m":        `; did you mean "500m"?`,
		"500millicpu":  `; did you mean "500m"?`,
		"12Qi":         "",
		"lots":         "",
		"":             "",
		"16GBit":       "",
		"16ib":         "",
		"16km":         "",
		"-16GB":        "",
		"16,5GB":       "",
		"1e3":          "",
		"16 GB of RAM": "",
	} {
		if got := placement.MeantQuantity(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
