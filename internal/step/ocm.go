// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

// ocm is a pass of the handler of Open Cluster Management.
func (p *strategyPass) ocm() error {
	req := ocm.Request{Strategy: p.strategy.OCMStrategy, Groups: p.groups, AreInOrder: p.stays, Now: p.now}
	req.Statuses = make([]ocm.ClusterStatus, 0, len(p.clusters))
	for i := range p.clusters {
		c := &p.clusters[i]
		switch {
		case c.status == "" && !c.chosen && !p.stays:
			// The handler knows nothing of a cluster that has another revision.
			c.set(Leaves, ocm.Reason{Kind: ocm.ReasonNotChosen}.String())
			continue
		case c.status == "" || p.stays && !c.chosen:
			continue
		}
		if c.holds == holdsTarget || c.status == Skip {
			req.Statuses = append(req.Statuses, ocm.ClusterStatus{
				Cluster: c.name, Status: ocm.Status(c.status), LastTransitionTime: c.since,
			})
		}
	}
	result, err := ocm.Pass(req)
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
	if p.stays {
		p.holdGroups()
	}
	if p.approvalGroups != nil && p.breach == "" {
		p.awaitApprovals()
	}
	return nil
}

// holdGroups lets the clusters of a decision group wait as long as an earlier one is not finished. The handler starts several at
// once after a timeout that was tolerated.
func (p *strategyPass) holdGroups() {
	if p.strategy.Type != ocm.TypeProgressivePerGroup {
		return
	}
	wait := ""
	for i := range p.waves {
		var names []string
		for _, c := range p.membersOf(i) {
			switch {
			case wait != "" && c.outcome == Starts:
				c.set(Waits, wait)
			case c.outcome == Starts || c.outcome == Continues && c.status != Failed:
				names = append(names, c.name)
			}
		}
		if wait == "" && names != nil {
			wait = notFinished(names)
		}
	}
}

// notFinished names the clusters that others wait for.
func notFinished(names []string) string { return "not finished: " + excerpt.List(names, ", ") }

// setOutcomes sets the outcomes of the clusters of the handler.
func (p *strategyPass) setOutcomes(clusters []ocm.Cluster) {
	// Both lists are by name.
	position, reasons := 0, map[ocm.Reason]string{}
	for i := range clusters {
		decided := &clusters[i]
		for p.clusters[position].name != decided.Cluster {
			position++
		}
		c := &p.clusters[position]
		reason, known := reasons[decided.Reason]
		if !known {
			reason = p.reasonOf(decided.Reason, clusters)
			reasons[decided.Reason] = reason
		}
		c.set(Outcome(decided.Outcome), reason)
		c.status = Status(decided.Status)
		if c.outcome == Waits && c.holds == holdsTarget && c.status != ToApply {
			p.unseen(c)
		}
	}
}

// mandatory are the clusters of mandatory groups.
func (p *strategyPass) mandatory() map[string]bool {
	clusters := map[string]bool{}
	for i, isMandatory := range p.strategy.Mandatory(p.groups) {
		if isMandatory {
			for _, name := range p.groups[i].Clusters {
				clusters[name] = true
			}
		}
	}
	return clusters
}

// unfinished are the clusters that have or get the change and are not finished, those that are in a set if that is not nil.
func unfinished(clusters []ocm.Cluster, in map[string]bool) []string {
	var names []string
	for i := range clusters {
		decided := &clusters[i]
		if (decided.Outcome == ocm.Starts || decided.Outcome == ocm.Continues) && (in == nil || in[decided.Cluster]) {
			names = append(names, decided.Cluster)
		}
	}
	return names
}

// reasonOf is a reason with what it refers to: the clusters that hold others back, which may be of any group, or the name of a
// group.
func (p *strategyPass) reasonOf(r ocm.Reason, clusters []ocm.Cluster) string {
	switch r.Kind {
	case ocm.ReasonConcurrency:
		return takesPlaces(r, clusters)
	case ocm.ReasonMaxFailures:
		return p.tooManyFailed(r)
	case ocm.ReasonGroup:
		if names := unfinished(clusters, nil); names != nil {
			return notFinished(names)
		}
	case ocm.ReasonMandatory:
		// With mandatory groups, nothing starts before the clusters in progress are finished, whatever group they are in.
		if names := unfinished(clusters, p.mandatory()); names != nil {
			return "mandatory groups come first; not finished: " + excerpt.List(names, ", ")
		}
		if names := unfinished(clusters, nil); names != nil {
			return "with mandatory groups, nothing starts before the clusters in progress are finished: " + excerpt.List(names, ", ")
		}
	}
	return r.String()
}

// takesPlaces says that clusters that failed hold others back, if there are any.
func takesPlaces(r ocm.Reason, clusters []ocm.Cluster) string {
	failed := 0
	for i := range clusters {
		if decided := &clusters[i]; decided.Outcome == ocm.Continues && decided.Status == ocm.Failed {
			failed++
		}
	}
	text := fmt.Sprintf("%d of the %s being rolled out failed", failed, excerpt.Count(r.Count, "cluster"))
	switch {
	case failed == 0:
		return r.String()
	case r.Count == 1:
		text = "the failed cluster takes the only place"
	case failed >= r.Count:
		text = "failed clusters take all places"
	}
	return text + fmt.Sprintf("; max_concurrency is %d", r.Limit)
}

// unseen sets the outcome of a cluster that the handler has not looked at: it looks at no more clusters than it may roll out.
// Those that have the change go on.
func (p *strategyPass) unseen(c *cluster) {
	if c.status != Succeeded {
		c.set(Continues, strings.ToLower(string(c.status))+"; "+c.reason)
		return
	}
	soaking := ocm.Reason{Kind: ocm.ReasonSoaking}
	if !c.since.IsZero() {
		soaking.Until = c.since.Add(p.strategy.Limits().MinSuccessTime.Duration)
		p.changesAt(soaking.Until)
	}
	c.set(Continues, soaking.String())
}

// breachOf says how many clusters failed. If no cluster waits, none has it as its reason.
func (p *strategyPass) breachOf(result *ocm.Result) string {
	failed := 0
	for i := range result.Clusters {
		decided := &result.Clusters[i]
		if r := &decided.Reason; r.Kind == ocm.ReasonMaxFailures {
			if r.PerGroup {
				p.breachGroup = &r.Group
			}
			return p.tooManyFailed(*r)
		}
		if decided.Status == ocm.Failed || decided.Status == ocm.TimeOut {
			failed++
		}
	}
	limit := p.strategy.Limits().MaxFailures
	return fmt.Sprintf("%s failed; max_failures is %s", excerpt.Count(failed, "cluster"), limit.String())
}

// tooManyFailed is a reason with the name of the decision group.
func (p *strategyPass) tooManyFailed(r ocm.Reason) string {
	for i := range p.waves {
		if wave := &p.waves[i]; r.PerGroup && wave.Group != nil && *wave.Group == r.Group && wave.Name != "" {
			return fmt.Sprintf("%s failed in group %s; %d tolerated", excerpt.Count(r.Count, "cluster"), wave.Name, r.Limit)
		}
	}
	return r.String()
}
