package step

import (
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
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
	req.Statuses = make([]rollout.OCMClusterStatus, 0, len(w.clusters))
	for i := range w.clusters {
		c := &w.clusters[i]
		switch {
		case c.status == "" && !c.chosen && !w.stays:
			// The handler knows nothing of a cluster that has another revision.
			c.set(Leaves, rollout.OCMReason{Kind: rollout.OCMReasonNotChosen}.String())
			continue
		case c.status == "" || w.stays && !c.chosen:
			continue
		}
		if c.holds == holdsTarget || c.status == Skip {
			req.Statuses = append(req.Statuses, rollout.OCMClusterStatus{
				Cluster: c.name, Status: rollout.OCMStatus(c.status), LastTransitionTime: c.since,
			})
		}
	}
	if w.ocmStrategy != nil {
		req.Strategy = *w.ocmStrategy
	}
	result, err := rollout.OCM(req)
	if err != nil {
		return err
	}
	w.take(result.Clusters)
	if result.MaxFailureBreach {
		w.breach = w.breachOf(&result)
	}
	if !result.NextChange.IsZero() {
		w.changesAt(result.NextChange)
	}
	if w.approvalGroups != nil && w.breach == "" {
		w.awaitApprovals()
	}
	return nil
}

// take sets the outcomes of the clusters of the handler.
func (w *world) take(clusters []rollout.OCMCluster) {
	// Both lists are by name.
	at, reasons, unfinished := 0, map[rollout.OCMReason]string{}, w.unfinishedOf(clusters)
	for i := range clusters {
		of := &clusters[i]
		for w.clusters[at].name != of.Cluster {
			at++
		}
		c := &w.clusters[at]
		if g := of.Reason.Group; g < len(w.indexes) {
			of.Reason.Group = w.indexes[g]
		}
		reason, known := reasons[of.Reason]
		if !known {
			reason = unfinished.reasonOf(of.Reason)
			reasons[of.Reason] = reason
		}
		c.set(ocmOutcomes[of.Outcome], reason)
		c.status = Status(of.Status)
		if c.outcome == Waits && c.holds == holdsTarget && c.status != ToApply {
			w.unseen(c)
		}
	}
}

// unfinished are the clusters that have or get the change and are not finished.
type unfinished struct {
	// all and mandatory are the names of all of them and of those in mandatory groups.
	all, mandatory string
	// failed is how many have failed.
	failed int
}

func (w *world) unfinishedOf(clusters []rollout.OCMCluster) (u unfinished) {
	var names, first []string
	isMandatory := w.mandatory()
	for i := range clusters {
		if of := &clusters[i]; of.Outcome == rollout.OCMStarts || of.Outcome == rollout.OCMContinues {
			names = append(names, of.Cluster)
			if isMandatory[of.Cluster] {
				first = append(first, of.Cluster)
			}
			if of.Status == rollout.OCMFailed {
				u.failed++
			}
		}
	}
	u.all, u.mandatory = excerpt.List(names, ", "), excerpt.List(first, ", ")
	return u
}

// mandatory are the clusters of mandatory groups.
func (w *world) mandatory() map[string]bool {
	strategy := &w.strategy.OCMStrategy
	if w.ocmStrategy != nil {
		strategy = w.ocmStrategy
	}
	clusters := map[string]bool{}
	if len(strategy.MandatoryGroups()) == 0 {
		return clusters
	}
	for i, is := range strategy.Mandatory(w.groups) {
		if is {
			for _, name := range w.groups[i].Clusters {
				clusters[name] = true
			}
		}
	}
	return clusters
}

// reasonOf names the clusters that hold a group back, which may be of any group: with mandatory groups, nothing starts before the clusters
// in progress are finished.
func (u unfinished) reasonOf(r rollout.OCMReason) string {
	switch {
	case r.Kind == rollout.OCMReasonConcurrency && u.failed > 0:
		return u.takesPlaces(r)
	case u.all == "":
	case r.Kind == rollout.OCMReasonGroup:
		return "not finished: " + u.all
	case r.Kind == rollout.OCMReasonMandatory && u.mandatory != "":
		return "mandatory groups come first; not finished: " + u.mandatory
	case r.Kind == rollout.OCMReasonMandatory:
		return "with mandatory groups, nothing starts before the clusters in progress are finished: " + u.all
	}
	return r.String()
}

// takesPlaces says that clusters that failed hold others back.
func (u unfinished) takesPlaces(r rollout.OCMReason) string {
	text := fmt.Sprintf("%d of the %s being rolled out failed", u.failed, excerpt.Count(r.Count, "cluster"))
	switch {
	case r.Count == 1:
		text = "the failed cluster takes the only place"
	case u.failed >= r.Count:
		text = "failed clusters take all places"
	}
	return text + fmt.Sprintf("; max_concurrency is %d", r.Limit)
}

// unseen sets the outcome of a cluster that the handler has not looked at: it looks at no more clusters than it may roll out. Those
// that have the change go on all the same.
func (w *world) unseen(c *cluster) {
	if c.status != Succeeded {
		c.set(Continues, strings.ToLower(string(c.status))+"; "+c.reason)
		return
	}
	soaking := rollout.OCMReason{Kind: rollout.OCMReasonSoaking}
	if !c.since.IsZero() {
		soaking.Until = c.since.Add(limitsOf(w.strategy).MinSuccessTime.Duration)
		w.changesAt(soaking.Until)
	}
	c.set(Continues, soaking.String())
}

// breachOf says how many clusters failed. If no cluster waits, none has it as its reason.
func (w *world) breachOf(result *rollout.OCMResult) string {
	failed := 0
	for i := range result.Clusters {
		of := &result.Clusters[i]
		if of.Reason.Kind == rollout.OCMReasonMaxFailures {
			return of.Reason.String()
		}
		if of.Status == rollout.OCMFailed || of.Status == rollout.OCMTimeOut {
			failed++
		}
	}
	limit := limitsOf(w.strategy).MaxFailures
	return fmt.Sprintf("%s failed; max_failures is %s", excerpt.Count(failed, "cluster"), limit.String())
}
