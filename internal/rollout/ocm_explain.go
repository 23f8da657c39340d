package rollout

import "time"

// explain sets what happens to a cluster and why.
func (p *ocmPass) explain(id int32, s *OCMClusterStatus, outcome OCMOutcome, reason OCMReason) {
	if c := &p.result.Clusters[id]; c.Outcome == "" {
		*c = OCMCluster{p.names[id], s.GroupName, s.GroupIndex, s.Status, outcome, reason}
	}
}

// explainOthers explains the clusters that the walks did not put into a list.
func (p *ocmPass) explainOthers() {
	of, _ := p.owners(p.groups)
	for _, c := range p.current {
		s := c.get()
		outcome, reason := p.outside(&s, of[c.id])
		p.explain(c.id, &s, outcome, reason)
	}
	for i, id := range p.removed {
		reason := OCMReason{Kind: OCMReasonNotChosen}
		if of[id] != nil {
			reason = p.invisible(of[id])
		}
		p.explain(id, &p.result.Removed[i], OCMRemoved, reason)
	}
	for id, g := range of {
		if g != nil {
			p.explain(int32(id), &OCMClusterStatus{}, OCMWaits, p.waits(g))
			c := &p.result.Clusters[id]
			c.GroupName, c.GroupIndex = g.name, g.index
		}
	}
}

// inRollout explains a cluster that is rolled out. Without a last transition, every pass postpones the RecheckTime.
func inRollout(s *OCMClusterStatus) (OCMOutcome, OCMReason) {
	var until time.Time
	if !s.LastTransitionTime.IsZero() {
		until = s.RecheckTime
	}
	switch s.Status {
	case OCMToApply:
		return OCMStarts, OCMReason{Kind: OCMReasonNext}
	case OCMSucceeded:
		return OCMContinues, OCMReason{Kind: OCMReasonSoaking, Until: until}
	case OCMFailed:
		return OCMContinues, OCMReason{Kind: OCMReasonFailed, Until: until}
	}
	return OCMContinues, OCMReason{Kind: OCMReasonProgressing, Until: until}
}

// outside explains a cluster with a status that is in no list.
func (p *ocmPass) outside(s *OCMClusterStatus, g *ocmGroup) (OCMOutcome, OCMReason) {
	switch s.Status {
	case OCMSkip:
		return OCMFinished, OCMReason{Kind: OCMReasonSkip}
	case OCMTimeOut:
		return OCMTimesOut, OCMReason{Kind: OCMReasonDeadline}
	case OCMSucceeded:
		if p.soaksUntil(s).IsZero() {
			return OCMFinished, OCMReason{Kind: OCMReasonSucceeded}
		}
	}
	return OCMWaits, p.waits(g)
}

// waits explains a cluster of a group that waits.
func (p *ocmPass) waits(g *ocmGroup) OCMReason {
	switch {
	case g.mandatory:
		return p.blockedMandatory
	case !g.visible:
		return p.invisible(g)
	}
	return p.blocked
}

func (p *ocmPass) invisible(g *ocmGroup) OCMReason {
	return OCMReason{Kind: OCMReasonGroupIndex, Group: g.index, Limit: p.indexes}
}
