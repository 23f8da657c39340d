// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest_test

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
)

// TestReadAcceptedPlacement reads Placements with values that the CRD accepts and the scheduler ignores.
func TestReadAcceptedPlacement(t *testing.T) {
	const text = `apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: p, namespace: ns}
spec: `
	for _, spec := range []string{
		`{decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 0}}}`,
		`{decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: -3}}}`,
		`{prioritizerPolicy: {configurations: [{weight: 0, scoreCoordinate: {builtIn: Spread}}]}}`,
	} {
		placement, err := manifest.ReadPlacement(t.Context(), text+spec)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		mistakes := append(placement.OCM.Validate(), placement.DecisionStrategy.Validate(nil)...)
		if len(mistakes) > 0 {
			t.Errorf("%s: %v", spec, mistakes)
		}
		warnings := append(placement.OCM.Warnings(), placement.DecisionStrategy.Warnings(nil)...)
		if len(warnings) != 1 {
			t.Errorf("%s: warnings %v", spec, warnings)
		}
	}
}
