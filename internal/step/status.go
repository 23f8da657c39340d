// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// Status is the state of the workload on a cluster, in the words of the hub.
type Status string

// The states with a strategy of Open Cluster Management. Failed is also one of KubeFleet.
const (
	ToApply     Status = "ToApply"
	Progressing Status = "Progressing"
	Succeeded   Status = "Succeeded"
	Failed      Status = "Failed"
	TimeOut     Status = "TimeOut"
	Skip        Status = "Skip"
)

// The states with a strategy of KubeFleet.
const (
	// Available: all resources are available.
	Available Status = "Available"
	// NotAvailable: the resources are applied and not available yet.
	NotAvailable Status = "NotAvailable"
	// NotTrackable: the resources are applied, and whether they are available cannot be tracked.
	NotTrackable Status = "NotTrackable"
)

var (
	ocmStatuses       = []Status{ToApply, Progressing, Succeeded, Failed, TimeOut, Skip}
	kubeFleetStatuses = []Status{Available, NotAvailable, NotTrackable, Failed}
	// Statuses are those of all strategies.
	Statuses = slices.Concat(ocmStatuses, kubeFleetStatuses)
)

// statuses are the states that a strategy has.
func statuses(s *rollout.Strategy) []Status {
	if s.IsOCM() {
		return ocmStatuses
	}
	return kubeFleetStatuses
}

// ClusterStatus is the state of the workload on a cluster.
//
// Example eu-1 for guides/reference-rollout#cluster_status:
//
//	{ status = "Succeeded", revision = "1.27" }
type ClusterStatus struct {
	// With a strategy of Open Cluster Management `ToApply`, `Progressing`, `Succeeded`, `Failed`, `TimeOut` or `Skip`; with one of
	// KubeFleet `Available`, `NotAvailable`, `NotTrackable` or `Failed`: see [states and
	// conditions](../data-sources/rollout#states-and-conditions).
	Status Status `json:"status"`
	// When the cluster got this status (RFC 3339). Required for `Succeeded` with a `min_success_time`, for `NotTrackable` with type
	// `RollingUpdate`, and for `Available` and `NotTrackable` with a task of type `TimedWait`. Without it, `progress_deadline` has
	// no effect.
	LastTransitionTime time.Time `json:"lastTransitionTime,omitzero"`
	// The revision that the status is about. Required with a strategy of KubeFleet if `revision` of the rollout is set.
	Revision string `json:"revision,omitempty"`
	// Why the cluster has this status. `waits_for` repeats it.
	// ---
	// It is in the words of the cluster.
	Message string `json:"message,omitempty"`
}

// validateStatuses finds the mistakes in states. Timed says that a state needs its time if something counts from it.
func (r *Request) validateStatuses(timed bool) field.ErrorList {
	var errs field.ErrorList
	path := field.NewPath("clusterStatus")
	for _, name := range slices.Sorted(maps.Keys(r.ClusterStatus)) {
		s, statusPath := r.ClusterStatus[name], path.Key(name)
		if allowed := statuses(&r.Strategy); !slices.Contains(allowed, s.Status) {
			err := excerpt.NotSupported(statusPath.Child("status"), s.Status, allowed)
			if translation, known := r.translated(s.Status); known {
				err.Detail += ". Write " + excerpt.Quote(string(translation)) + " for it"
			} else if slices.Contains(Statuses, s.Status) {
				err.Detail += " with type " + r.Strategy.Type
			}
			errs = append(errs, err)
			continue
		}
		if why := r.needsTime(s.Status); timed && why != "" && s.LastTransitionTime.IsZero() {
			errs = append(errs, field.Required(statusPath.Child("lastTransitionTime"), why))
		}
	}
	if why := r.timeDependence(); why != "" && r.Now.IsZero() {
		errs = append(errs, field.Required(field.NewPath("now"), why+"; set now, for example now = plantimestamp()"))
	}
	return errs
}

// otherStates are the states of other tools, and whether they are those of a workload that is complete or one that has failed.
var otherStates = map[string]Status{
	"healthy": Succeeded, "ready": Succeeded, "running": Succeeded, "complete": Succeeded, "completed": Succeeded,
	"success": Succeeded,
	"synced":  Progressing, "outofsync": Progressing, "notready": Progressing, "pending": Progressing,
	"suspended": Progressing, "unavailable": Progressing, "degraded": Failed, "unhealthy": Failed, "error": Failed,
	"crashloopbackoff": Failed,
}

