// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package finding is what is found out about an object, a placement, its fleet or its decisions: errors and warnings at the paths
// of arguments.
package finding

import "slices"

// Finding is an error or a warning about a request, its fleet or its answer.
type Finding struct {
	// At is the path of the argument, a field path such as ocm.predicates[0]; empty if it is about the request as a whole.
	At          string
	Title, Text string
	Warning     bool
}

// List has findings in the order in which they were found.
type List []Finding

// HasError reports whether one of the findings is an error.
func (l List) HasError() bool {
	return slices.ContainsFunc(l, func(one Finding) bool { return !one.Warning })
}

// Failure is an error.
func Failure(path, title, text string) Finding { return Finding{At: path, Title: title, Text: text} }

// Warning is a warning.
func Warning(path, title, text string) Finding {
	return Finding{At: path, Title: title, Text: text, Warning: true}
}

const (
	// Shown is how many warnings of one kind, or reasons, are reported.
	Shown = 20
	// MessageBytes bounds a message of the scheduler or of a hub, which may quote the placement.
	MessageBytes = 2 << 10
)
