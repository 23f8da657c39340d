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
func (p *strategyPass) ocm() error {
	req := rollout.OCMRequest{Strategy: p.strategy.OCMStrategy, Groups: p.groups, Now: p.now}
	req.Statuses = make([]rollout.OCMClusterStatus, 0, len(p.clusters))
	for i := range p.clusters {
		c := &p.clusters[i]
		switch {
		case c.status == "" && !c.chosen && !p.stays:
			// The handler knows nothing of a cluster that has another revision.
			c.set(Leaves, rollout.OCMReason{Kind: rollout.OCMReasonNotChosen}.String())
			continue
		case c.status == "" || p.stays && !c.chosen:
			continue
		}
		if c.holds == holdsTarget || c.status == Skip {
			req.Statuses = append(req.Statuses, rollout.OCMClusterStatus{
				Cluster: c.name, Status: rollout.OCMStatus(c.status), LastTransitionTime: c.since,
			})
		}
	}
	if p.ocmStrategy != nil {
		req.Strategy = *p.ocmStrategy
	}
	result, err := rollout.OCM(req)
	if err != nil {
		return err
	}
	p.setOutcomes(result.Clusters)
	if result.MaxFailureBreach {
		p.breach = p.breachOf(&result)
	}
	if !result.NextChange.IsZero() {
		p.changesAt(result.NextChange)
	}
	if p.approvalGroups != nil && p.breach == "" {
		p.awaitApprovals()
	}
	return nil
}

// setOutcomes sets the outcomes of the clusters of the handler.
func (p *strategyPass) setOutcomes(clusters []rollout.OCMCluster) {
	// Both lists are by name.
	at, reasons, unfinished := 0, map[rollout.OCMReason]string{}, p.unfinishedOf(clusters)
	for i := range clusters {
		of := &clusters[i]
		for p.clusters[at].name != of.Cluster {
			at++
		}
		c := &p.clusters[at]
		if g := of.Reason.Group; g < len(p.indexes) {
			of.Reason.Group = p.indexes[g]
		}
		reason, known := reasons[of.Reason]
		if !known {
			reason = unfinished.reasonOf(of.Reason)
			if of.Reason.Kind == rollout.OCMReasonMaxFailures {
				reason = p.tooManyFailed(of.Reason)
			}
			reasons[of.Reason] = reason
		}
		c.set(ocmOutcomes[of.Outcome], reason)
		c.status = Status(of.Status)
		if c.outcome == Waits && c.holds == holdsTarget && c.status != ToApply {
			p.unseen(c)
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

func (p *strategyPass) unfinishedOf(clusters []rollout.OCMCluster) (u unfinished) {
	var names, first []string
	isMandatory := p.mandatory()
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
func (p *strategyPass) mandatory() map[string]bool {
	strategy := &p.strategy.OCMStrategy
	if p.ocmStrategy != nil {
		strategy = p.ocmStrategy
	}
	clusters := map[string]bool{}
	if len(strategy.MandatoryGroups()) == 0 {
		return clusters
	}
	for i, is := range strategy.Mandatory(p.groups) {
		if is {
			for _, name := range p.groups[i].Clusters {
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
// that have the change go on.
func (p *strategyPass) unseen(c *cluster) {
	if c.status != Succeeded {
		c.set(Continues, strings.ToLower(string(c.status))+"; "+c.reason)
		return
	}
	soaking := rollout.OCMReason{Kind: rollout.OCMReasonSoaking}
	if !c.since.IsZero() {
		soaking.Until = c.since.Add(limitsOf(p.strategy).MinSuccessTime.Duration)
		p.changesAt(soaking.Until)
	}
	c.set(Continues, soaking.String())
}

// breachOf says how many clusters failed. If no cluster waits, none has it as its reason.
func (p *strategyPass) breachOf(result *rollout.OCMResult) string {
	failed := 0
	for i := range result.Clusters {
		of := &result.Clusters[i]
		if r := &of.Reason; r.Kind == rollout.OCMReasonMaxFailures {
			if r.PerGroup {
				p.breachGroup = &r.Group
			}
			return p.tooManyFailed(*r)
		}
		if of.Status == rollout.OCMFailed || of.Status == rollout.OCMTimeOut {
			failed++
		}
	}
	limit := limitsOf(p.strategy).MaxFailures
	return fmt.Sprintf("%s failed; max_failures is %s", excerpt.Count(failed, "cluster"), limit.String())
}

// tooManyFailed is a reason with the name of the decision group.
func (p *strategyPass) tooManyFailed(r rollout.OCMReason) string {
	for i := range p.waves {
		if wave := &p.waves[i]; r.PerGroup && wave.Group != nil && *wave.Group == r.Group && wave.Name != "" {
			return fmt.Sprintf("%s failed in group %s; %d tolerated", excerpt.Count(r.Count, "cluster"), wave.Name, r.Limit)
		}
	}
	return r.String()
}
