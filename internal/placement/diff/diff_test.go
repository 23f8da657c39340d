// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

func lines(values ...int64) []placement.ScoreLine {
	list := make([]placement.ScoreLine, len(values))
	for i, v := range values {
		list[i] = placement.ScoreLine{Value: v, Given: true}
	}
	return list
}

// ranked is a report of Open Cluster Management with the columns Memory (weight 1) and Balance (weight 1): the first n
// of the clusters are chosen.
func ranked(n int, clusters ...placement.Candidate) placement.Result {
	r := placement.Result{Dialect: placement.DialectOCM, Prioritizers: []placement.Prioritizer{
		{Name: "ResourceAllocatableMemory", Kind: placement.ScoreResource, Weight: 1}, {Name: "Balance", Weight: 1},
	}}
	for i, c := range clusters {
		if i < n {
			r.Decisions = append(r.Decisions, placement.Decision{Candidate: c})
		} else {
			r.NotPicked = append(r.NotPicked, c)
		}
	}
	return r
}

func candidate(name string, memory, balance int64) placement.Candidate {
	return placement.Candidate{Cluster: name, Score: memory + balance, Scores: lines(memory, balance)}
}

func without(r placement.Result, cluster string, mismatches ...placement.Mismatch) placement.Result {
	r.Rejected = append(r.Rejected, placement.Rejection{Cluster: cluster, Stage: "Predicate", Mismatches: mismatches})
	return r
}

func reported(changes diff.Changes) []string {
	var list []string
	for _, c := range changes.Joined {
		list = append(list, fmt.Sprintf("+%s [%s] %s", c.ClusterName, c.Cause, c.Reason))
	}
	for _, c := range changes.Left {
		list = append(list, fmt.Sprintf("-%s [%s] %s", c.ClusterName, c.Cause, c.Reason))
	}
	return list
}

var (
	inDevelopment = placement.Mismatch{
		Kind: placement.MismatchLabel, Field: "predicates[0]", Key: "env", Found: "dev", Present: true, Wanted: "env=prod",
	}
	notOnList = placement.Mismatch{Kind: placement.MismatchClusterName, Field: "clusterNames"}
)

