package step

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// ocmOutcomes are the outcomes of the handler of Open Cluster Management.
var ocmOutcomes = map[rollout.OCMOutcome]Outcome{
	rollout.OCMStarts: Starts, rollout.OCMContinues: Continues, rollout.OCMWaits: Waits, rollout.OCMFinished: Finished,
	rollout.OCMTimesOut: TimedOut, rollout.OCMRemoved: Leaves,
}

// ocm is a pass of the handler of Open Cluster Management.
func (w *world) ocm() error {
	req := rollout.OCMRequest{Strategy: w.strategy.OCMStrategy, Groups: w.groups, Now: w.now}
	for i := range w.clusters {
		c := &w.clusters[i]
		if c.status == "" || w.stays && !c.chosen {
			continue
		}
		if c.holds == holdsTarget || c.status == Skip {
			req.Statuses = append(req.Statuses, rollout.OCMClusterStatus{
				Cluster: c.name, Status: rollout.OCMStatus(c.status), LastTransitionTime: c.since,
			})
		}
	}
	result, err := rollout.OCM(req)
	if err != nil {
		return err
	}
	for i := range result.Clusters {
		of := &result.Clusters[i]
		c := w.find(of.Cluster)
		c.set(ocmOutcomes[of.Outcome], of.Reason.String())
		c.status = Status(of.Status)
		if c.outcome == Waits && c.holds == holdsTarget {
			// The handler looks at no more clusters than it may roll out; the others go on all the same.
			c.outcome = Continues
		}
	}
	if result.MaxFailureBreach {
		w.breach = breachOf(&result)
	}
	if !result.NextChange.IsZero() {
		w.changesAt(result.NextChange)
	}
	return nil
}

// breachOf says how many clusters failed.
func breachOf(result *rollout.OCMResult) string {
	for i := range result.Clusters {
		if of := &result.Clusters[i]; of.Reason.Kind == rollout.OCMReasonMaxFailures {
			return of.Reason.String()
		}
	}
	// Nothing waits any more.
	return "more clusters failed than max_failures"
}
