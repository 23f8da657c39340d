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
)

// Failure says why KubeFleet does not place resources.
type Failure struct {
	Kind FailureKind
	// Resource is the object that fails, if it is one.
	Resource ID
	// Envelope holds the object; nil for an object of the hub.
	Envelope *ID
	// Override is the one that fails; nil if none does.
	Override *Override
	// Why is the cause without the objects.
	Why string
}

func newFailure(kind FailureKind, format string, values ...any) *Failure {
	return &Failure{Kind: kind, Why: fmt.Sprintf(format, values...)}
}
