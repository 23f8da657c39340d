// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import "time"

// explain sets what happens to a cluster and why.
func (p *pass) explain(id int32, s *ClusterStatus, outcome Outcome, reason Reason) {
	if c := &p.result.Clusters[id]; c.Outcome == "" {
		*c = Cluster{p.names[id], s.GroupName, s.GroupIndex, s.Status, outcome, reason}
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
		p.explain(id, &p.result.Removed[i], Removed, reason)
	}
	for id, g := range owners {
		if g != nil {
			p.explain(int32(id), &ClusterStatus{}, Waits, p.waits(g))
			c := &p.result.Clusters[id]
			c.GroupName, c.GroupIndex = g.name, g.index
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
		return TimesOut, Reason{Kind: ReasonDeadline}
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
