// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// TestConstantsAreDescribed makes sure that the descriptions have the defaults and limits of this package.
func TestConstantsAreDescribed(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{framework.Describe[planner.Request]("name"), "`" + placementconfig.DefaultName + "`"},
		{framework.Describe[advisor.Endpoint]("timeout_seconds"), fmt.Sprintf("1 to %d", maxTimeoutSeconds)},
		{framework.Describe[advisor.Endpoint]("max_response_bytes"), fmt.Sprintf("(%d)", minResponseBytes)},
		{framework.Describe[advisor.Endpoint]("max_response_bytes"), fmt.Sprintf("(%d)", maxResponseBytes)},
	} {
		if !strings.Contains(test.text, test.want) {
			t.Errorf("%q does not have %s", test.text, test.want)
		}
	}
}
