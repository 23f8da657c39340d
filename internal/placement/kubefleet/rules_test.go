// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// TestRules has the rules that are easy to get wrong. Decisions are written as "name spread/affinity", or as the name
// alone if there is no score.
func TestRules(t *testing.T) {
	descending := func(weight int32) func(*kubefleet.Placement) { return sortBy("cost", kubefleet.Descending, weight) }
	ascending := func(weight int32) func(*kubefleet.Placement) { return sortBy("cost", kubefleet.Ascending, weight) }
	strict, anyway := kubefleet.DoNotSchedule, kubefleet.ScheduleAnyway
	for name, tt := range map[string]struct {
		req      kubefleet.Placement
		fleet    []placement.Cluster
		bindings []placement.ResourceBinding
		want     []string
		status   string
	}{
		"a tie goes to the largest name": {
			req: pickN(2), fleet: members("c10", "c8", "c9"), want: []string{"c9 0/0", "c8 0/0"}, status: "True",
		},
		"downscaling removes the smallest name": {
			req: pickN(1), fleet: members("a", "b", "c"), bindings: bound("a Bound 0/0", "b Bound 0/0", "c Bound 0/0"),
			want: []string{"c 0/0"}, status: "True",
		},
		"downscaling removes what is not rolled out first, regardless of its score": {
			req: pickN(1), fleet: members("a", "b"), bindings: bound("a Bound 0/0", "b Scheduled 9/9"),
			want: []string{"a 0/0"}, status: "True",
		},
		"downscaling compares the spread score first": {
			req: pickN(1), fleet: members("a", "b"), bindings: bound("a Bound 1/0", "b Bound 0/99"),
			want: []string{"a 1/0"}, status: "True",
		},
		"downscaling removes a binding without a score first": {
			req: pickN(1), fleet: members("a", "b"), bindings: bound("a Bound -5/-5", "b Bound"),
			want: []string{"a -5/-5"}, status: "True",
		},
		"an obsolete binding breaks a tie of the scores": {
			req: pickN(1), fleet: members("a", "b"), bindings: bound("a Bound obsolete"), want: []string{"a 0/0"}, status: "True",
		},
		"affinity beats an obsolete binding": {
			req: pickN(1, descending(1)), fleet: members("a cost:1", "b cost:2"), bindings: bound("a Bound obsolete"),
			want: []string{"b 0/1"}, status: "True",
		},
		"under a spread constraint an obsolete binding counts in the first cycle only": {
			// If it applied in both cycles, a would be the second; if in none, c would be the first, with -1.
			req: pickN(2, spreadOverZones(1, strict)), fleet: members("a zone=1", "b zone=2", "c zone=3"),
			bindings: bound("a Bound obsolete", "b Bound obsolete"),
			want:     []string{"c 0/0", "b -1/0"}, status: "True",
		},
		"the extremes of a sorter are those of the whole fleet": {
			req:   pickN(1, descending(100)),
			fleet: members("low cost:0 offline", "mid cost:50", "high cost:100 leaving"), want: []string{"mid 0/50"}, status: "True",
		},
		"a single value in the fleet gives nothing": {
			req: pickN(2, descending(100)), fleet: members("a cost:7", "b cost:7"), want: []string{"b 0/0", "a 0/0"}, status: "True",
		},
		"a missing property gives nothing, which a negative weight makes the best": {
			req: pickN(1, descending(-10)), fleet: members("a", "b cost:1", "c cost:5 offline"), want: []string{"b 0/0"}, status: "True",
		},
		"halves round away from zero": {
			req: pickN(3, descending(5)), fleet: members("a cost:0", "b cost:1", "c cost:2"),
			want: []string{"c 0/5", "b 0/3", "a 0/0"}, status: "True",
		},
		"negative halves round away from zero, too": {
			req: pickN(3, descending(-5)), fleet: members("a cost:0", "b cost:1", "c cost:2"),
			want: []string{"a 0/0", "b 0/-3", "c 0/-5"}, status: "True",
		},
		"each term rounds by itself": {
			req: pickN(3, ascending(1), ascending(1)), fleet: members("a cost:0", "b cost:1", "c cost:2"),
			want: []string{"b 0/2", "a 0/2", "c 0/0"}, status: "True",
		},
		"floats decide just below a half": {
			req: pickN(3, descending(1)), fleet: members("a cost:0.1", "b cost:0.15", "c cost:0.2"),
			want: []string{"c 0/1", "b 0/0", "a 0/0"}, status: "True",
		},
		"floats decide just above a half": {
			req: pickN(3, ascending(1)), fleet: members("a cost:0.1", "b cost:0.15", "c cost:0.2"),
			want: []string{"b 0/1", "a 0/1", "c 0/0"}, status: "True",
		},
		"quantities compare as exact decimals": {
			req: pickAll(require("cost", kubefleet.Equal, "0.1")), fleet: members("a cost:100m", "b cost:0.10", "c cost:101m"),
			want: []string{"a 0/0", "b 0/0"}, status: "True",
		},
		"a missing property does not meet Ne": {
			req: pickAll(require("cost", kubefleet.NotEqual, "1")), fleet: members("a", "b cost:2"),
			want: []string{"b 0/0"}, status: "True",
		},
		"a skew that is already too large excludes every domain": {
			// Zone 1 has 3, zone 2 has 1, zone 3 has 1: one more in zone 2 does not reduce the skew.
			req:      pickN(6, spreadOverZones(1, strict)),
			fleet:    members("a1 zone=1", "a2 zone=1", "a3 zone=1", "b1 zone=2", "b2 zone=2", "c1 zone=3", "c2 zone=3"),
			bindings: bound("a1 Bound 0/0", "a2 Bound 0/0", "a3 Bound 0/0", "b1 Bound 0/0", "c1 Bound 0/0"),
			want:     []string{"a1 0/0", "a2 0/0", "a3 0/0", "b1 0/0", "c1 0/0"}, status: "False",
		},
		"unless one more cluster corrects it": {
			req:      pickN(5, spreadOverZones(1, strict)),
			fleet:    members("a1 zone=1", "a2 zone=1", "a3 zone=1", "b1 zone=2", "b2 zone=2", "b3 zone=2"),
			bindings: bound("a1 Bound 0/0", "a2 Bound 0/0", "a3 Bound 0/0", "b1 Bound 0/0"),
			want:     []string{"b3 1/0", "a1 0/0", "a2 0/0", "a3 0/0", "b1 0/0"}, status: "True",
		},
		"domains without a candidate count": {
			req: pickN(2, spreadOverZones(1, strict)), fleet: members("a zone=1", "b zone=1", "c zone=2 leaving"),
			want: []string{"b -1/0"}, status: "False",
		},
		"a cluster without the label is not spread": {
			req: pickN(2, spreadOverZones(1, strict)), fleet: members("a zone=1", "b"),
			want: []string{"a -1/0", "b 0/0"}, status: "True",
		},
		"a violation of ScheduleAnyway costs 1000": {
			req: pickN(2, spreadOverZones(1, anyway)), fleet: members("a zone=1", "b zone=1", "c zone=2 offline"),
			want: []string{"a -1000/0", "b -1/0"}, status: "True",
		},
		"spread beats affinity": {
			req: pickN(2, spreadOverZones(2, strict), descending(100)), fleet: members("a zone=1 cost:9", "b zone=1 cost:8",
				"c zone=2 cost:1"),
			want: []string{"c 1/0", "a -1/100"}, status: "True",
		},
		"nothing is evicted": {
			req: pickN(3, require("cost", kubefleet.LessThan, "5")), fleet: members("a cost:9", "b cost:1 tainted", "c cost:1 offline"),
			bindings: bound("a Bound 0/0", "b Bound 0/0", "c Bound 0/0"), want: []string{"a 0/0", "b 0/0", "c 0/0"}, status: "True",
		},
		"a cluster that is being deleted is evicted": {
			req: pickN(1), fleet: members("a leaving", "b"), bindings: bound("a Bound 0/0"), want: []string{"b 0/0"}, status: "True",
		},
		"PickAll is fulfilled without any cluster": {
			req: pickAll(), fleet: members("a offline"), status: "True",
		},
		"PickN is not fulfilled without a cluster": {
			req: pickN(1), fleet: members("a offline"), status: "False",
		},
		"PickFixed checks only eligibility": {
			req: pickFixed("b", "a"), fleet: members("a tainted", "b", "c"), want: []string{"b", "a"}, status: "True",
		},
		"PickFixed is unfulfilled with an unknown name": {
			req: pickFixed("a", "x"), fleet: members("a"), want: []string{"a"}, status: "False",
		},
		"PickFixed counts an ineligible target as missing and keeps its binding": {
			req: pickFixed("a"), fleet: members("a offline"), bindings: bound("a Bound"), want: []string{"a"}, status: "False",
		},
		"an unscheduled binding is reused": {
			req: pickN(1), fleet: members("a"), bindings: bound("a Unscheduled obsolete"), want: []string{"a 0/0"}, status: "True",
		},
		"a smaller number makes room before another policy does": {
			req: pickN(1), fleet: members("a", "b"), bindings: bound("a Bound 0/0", "b Bound 5/5 obsolete"),
			want: []string{"a 0/0"}, status: "True",
		},
		"an empty placementType does nothing": {
			req: kubefleet.Placement{Name: "web"}, fleet: members("a"), status: "Unknown",
		},
		"an empty list does nothing": {
			req: pickFixed(), fleet: members("a"), bindings: bound("a Bound obsolete"), want: []string{"a"}, status: "Unknown",
		},
	} {
		t.Run(name, func(t *testing.T) {
			result, err := kubefleet.Schedule(t.Context(), tt.req, placement.Inventory{Clusters: tt.fleet,
				ResourceBindings: tt.bindings, Now: now})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, decidedWithScores(result), cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
			if got := result.Condition(kubefleet.ConditionScheduled).Status; got != tt.status {
				t.Errorf("Scheduled is %s, want %s", got, tt.status)
			}
		})
	}
}

