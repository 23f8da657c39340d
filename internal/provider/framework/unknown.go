// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import "github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"

// Deferral says which arguments are not known yet, what follows, and what is probably wrong.
func Deferral(reader *tfvalue.Reader, unknown, consequence string) string {
	text := "Unknown, because of a dependency on something that this run creates or changes: " + unknown + "." + consequence
	if reader.IsUnknown(tfvalue.Root("now")) {
		text += " timestamp() is unknown until apply; use plantimestamp()."
	}
	return text
}

// KindKnown returns a function that reports whether the kind of a cluster, or of all with -1, is known already.
func KindKnown(r *tfvalue.Reader) func(cluster int) bool { return KindKnownAt(r, "clusters") }

// KindKnownAt is [KindKnown] for the clusters of another argument.
func KindKnownAt(r *tfvalue.Reader, argument string) func(cluster int) bool {
	return func(cluster int) bool {
		location := tfvalue.Root("kind")
		if cluster >= 0 {
			location = tfvalue.Root(argument).Index(cluster).Attribute("kind")
		}
		return !r.IsUnknown(location)
	}
}
