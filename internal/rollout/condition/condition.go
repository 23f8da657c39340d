// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package condition has what the conditions of a KubeFleet binding say of a rollout.
package condition

import (
	"slices"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// The conditions of a binding that rollouts read, in the order in which a binding gets them.
const (
	Overridden   = "Overridden"
	Synchronized = "WorkSynchronized"
	Applied      = "Applied"
	Available    = "Available"
	DiffReported = "DiffReported"
)

// pendingReasons are the conditions that report a failure when they are False, and for each the one reason that does not
// (HasBindingFailed in pkg/utils/binding).
var pendingReasons = []struct{ condition, reason string }{
	{Overridden, "OverriddenPending"},
	{Synchronized, "WorkNotSynchronizedYet"},
	{Applied, "ApplyPending"},
	{Available, "ResourceNotAvailableYet"},
}

// The reasons of Available for resources whose availability cannot be tracked.
const (
	reasonNotAllTrackable = "NotAllWorkAreAvailabilityTrackable"
	reasonNotTrackable    = "WorkNotTrackable"
)

// The reasons of Applied while the hub brings the works to the cluster, and of Applied and Available for works of which one is
// not applied or not available.
const (
	reasonApplying        = "ApplyInProgress"
	reasonNotAllApplied   = "NotAllWorkHaveBeenApplied"
	reasonNotAllAvailable = "NotAllWorkAreAvailable"
)

// Current returns the condition of this type if it was observed at the generation.
func Current(conditions []metav1.Condition, kind string, generation int64) *metav1.Condition {
	if c := meta.FindStatusCondition(conditions, kind); c != nil && c.ObservedGeneration == generation {
		return c
	}
	return nil
}

// Is reports whether the current condition of this type has the status.
func Is(conditions []metav1.Condition, kind string, generation int64, status metav1.ConditionStatus) bool {
	c := Current(conditions, kind, generation)
	return c != nil && c.Status == status
}

// Failed reports whether the resources could not be brought to the cluster.
func Failed(conditions []metav1.Condition, generation int64) bool {
	return Failure(conditions, generation) != nil
}

// Failure is the condition that says that the resources could not be brought to the cluster, nil if none says so.
func Failure(conditions []metav1.Condition, generation int64) *metav1.Condition {
	for _, pending := range pendingReasons {
		c := Current(conditions, pending.condition, generation)
		if c != nil && c.Status == metav1.ConditionFalse && c.Reason != pending.reason {
			return c
		}
	}
	return nil
}

// IsOfObjects reports whether only the objects of a binding tell if its condition is a failure: it has the same reason before the
// agent of the cluster has applied anything, and while the objects start.
func IsOfObjects(failure *metav1.Condition) bool {
	return slices.Contains([]string{reasonApplying, reasonNotAllApplied, reasonNotAllAvailable}, failure.Reason)
}

// IsTracked reports whether a condition Available is about resources whose availability can be tracked.
func IsTracked(available *metav1.Condition) bool {
	return available.Reason != reasonNotAllTrackable && available.Reason != reasonNotTrackable
}
