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
	// GroupName and GroupIndex are the decision group; those of the request if the cluster is in none.
	GroupName  string
	GroupIndex int
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
	// TimesOut: the cluster is given up, in this pass or in an earlier one.
	TimesOut Outcome = "timedOut"
	// Removed: the cluster has the workload and is no longer chosen.
	Removed Outcome = "removed"
)

// An ReasonKind is the rule that gave a cluster its outcome.
type ReasonKind string

// The reasons of outcomes.
const (
	// ReasonNext: it is the cluster's turn.
	ReasonNext ReasonKind = "next"
	// ReasonProgressing: the cluster is Progressing, or in an unknown state; Until is the deadline.
	ReasonProgressing ReasonKind = "progressing"
	// ReasonFailed: the cluster is Failed; Until is the deadline.
	ReasonFailed ReasonKind = "failed"
	// ReasonSoaking: the cluster is Succeeded; Until is the end of min_success_time.
	ReasonSoaking ReasonKind = "soaking"
	// ReasonSucceeded: the cluster is Succeeded, and min_success_time is over.
	ReasonSucceeded ReasonKind = "succeeded"
	// ReasonSkip: the status of the cluster is Skip.
	ReasonSkip ReasonKind = "skip"
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
	ReasonNotChosen ReasonKind = "notChosen"
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
	case ReasonNext:
		return "the change is applied now"
	case ReasonProgressing:
		return "progressing" + r.until("progress_deadline is", "no progress_deadline applies")
	case ReasonFailed:
		return "failed" + r.until("progress_deadline is", "no progress_deadline applies")
	case ReasonSoaking:
		return "succeeded" + r.until("min_success_time ends at", "min_success_time has not ended")
	case ReasonSucceeded:
		return "succeeded"
	case ReasonSkip:
		return "the status is Skip"
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
	case ReasonNotChosen:
		return "the cluster is no longer chosen"
	case ReasonGroupIndex:
		return fmt.Sprintf("Open Cluster Management considers groups 0 to %d only, and this is group %d", r.Limit-1, r.Group)
	}
	return ""
}

func (r Reason) until(known, unknown string) string {
	if r.Until.IsZero() {
		return "; " + unknown
	}
	return "; " + known + " " + r.Until.UTC().Format(time.RFC3339)
}
