// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import "fmt"

// FailureKind is the kind of an error of KubeFleet, which decides whether its hub tries again.
type FailureKind string

// The kinds of a failure.
const (
	// User is a mistake in an object: the hub does not try again until something changes.
	User FailureKind = "user"
	// Unexpected is what the hub did not expect: it tries again, and reports nothing.
	Unexpected FailureKind = "unexpected"
	// Expected is what the hub expects to pass.
	Expected FailureKind = "expected"
)

// upstreamPrefix is what the hub writes before the text of a failure of the kind.
var upstreamPrefix = map[FailureKind]string{
	User:       "failed to process the request due to a client error: ",
	Unexpected: "unexpected behavior which cannot be handled by the controller: ",
	Expected:   "expected behavior which can be recovered by itself: ",
}

// Stage is the condition of a binding that a failure makes False.
type Stage string

// The stages of a failure on a cluster.
const (
	// Overridden is False with the reason OverriddenFailed: an override cannot be applied.
	Overridden Stage = "Overridden"
	// WorkSynchronized is False with the reason SyncWorkFailed: a Work cannot be made.
	WorkSynchronized Stage = "WorkSynchronized"
)

// Failure says why KubeFleet does not place resources.
type Failure struct {
	Kind FailureKind
	// Message is the hub's whole text.
	Message string
	// Stage is empty if the hub shows no condition: the overrides of the cluster cannot even be picked.
	Stage Stage
	// Resource is the object that fails, if it is one.
	Resource ID
	// Envelope holds the object; nil for an object of the hub.
	Envelope *ID
	// Override is the snapshot of the override that fails; empty if none does.
	Override string
	// Why is the cause without the objects.
	Why string
}

func newFailure(kind FailureKind, format string, values ...any) *Failure {
	why := fmt.Sprintf(format, values...)
	return &Failure{Kind: kind, Why: why, Message: upstreamPrefix[kind] + why}
}
