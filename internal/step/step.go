// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package step computes what a rollout does next: which of the clusters that a placement has chosen get a revision now, which
// wait, and why. It asks the strategies of package rollout, which do what the hubs do.
//
// Read [Pass] first: one pass of a strategy over clusters whose states are given. [Carry] is for a rollout that goes on from
// one apply to the next: it remembers which revision every cluster has, and decides as often as something changes. [WavesOf] is
// the order without any state.
//
// The package is pure: no I/O, no clock, no randomness, no goroutines. The time is part of the request.
package step

import (
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

// Request is what a pass depends on.
type Request struct {
	// The `rolloutStrategy` of Open Cluster Management, the `spec.strategy` of KubeFleet, or with type `External` the `stages` of a
	// ClusterStagedUpdateStrategy.
	Strategy rollout.Strategy `json:"strategy"`
	Target
	// The status of each cluster, by name. A cluster without a status does not have the workload. One that has a status and is not
	// chosen is removed.
	ClusterStatus map[string]ClusterStatus `json:"clusterStatus,omitempty"`
	// The time of the step (RFC 3339). Use `plantimestamp()`; `timestamp()` is unknown until apply. Defaults to the time of the
	// plan.
	// ---
	// Zero means no particular time: what depends on the time is an error.
	Now time.Time `json:"now,omitzero"`
}

// Outcome says what a pass does to a cluster.
type Outcome string

// The outcomes of a pass for a cluster.
const (
	// Starts: the cluster gets the revision now.
	Starts Outcome = "starts"
	// Continues: the cluster got the revision earlier and is not finished.
	Continues Outcome = "continues"
	// Finished: the revision is complete on the cluster, or the cluster is skipped.
	Finished Outcome = "finished"
	// TimedOut: the cluster is given up.
	TimedOut Outcome = "timedOut"
	// Waits: nothing happens to the cluster now.
	Waits Outcome = "waits"
	// Leaves: the cluster is no longer chosen, and loses the workload now.
	Leaves Outcome = "leaves"
)

// Validate finds the mistakes in a request. Clusters that are unknown to Terraform are not in it.
func (r *Request) Validate() field.ErrorList {
	if errs := r.ValidateWaves(); len(errs) > 0 {
		return errs
	}
	return r.validateStatuses(true)
}

// ValidateWaves finds the mistakes in what the waves depend on.
func (r *Request) ValidateWaves() field.ErrorList {
	return append(prefixed("strategy", r.Strategy.Validate()), r.Target.validate()...)
}

// Warnings finds what has no effect, or a surprising one.
func (r *Request) Warnings() field.ErrorList {
	errs := append(prefixed("strategy", r.Strategy.Warnings()), r.ignoredGroups()...)
	if r.Strategy.Type == ocm.TypeProgressivePerGroup && len(r.Decisions) > 1 && len(r.groups()) == 1 {
		errs = append(errs, field.Forbidden(field.NewPath("decisions"), "they have no groups, so all clusters change at the same "+
			"time; pass decision_groups"))
	}
	return errs
}

// prefixed puts mistakes below a field.
func prefixed(name string, errs field.ErrorList) field.ErrorList {
	for _, err := range errs {
		err.Field = name + "." + err.Field
	}
	return errs
}

// PassRequest is what a pass over given states depends on.
type PassRequest struct {
	Request
	// The revision that is rolled out. A status with another `revision` is about an earlier rollout. If unset, every status is about
	// this rollout.
	Revision string `json:"revision,omitempty"`
	// The approvals, by revision, as in the resource, without groups.
	ApprovedStages map[string][]string `json:"approvedStages,omitempty"`
}

// approvedStages is the path of the approvals.
var approvedStages = field.NewPath("approvedStages")

// Warnings finds what has no effect, or a surprising one.
func (r *PassRequest) Warnings() field.ErrorList {
	return append(r.Request.Warnings(), r.surprisingApprovals(r.ApprovedStages, []string{r.Revision}, approvalNames(&r.Strategy))...)
}

// Validate finds the mistakes in a request. KubeFleet has to know which revision every cluster has.
func (r *PassRequest) Validate() field.ErrorList {
	errs := append(r.Request.Validate(), r.validateApprovals(r.ApprovedStages)...)
	if _, ok := r.ApprovedStages[r.Revision]; !ok && r.Revision == "" && len(r.ApprovedStages) > 0 {
		errs = append(errs, field.Required(field.NewPath("revision"), "approved_stages approves a revision"))
	}
	if r.Revision == "" || r.Strategy.Type != rollout.TypeRollingUpdate && r.Strategy.Type != rollout.TypeExternal {
		return errs
	}
	for _, name := range slices.Sorted(maps.Keys(r.ClusterStatus)) {
		if r.ClusterStatus[name].Revision == "" {
			errs = append(errs, field.Required(field.NewPath("clusterStatus").Key(name).Child("revision"),
				"says which revision the cluster has, as revision is set"))
		}
	}
	return errs
}

// Pass computes one pass of the strategy, as the hub does. The request is a valid one. An error is a *field.Error or a
// *placement.Misconfiguration.
func Pass(r *PassRequest) (*Outputs, error) {
	p, err := newPass(&r.Request)
	if err != nil {
		return nil, err
	}
	p.approved.names = r.ApprovedStages[r.Revision]
	p.observe(r)
	if err := p.decide(); err != nil {
		return nil, err
	}
	return p.outputs(), nil
}

// newPass has the chosen clusters, those that have a status, and their waves.
func newPass(r *Request) (*strategyPass, error) {
	if absent := r.Absent(); absent != nil {
		return nil, absent
	}
	p := newStrategyPass(r, maps.Keys(r.ClusterStatus))
	var err error
	p.waves, err = p.fresh()
	return p, err
}

// Outputs are what Terraform gets of a pass. Every cluster is in exactly one of the maps.
type Outputs struct {
	// The clusters that get the change now, by name, for `for_each`.
	ToApply map[string]ClusterProgress `json:"toApply"`
	// The clusters that got the change earlier and are not finished, by name.
	InProgress map[string]ClusterProgress `json:"inProgress"`
	// The clusters on which the change is complete, and those with the status `Skip`, by name.
	Succeeded map[string]ClusterProgress `json:"succeeded"`
	// The clusters that were given up after `progress_deadline`, by name.
	TimedOut map[string]ClusterProgress `json:"timedOut"`
	// The clusters that are no longer chosen and lose the workload now, by name.
	Removed map[string]ClusterProgress `json:"removed"`
	// The clusters to which nothing happens now, by name.
	Waiting map[string]ClusterProgress `json:"waiting"`
	// Whether more clusters failed than `max_failures` allows. Nothing new starts then. KubeFleet has no such limit.
	Breached bool `json:"breached"`
	// How many clusters failed. Null if `breached` is false.
	BreachReason string `json:"breachReason,omitempty"`
	// The earliest time at which the result can change with the same arguments (RFC 3339). Null if there is none.
	NextChange time.Time `json:"nextChange"`
	// The order in which the strategy goes through the clusters if all of them succeed.
	Waves []Wave `json:"waves"`
}

// ClusterProgress is how far a cluster is.
type ClusterProgress struct {
	// The position of the cluster's wave in `waves`, from 0.
	Wave int `json:"wave"`
	// The state of the workload after the step. Null if the cluster does not have the workload.
	Status Status `json:"status,omitempty"`
	// Why the cluster is here. The text may change in any release.
	// ---
	// It has no period.
	Reason string `json:"reason"`
}

// outputs are what the pass has decided.
func (p *strategyPass) outputs() *Outputs {
	outputs := &Outputs{
		ToApply: map[string]ClusterProgress{}, InProgress: map[string]ClusterProgress{}, Succeeded: map[string]ClusterProgress{},
		TimedOut: map[string]ClusterProgress{}, Removed: map[string]ClusterProgress{}, Waiting: map[string]ClusterProgress{},
		Breached: p.breach != "", BreachReason: p.breach, NextChange: p.nextChange, Waves: p.waves,
	}
	byOutcome := map[Outcome]map[string]ClusterProgress{
		Starts: outputs.ToApply, Continues: outputs.InProgress, Finished: outputs.Succeeded,
		TimedOut: outputs.TimedOut, Leaves: outputs.Removed, Waits: outputs.Waiting,
	}
	for i := range p.clusters {
		c := &p.clusters[i]
		byOutcome[c.outcome][c.name] = ClusterProgress{c.wave, c.status, c.reason}
	}
	return outputs
}