// decidedWithScores are the decisions as text: the cluster, and the scores of its binding.
func decidedWithScores(result placement.Result) []string {
	var got []string
	for _, d := range result.Decisions {
		text := d.Cluster
		for _, b := range result.ResourceBindings {
			if score := b.ClusterDecision.ClusterScore; b.TargetCluster == d.Cluster && score != nil {
				text += fmt.Sprintf(" %d/%d", score.TopologySpreadScore, score.AffinityScore)
			}
		}
		got = append(got, text)
	}
	return got
}

func carried(result placement.Result) []placement.ResourceBinding {
	var bindings []placement.ResourceBinding
	for _, b := range result.ResourceBindings {
		bindings = append(bindings, b.ResourceBinding)
	}
	return bindings
}

// TestNextChange: a heartbeat expires right after five minutes, and so does the grace period of an unhealthy agent.
func TestNextChange(t *testing.T) {
	heartbeat := now.Add(-time.Minute)
	healthy := placement.MemberAgent{
		Online: true, LastHeartbeat: heartbeat,
		Joined: placement.AgentCondition{Status: "True"}, Healthy: placement.AgentCondition{Status: "True"},
	}
	ill := healthy
	ill.Healthy = placement.AgentCondition{Status: "Unknown", LastTransition: now.Add(-2 * time.Minute)}
	for name, tt := range map[string]struct {
		agent *placement.MemberAgent
		want  time.Time
	}{
		"described field by field": {nil, time.Time{}},
		"healthy":                  {&healthy, heartbeat.Add(5*time.Minute + 1)},
		"unhealthy for 2 minutes":  {&ill, now.Add(3*time.Minute + 1)},
	} {
		t.Run(name, func(t *testing.T) {
			inv := placement.Inventory{Clusters: members("a"), Now: now}
			inv.Clusters[0].Agent = tt.agent
			result := schedule(t, pickAll(), inv)
			if !result.NextChange.Equal(tt.want) {
				t.Errorf("got %v, want %v", result.NextChange, tt.want)
			}
			if tt.want.IsZero() {
				return
			}
			for at, chosen := range map[time.Time]int{tt.want.Add(-1): 1, tt.want: 0} {
				inv.Now = at
				if got := len(schedule(t, pickAll(), inv).Decisions); got != chosen {
					t.Errorf("%d decisions at %v, want %d", got, at, chosen)
				}
			}
		})
	}
}

