// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest_test

import (
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// genObjectSpec draws the fields of a placement of KubeFleet beside its policy and its strategy.
func genObjectSpec(t *rapid.T) kubefleet.ObjectSpec {
	return kubefleet.ObjectSpec{
		ResourceSelectors: several(t, "resources", rapid.Custom(func(t *rapid.T) kubefleet.ResourceSelector {
			return kubefleet.ResourceSelector{
				Group: anyText().Draw(t, "group"), Version: anyText().Draw(t, "version"), Kind: anyText().Draw(t, "kind"),
				Name: anyText().Draw(t, "name"), LabelSelector: optional(t, "labels", genSelector),
				SelectionScope: rapid.SampledFrom(append([]string{""}, kubefleet.SelectionScopes...)).Draw(t, "scope"),
			}
		})),
		RevisionHistoryLimit: optional(t, "limit", rapid.Int32()),
		StatusReportingScope: anyText().Draw(t, "status"),
	}
}

// genUnused draws the fields of a Placement that the scheduler does not use.
func genUnused(t *rapid.T) ocm.Unused {
	return ocm.Unused{
		SpreadPolicy: optional(t, "spread", rapid.Custom(func(t *rapid.T) ocm.SpreadPolicy {
			return ocm.SpreadPolicy{SpreadConstraints: several(t, "constraints", rapid.Custom(func(t *rapid.T) ocm.SpreadConstraint {
				return ocm.SpreadConstraint{
					TopologyKey: anyText().Draw(t, "key"), TopologyKeyType: anyText().Draw(t, "type"),
					MaxSkew:           optional(t, "skew", rapid.Int32()),
					WhenUnsatisfiable: anyText().Draw(t, "when"),
				}
			}))}
		})),
		SortBy: anyText().Draw(t, "sort"), ScoreRateLimit: anyText().Draw(t, "rate"),
	}
}
