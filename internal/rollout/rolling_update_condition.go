package rollout

import (
	"math"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// The conditions of a binding that rollouts read, in the order in which a binding gets them.
const (
	conditionStarted      = "RolloutStarted"
	conditionOverridden   = "Overridden"
	conditionSynchronized = "WorkSynchronized"
	conditionApplied      = "Applied"
	conditionAvailable    = "Available"
	conditionDiffReported = "DiffReported"
)

// pendingReasons are the conditions that report a failure when they are False, and for each the one reason that does not
// (HasBindingFailed in pkg/utils/binding).
var pendingReasons = []struct{ condition, reason string }{
	{conditionOverridden, "OverriddenPending"},
	{conditionSynchronized, "WorkNotSynchronizedYet"},
	{conditionApplied, "ApplyPending"},
	{conditionAvailable, "ResourceNotAvailableYet"},
}

// The reasons of Available for resources whose availability cannot be tracked.
const (
	reasonNotAllTrackable = "NotAllWorkAreAvailabilityTrackable"
	reasonNotTrackable    = "WorkNotTrackable"
)

// currentCondition returns the condition of this type if it was observed at the generation.
func currentCondition(conditions []metav1.Condition, of string, generation int64) *metav1.Condition {
	for i := range conditions {
		if conditions[i].Type == of {
			if conditions[i].ObservedGeneration != generation {
				return nil
			}
			return &conditions[i]
		}
	}
	return nil
}

// conditionIs reports whether the current condition of this type has the status.
func conditionIs(conditions []metav1.Condition, of string, generation int64, status metav1.ConditionStatus) bool {
	c := currentCondition(conditions, of, generation)
	return c != nil && c.Status == status
}

// conditionsFailed reports whether the resources could not be brought to the cluster.
func conditionsFailed(conditions []metav1.Condition, generation int64) bool {
	for _, pending := range pendingReasons {
		c := currentCondition(conditions, pending.condition, generation)
		if c != nil && c.Status == metav1.ConditionFalse && c.Reason != pending.reason {
			return true
		}
	}
	return false
}

// conditionsReady reports whether the resources of a cluster are ready. If not, wait is the time until they are; if that
// is not known, it is the longest duration.
func conditionsReady(conditions []metav1.Condition, generation int64, cutOff time.Time) (ready bool, wait time.Duration) {
	if conditionIs(conditions, conditionDiffReported, generation, metav1.ConditionTrue) {
		return true, 0
	}
	available := currentCondition(conditions, conditionAvailable, generation)
	if available == nil || available.Status != metav1.ConditionTrue {
		return false, math.MaxInt64
	}
	if available.Reason != reasonNotAllTrackable && available.Reason != reasonNotTrackable {
		return true, 0
	}
	// Exactly at the cut-off they are not ready yet, and the time to wait is zero.
	wait = available.LastTransitionTime.Sub(cutOff)
	return wait < 0, wait
}
