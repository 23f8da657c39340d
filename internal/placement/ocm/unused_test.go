// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// TestUnused checks the fields that the scheduler does not use as the CRD does, and warns of what they ask for.
func TestUnused(t *testing.T) {
	const constraints = "spreadPolicy.spreadConstraints"
	spread := func(constraint string) string { return "{spreadPolicy: {spreadConstraints: [" + constraint + "]}}" }
	for name, tt := range map[string]struct {
		spec           string
		want, warnings []string
	}{
		"nothing":      {"{spreadPolicy: {}}", nil, nil},
		"the defaults": {"{sortBy: ClusterName, scoreRateLimit: 1m}", nil, nil},
		"other values": {
			"{sortBy: Score, scoreRateLimit: 90s}", nil, []string{"sortBy: FieldValueInvalid", "scoreRateLimit: FieldValueInvalid"},
		},
		"a constraint": {
			spread("{topologyKey: topology.kubernetes.io/zone, topologyKeyType: Label, maxSkew: 1, whenUnsatisfiable: ScheduleAnyway}"),
			nil,
			[]string{constraints + ": FieldValueForbidden"},
		},
		"an order": {"{sortBy: score}", []string{"sortBy: FieldValueNotSupported"}, []string{"sortBy: FieldValueInvalid"}},
		"a rate": {
			"{scoreRateLimit: 1m30s}", []string{"scoreRateLimit: FieldValueInvalid"}, []string{"scoreRateLimit: FieldValueInvalid"},
		},
		"an empty constraint": {
			spread("{}"), []string{constraints + "[0].topologyKey: FieldValueRequired", constraints +
				"[0].topologyKeyType: FieldValueRequired"},
			[]string{constraints + ": FieldValueForbidden"},
		},
		"wrong values": {
			spread("{topologyKey: a b, topologyKeyType: label, maxSkew: 0, whenUnsatisfiable: Never}, {topologyKey: " +
				strings.Repeat("a", 317) + ", topologyKeyType: Claim}"),
			[]string{
				constraints + "[0].topologyKey: FieldValueInvalid", constraints + "[0].topologyKeyType: FieldValueNotSupported",
				constraints + "[0].maxSkew: FieldValueInvalid", constraints + "[0].whenUnsatisfiable: FieldValueNotSupported",
				constraints + "[1].topologyKey: FieldValueTooLong",
			},
			[]string{constraints + ": FieldValueForbidden"},
		},
		"too many": {
			spread(strings.Repeat("{topologyKey: a, topologyKeyType: Claim},", 9)), []string{constraints + ": FieldValueTooMany"},
			[]string{constraints + ": FieldValueForbidden"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var spec ocm.Spec
			if err := yaml.UnmarshalStrict([]byte(tt.spec), &spec); err != nil {
				t.Fatal(err)
			}
			var got, warnings []string
			for _, err := range spec.Validate() {
				got = append(got, err.Field+": "+string(err.Type))
			}
			for _, err := range spec.Warnings() {
				warnings = append(warnings, err.Field+": "+string(err.Type))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if diff := cmp.Diff(tt.warnings, warnings); diff != "" {
				t.Errorf("warnings: -want +got:\n%s", diff)
			}
		})
	}
}
