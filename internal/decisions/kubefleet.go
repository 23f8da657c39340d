// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package decisions

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// addSnapshot adds what the latest policy snapshot says about the decision as a whole.
func (d *Decided) addSnapshot() {
	current := false
	if d.Snapshot != nil {
		status := &d.Snapshot.Status
		if scheduled := meta.FindStatusCondition(status.Conditions, kubefleet.ConditionScheduled); scheduled != nil {
			d.Scheduled = true
			d.Satisfied = scheduled.Status == metav1.ConditionTrue
			current = status.ObservedGeneration >= d.Generation && scheduled.ObservedGeneration == d.Snapshot.Generation
		}
		d.addConditions(status.Conditions)
	}
	d.Current = &current
}

// addBindings adds the decisions of a placement of KubeFleet, which its live bindings stand for.
func (d *Decided) addBindings() {
	rank := map[string]int{}
	if d.Snapshot != nil {
		for i, c := range d.Snapshot.Status.TargetClusters {
			if c.Selected {
				rank[c.ClusterName] = i - len(d.Snapshot.Status.TargetClusters)
			}
		}
	}
	slices.SortFunc(d.ResourceBindings, func(a, b placement.ResourceBinding) int {
		return cmp.Or(cmp.Compare(rank[a.TargetCluster], rank[b.TargetCluster]), cmp.Compare(a.TargetCluster, b.TargetCluster),
			cmp.Compare(a.Name, b.Name))
	})
	known := map[string]bool{}
	for i := range d.ResourceBindings {
		b := &d.ResourceBindings[i]
		if !b.Live() || known[b.TargetCluster] {
			continue
		}
		known[b.TargetCluster] = true
		c := DecidedCluster{Name: b.TargetCluster, Reason: b.ClusterDecision.Reason}
		if score := b.ClusterDecision.ClusterScore; score != nil {
			affinity := int64(score.AffinityScore)
			c.Score = &affinity
		}
		if len(d.Groups) == 0 {
			d.addGroup()
		}
		d.add(c)
	}
	if d.Scheduled && len(d.Groups) == 0 {
		d.addGroup()
	}
	for i := range d.Groups {
		slices.Sort(d.Groups[i].Clusters)
	}
	d.Writing = d.Current != nil && *d.Current && d.contradictsBindings()
}
