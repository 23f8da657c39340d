// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"fmt"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Cluster is what a pass does to a cluster, and why.
type Cluster struct {
	Cluster string
	// Status is the status after the pass; empty for a cluster that has none.
	Status  Status
	Outcome Outcome
	Reason  Reason
}

// An Outcome says what a pass does to a cluster.
type Outcome string

// The outcomes of a pass for a cluster.
const (
	// Starts: the change is applied now.
	Starts Outcome = "starts"
	// Continues: the change was applied earlier and is not finished.
	Continues Outcome = "continues"
	// Waits: the cluster is not considered in this pass.
	Waits Outcome = "waits"
	// Finished: the change is complete, or the cluster is skipped.
	Finished Outcome = "finished"
	// TimedOut: the cluster is given up, in this pass or in an earlier one.
	TimedOut Outcome = "timedOut"
	// Leaves: the cluster has the workload and is no longer chosen.
	Leaves Outcome = "leaves"
)

// An ReasonKind is the rule that gave a cluster its outcome: the reason itself if it has no other fields.
type ReasonKind string

// The reasons of outcomes.
const (
	// ReasonNext: it is the cluster's turn.
	ReasonNext ReasonKind = "the change is applied now"
	// ReasonProgressing: the cluster is Progressing, or in an unknown state; Until is the deadline.
	ReasonProgressing ReasonKind = "progressing"
	// ReasonFailed: the cluster is Failed; Until is the deadline.
	ReasonFailed ReasonKind = "failed"
	// ReasonSoaking: the cluster is Succeeded; Until is the end of min_success_time.
	ReasonSoaking ReasonKind = "soaking"
	// ReasonSucceeded: the cluster is Succeeded, and min_success_time is over.
	ReasonSucceeded ReasonKind = "succeeded"
	// ReasonSkip: the status of the cluster is Skip.
	ReasonSkip ReasonKind = "the status is Skip"
	// ReasonDeadline: progress_deadline ended at Until; zero if that was before this pass.
	ReasonDeadline ReasonKind = "deadline"
	// ReasonConcurrency: Count clusters are rolled out, and Limit is the maximum.
	ReasonConcurrency ReasonKind = "concurrency"
	// ReasonMaxFailures: Count clusters failed, and Limit are tolerated; PerGroup, in the group of index Group.
	ReasonMaxFailures ReasonKind = "maxFailures"
	// ReasonGroup: the group of index Group is not finished, or a cluster of a later group is not.
	ReasonGroup ReasonKind = "group"
	// ReasonMandatory: the mandatory group of index Group is not finished, or some other cluster is not.
	ReasonMandatory ReasonKind = "mandatory"
	// ReasonNotChosen: the cluster is in no decision group.
	ReasonNotChosen ReasonKind = "the cluster is no longer chosen"
	// ReasonGroupIndex: the handler does not find the group of index Group, because the indexes have a gap. It looks at
	// the first Limit indexes.
	ReasonGroupIndex ReasonKind = "groupIndex"
)

// Reason says why a cluster has its outcome. The kind determines which fields are set.
type Reason struct {
	Kind     ReasonKind
	Until    time.Time
	Group    int
	Limit    int
	Count    int
	PerGroup bool
}

// String is the reason as a sentence without a period.
func (r Reason) String() string {
	switch r.Kind {
	case ReasonProgressing, ReasonFailed:
		return string(r.Kind) + r.until("progress_deadline is", "no progress_deadline applies")
	case ReasonSoaking:
		return "succeeded" + r.until("min_success_time ends at", "min_success_time has not ended")
	case ReasonDeadline:
		return "timed out" + r.until("progress_deadline was", "in an earlier pass")
	case ReasonConcurrency:
		return fmt.Sprintf("%s being rolled out; max_concurrency is %d", excerpt.Agree(r.Count, "cluster", "is", "are"), r.Limit)
	case ReasonMaxFailures:
		where := ""
		if r.PerGroup {
			where = fmt.Sprintf(" in group %d", r.Group)
		}
		return fmt.Sprintf("%s failed%s; %d tolerated", excerpt.Count(r.Count, "cluster"), where, r.Limit)
	case ReasonGroup:
		return fmt.Sprintf("group %d, or a cluster whose rollout started before, is not finished", r.Group)
	case ReasonMandatory:
		return fmt.Sprintf("mandatory group %d, or a cluster whose rollout started before, is not finished", r.Group)
	case ReasonGroupIndex:
		return fmt.Sprintf("Open Cluster Management considers groups 0 to %d only, and this is group %d", r.Limit-1, r.Group)
	}
	return string(r.Kind)
}

func (r Reason) until(known, unknown string) string {
	if r.Until.IsZero() {
		return "; " + unknown
	}
	return "; " + known + " " + r.Until.UTC().Format(time.RFC3339)
}

// explain sets what happens to a cluster and why.
func (p *pass) explain(id int32, s *ClusterStatus, outcome Outcome, reason Reason) {
	if c := &p.result.Clusters[id]; c.Outcome == "" {
		*c = Cluster{p.names[id], s.Status, outcome, reason}
	}
}

// explainOthers explains the clusters that the walks did not put into a list.
func (p *pass) explainOthers() {
	owners, _ := p.owners(p.groups)
	for _, c := range p.current {
		s := c.get()
		outcome, reason := p.outside(&s, owners[c.id])
		p.explain(c.id, &s, outcome, reason)
	}
	for i, id := range p.removed {
		reason := Reason{Kind: ReasonNotChosen}
		if owners[id] != nil {
			reason = p.invisible(owners[id])
		}
		p.explain(id, &p.result.Removed[i], Leaves, reason)
	}
	for id, g := range owners {
		if g != nil {
			p.explain(int32(id), &ClusterStatus{}, Waits, p.waits(g))
		}
	}
}

// inRollout explains a cluster that is rolled out. Without a last transition, every pass postpones the RecheckTime.
func inRollout(s *ClusterStatus) (Outcome, Reason) {
	var until time.Time
	if !s.LastTransitionTime.IsZero() {
		until = s.RecheckTime
	}
	switch s.Status {
	case ToApply:
		return Starts, Reason{Kind: ReasonNext}
	case Succeeded:
		return Continues, Reason{Kind: ReasonSoaking, Until: until}
	case Failed:
		return Continues, Reason{Kind: ReasonFailed, Until: until}
	}
	return Continues, Reason{Kind: ReasonProgressing, Until: until}
}

// outside explains a cluster with a status that is in no list.
func (p *pass) outside(s *ClusterStatus, g *group) (Outcome, Reason) {
	switch s.Status {
	case Skip:
		return Finished, Reason{Kind: ReasonSkip}
	case TimeOut:
		return TimedOut, Reason{Kind: ReasonDeadline}
	case Succeeded:
		if p.soaksUntil(s).IsZero() {
			return Finished, Reason{Kind: ReasonSucceeded}
		}
	}
	return Waits, p.waits(g)
}

// waits explains a cluster of a group that waits.
func (p *pass) waits(g *group) Reason {
	switch {
	case g.mandatory:
		return p.blockedMandatory
	case !g.visible:
		return p.invisible(g)
	}
	return p.blocked
}

func (p *pass) invisible(g *group) Reason {
	return Reason{Kind: ReasonGroupIndex, Group: g.index, Limit: p.indexes}
}
