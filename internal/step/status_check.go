// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// The warnings about states.
const (
	unknownName = "the rollout has no cluster of this name"
	inFuture    = "the status is ignored: its time is after now; correct the clock of the cluster or of the machine that plans"
	tooOld      = "the status is ignored: it is older than the revision on the cluster, so it is about an earlier attempt. If the " +
		"cluster has had the revision since then, leave out last_transition_time"
	drifted    = "the cluster reports another revision than it was finished with: something else has changed it"
	tooEarly   = "the status is about the revision that the cluster gets by this apply; the next plan takes it as the result"
	notRetried = "the failure still applies although retry has changed: without last_transition_time and now it is not known to " +
		"be older. To try the cluster again, leave its status out of this plan"
	withoutRevision = "the status is ignored: set revision, or last_transition_time together with now"
)

// statusCheck finds what may be wrong with the states of the clusters.
type statusCheck struct {
	req   *CarryRequest
	prior *Memory
	now   *Progress
	known map[string]bool
	state func(string) State
}

// statuses finds the first state of each kind that needs a warning, and names the others.
func (d *statusCheck) statuses() field.ErrorList {
	byWarning := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(d.req.ClusterStatus)) {
		if warning := d.warning(name); warning != "" {
			byWarning[warning] = append(byWarning[warning], name)
		}
	}
	var errs field.ErrorList
	for _, warning := range []string{unknownName, inFuture, tooOld, drifted, tooEarly, notRetried, withoutRevision} {
		names := byWarning[warning]
		if len(names) == 0 {
			continue
		}
		text := warning
		switch warning {
		case unknownName:
			text += excerpt.DidYouMean(names[0], slices.Sorted(maps.Keys(d.known)))
		case drifted:
			text += ". It reports " + excerpt.Quote(d.req.ClusterStatus[names[0]].Revision) + ", and has to have " +
				excerpt.Quote(d.now.Revisions[names[0]])
		}
		if more := names[1:]; len(more) > 0 {
			text = excerpt.Sentence(text) + " The same is true of " + excerpt.List(more, ", ")
		}
		errs = append(errs, field.Forbidden(field.NewPath("clusterStatus").Key(names[0]), text))
	}
	return errs
}

// warning says what may be wrong with a status; empty if nothing is.
func (d *statusCheck) warning(name string) string {
	s, moment := d.req.ClusterStatus[name], d.req.ClusterStatus[name].LastTransitionTime
	prior, has := d.prior.Revisions[name], d.now.Revisions[name]
	since := d.now.Times.Clusters[name].Since.at(d.req.Now)
	switch {
	case !d.known[name]:
		return unknownName
	case s.Status == Skip || has == "":
		return ""
	case !moment.IsZero() && !d.req.Now.IsZero() && moment.After(d.req.Now):
		return inFuture
	case s.Revision != "" && s.Revision != has:
		if d.isFinished(name) && prior == has && (moment.IsZero() || !moment.Before(since)) {
			return drifted
		}
		return ""
	case prior != has:
		if s.Revision == d.req.Revision {
			return tooEarly
		}
		return ""
	case d.prior.Revision == d.req.Revision && d.req.retries(d.prior) && s.isFailure() && (moment.IsZero() || d.req.Now.IsZero()):
		return notRetried
	case s.Revision != "" && !moment.IsZero() && s.isBefore(since):
		if d.isFinished(name) {
			return ""
		}
		return tooOld
	case s.Revision == "" && d.state(name) == StateProgressing && (moment.IsZero() || since.IsZero()):
		return withoutRevision
	}
	return ""
}

// isFinished reports whether a cluster has a revision that was complete on it.
func (d *statusCheck) isFinished(name string) bool {
	times, remembered := d.now.Times.Clusters[name]
	state := d.state(name)
	if remembered {
		return times.Finished
	}
	return state == StateSucceeded || state == StateWaiting || state == StateRolledBack
}
