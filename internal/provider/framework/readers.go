// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"maps"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Readers make the readers of what users write. Structured arguments are dynamic, because Terraform silently drops the
// attributes that a typed object does not have: a misspelt selector would choose the whole fleet.
type Readers struct{ hints tfvalue.Hints }

// NewReaders makes readers with the hints of all resources.
func NewReaders(hints ...tfvalue.Hints) *Readers { return &Readers{tfvalue.JoinHints(hints...)} }

// Reader returns a new reader.
func (r *Readers) Reader() *tfvalue.Reader {
	return &tfvalue.Reader{
		Hints: r.hints,
		Object: "found a Kubernetes object; the functions decode_placement and decode_clusters read its YAML, or set the " +
			"attributes of its spec in snake case",
	}
}

// byClusterNames are the attributes of an element of decisions_by_cluster.
var byClusterNames = []string{"kind", "namespace", "labels", "claims"}

// IsByCluster reports whether an object with these attributes is an element of the output decisions_by_cluster, whose keys are
// the names of the clusters.
func IsByCluster(attributes map[string]tfvalue.Input) bool {
	for _, name := range byClusterNames {
		if _, has := attributes[name]; !has {
			return false
		}
	}
	return len(attributes) == len(byClusterNames)
}

// InsteadOfByCluster says what to pass in place of decisions_by_cluster where decisions are due.
func InsteadOfByCluster(first map[string]tfvalue.Input) string {
	if IsByCluster(first) {
		return "found decisions_by_cluster, which is for for_each; pass decisions"
	}
	return ""
}

// KeepNow plans the time of the prior state, so that now = plantimestamp() alone is no change. Terraform accepts that the value
// in the state is preferred to the configured one. Without a configured time none is planned.
func KeepNow(planned, prior tftypes.Value) (tftypes.Value, error) {
	var attributes map[string]tftypes.Value
	if err := planned.As(&attributes); err != nil || attributes["now"].IsNull() {
		return planned, err
	}
	attributes = maps.Clone(attributes)
	attributes["now"] = prior
	return tftypes.NewValue(planned.Type(), attributes), nil
}

// InstantOf is the time of what is decided once: the argument now, or that of the clock, if there is one.
func InstantOf(now time.Time, clock func() time.Time) time.Time {
	if !now.IsZero() || clock == nil {
		return now
	}
	return clock().UTC()
}

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
