// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package planner answers the one question that the data source, the resource and the functions of the provider ask: where
// does a placement go, given a fleet, what was decided before, and a time? It is pure, and knows nothing of Terraform but the
// names of the arguments that its texts mention.
//
// Read [Decide] first: it validates nothing, builds the inventory of the scheduler, and runs it. [Transition] is the same for a
// placement whose decisions are kept: it compares with them, and limits how many clusters may lose the workload.
package planner

import (
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/lint"
)

// Placement is a placement of any dialect, as manifests and arguments describe it.
type Placement = manifest.Placement

// Fleet is what a placement chooses from.
type Fleet = fleet.Fleet

// Finding is an error or a warning about a request, its fleet or its answer.
type Finding = finding.Finding

// Findings are in the order in which they were found.
type Findings = finding.List

// Prior is what was decided before.
type Prior struct {
	// The previous decisions of this placement, in the form of `decisions`: the scheduler keeps or prefers these clusters. They
	// replace the placement's own earlier decisions in `manifests` or on the hub.
	PreviousDecisions []PreviousDecision `json:"previousDecisions,omitempty"`
	// InForce says that these are the latest decisions there are: what the manifests have of the placement is older.
	InForce bool `json:"-"`
	// Policy is the policy of the latest decisions of a KubeFleet placement; nil if it is not known.
	Policy *kubefleet.Spec `json:"-"`
	// Snapshot is the latest policy snapshot of a KubeFleet placement on a hub; nil if it has none yet.
	Snapshot *apiobject.PolicySnapshot `json:"-"`
}

// IsGiven reports whether the earlier decisions are given: what the manifests or the hub have of the placement does not apply
// then.
func (p *Prior) IsGiven() bool { return p.InForce || len(p.PreviousDecisions) > 0 }

// PreviousDecision is what the scheduler has to know of an earlier decision.
//
// Example for guides/reference-fleet#previous_decisions:
//
//	{ cluster_name = "eu-1" }
type PreviousDecision struct {
	// The cluster that was chosen.
	ClusterName string `json:"clusterName"`
	// Its score at that time. `kubefleet` drops the lowest first when the number shrinks.
	Score float64 `json:"score,omitempty"`
	// The reason at that time, which a decision that is kept repeats.
	Reason string `json:"reason,omitempty"`
	// The binding of a `kubefleet` decision, which the next pass uses to keep the cluster.
	Binding *PreviousBinding `json:"binding,omitempty"`
}

// PreviousBinding is what the scheduler of KubeFleet has to know of an earlier decision besides.
type PreviousBinding struct {
	// `Scheduled` until the resources are rolled out to the cluster, then `Bound`, in the resource always. When the number of
	// clusters shrinks, scheduled clusters are dropped first. Defaults to `Bound`.
	State placement.BindingState `json:"state,omitempty"`
	// Fingerprint of the policy that chose the cluster, without `number_of_clusters`. Decisions of another policy are rescheduled.
	// Defaults to the policy of the placement.
	Policy string `json:"policy,omitempty"`
	// The topology spread score with which the cluster was chosen.
	TopologySpreadScore *int32 `json:"topologySpreadScore,omitempty"`
}

// What OnUnsatisfied may be. Empty is UnsatisfiedError.
const (
	UnsatisfiedError  = "error"
	UnsatisfiedWarn   = "warn"
	UnsatisfiedAccept = "accept"
)

// Advisors are the advisors of hybrid placement rules that are asked over HTTP.
type Advisors interface {
	hybrid.Answerer
	// Has reports whether there is an advisor of a name.
	Has(name string) bool
}

// Request is everything that a decision depends on.
type Request struct {
	Placement
	Fleet
	Prior
	// Clusters that do not exist yet, at most 100, in the form of `clusters`. If the fleet is too small for the placement, the
	// fewest offers that satisfy it are added, preferred ones first, or none if not even all of them do; `to_create` has their
	// names. A `hybrid` placement rule is satisfied with one cluster. Once the cluster of an offer exists, nothing moves. As long as
	// it is not ready, the placement is not satisfied, and no other offer is added in its place.
	Offers []placement.Cluster `json:"offers,omitzero"`
	// The time of the decision (RFC 3339), for the expiry of tolerations and scores. Use `plantimestamp()`; `timestamp()` is unknown
	// until apply. Defaults to the time of the plan.
	// ---
	// Zero means no particular time: an answer that depends on the time is an error.
	Now time.Time `json:"now,omitempty"`
	// What to do if the placement finds no cluster, or fewer than required: `error` stops the plan, `warn` adds a warning, `accept`
	// does neither. An accepted empty result empties every `for_each` over it. On a hub that the resource writes to, the default is
	// `warn`, and `error` if the hub drops clusters. Defaults to `error`.
	OnUnsatisfied string `json:"onUnsatisfied,omitempty"`
	// MaxCELCost bounds the CEL expressions of a decision that cannot be interrupted; 0 means no bound.
	MaxCELCost uint64 `json:"-"`
	// Advisors are those that are asked over HTTP; nil if none is.
	Advisors Advisors `json:"-"`
	// Unasked are the names of advisors that only the data source asks over HTTP.
	Unasked []string `json:"-"`
}

// lint is the placement and its fleet, for what they probably do not mean.
func (r *Request) lint() *lint.Request {
	return &lint.Request{Placement: &r.Placement, Fleet: &r.Fleet}
}

// Title is the title of a warning about the placement: see [lint.Title].
func (r *Request) Title(what string) string { return lint.Title(&r.Placement, what) }

// namedDecisions are decisions of which only the clusters are known.
func namedDecisions(clusters []string) []PreviousDecision {
	return lists.Map(clusters, func(name string) PreviousDecision { return PreviousDecision{ClusterName: name} })
}

// clusterNames are the clusters of decisions.
func clusterNames(decisions []PreviousDecision) []string {
	return lists.Map(decisions, func(p PreviousDecision) string { return p.ClusterName })
}

// below puts the paths of mistakes below another path.
func below(root *field.Path, errs field.ErrorList) field.ErrorList {
	for _, err := range errs {
		err.Field = root.String() + "." + err.Field
	}
	return errs
}

// validateOneOf checks an optional attribute with few values. The framework's validator would repeat any text.
func validateOneOf(attribute, value string, allowed ...string) field.ErrorList {
	if value == "" || slices.Contains(allowed, value) {
		return nil
	}
	return field.ErrorList{excerpt.NotSupported(field.NewPath(attribute), value, allowed)}
}

var bindingStates = []placement.BindingState{placement.BindingScheduled, placement.BindingBound, placement.BindingUnscheduled}

// validate checks the previous decisions.
func (p *Prior) validate() field.ErrorList {
	errs := fleet.Duplicates("previous_decisions", "cluster_name", len(p.PreviousDecisions), func(i int) string {
		return p.PreviousDecisions[i].ClusterName
	})
	for i := range p.PreviousDecisions {
		path := field.NewPath("previous_decisions").Index(i).Child("binding", "state")
		if b := p.PreviousDecisions[i].Binding; b != nil && b.State != "" && !slices.Contains(bindingStates, b.State) {
			errs = append(errs, excerpt.NotSupported(path, b.State, bindingStates))
		}
	}
	return errs
}
