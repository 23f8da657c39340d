// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// The doubts about states.
const (
	doubtName   = "the rollout has no cluster of this name"
	doubtFuture = "the status is ignored: its time is after now; correct the clock of the cluster or of the machine that plans"
	doubtOld    = "the status is ignored: it is older than the revision on the cluster, so it is about an earlier attempt. If the " +
		"cluster has had the revision since then, leave out last_transition_time"
	doubtDrift = "the cluster reports another revision than it was finished with: something else has changed it"
	doubtEarly = "the status is about the revision that the cluster gets by this apply; the next plan takes it as the result"
	doubtRetry = "the failure still applies although retry has changed: without last_transition_time and now it is not known to " +
		"be older. To try the cluster again, leave its status out of this plan"
	doubtTime = "the status is ignored: set revision, or last_transition_time together with now"
)

// doubts are what may be wrong with the states of the clusters.
type doubts struct {
	req   *CarryRequest
	last  *Memory
	now   *Progress
	known map[string]bool
	state func(string) State
}

// candidates are the known names, sorted.
func (d *doubts) candidates() []string { return slices.Sorted(maps.Keys(d.known)) }

// statuses finds the first state of each kind that is doubtful, and names the others.
func (d *doubts) statuses() field.ErrorList {
	of := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(d.req.ClusterStatus)) {
		if doubt := d.doubt(name); doubt != "" {
			of[doubt] = append(of[doubt], name)
		}
	}
	var errs field.ErrorList
	for _, doubt := range []string{doubtName, doubtFuture, doubtOld, doubtDrift, doubtEarly, doubtRetry, doubtTime} {
		names := of[doubt]
		if len(names) == 0 {
			continue
		}
		text := doubt
		switch doubt {
		case doubtName:
			text += excerpt.DidYouMean(names[0], d.candidates())
		case doubtDrift:
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

// doubt says what may be wrong with a status; empty if nothing is.
func (d *doubts) doubt(name string) string {
	s, at := d.req.ClusterStatus[name], d.req.ClusterStatus[name].LastTransitionTime
	before, has := d.last.Revisions[name], d.now.Revisions[name]
	since := d.now.Times.Clusters[name].Since.at(d.req.Now)
	switch {
	case !d.known[name]:
		return doubtName
	case s.Status == Skip || has == "":
		return ""
	case !at.IsZero() && !d.req.Now.IsZero() && at.After(d.req.Now):
		return doubtFuture
	case s.Revision != "" && s.Revision != has:
		if d.isFinished(name) && before == has && (at.IsZero() || !at.Before(since)) {
			return doubtDrift
		}
		return ""
	case before != has:
		if s.Revision == d.req.Revision {
			return doubtEarly
		}
		return ""
	case d.last.Revision == d.req.Revision && d.req.retries(d.last) && s.isFailure() && (at.IsZero() || d.req.Now.IsZero()):
		return doubtRetry
	case s.Revision != "" && !at.IsZero() && s.isBefore(since):
		if d.isFinished(name) {
			return ""
		}
		return doubtOld
	case s.Revision == "" && d.state(name) == StateProgressing && (at.IsZero() || since.IsZero()):
		return doubtTime
	}
	return ""
}

// isFinished reports whether a cluster has a revision that was complete on it.
func (d *doubts) isFinished(name string) bool {
	of, remembered := d.now.Times.Clusters[name]
	state := d.state(name)
	return remembered && of.Finished || !remembered && (state == StateSucceeded || state == StateWaiting || state == StateRolledBack)
}
