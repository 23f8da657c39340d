// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// TestReasons has the sentences for clusters that are not chosen. Most start with upstream's reason. A tie is with
// the winner of the cycle in which the cluster lost.
func TestReasons(t *testing.T) {
	descending := sortBy("cost", kubefleet.Descending, 100)
	for name, tt := range map[string]struct {
		req      kubefleet.Placement
		fleet    []placement.Cluster
		bindings []placement.ResourceBinding
		want     map[string]string
	}{
		"the last of several": {
			req: pickN(2, descending), fleet: members("a cost:100", "b cost:50", "c cost:0"),
			want: map[string]string{
				"c": `Cluster "c" does not score high enough (affinity score: 0, topology spread score: 0)`,
			},
		},
		"the winner of the last cycle, not of the first": {
			// z is chosen first, and is the last of the decisions.
			req: pickN(2, spreadOverZones(1, kubefleet.ScheduleAnyway), descending), fleet: members("z zone=1 cost:100",
				"b zone=2 cost:50", "c zone=2 cost:0"),
			want: map[string]string{
				"c": `Cluster "c" does not score high enough (affinity score: 0, topology spread score: 1)`,
			},
		},
		"a newcomer, not an older binding": {
			req: pickN(2, descending), fleet: members("a cost:100", "b cost:50", "old cost:0"), bindings: bound("old Bound 0/0"),
			want: map[string]string{
				"b": `Cluster "b" does not score high enough (affinity score: 50, topology spread score: 0)`,
			},
		},
		"an earlier policy breaks a tie": {
			req: pickN(1), fleet: members("a", "b"), bindings: bound("a Bound obsolete"),
			want: map[string]string{
				"b": `Cluster "b" does not score high enough (affinity score: 0, topology spread score: 0); it has the same ` +
					`scores as the last that was chosen in the same cycle, which an earlier policy chose`,
			},
		},
		"a taint": {
			req: pickAll(), fleet: members("a tainted"),
			want: map[string]string{
				"a": `taint gpu=true:NoSchedule is not tolerated; a toleration of key "gpu" and value "true" would tolerate it`,
			},
		},
		"a cluster that leaves": {
			req: pickAll(), fleet: members("a leaving"),
			want: map[string]string{"a": "cluster has left the fleet: the cluster is being deleted"},
		},
		"an agent that is missing": {
			req: pickAll(), fleet: members("a offline"),
			want: map[string]string{"a": "cluster is not connected to the fleet: member agent not online yet"},
		},
		"spread": {
			req: pickN(2, spreadOverZones(1, kubefleet.DoNotSchedule)), fleet: members("a zone=1", "b zone=1", "c zone=2 offline"),
			want: map[string]string{
				"a": `violated doNotSchedule topology spread constraint "zone" (max skew 1): label zone is "1", and one more cluster ` +
					`there would break maxSkew 1 of topologySpreadConstraints[0]`,
				"c": "cluster is not connected to the fleet: member agent not online yet",
			},
		},
		"fixed": {
			req: pickFixed("offline", "leaving", "stranger"), fleet: members("offline offline", "leaving leaving", "other"),
			want: map[string]string{
				"offline": `Cluster "offline" is not eligible for resource placement yet: cluster is not connected to the fleet: member ` +
					`agent not online yet`,
				"leaving": `Cluster "leaving" is not eligible for resource placement yet: cluster has left the fleet: the cluster is ` +
					`being deleted`,
				"stranger": `Specified cluster "stranger" is not found: clusterNames names a cluster that the fleet does not have`,
				"other":    `clusterNames does not name the cluster`,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			result := schedule(t, tt.req, placement.Inventory{Clusters: tt.fleet, ResourceBindings: tt.bindings, Now: now})
			got := map[string]string{}
			for e := range result.Explain {
				if e.Stage != placement.StageDecided {
					got[e.Cluster] = e.Reason
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error("-want +got:\n" + diff)
			}
		})
	}
}

// TestFixedWarnings: a name that the fleet does not have, and a named cluster that keeps its resources although it is no
// longer eligible.
func TestFixedWarnings(t *testing.T) {
	result := schedule(t, pickFixed("a", "b", "c", "x"), placement.Inventory{
		Clusters: members("a offline", "b offline", "c"), ResourceBindings: bound("a Bound", "c Bound"), Now: now,
	})
	want := []string{
		`cluster "a" keeps its resources, but is no longer eligible: cluster is not connected to the fleet: member agent not ` +
			`online yet`,
		`Specified cluster "x" is not found: clusterNames names a cluster that the fleet does not have`,
	}
	if diff := cmp.Diff(want, result.Warnings); diff != "" {
		t.Error("-want +got:\n" + diff)
	}
	chosen := decided(result)
	slices.Sort(chosen)
	if diff := cmp.Diff([]string{"a", "c"}, chosen); diff != "" {
		t.Error(diff)
	}
}
