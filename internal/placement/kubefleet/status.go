// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// ConditionScheduled is True if the number of clusters that the policy wants was found.
const ConditionScheduled = "Scheduled"

// publish writes the decisions and the condition after the last cycle of PickAll or PickN: the condition depends on the number of
// bindings.
func (p *pass) publish(wanted int, notPicked []scored, sets ...[]*binding) error {
	p.order = slices.Concat(sets...)
	return p.write(p.decisions(notPicked), p.scheduledCondition(len(p.order) >= wanted, len(p.order)))
}

func (p *pass) scheduledCondition(fulfilled bool, count int) metav1.Condition {
	condition := metav1.Condition{
		Type: ConditionScheduled, Status: metav1.ConditionTrue, ObservedGeneration: p.snapshot.Generation,
		LastTransitionTime: metav1.NewTime(p.inv.Now), Reason: "SchedulingPolicyFulfilled",
		Message: fmt.Sprintf("found all cluster needed as specified by the scheduling policy, found %d cluster(s)", count),
	}
	if !fulfilled {
		condition.Status, condition.Reason = metav1.ConditionFalse, "SchedulingPolicyUnfulfilled"
		condition.Message = fmt.Sprintf(
			"could not find all clusters needed as specified by the scheduling policy, found %d cluster(s) instead", count)
	}
	return condition
}

// write replaces the status of the policy snapshot. Upstream does not update it if the decisions are the same in any order
// and the condition differs only in its message.
func (p *pass) write(decisions []placement.ClusterDecision, condition metav1.Condition) error {
	generation, err := p.annotation(GenerationAnnotation, "value", "annotations["+GenerationAnnotation+"]")
	if err != nil {
		return err
	}
	status := &p.result.PolicySnapshot
	prior := meta.FindStatusCondition(status.Conditions, ConditionScheduled)
	if status.ObservedGeneration == generation && prior != nil && sameCondition(prior, &condition) &&
		sameDecisions(status.TargetClusters, decisions) {
		return nil
	}
	status.ObservedGeneration, status.TargetClusters = generation, decisions
	status.Conditions = slices.Clone(status.Conditions)
	if prior == nil {
		status.Conditions = append(status.Conditions, condition)
		return nil
	}
	if prior.Status == condition.Status {
		condition.LastTransitionTime = prior.LastTransitionTime
	}
	*meta.FindStatusCondition(status.Conditions, ConditionScheduled) = condition
	return nil
}

func sameCondition(now, wanted *metav1.Condition) bool {
	return now.Status == wanted.Status && now.Reason == wanted.Reason && now.ObservedGeneration >= wanted.ObservedGeneration
}

// sameDecisions compares as upstream does: the numbers must be equal, and each old decision must equal the last new one
// for its cluster.
func sameDecisions(old, wanted []placement.ClusterDecision) bool {
	if len(old) != len(wanted) {
		return false
	}
	byCluster := lists.Index(wanted, func(c placement.ClusterDecision) string { return c.ClusterName })
	for i := range old {
		match := byCluster[old[i].ClusterName]
		if match == nil || !sameDecision(&old[i], match) {
			return false
		}
	}
	return true
}

// addConditions moves the condition into the result. Before the first status, the hub says that scheduling is pending.
func (p *pass) addConditions() {
	condition := placement.Condition{
		Type: ConditionScheduled, Status: "Unknown", Reason: "SchedulePending", Message: "Scheduling has not completed",
	}
	if c := meta.FindStatusCondition(p.result.PolicySnapshot.Conditions, ConditionScheduled); c != nil {
		condition.Status, condition.Reason, condition.Message = string(c.Status), c.Reason, c.Message
	}
	p.result.Conditions = []placement.Condition{condition}
	p.result.Satisfied = condition.Status == "True"
}

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
	return a.ClusterName == b.ClusterName && a.Selected == b.Selected && a.Reason == b.Reason &&
		*cmp.Or(a.ClusterScore, unscored) == *cmp.Or(b.ClusterScore, unscored)
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
	for i, cluster := range p.Clusters {
		if room == 0 || p.Rejections[i].Stage == "" {
			continue
		}
		if !listed[i] {
			list = append(list, placement.ClusterDecision{
				ClusterName: cluster.Name, Reason: "ClusterUnschedulable, " + p.reason(int32(i)),
			})
		}
		room--
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
