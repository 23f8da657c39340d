// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package headroom

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
)

// What bounds the work: the copies, at most and if nothing is said, and the clusters that are looked at in all decisions. What
// cannot be interrupted, such as a function, may look at fewer.
const (
	maxCopies            = 1000
	DefaultCopies        = 20
	MaxWork              = 10_000_000
	MaxUninterruptedWork = 1_000_000
)

// Arguments are what is asked, beside the fleet.
type Arguments struct {
	// A placement as in `multicluster_simulation`, with `demand`.
	// ---
	// It is nil while it is not known.
	Placement *Demanding `json:"placement"`
	simulate.Instant
	// How many copies are tried, at most 1000. Defaults to 20.
	MaxCopies *int32 `json:"maxCopies,omitempty"`
	// What may be lost, beside a single cluster. Defaults to nothing else.
	FailureDomains simulate.FailureDomains `json:"failureDomains,omitzero"`
	// Up to 100 clusters to compare that could be created. Those that exist are left out. Defaults to none.
	Offers []placement.Cluster `json:"offers,omitzero"`
}

// Demanding is a placement with its demand.
//
// Example for guides/reference-simulation#placement:
//
//	{
//	  name   = "web"
//	  ocm    = { number_of_clusters = 2 }
//	  demand = { cpu = "4" }
//	}
type Demanding struct{ simulate.Given }

// Validate checks the arguments that only this question has, but for the clusters that are offered.
func (a *Arguments) Validate() (errs field.ErrorList) {
	if n := a.MaxCopies; n != nil && (*n < 1 || *n > maxCopies) {
		errs = append(errs, field.Invalid(field.NewPath("maxCopies"), *n, "must be from 1 to 1000"))
	}
	if len(a.Offers) > planner.MaxOffers {
		errs = append(errs, field.TooMany(field.NewPath("offers"), len(a.Offers), planner.MaxOffers))
	}
	for i := range a.Placement.Demand {
		if amount := a.Placement.Demand[i].Quantity(); amount.Sign() != 0 {
			return errs
		}
	}
	return append(errs, field.Required(field.NewPath("placement", "demand"),
		`copies of what takes nothing fit without end; set what the workload takes of a cluster, such as { cpu = "2" }`))
}

// Outputs are what Terraform gets of an answer. They do not grow with the fleet.
type Outputs struct {
	// Whether the placement itself fits.
	Satisfied bool `json:"satisfied"`
	// How many copies fit beside the placement.
	Copies int `json:"copies"`
	// Whether one more does not fit. Otherwise `max_copies` do.
	Exact bool `json:"exact"`
	// The resources that end the copies: without any one of them in the demand, or only without all, another copy fits. Empty if a
	// rule ends them.
	// ---
	// It is empty also if nothing ends them.
	Resources []string `json:"resources"`
	// Why the next copy, or the placement itself, does not fit, with the rules that reject clusters.
	Reason string `json:"reason"`
	// The worst loss of a cluster, and of each kind of `failure_domains` in their order.
	Domains []Domain `json:"domains"`
	// The first offer with which most copies fit; null if none adds any.
	BestOffer *Offer `json:"bestOffer,omitempty"`
}

// Domain is what the losses of a kind of failure domains leave.
type Domain struct {
	// `cluster`, `label`, `claim` or `cluster_set`.
	Domain string `json:"domain"`
	// The name of the label or claim; empty for others.
	Key string `json:"key"`
	// The first one whose loss leaves least; empty if none leaves less.
	Worst string `json:"worst"`
	// How many copies fit after it.
	Copies int `json:"copies"`
	// Whether the placement itself fits after it.
	Satisfied bool `json:"satisfied"`
}

// Offer is a new cluster and how many copies fit with it.
type Offer struct {
	// The name of the cluster.
	Name string `json:"name"`
	// How many copies fit with it.
	Copies int `json:"copies"`
	// Whether one more does not fit.
	Exact bool `json:"exact"`
}
