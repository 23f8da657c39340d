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
	// Placement is nil while it is not known.
	Placement *Demanding `json:"placement"`
	simulate.Instant
	MaxCopies      *int32                  `json:"maxCopies,omitempty"`
	FailureDomains simulate.FailureDomains `json:"failureDomains,omitzero"`
	Offers         []placement.Cluster     `json:"offers,omitzero"`
}

// Demanding is a placement with its demand.
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
	// Satisfied says whether the placement itself fits.
	Satisfied bool `json:"satisfied"`
	// Copies is how many copies fit, beside the placement itself, and Exact says that one more does not. Otherwise the bound was
	// reached.
	Copies int  `json:"copies"`
	Exact  bool `json:"exact"`
	// Resources are those of the demand that end the copies; none if a rule does, or if nothing does.
	Resources []string `json:"resources"`
	// Reason says why one more does not fit.
	Reason string `json:"reason"`
	// Domains are the worst losses, that of a single cluster first.
	Domains []Domain `json:"domains"`
	// BestOffer is the offer that adds most; nil if none adds anything.
	BestOffer *Offer `json:"bestOffer,omitempty"`
}

// Domain is what the losses of a kind of failure domains leave.
type Domain struct {
	Domain string `json:"domain"`
	Key    string `json:"key"`
	// Worst is the value of the one that leaves least; empty if none leaves less than there is.
	Worst     string `json:"worst"`
	Copies    int    `json:"copies"`
	Satisfied bool   `json:"satisfied"`
}

// Offer is a new cluster and how many copies fit with it.
type Offer struct {
	Name   string `json:"name"`
	Copies int    `json:"copies"`
	Exact  bool   `json:"exact"`
}
