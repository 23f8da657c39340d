// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions_test

import (
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/functions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestEmptyClusterSelector: a predicate with an empty cluster selector, which matches every cluster, stays one through both
// functions.
func TestEmptyClusterSelector(t *testing.T) {
	const rule = `{"apiVersion":"cluster.open-cluster-management.io/v1beta1","kind":"Placement","metadata":{"name":"web","namespace":"apps"},
		"spec":{"predicates":[{"requiredClusterSelector":{}},{"requiredClusterSelector":{"labelSelector":{}}}]}}`
	decoded, mistake := providertest.Call(t, "decode_placement", functions.PlacementObject.TerraformType(t.Context()), rule)
	if mistake != nil {
		t.Fatal(mistake.Text)
	}
	text := providertest.CallText(t, "encode_placement", decoded)
	const want = "  - requiredClusterSelector: {}\n  - requiredClusterSelector:\n      labelSelector: {}\n"
	if !strings.Contains(text, want) {
		t.Errorf("got:\n%s\nwant:\n%s", text, want)
	}
}