// TestCompareSentences has the words of every cause.
func TestCompareSentences(t *testing.T) {
	reweighted := ranked(1, candidate("b", 20, 80), candidate("a", 60, 0))
	reweighted.Prioritizers[1].Weight = 2
	deleting := without(ranked(1, candidate("b", 0, 0)), "a", placement.Mismatch{Kind: placement.MismatchDeletion})
	mistaken := placement.Result{Dialect: placement.DialectOCM, Conditions: []placement.Condition{
		{Type: "PlacementMisconfigured", Status: "True", Reason: "Misconfigured", Message: ":wrong mode"},
	}}
	kubefleet := func(n int, clusters ...placement.Candidate) placement.Result {
		r := ranked(n, clusters...)
		r.Dialect = placement.DialectKubeFleet
		r.Prioritizers[0] = placement.Prioritizer{Name: "TopologySpreadConstraints", Kind: placement.ScoreSpread, Weight: 1}
		r.Prioritizers[1] = placement.Prioritizer{Name: "ClusterAffinity", Kind: placement.ScoreAffinity, Weight: 1}
		if last := &r.Decisions[n-1].Candidate; len(last.Scores) > 0 {
			r.LastPicked = last
		}
		return r
	}
	twice := func(n int, clusters ...placement.Candidate) placement.Result {
		r := ranked(n, clusters...)
		for i := range r.Prioritizers {
			r.Prioritizers[i] = placement.Prioritizer{Name: "AddOn/usage/cpu", Weight: 1}
		}
		return r
	}
	negative := func(n int, clusters ...placement.Candidate) placement.Result {
		r := ranked(n, clusters...)
		r.Prioritizers[1].Weight = -1
		return r
	}
	// listed has the clusters as one of PickFixed, and beside them the name of one that the fleet does not have.
	listed := func(unknown string, clusters ...placement.Candidate) placement.Result {
		r := ranked(len(clusters), clusters...)
		r.Unknown = []placement.Rejection{{Cluster: unknown, Stage: "ClusterNames", Mismatches: []placement.Mismatch{{
			Kind: placement.MismatchNotFound, Field: "clusterNames",
		}}}}
		return r
	}
	tests := map[string]struct {
		before, after placement.Result
		policyChanged bool
		want          []string
	}{
		"a score falls": {
			before: ranked(1, candidate("a", 80, 0), candidate("b", 60, 0)),
			after:  ranked(1, candidate("b", 60, 0), candidate("a", 20, 0)),
			want: []string{
				"+b [capacity] ResourceAllocatableMemory, relative to the other candidates, fell from 80 to 20 for a; b has 60",
				"-a [capacity] ResourceAllocatableMemory, relative to the other candidates, fell from 80 to 20; b has 60",
			},
		},
		"a free place that a newcomer takes": {
			before: ranked(2, candidate("a", 100, 0), candidate("b", 60, 0), candidate("c", -33, 0)),
			after:  ranked(2, candidate("e", 100, 0), candidate("c", 95, 0), candidate("b", 60, 0)),
			want: []string{
				"+c [capacity] ResourceAllocatableMemory, relative to the other candidates, rose from -33 to 95; b has 60",
				"+e [new cluster] the cluster is new in the fleet; it is rank 1 of 3 with score 100",
				"-a [cluster gone] the cluster is no longer in the fleet",
				"-b [capacity] ResourceAllocatableMemory, relative to the other candidates, rose from -33 to 95 for c; b has 60",
			},
		},
		"a free place that is no longer wanted": {
			before: ranked(2, candidate("a", 100, 0), candidate("b", 60, 0), candidate("c", -33, 0)),
			after:  ranked(1, candidate("c", 95, 0), candidate("b", 60, 0)),
			want: []string{
				"+c [capacity] ResourceAllocatableMemory, relative to the other candidates, rose from -33 to 95; b has 60",
				"-a [cluster gone] the cluster is no longer in the fleet",
				"-b [policy changed] the number of chosen clusters fell from 2 to 1; it is rank 2 of 2 with score 60",
			},
		},
		"another scheduler": {
			before:        ranked(1, candidate("a", 100, 0), candidate("b", 60, 0)),
			after:         kubefleet(1, candidate("b", 0, 10), candidate("a", 0, 0)),
			policyChanged: true,
			want: []string{
				"+b [policy changed] the scheduler changed from ocm to kubefleet: rank 1 of 2 with score 10 = TopologySpreadConstraints 0 " +
					"+ ClusterAffinity 10",
				"-a [policy changed] the scheduler changed from ocm to kubefleet: Cluster \"a\" does not score high enough (affinity " +
					"score: 0, topology spread score: 0)",
			},
		},
		"names that the fleet does not have are not clusters": {
			before: listed("b", candidate("a", 0, 0)), after: listed("a", candidate("b", 0, 0)),
			want: []string{
				"+b [new cluster] the cluster is new in the fleet; it is rank 1 of 1 with score 0",
				"-a [cluster gone] the cluster is no longer in the fleet",
			},
		},
		"a competitor's score rises": {
			before: ranked(1, candidate("a", 80, 0), candidate("b", 80, -20)),
			after:  ranked(1, candidate("b", 80, 40), candidate("a", 80, 0)),
			want: []string{
				"+b [score] Balance rose from -20 to 40; a has 0",
				"-a [score] Balance rose from -20 to 40 for b; a has 0",
			},
		},
		"everybody's score falls, but one's falls most": {
			before: ranked(1, candidate("a", 80, 100), candidate("b", 70, 100)),
			after:  ranked(1, candidate("b", -20, 90), candidate("a", -10, 0)),
			want: []string{
				"+b [score] Balance fell from 100 to 0 for a; b has 90",
				"-a [score] Balance fell from 100 to 0; b has 90",
			},
		},
		"another weight": {
			before: ranked(1, candidate("a", 60, 0), candidate("b", 20, 30)), after: reweighted, policyChanged: true,
			want: []string{
				"+b [score] Balance rose from 30 to 80; a has 0; the placement changed too",
				"-a [score] Balance rose from 30 to 80 for b; a has 0; the placement changed too",
			},
		},
		"another weight alone": {
			before: ranked(1, candidate("a", 100, 0), candidate("b", 20, 80)), after: func() placement.Result {
				r := ranked(1, candidate("b", 20, 80), candidate("a", 100, 0))
				r.Prioritizers[1].Weight = 2
				return r
			}(), policyChanged: true,
			want: []string{
				"+b [policy changed] the weight of Balance went from 1 to 2",
				"-a [policy changed] the weight of Balance went from 1 to 2",
			},
		},
		"a column that is gone": {
			before: ranked(1, candidate("a", 10, 80), candidate("b", 20, 0)), after: placement.Result{
				Dialect:      placement.DialectOCM,
				Prioritizers: []placement.Prioritizer{{Name: "ResourceAllocatableMemory", Kind: placement.ScoreResource, Weight: 1}},
				Decisions:    []placement.Decision{{Candidate: placement.Candidate{Cluster: "b", Score: 20, Scores: lines(20)}}},
				NotPicked:    []placement.Candidate{{Cluster: "a", Score: 10, Scores: lines(10)}},
			}, policyChanged: true,
			want: []string{
				"+b [policy changed] Balance no longer counts: its weight went from 1 to 0",
				"-a [policy changed] Balance no longer counts: its weight went from 1 to 0",
			},
		},
		"a new cluster is better": {
			before: ranked(1, candidate("a", 20, 0)),
			after:  ranked(1, candidate("b", 60, 0), candidate("a", 20, 0)),
			want: []string{
				"+b [new cluster] the cluster is new in the fleet; it is rank 1 of 2 with score 60",
				"-a [outranked] b is new in the fleet and has score 60; a has 20",
			},
		},
		"a new cluster of a smaller name": {
			before: ranked(1, candidate("b", 20, 0)),
			after:  ranked(1, candidate("a", 20, 0), candidate("b", 20, 0)),
			want: []string{
				"+a [new cluster] the cluster is new in the fleet; it is rank 1 of 2 with score 20",
				"-b [outranked] a is new in the fleet and has the same score, 20, and comes first by name",
			},
		},
		"a new cluster, and a fall without which it would be worse": {
			before: ranked(1, candidate("a", 90, 0)),
			after:  ranked(1, candidate("b", 60, 0), candidate("a", 20, 0)),
			want: []string{
				"+b [new cluster] the cluster is new in the fleet; it is rank 1 of 2 with score 60",
				"-a [capacity] ResourceAllocatableMemory, relative to the other candidates, fell from 90 to 20; b has 60",
			},
		},
		"a free place": {
			before: ranked(1, candidate("a", 90, 0), candidate("b", 60, 0), candidate("c", 20, 0)), after: deleting,
			want: []string{
				"+b [free place] it takes the place of a, which leaves; it was rank 2 of 3 with score 60",
				"-a [deletion] the cluster is being deleted",
			},
		},
		"a free place that another one should have had": {
			before: ranked(1, candidate("a", 90, 0), candidate("b", 60, 0), candidate("c", 20, 0)),
			after:  ranked(1, candidate("c", 80, 0), candidate("b", 60, 0)),
			want: []string{
				"+c [capacity] ResourceAllocatableMemory, relative to the other candidates, rose from 20 to 80; b has 60",
				"-a [cluster gone] the cluster is no longer in the fleet",
			},
		},
		"more clusters": {
			before: ranked(1, candidate("a", 90, 0), candidate("b", 60, 0)),
			after:  ranked(2, candidate("a", 90, 0), candidate("b", 60, 0)), policyChanged: true,
			want: []string{"+b [policy changed] the number of chosen clusters rose from 1 to 2; it was rank 2 of 2 with score 60"},
		},
		"fewer clusters": {
			before: ranked(2, candidate("a", 90, 0), candidate("b", 60, 0)),
			after:  ranked(1, candidate("a", 90, 0), candidate("b", 60, 0)), policyChanged: true,
			want: []string{"-b [policy changed] the number of chosen clusters fell from 2 to 1; it is rank 2 of 2 with score 60"},
		},
		"fewer of many clusters": {
			before: ranked(2, candidate("a", 90, 0), candidate("b", 60, 0), candidate("c", 50, 0)),
			after:  ranked(1, candidate("a", 90, 0), candidate("b", 60, 0), candidate("c", 50, 0)), policyChanged: true,
			want: []string{"-b [policy changed] the number of chosen clusters fell from 2 to 1; it is rank 2 of 3 with score 60"},
		},
		"fewer clusters, and one that falls too far for more": {
			before: ranked(2, candidate("a", 90, 0), candidate("b", 60, 0), candidate("c", 50, 0), candidate("d", 40, 0)),
			after:  ranked(1, candidate("a", 90, 0), candidate("d", 40, 0), candidate("c", 30, 0), candidate("b", 10, 0)),
			want:   []string{"-b [capacity] ResourceAllocatableMemory, relative to the other candidates, fell from 60 to 10; d has 40"},
		},
		"fewer clusters after all of them": {
			before: ranked(2, candidate("a", 90, 0), candidate("b", 60, 0)),
			after:  ranked(1, candidate("a", 90, 0), candidate("c", 80, 0), candidate("b", 60, 0)), policyChanged: true,
			want: []string{"-b [policy changed] the number of chosen clusters fell from 2 to 1; it is rank 3 of 3 with score 60"},
		},
		"two scores fall": {
			before: ranked(1, candidate("a", 80, 100), candidate("b", 70, 60)),
			after:  ranked(1, candidate("b", 70, 60), candidate("a", 60, 20)),
			want: []string{
				"+b [score] Balance fell from 100 to 20 for a; b has 60",
				"-a [score] Balance fell from 100 to 20; b has 60",
			},
		},
		"a new cluster, and a fall that does not matter": {
			before: ranked(1, candidate("a", 30, 0)),
			after:  ranked(1, candidate("b", 60, 0), candidate("a", 20, 0)),
			want: []string{
				"+b [new cluster] the cluster is new in the fleet; it is rank 1 of 2 with score 60",
				"-a [outranked] b is new in the fleet and has score 60; a has 20",
			},
		},
		"no clusters": {
			before: ranked(1, candidate("a", 90, 0)), after: ranked(0, candidate("a", 90, 0)), policyChanged: true,
			want: []string{"-a [policy changed] the number of chosen clusters fell from 1 to 0"},
		},
		"another label": {
			before: without(ranked(1, candidate("a", 0, 0)), "b", inDevelopment),
			after:  without(ranked(1, candidate("b", 0, 0)), "a", inDevelopment),
			want: []string{
				`+b [label] the cluster changed; before, its label did not match`,
				`-a [label] label env is "dev"; predicates[0] wants env=prod`,
			},
		},
		"another label or another policy": {
			before: ranked(1, candidate("a", 0, 0)), after: without(ranked(0), "a", inDevelopment), policyChanged: true,
			want: []string{
				`-a [label] label env is "dev"; predicates[0] wants env=prod; the placement changed too`,
			},
		},
		"another list": {
			before: ranked(1, candidate("a", 0, 0)), after: without(ranked(0), "a", notOnList), policyChanged: true,
			want: []string{"-a [policy changed] clusterNames does not name the cluster"},
		},
		"a veto": {
			before: ranked(1, candidate("a", 0, 0)), after: without(ranked(0), "a", placement.Mismatch{
				Kind: hybrid.MismatchVeto, Key: "grc", Detail: 0,
			}),
			want: []string{`-a [advisor] predicate advisor "grc" does not name the target in round 0`},
		},
		"a mistake, and back": {
			before: mistaken, after: ranked(1, candidate("a", 0, 0)),
			want: []string{"+a [misconfiguration] the placement was misconfigured before: wrong mode"},
		},
		"a mistake": {
			before: ranked(1, candidate("a", 0, 0)), after: mistaken,
			want: []string{"-a [misconfiguration] the placement is misconfigured: wrong mode"},
		},
		"columns that are compared one after the other": {
			before: kubefleet(1, candidate("b", 0, 50), candidate("a", 0, 40)),
			after:  kubefleet(1, candidate("a", 0, 40), candidate("b", -1, 90)),
			want: []string{
				"+a [topology spread] TopologySpreadConstraints fell from 0 to -1 for b; a has 0",
				"-b [topology spread] TopologySpreadConstraints fell from 0 to -1; a has 0",
			},
		},
		"a new cluster of a larger name": {
			before: kubefleet(1, candidate("a", 0, 40)), after: kubefleet(1, candidate("b", 0, 40), candidate("a", 0, 40)),
			want: []string{
				"+b [new cluster] the cluster is new in the fleet",
				"-a [outranked] b is new in the fleet and has the same score, TopologySpreadConstraints 0 and ClusterAffinity 40, and " +
					"the larger name",
			},
		},
		"scores that do not show the cause": {
			before: kubefleet(1, candidate("b", 0, 40), candidate("a", 0, 40)),
			after:  kubefleet(1, candidate("a", 0, 40), candidate("b", 0, 40)),
			want: []string{
				"+a [unknown] the cause is not known: rank 1 of 2 with score 40 = TopologySpreadConstraints 0 + ClusterAffinity 40",
				`-b [unknown] the cause is not known: Cluster "b" does not score high enough (affinity score: 40, ` +
					`topology spread score: 0); it has the same scores as the last that was chosen in the same cycle, and the smaller name`,
			},
		},
		"another policy that the scores do not show": {
			before: kubefleet(1, candidate("b", 0, 40), candidate("a", 0, 40)),
			after:  kubefleet(1, candidate("a", 0, 40), candidate("b", 0, 40)), policyChanged: true,
			want: []string{
				"+a [policy changed] the placement changed: rank 1 of 2 with score 40 = TopologySpreadConstraints 0 + ClusterAffinity 40",
				`-b [policy changed] the placement changed: Cluster "b" does not score high enough (affinity score: 40, ` +
					`topology spread score: 0); it has the same scores as the last that was chosen in the same cycle, and the smaller name`,
			},
		},
		"a new cluster without scores": {
			before: kubefleet(1, candidate("a", 0, 40)),
			after:  kubefleet(1, placement.Candidate{Cluster: "b", Reason: "picked"}, candidate("a", 0, 40)),
			want: []string{
				"+b [new cluster] the cluster is new in the fleet",
				"-a [outranked] b is new in the fleet and takes its place",
			},
		},
		"a score that is configured twice": {
			before: twice(1, candidate("a", 10, 10), candidate("b", 5, 5)),
			after:  twice(1, candidate("b", 5, 5), candidate("a", 0, 0)),
			want: []string{
				"+b [score] AddOn/usage/cpu fell from 10 to 0 for a; b has 5",
				"-a [score] AddOn/usage/cpu fell from 10 to 0; b has 5",
			},
		},
		"a negative weight": {
			before: negative(1, candidate("a", 0, 10), candidate("b", 0, 20)),
			after:  negative(1, candidate("b", 0, 20), candidate("a", 0, 90)),
			want: []string{
				"+b [score] Balance rose from 10 to 90 for a, and its weight is -1; b has 20",
				"-a [score] Balance rose from 10 to 90, and its weight is -1; b has 20",
			},
		},
		"scores that were not compared": {
			before: kubefleet(1, candidate("a", 0, 40), placement.Candidate{Cluster: "b"}, placement.Candidate{Cluster: "c"}),
			after:  kubefleet(1, candidate("c", 0, 40)),
			want: []string{
				"+c [free place] it takes the place of a, which leaves",
				"-a [cluster gone] the cluster is no longer in the fleet",
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, reported(compare(&test.before, &test.after, test.policyChanged))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
