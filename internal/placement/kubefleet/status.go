// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
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
	text, ok := p.snapshot.Annotations[GenerationAnnotation]
	if !ok {
		return &placement.Misconfiguration{
			Field: "annotations[" + GenerationAnnotation + "]", Message: "cannot find annotation " + GenerationAnnotation,
		}
	}
	generation, err := strconv.ParseInt(text, 10, 64)
	if err != nil || generation < 0 {
		return &placement.Misconfiguration{
			Field:   "annotations[" + GenerationAnnotation + "]",
			Message: fmt.Sprintf("invalid annotation %s: %s is not a valid value", GenerationAnnotation, text),
		}
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
