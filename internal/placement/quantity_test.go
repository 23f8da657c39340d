// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// TestParseQuantity: quantities that take minutes are rejected at once, and all others are parsed as Kubernetes does.
func TestParseQuantity(t *testing.T) {
	many := strings.Repeat("9", 1_000_000)
	for _, text := range []string{
		"1e300000000", "1e-300000000", "1E-300000000", "-1e-300000000", "1e+1001", "1e-1001", "1e99999999999",
		"1e-99999999999999999999",
		many, "0." + many, "1" + strings.Repeat("0", 1_000_000) + "Ki", "1e" + many, "1e1e1", "1e", strings.Repeat(" ", 1_000_000),
	} {
		begun := time.Now()
		quantity, err := ParseQuantity(text)
		if took := time.Since(begun); took > time.Minute {
			t.Errorf("%s takes %s", excerpt.Quote(text), took)
		}
		if err == nil {
			t.Errorf("%s is %s", excerpt.Quote(text), quantity.String())
		}
	}
	for _, text := range []string{
		"0", "1", "-1", "100m", "1.5", "1Ki", "2E", "1e3", "1E3", "1e+3", "1e-3", "1e1000", "1e-1000", "0e999", "5Ei", "9" +
			strings.Repeat("9", 400), "", "x",
		"1 Gi", "e3", "1E",
	} {
		got, err := ParseQuantity(text)
		want, wantErr := resource.ParseQuantity(text)
		if (err == nil) != (wantErr == nil) || got.Cmp(want) != 0 || got.String() != want.String() {
			t.Errorf("%s is %s (%v), want %s (%v)", text, got.String(), err, want.String(), wantErr)
		}
	}
}
