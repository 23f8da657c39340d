// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub_test

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
)

// TestValidate finds mistakes of the hub, and those of its connection, at their attributes.
func TestValidate(t *testing.T) {
	one, less := int32(1), int32(-1)
	for name, test := range map[string]struct {
		config hub.Config
		want   string
	}{
		"nothing": {hub.Config{}, ""},
		"an unknown kind": {
			hub.Config{Kind: "managedcluster"}, `hub.kind: Unsupported value: "managedcluster": must be one of "ManagedCluster", ` +
				`"MemberCluster"; did you mean "ManagedCluster"?`,
		},
		"a field manager": {
			hub.Config{FieldManager: "a\nb"},
			`hub.fieldManager: Invalid value: "a b": must have at most 128 bytes, all of them printable`,
		},
		"an unknown impact":     {hub.Config{Impact: "wran"}, `hub.impact: Unsupported value: "wran"`},
		"a limit of warnings":   {hub.Config{Impact: hub.ImpactWarn, ImpactMaxMoves: &one}, "hub.impactMaxMoves: Forbidden"},
		"a limit below nothing": {hub.Config{Impact: hub.ImpactError, ImpactMaxMoves: &less}, "hub.impactMaxMoves: Invalid value: -1"},
		"a limit":               {hub.Config{Impact: hub.ImpactError, ImpactMaxMoves: &one}, ""},
		"the connection": {
			hub.Config{Config: apiserver.Config{Host: "hub"}}, "hub.host: Forbidden: must be a URL",
		},
	} {
		found := test.config.Validate(field.NewPath("hub")).ToAggregate()
		if (found == nil) != (test.want == "") || found != nil && !strings.HasPrefix(found.Error(), test.want) {
			t.Errorf("%s: got %v\nwant %s", name, found, test.want)
		}
	}
}
