// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement_test

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// TestKubeFleetMismatches has the sentences of the mismatches that only KubeFleet has.
func TestKubeFleetMismatches(t *testing.T) {
	skew := int32(2)
	for want, mismatch := range map[string]placement.Mismatch{
		`property cost is "2"; affinity wants Le 1`: {
			Kind: kubefleet.MismatchProperty, Field: "affinity", Key: "cost", Found: "2", Present: true, Wanted: "Le 1",
		},
		"property cost is not set; affinity wants Le 1": {
			Kind: kubefleet.MismatchProperty, Field: "affinity", Key: "cost", Wanted: "Le 1",
		},
		"cluster is not connected to the fleet: member agent not online yet": {
			Kind: kubefleet.MismatchEligibility, Present: true,
			Found: "cluster is not connected to the fleet: member agent not online yet",
		},
		`the cluster does not have the namespace "team-a"`: {
			Kind: kubefleet.MismatchNamespace, Key: "team-a", Present: true,
		},
		`the cluster is not known to have the namespace "team-a"`: {
			Kind: kubefleet.MismatchNamespace, Key: "team-a",
		},
		`label zone is "1", and one more cluster there would break maxSkew 2 of topologySpreadConstraints[0]`: {
			Kind: kubefleet.MismatchTopologySpread, Field: "topologySpreadConstraints[0]", Key: "zone", Found: "1", Present: true,
			Detail: &kubefleet.TopologySpreadConstraint{MaxSkew: &skew},
		},
		"clusterNames does not name the cluster": {Kind: placement.MismatchClusterName, Field: "clusterNames"},
		"clusterNames names a cluster that the fleet does not have": {
			Kind: placement.MismatchNotFound, Field: "clusterNames",
		},
		`taint gpu=true:NoSchedule is not tolerated; a toleration of key "gpu" and value "true" would tolerate it`: {
			Kind: placement.MismatchTaint, Detail: &placement.Taint{Key: "gpu", Value: "true", Effect: placement.NoSchedule},
		},
	} {
		if got := mismatch.String(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestKubeFleetCauses: what clusters have in common names the property.
func TestKubeFleetCauses(t *testing.T) {
	result := placement.Result{Dialect: placement.DialectKubeFleet, Rejected: []placement.Rejection{{
		Cluster: "a", Stage: kubefleet.StageAffinity, Mismatches: []placement.Mismatch{{
			Kind: kubefleet.MismatchProperty, Field: "affinity", Key: "cost", Found: "2", Present: true, Wanted: "Le 1",
		}},
	}}}
	if got, want := result.Summary()[0].Reason, kubefleet.StageAffinity+": property cost does not match Le 1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
