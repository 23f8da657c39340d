// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"slices"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// pass is one call of the handler.
type pass struct {
	now time.Time
	// names are all clusters of the request, sorted. A cluster is its position here.
	names  []string
	groups []*group
	// indexes counts the distinct indexes of the groups.
	indexes int
	// current are the clusters with a status in visible groups, in the order of the request. Only these have a part in the
	// rollout: a failure on a removed cluster does not matter.
	current []current
	// removed are the clusters of result.Removed.
	removed        []int32
	soak, deadline time.Duration
	result         Result
	// blocked is why the clusters wait that are not in the lists, and blockedMandatory why those of mandatory groups do.
	blocked, blockedMandatory Reason
}

// current is a cluster and its status in the request.
type current struct {
	id     int32
	status *ClusterStatus
}

// get is a copy of the status for a walk, which may change it.
func (c current) get() ClusterStatus {
	s := *c.status
	s.RecheckTime = time.Time{}
	if s.Status == "" {
		s.Status = ToApply
	}
	return s
}

func newPass(req *Request) *pass {
	p, ids := &pass{now: req.Now}, make(map[string]int32, len(req.Statuses))
	add := func(name string) {
		if _, known := ids[name]; !known {
			ids[name] = 0
			p.names = append(p.names, name)
		}
	}
	for i := range req.Groups {
		for _, name := range req.Groups[i].Clusters {
			add(name)
		}
	}
	for i := range req.Statuses {
		add(req.Statuses[i].Cluster)
	}
	slices.Sort(p.names)
	for i, name := range p.names {
		ids[name] = int32(i)
	}
	p.setGroups(req, ids)
	visible, _ := p.owners(p.visible())
	for i := range req.Statuses {
		c := current{ids[req.Statuses[i].Cluster], &req.Statuses[i]}
		if visible[c.id] != nil {
			p.current = append(p.current, c)
		} else {
			p.removed = append(p.removed, c.id)
			p.result.Removed = append(p.result.Removed, c.get())
		}
	}
	p.result.Clusters = make([]Cluster, len(p.names))
	return p
}

// failed reports whether the cluster counts against maxFailures.
func (s *ClusterStatus) failed() bool {
	return s.Status == Failed || s.Status == TimeOut
}

// evaluate puts a cluster into the list that its status belongs to, if any. A Failed cluster is rolled out again until its
// deadline, without a deadline forever.
func (p *pass) evaluate(id int32, s *ClusterStatus) {
	switch s.Status {
	case ToApply:
		p.rollOut(id, s)
	case Succeeded:
		if end := p.soaksUntil(s); !end.IsZero() {
			s.RecheckTime = end
			p.rollOut(id, s)
		}
	case TimeOut, Skip:
	default:
		s.RecheckTime = p.after(s, p.deadline)
		if s.RecheckTime.IsZero() || p.now.Before(s.RecheckTime) {
			p.rollOut(id, s)
			return
		}
		s.Status = TimeOut
		p.result.TimedOut = append(p.result.TimedOut, *s)
		p.explain(id, s, TimedOut, Reason{Kind: ReasonDeadline, Until: s.RecheckTime})
	}
}

// soaksUntil is when the minimum success time of a Succeeded cluster ends; zero if it has ended.
func (p *pass) soaksUntil(s *ClusterStatus) time.Time {
	if end := p.after(s, p.soak); p.now.Before(end) {
		return end
	}
	return time.Time{}
}

// after is the end of a duration that began with the last transition; zero if it never ends.
func (p *pass) after(s *ClusterStatus, d time.Duration) time.Time {
	switch {
	case d == unlimited:
		return time.Time{}
	case s.LastTransitionTime.IsZero():
		return p.now.Add(d)
	}
	return s.LastTransitionTime.Add(d)
}

// start rolls out to a cluster that has no status yet.
func (p *pass) start(id int32, g *group) {
	p.rollOut(id, &ClusterStatus{Cluster: p.names[id], GroupName: g.name, GroupIndex: g.index, Status: ToApply})
}

func (p *pass) rollOut(id int32, s *ClusterStatus) {
	p.result.Rollout = append(p.result.Rollout, *s)
	outcome, reason := inRollout(s)
	p.explain(id, s, outcome, reason)
}

// finish completes the result with the times and the reasons.
func (p *pass) finish() {
	for i := range p.result.Rollout {
		if s := &p.result.Rollout[i]; !s.LastTransitionTime.IsZero() {
			p.result.NextChange = placement.Sooner(p.result.NextChange, s.RecheckTime)
		}
	}
	p.explainOthers()
}
