// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework_test

import (
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
)

// TestDescribe finds the line of an embedded struct, and completes it with the default and an example.
func TestDescribe(t *testing.T) {
	want := "The name of the placement. PlacementDecisions and bindings in `manifests` or on the hub that carry this name are " +
		"its earlier decisions.\n\nDefaults to `placement`."
	if got := framework.Describe[planner.Request]("name"); got != want {
		t.Errorf("got %q", got)
	}
	argument := framework.Arguments[planner.Request]("ocm")["ocm"]
	if got := argument.GetMarkdownDescription(); !strings.Contains(got, "```terraform\nocm = {\n") ||
		!strings.HasSuffix(got, "/docs/guides/ocm-placement.md#ocm)") {
		t.Errorf("got %q", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("an attribute that does not exist has a description")
		}
	}()
	framework.Describe[planner.Request]("naem")
}
