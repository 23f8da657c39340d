// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package headroom

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Arguments](describe.Attributes{
	"placement": {
		Text: "A placement as in `multicluster_simulation`, with `demand`.",
	},
	"max_copies":      {Text: "How many copies are tried, at most 1000.", Default: "20"},
	"failure_domains": {Text: "What may be lost, beside a single cluster.", Default: "nothing else"},
	"offers": {
		Text: "Up to 100 clusters to compare that could be created. Those that exist are left out.", Default: "none",
	},
})

var _ = describe.Struct[Demanding](describe.Attributes{}, describe.Example{
	Page: "guides/reference-simulation#placement", Object: `{
  name   = "web"
  ocm    = { number_of_clusters = 2 }
  demand = { cpu = "4" }
}`,
})

var _ = describe.Struct[Outputs](describe.Attributes{
	"satisfied": {Text: "Whether the placement itself fits."},
	"copies":    {Text: "How many copies fit beside the placement."},
	"exact":     {Text: "Whether one more does not fit. Otherwise `max_copies` do."},
	"resources": {
		Text: "The resources that end the copies: without any one of them in the demand, or only without all, another copy " +
			"fits. Empty if a rule ends them.",
	},
	"reason": {
		Text: "Why the next copy, or the placement itself, does not fit, with the rules that reject clusters.",
	},
	"domains":    {Text: "The worst loss of a cluster, and of each kind of `failure_domains` in their order."},
	"best_offer": {Text: "The first offer with which most copies fit; null if none adds any."},
})

var _ = describe.Struct[Domain](describe.Attributes{
	"domain": {Text: "`cluster`, `label`, `claim` or `cluster_set`."},
	"key":    {Text: "The name of the label or claim; empty for others."},
	"worst": {
		Text: "The first one whose loss leaves least; empty if none leaves less.",
	},
	"copies":    {Text: "How many copies fit after it."},
	"satisfied": {Text: "Whether the placement itself fits after it."},
})

var _ = describe.Struct[Offer](describe.Attributes{
	"name":   {Text: "The name of the cluster."},
	"copies": {Text: "How many copies fit with it."},
	"exact":  {Text: "Whether one more does not fit."},
})
