// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package clusterreport

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Subject](describe.Attributes{
	"cluster_names":   {Text: "The clusters, at most 10."},
	"placement_names": {Text: "Placements that may be missing there, by `name` or `namespace/name`, at most 10.", Default: "none"},
})

var _ = describe.Struct[Outputs](describe.Attributes{
	"reports": {Text: "One for each of `cluster_names`."},
})

var _ = describe.Struct[LiveOutputs](describe.Attributes{
	"skipped": {Text: "The placements of the hub that cannot be predicted, and why."},
})

var _ = describe.Struct[Report](describe.Attributes{
	"cluster_name":      {Text: "The cluster."},
	"placements":        {Text: "At most 25: those of `placement_names`, then those that a drain hurts most."},
	"placement_count":   {Text: "How many there are."},
	"drain":             {Text: "The edits that drain this cluster alone."},
	"leaving_count":     {Text: "How many placements leave."},
	"unsatisfied_count": {Text: "How many of these are not satisfied then."},
	"not_read":          {Text: "What is not known of `consumers`."},
	"absent":            {Text: "Those of `placement_names` that are missing."},
})

var _ = describe.Struct[Placement](describe.Attributes{
	"placement":    {Text: "The full name."},
	"rank":         {Text: "Null if all that match are chosen."},
	"score":        {Text: "Null without one."},
	"reason":       {Text: "Why it is here."},
	"leaves":       {Text: "Whether a drain moves it."},
	"joined":       {Text: "Where to."},
	"satisfied":    {Text: "Whether it is satisfied then."},
	"drain_reason": {Text: "Why it stays, or is not satisfied."},
	"consumers":    {Text: "What becomes of what follows it on the hub if it leaves. Null without a hub."},
})

var _ = describe.Struct[Absence](describe.Attributes{
	"placement":      {Text: "The full name."},
	"stage":          {Text: "The stage that ruled the cluster out. Null for a cluster of another kind."},
	"reason":         {Text: "Why."},
	"nearest_change": {Text: "What brings it, checked by deciding again. Null if nothing is known to."},
})
