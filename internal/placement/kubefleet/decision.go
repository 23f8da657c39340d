// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

const (
	// maxDecisions is how many decisions the API accepts.
	maxDecisions = 1000
	// maxUnselected is how many of them can be clusters that were not chosen.
	maxUnselected = 20
)

func (p *pass) scoredDecision(s scored) placement.ClusterDecision {
	name := p.Clusters[s.position].Name
	return placement.ClusterDecision{
		ClusterName: name, Selected: true, ClusterScore: s.published(),
		Reason: "Successfully scheduled resources for placement in \"" + name + "\" (affinity score: " +
			strconv.Itoa(int(s.affinity)) + ", topology spread score: " + strconv.Itoa(int(s.spread)) + "): picked by scheduling policy",
	}
}

func (p *pass) notPickedDecision(s scored) placement.ClusterDecision {
	name := p.Clusters[s.position].Name
	return placement.ClusterDecision{
		ClusterName: name, ClusterScore: s.published(),
		Reason: fmt.Sprintf("Cluster \"%s\" does not score high enough (affinity score: %d, topology spread score: %d)",
			name, s.affinity, s.spread),
	}
}

func (p *pass) unscoredDecision(position int32) placement.ClusterDecision {
	name := p.Clusters[position].Name
	return placement.ClusterDecision{
		ClusterName: name, Selected: true,
		Reason: "Successfully scheduled resources for placement in \"" + name + "\": picked by scheduling policy",
	}
}

func (s scored) published() *placement.ClusterScore {
	return &placement.ClusterScore{AffinityScore: s.affinity, TopologySpreadScore: s.spread}
}

// sameDecision compares two decisions with their scores.
func sameDecision(a, b *placement.ClusterDecision) bool {
	if (a.ClusterScore == nil) != (b.ClusterScore == nil) || a.ClusterScore != nil && *a.ClusterScore != *b.ClusterScore {
		return false
	}
	return a.ClusterName == b.ClusterName && a.Selected == b.Selected && a.Reason == b.Reason
}

// decisions are what upstream publishes: the decisions of the bindings in their order up to the API's limit, then the best of the
// candidates that were not picked, then rejected clusters by name. A rejected cluster that is already listed still counts
// towards the limit.
func (p *pass) decisions(notPicked []scored) []placement.ClusterDecision {
	chosen := p.order[:min(len(p.order), maxDecisions)]
	list := make([]placement.ClusterDecision, 0, len(chosen)+maxUnselected)
	listed := make([]bool, len(p.Clusters))
	for _, b := range chosen {
		list = append(list, b.ClusterDecision)
		listed[b.position] = true
	}
	room := min(maxDecisions-len(chosen), maxUnselected)
	for _, s := range notPicked {
		if room == 0 {
			return list
		}
		if listed[s.position] {
			continue
		}
		list = append(list, p.notPickedDecision(s))
		room--
	}
	for _, position := range p.filtered[:min(len(p.filtered), room)] {
		if !listed[position] {
			list = append(list, placement.ClusterDecision{
				ClusterName: p.Clusters[position].Name, Reason: "ClusterUnschedulable, " + p.reason(position),
			})
		}
	}
	return list
}

// reason is why a filter rejected a cluster, in upstream's words. Those about a taint print a Go struct, and say no more than the
// mismatch.
func (p *pass) reason(position int32) string {
	rejection := &p.Rejections[position]
	if taint, ok := rejection.Mismatches[0].Detail.(*placement.Taint); ok {
		return "taint &{Key:" + taint.Key + " Value:" + taint.Value + " Effect:" + string(taint.Effect) + "} cannot be tolerated"
	}
	return cmp.Or(rejection.UpstreamReason, rejection.Mismatches[0].String())
}
