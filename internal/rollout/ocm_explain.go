package rollout

import (
	"cmp"
	"slices"
	"time"
)

// explain lists all clusters.
func (p *ocmPass) explain(req *OCMRequest) {
	list := make([]OCMCluster, 0, len(p.result.Rollout)+len(req.Statuses))
	known := make(map[string]bool, cap(list))
	add := func(s *OCMClusterStatus, outcome OCMOutcome, reason OCMReason) {
		if !known[s.Cluster] {
			known[s.Cluster] = true
			list = append(list, OCMCluster{s.Cluster, s.GroupName, s.GroupIndex, s.Status, outcome, reason})
		}
	}
	for i := range p.result.Rollout {
		s := &p.result.Rollout[i]
		outcome, reason := p.inRollout(s)
		add(s, outcome, reason)
	}
	for i := range p.result.TimedOut {
		s := &p.result.TimedOut[i]
		add(s, OCMTimesOut, OCMReason{Kind: OCMReasonDeadline, Until: s.RecheckTime})
	}
	groupOf := make(map[string]*ocmGroup, len(known))
	for _, g := range slices.Backward(p.groups) {
		for _, cluster := range g.clusters {
			groupOf[cluster] = g
		}
	}
	for i := range p.current {
		s := &p.current[i]
		outcome, reason := p.outside(s, groupOf[s.Cluster])
		add(s, outcome, reason)
	}
	for i := range p.result.Removed {
		s := &p.result.Removed[i]
		reason := OCMReason{Kind: OCMReasonNotChosen}
		if g := groupOf[s.Cluster]; g != nil {
			reason = p.invisible(g)
		}
		add(s, OCMRemoved, reason)
	}
	for _, g := range p.groups {
		for _, cluster := range g.clusters {
			add(&OCMClusterStatus{Cluster: cluster}, OCMWaits, p.waits(g))
		}
	}
	for i := range list {
		if g := groupOf[list[i].Cluster]; g != nil {
			list[i].GroupName, list[i].GroupIndex = g.name, g.index
		}
	}
	slices.SortFunc(list, func(a, b OCMCluster) int { return cmp.Compare(a.Cluster, b.Cluster) })
	p.result.Clusters = list
}

// inRollout explains a cluster that is rolled out. Without a last transition, every pass postpones the RecheckTime.
func (p *ocmPass) inRollout(s *OCMClusterStatus) (OCMOutcome, OCMReason) {
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