// translated is a state of another tool, such as Argo CD or Flux, as the strategy calls it.
func (r *Request) translated(status Status) (translation Status, known bool) {
	if slices.ContainsFunc(Statuses, func(one Status) bool { return strings.EqualFold(string(one), string(status)) }) {
		return "", false
	}
	translation, known = otherStates[strings.ToLower(string(status))]
	if known && !r.Strategy.IsOCM() {
		translation = map[Status]Status{Succeeded: Available, Progressing: NotAvailable, Failed: Failed}[translation]
	}
	return translation, known
}

// needsTime says why a status must have its time; it is empty if it need not.
func (r *Request) needsTime(status Status) string {
	switch {
	case status == Succeeded && r.Strategy.Limits().MinSuccessTime.Duration > 0:
		return "min_success_time counts from it"
	case status == NotTrackable && r.Strategy.Type == rollout.TypeRollingUpdate:
		return "unavailable_period_seconds counts from it"
	case status == Available || status == NotTrackable:
		if hasTimedWait(&r.Strategy) {
			return "a TimedWait counts from it"
		}
	}
	return ""
}

// timeDependence says what in the request depends on the time; it is empty if nothing does.
func (r *Request) timeDependence() string {
	limits := r.Strategy.Limits()
	switch {
	case limits.MinSuccessTime.Duration > 0:
		return fmt.Sprintf("min_success_time is %s", excerpt.Duration(limits.MinSuccessTime.Duration))
	case limits.ProgressDeadline != "" && limits.ProgressDeadline != "None":
		return fmt.Sprintf("progress_deadline is %s", excerpt.Text(limits.ProgressDeadline))
	case hasTimedWait(&r.Strategy):
		return "a stage has a TimedWait"
	case r.Strategy.Type == rollout.TypeRollingUpdate:
		for _, name := range slices.Sorted(maps.Keys(r.ClusterStatus)) {
			if r.ClusterStatus[name].Status == NotTrackable {
				return fmt.Sprintf("unavailable_period_seconds applies to cluster %s, which is NotTrackable", excerpt.Quote(name))
			}
		}
	}
	return ""
}

func hasTimedWait(s *rollout.Strategy) bool {
	return s.Type == rollout.TypeExternal && slices.ContainsFunc(s.Stages, func(stage staged.Stage) bool {
		return slices.ContainsFunc(stage.AfterStageTasks, func(t staged.Task) bool { return t.Type == staged.TimedWait })
	})
}

// separator is what separates the names in ClustersByState. No name of a cluster has a comma.
const separator = ", "

// StatesOf returns how far each cluster is: what ClustersByState says or, if it is not there, StateSucceeded for a cluster with
// the revision that is rolled out and StateWaiting for any other.
func (p *Progress) StatesOf(revision string) func(cluster string) State {
	states := map[string]State{}
	for state, names := range p.ClustersByState {
		for name := range strings.SplitSeq(names, separator) {
			states[name] = State(state)
		}
	}
	return func(cluster string) State {
		if state, ok := states[cluster]; ok {
			return state
		}
		if p.Revisions[cluster] == revision && revision != "" {
			return StateSucceeded
		}
		return StateWaiting
	}
}

// ReturnsTo is what a cluster returns to; empty if it loses the workload.
func (p *Progress) ReturnsTo(cluster string) string {
	if revision, ok := p.RollbackRevisions[cluster]; ok {
		return revision
	}
	return p.CompletedRevision
}

// observe takes the states as they are given. A state of another revision says that the cluster has that one: with a strategy of
// Open Cluster Management it has no state then.
func (p *strategyPass) observe(r *PassRequest) {
	for i := range p.clusters {
		c := &p.clusters[i]
		s, ok := r.ClusterStatus[c.name]
		if !ok {
			continue
		}
		c.status, c.since, c.holds = s.Status, s.LastTransitionTime, holdsTarget
		if p.strategy.IsOCM() && !c.chosen {
			continue // The cluster is removed, whatever revision it has.
		}
		if r.Revision != "" && s.Revision != r.Revision && (s.Revision != "" || !p.strategy.IsOCM()) {
			c.holds = holdsOther
			if p.strategy.IsOCM() {
				c.status = ""
			}
		}
	}
}