// TestLargeStatus: the API accepts 1000 decisions, so the rest is not published. All are in the result.
func TestLargeStatus(t *testing.T) {
	var fleet []placement.Cluster
	for i := range 1100 {
		fleet = append(fleet, member(fmt.Sprintf("c%04d", i)))
	}
	for number, published := range map[int32]int{900: 920, 990: 1000, 1000: 1000, 1050: 1000} {
		result := schedule(t, pickN(number), placement.Inventory{Clusters: fleet, Now: now})
		if len(result.Decisions) != int(number) || len(result.PolicySnapshot.TargetClusters) != published {
			t.Errorf("%d: %d decisions, %d published", number, len(result.Decisions), len(result.PolicySnapshot.TargetClusters))
		}
	}
}

// TestSamePolicy: only the number of clusters can change without making every binding obsolete.
func TestSamePolicy(t *testing.T) {
	old := pickN(3, sortBy("cost", kubefleet.Ascending, 10), spreadOverZones(1, kubefleet.DoNotSchedule))
	for name, tt := range map[string]struct {
		req  kubefleet.Placement
		same bool
	}{
		"another number": {pickN(5, sortBy("cost", kubefleet.Ascending, 10), spreadOverZones(1, kubefleet.DoNotSchedule)), true},
		"another weight": {pickN(3, sortBy("cost", kubefleet.Ascending, 11), spreadOverZones(1, kubefleet.DoNotSchedule)), false},
		"a toleration": {pickN(3, sortBy("cost", kubefleet.Ascending, 10), spreadOverZones(1, kubefleet.DoNotSchedule),
			func(req *kubefleet.Placement) {
				req.Tolerations = []kubefleet.Toleration{{Operator: kubefleet.TolerationExists}}
			}), false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := tt.req.SamePolicy(&old.Spec); got != tt.same {
				t.Errorf("got %v", got)
			}
		})
	}
}

// TestUnscheduledPlacement: a placement that the hub does not schedule is an error.
func TestUnscheduledPlacement(t *testing.T) {
	req := pickAll()
	req.Unscheduled = "it is being deleted"
	if _, err := kubefleet.Schedule(t.Context(), req, placement.Inventory{}); err == nil ||
		!strings.Contains(err.Error(), "deleted") {
		t.Errorf("got %v", err)
	}
}
