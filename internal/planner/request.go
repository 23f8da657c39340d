// Package planner answers the one question that the data source, the resource and the functions of the provider ask: where
// does a placement go, given a fleet, what was decided before, and a time? It is pure, and knows nothing of Terraform but the
// names of the arguments that its texts mention.
//
// Read [Decide] first: it validates nothing, builds the inventory of the scheduler, and runs it. [Change] is the same for a
// placement whose decisions are kept: it compares with them, and limits how many clusters may lose the workload.
package planner

import (
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/finding"
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
	PreviousDecisions []PreviousDecision `json:"previousDecisions,omitempty"`
	// InForce says that these are the latest decisions there are: what the manifests have of the placement is older.
	InForce bool `json:"-"`
	// Policy is the policy of the latest decisions of a KubeFleet placement; nil if it is not known.
	Policy *kubefleet.Spec `json:"-"`
	// Snapshot is the latest policy snapshot of a KubeFleet placement on a hub; nil if it has none yet.
	Snapshot *manifest.PolicySnapshot `json:"-"`
}

// given reports whether the earlier decisions are given: what the manifests or the hub have of the placement does not apply
// then.
func (p *Prior) given() bool { return p.InForce || len(p.PreviousDecisions) > 0 }

// PreviousDecision is what the scheduler has to know of an earlier decision.
type PreviousDecision struct {
	ClusterName string           `json:"clusterName"`
	Score       float64          `json:"score,omitempty"`
	Reason      string           `json:"reason,omitempty"`
	Binding     *PreviousBinding `json:"binding,omitempty"`
}

// PreviousBinding is what the scheduler of KubeFleet has to know of an earlier decision besides.
type PreviousBinding struct {
	State               placement.BindingState `json:"state,omitempty"`
	Policy              string                 `json:"policy,omitempty"`
	TopologySpreadScore *int32                 `json:"topologySpreadScore,omitempty"`
}

// What OnUnsatisfied may be. Empty is UnsatisfiedError.
const (
	UnsatisfiedError  = "error"
	UnsatisfiedWarn   = "warn"
	UnsatisfiedAccept = "accept"
)

// Request is everything that a decision depends on.
type Request struct {
	Placement
	Fleet
	Prior
	// Now is the time at which the placement is decided. Zero means no particular time: an answer that depends on the
	// time is an error.
	Now time.Time `json:"now,omitempty"`
	// OnUnsatisfied says what becomes of a placement that does not get what it asks for.
	OnUnsatisfied string `json:"onUnsatisfied,omitempty"`
	// MaxCELCost bounds the CEL expressions of a decision that cannot be interrupted; 0 means no bound.
	MaxCELCost uint64 `json:"-"`
	// Advisors are those that are asked over HTTP; nil if none is.
	Advisors Advisors `json:"-"`
	// Unasked are the names of advisors that only the data source asks over HTTP.
	Unasked []string `json:"-"`
}

// is reports whether an object of the manifests or of the hub is, or belongs to, the placement.
func (r *Request) is(namespace, name string) bool {
	return r.Name == name && r.Namespace == namespace
}

// policy identifies the policy of a KubeFleet placement; it is empty in other dialects.
func (r *Request) policy() string {
	if r.KubeFleet == nil {
		return ""
	}
	return r.KubeFleet.PolicyHash()
}

// lint is the placement and its fleet, for what they probably do not mean.
func (r *Request) lint() *lint.Request {
	return &lint.Request{Placement: &r.Placement, Fleet: &r.Fleet}
}

// Title is the title of a warning about the placement: see [lint.Title].
func (r *Request) Title(what string) string { return lint.Title(&r.Placement, what) }
