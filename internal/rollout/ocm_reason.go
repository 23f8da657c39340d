package rollout

import (
	"fmt"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// OCMCluster is what a pass does to a cluster, and why.
type OCMCluster struct {
	Cluster string
	// GroupName and GroupIndex are the decision group; those of the request if the cluster is in none.
	GroupName  string
	GroupIndex int
	// Status is the status after the pass; empty for a cluster that has none.
	Status  OCMStatus
	Outcome OCMOutcome
	Reason  OCMReason
}

// An OCMOutcome says what a pass does to a cluster.
type OCMOutcome string

// The outcomes of a pass for a cluster.
const (
	// OCMStarts: the change is applied now.
	OCMStarts OCMOutcome = "starts"
	// OCMContinues: the change was applied earlier and is not finished.
	OCMContinues OCMOutcome = "continues"
	// OCMWaits: the cluster is not considered in this pass.
	OCMWaits OCMOutcome = "waits"
	// OCMFinished: the change is complete, or the cluster is skipped.
	OCMFinished OCMOutcome = "finished"
	// OCMTimesOut: the cluster is given up, in this pass or in an earlier one.
	OCMTimesOut OCMOutcome = "timedOut"
	// OCMRemoved: the cluster has the workload and is no longer chosen.
	OCMRemoved OCMOutcome = "removed"
)

// An OCMReasonKind is the rule that gave a cluster its outcome.
type OCMReasonKind string

// The reasons of outcomes.
const (
	// OCMReasonNext: it is the cluster's turn.
	OCMReasonNext OCMReasonKind = "next"
	// OCMReasonProgressing: the cluster is Progressing, or in an unknown state; Until is the deadline.
	OCMReasonProgressing OCMReasonKind = "progressing"
	// OCMReasonFailed: the cluster is Failed; Until is the deadline.
	OCMReasonFailed OCMReasonKind = "failed"
	// OCMReasonSoaking: the cluster is Succeeded; Until is the end of min_success_time.
	OCMReasonSoaking OCMReasonKind = "soaking"
	// OCMReasonSucceeded: the cluster is Succeeded, and min_success_time is over.
	OCMReasonSucceeded OCMReasonKind = "succeeded"
	// OCMReasonSkip: the status of the cluster is Skip.
	OCMReasonSkip OCMReasonKind = "skip"
	// OCMReasonDeadline: progress_deadline ended at Until; zero if that was before this pass.
	OCMReasonDeadline OCMReasonKind = "deadline"
	// OCMReasonConcurrency: Count clusters are rolled out, and Limit is the maximum.
	OCMReasonConcurrency OCMReasonKind = "concurrency"
	// OCMReasonMaxFailures: Count clusters failed, and Limit are tolerated; PerGroup, in the group of index Group.
	OCMReasonMaxFailures OCMReasonKind = "maxFailures"
	// OCMReasonGroup: the group of index Group is not finished, or a cluster of a later group is not.
	OCMReasonGroup OCMReasonKind = "group"
	// OCMReasonMandatory: the mandatory group of index Group is not finished, or some other cluster is not.
	OCMReasonMandatory OCMReasonKind = "mandatory"
	// OCMReasonNotChosen: the cluster is in no decision group.
	OCMReasonNotChosen OCMReasonKind = "notChosen"
	// OCMReasonGroupIndex: the handler does not find the group of index Group, because the indexes have a gap. It looks at
	// the first Limit indexes.
	OCMReasonGroupIndex OCMReasonKind = "groupIndex"
)

// OCMReason says why a cluster has its outcome. The kind determines which fields are set.
type OCMReason struct {
	Kind     OCMReasonKind
	Until    time.Time
	Group    int
	Limit    int
	Count    int
	PerGroup bool
}

// String is the reason as a sentence without a period.
func (r OCMReason) String() string {
	switch r.Kind {
	case OCMReasonNext:
		return "the change is applied now"
	case OCMReasonProgressing:
		return "progressing" + r.until("progress_deadline is", "no progress_deadline applies")
	case OCMReasonFailed:
		return "failed" + r.until("progress_deadline is", "no progress_deadline applies")
	case OCMReasonSoaking:
		return "succeeded" + r.until("min_success_time ends at", "min_success_time has not ended")
	case OCMReasonSucceeded:
		return "succeeded"
	case OCMReasonSkip:
		return "the status is Skip"
	case OCMReasonDeadline:
		return "timed out" + r.until("progress_deadline was", "in an earlier pass")
	case OCMReasonConcurrency:
		return fmt.Sprintf("%s being rolled out; max_concurrency is %d", areClusters(r.Count), r.Limit)
	case OCMReasonMaxFailures:
		where := ""
		if r.PerGroup {
			where = fmt.Sprintf(" in group %d", r.Group)
		}
		return fmt.Sprintf("%s failed%s; %d tolerated", excerpt.Count(r.Count, "cluster"), where, r.Limit)
	case OCMReasonGroup:
		return fmt.Sprintf("group %d, or a cluster whose rollout started before, is not finished", r.Group)
	case OCMReasonMandatory:
		return fmt.Sprintf("mandatory group %d, or a cluster whose rollout started before, is not finished", r.Group)
	case OCMReasonNotChosen:
		return "the cluster is no longer chosen"
	case OCMReasonGroupIndex:
		return fmt.Sprintf("Open Cluster Management considers groups 0 to %d only, and this is group %d", r.Limit-1, r.Group)
	}
	return ""
}

func (r OCMReason) until(before, without string) string {
	if r.Until.IsZero() {
		return "; " + without
	}
	return "; " + before + " " + r.Until.UTC().Format(time.RFC3339)
}

func areClusters(n int) string {
	if n == 1 {
		return "1 cluster is"
	}
	return fmt.Sprintf("%d clusters are", n)
}
