// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement_test

import (
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

func TestMismatchSentences(t *testing.T) {
	const field = "predicates[0]"
	for name, c := range map[string]struct {
		mismatch placement.Mismatch
		want     string
	}{
		"deletion": {
			placement.Mismatch{Kind: placement.MismatchDeletion},
			"the cluster is being deleted",
		},
		"no cluster set at all": {
			placement.Mismatch{Kind: ocm.MismatchClusterSet, Key: placement.ClusterSetLabel, Found: "dev", Present: true},
			"no cluster set is open to the placement",
		},
		"another cluster set": {
			placement.Mismatch{
				Kind: ocm.MismatchClusterSet, Key: placement.ClusterSetLabel, Found: "dev", Present: true, Wanted: "prod, qa",
			},
			`the cluster is in none of the cluster sets prod, qa: its label cluster.open-cluster-management.io/clusterset is "dev"`,
		},
		"in no cluster set": {
			placement.Mismatch{Kind: ocm.MismatchClusterSet, Key: placement.ClusterSetLabel, Wanted: "prod"},
			"the cluster is in none of the cluster sets prod: its label cluster.open-cluster-management.io/clusterset is not set",
		},
		"label": {
			placement.Mismatch{
				Kind: placement.MismatchLabel, Field: field, Key: "env", Found: "dev", Present: true, Wanted: "env in (prod)",
			},
			`label env is "dev"; predicates[0] wants env in (prod)`,
		},
		"label with an empty value": {
			placement.Mismatch{Kind: placement.MismatchLabel, Field: field, Key: "env", Present: true, Wanted: "!env"},
			`label env is ""; predicates[0] wants !env`,
		},
		"label that is missing": {
			placement.Mismatch{Kind: placement.MismatchLabel, Field: field, Key: "env", Wanted: "env"},
			"label env is not set; predicates[0] wants env",
		},
		"claim": {
			placement.Mismatch{
				Kind: placement.MismatchClaim, Field: field, Key: "platform", Found: "gcp", Present: true, Wanted: "platform in (aws)",
			},
			`claim platform is "gcp"; predicates[0] wants platform in (aws)`,
		},
		"claim that is missing": {
			placement.Mismatch{Kind: placement.MismatchClaim, Field: field, Key: "platform", Wanted: "platform in (aws)"},
			"claim platform is not set; predicates[0] wants platform in (aws)",
		},
		"CEL": {
			placement.Mismatch{Kind: ocm.MismatchCEL, Field: field, Key: `a == "b"`, Found: "false", Present: true, Wanted: "true"},
			`CEL expression "a == \"b\"" is false; predicates[0] wants true`,
		},
		"taint": {
			placement.Mismatch{
				Kind: placement.MismatchTaint, Detail: &placement.Taint{Key: "gpu", Value: "true", Effect: placement.NoSelect},
			},
			`taint gpu=true:NoSelect is not tolerated; a toleration of key "gpu" and value "true" would tolerate it`,
		},
		"taint without a value": {
			placement.Mismatch{Kind: placement.MismatchTaint, Detail: &placement.Taint{Key: "gpu", Effect: placement.NoSelectIfNew}},
			`taint gpu:NoSelectIfNew is not tolerated; a toleration of key "gpu" would tolerate it`,
		},
		"taint whose toleration has expired": {
			placement.Mismatch{
				Kind: placement.MismatchToleration, Field: "tolerations[2]", Detail: &placement.ExpiredToleration{
					Taint: &placement.Taint{Key: "gpu", Effect: placement.NoSelect},
					Until: time.Date(2022, 2, 21, 9, 16, 6, 0, time.FixedZone("", 3600)),
				},
			},
			"taint gpu:NoSelect is no longer tolerated: tolerations[2] applied until 2022-02-21T08:16:06Z",
		},
	} {
		if got := c.mismatch.String(); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}
