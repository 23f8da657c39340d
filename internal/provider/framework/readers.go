// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// ReaderHints are what a reader knows of the structs that some arguments are read into.
type ReaderHints struct {
	// Additional are attributes that an object may have although its struct has no field for them, by the struct.
	Additional map[reflect.Type]AdditionalAttributes
	// Selects says of what an object of a struct selects everything if nothing in it is set, such as "cluster". In is the struct
	// that it is in, and the answer is empty for one that does not.
	Selects func(t, in reflect.Type) string
	// Instead says what to pass in place of objects of another struct, of which the first is given; empty for objects that may be
	// right.
	Instead func(t reflect.Type, first map[string]tfvalue.Input) string
}

// AdditionalAttributes are those of a resource, whose instances can be passed on as they are, or those of an output. What a
// struct has no field for is not used.
type AdditionalAttributes struct {
	// Only is the attribute that only instances have; empty if the attributes may be in any object. Elsewhere, an attribute that the
	// provider would not use has to be null.
	Only  string
	Names []string
	// Resource is the name of the resource behind that of the provider; empty for one that is never an element of a list.
	Resource string
}

// Readers make the readers of what users write. Structured arguments are dynamic, because Terraform silently drops the
// attributes that a typed object does not have: a misspelt selector would choose the whole fleet.
type Readers struct {
	hints []ReaderHints
	// further are the additional attributes of all hints.
	further map[reflect.Type]AdditionalAttributes
}

// NewReaders makes readers with the hints of all resources.
func NewReaders(hints ...ReaderHints) *Readers {
	r := &Readers{hints, map[reflect.Type]AdditionalAttributes{}}
	for i := range hints {
		maps.Copy(r.further, hints[i].Additional)
	}
	return r
}

// Reader returns a new reader.
func (r *Readers) Reader() *tfvalue.Reader {
	return &tfvalue.Reader{
		Additional: func(t reflect.Type, attributes map[string]tfvalue.Input) []string {
			further := r.further[t]
			if _, isInstance := attributes[further.Only]; further.Only == "" || isInstance {
				return further.Names
			}
			return slices.DeleteFunc(slices.Clone(further.Names), func(name string) bool {
				value, ok := attributes[name]
				return !ok || !value.IsNull()
			})
		},
		Instead: func(t reflect.Type, first map[string]tfvalue.Input) string {
			return r.first(func(hints *ReaderHints) string {
				if hints.Instead == nil {
					return ""
				}
				return hints.Instead(t, first)
			})
		},
		Instance: func(t reflect.Type, attributes map[string]tfvalue.Input) string {
			further := r.further[t]
			if _, isInstance := attributes[further.Only]; further.Resource == "" || !isInstance {
				return ""
			}
			return "multicluster_" + further.Resource + ".NAME"
		},
		Object: "found a Kubernetes object; the functions decode_placement and decode_clusters read its YAML, or set the " +
			"attributes of its spec in snake case",
		SelectsAll: func(t, in reflect.Type) string {
			return r.first(func(hints *ReaderHints) string {
				if hints.Selects == nil {
					return ""
				}
				return hints.Selects(t, in)
			})
		},
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

// first is the first answer that is not empty.
func (r *Readers) first(answer func(*ReaderHints) string) string {
	for i := range r.hints {
		if text := answer(&r.hints[i]); text != "" {
			return text
		}
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
