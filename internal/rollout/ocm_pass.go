package rollout

import (
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// ocmPass is one call of the handler.
type ocmPass struct {
	now    time.Time
	groups []*ocmGroup
	// indexes counts the distinct indexes of the groups.
	indexes int
	// current are the statuses of clusters in visible groups. Only these have a part in the rollout: a failure on a removed
	// cluster does not matter.
	current        []OCMClusterStatus
	soak, deadline time.Duration
	result         OCMResult
	// blocked is why the clusters wait that are not in the lists, and blockedMandatory why those of mandatory groups do.
	blocked, blockedMandatory OCMReason
}

func newOCMPass(req *OCMRequest) *ocmPass {
	p := &ocmPass{now: req.Now}
	p.groups, p.indexes = newOCMGroups(req.Groups)
	visible := map[string]bool{}
	for _, g := range p.visible() {
		for _, cluster := range g.clusters {
			visible[cluster] = true
		}
	}
	for _, status := range req.Statuses {
		status.RecheckTime = time.Time{}
		if status.Status == "" {
			status.Status = OCMToApply
		}
		if visible[status.Cluster] {
			p.current = append(p.current, status)
		} else {
			p.result.Removed = append(p.result.Removed, status)
		}
	}
	return p
}

// failed reports whether the cluster counts against maxFailures.
func (s *OCMClusterStatus) failed() bool {
	return s.Status == OCMFailed || s.Status == OCMTimeOut
}

// evaluate puts a cluster into the list that its status belongs to, if any. A Failed cluster is rolled out again until its
// deadline, without a deadline forever.
func (p *ocmPass) evaluate(s *OCMClusterStatus) {
	switch s.Status {
	case OCMToApply:
		p.result.Rollout = append(p.result.Rollout, *s)
	case OCMSucceeded:
		if end := p.soaksUntil(s); !end.IsZero() {
			s.RecheckTime = end
			p.result.Rollout = append(p.result.Rollout, *s)
		}
	case OCMTimeOut, OCMSkip:
	default:
		s.RecheckTime = p.after(s, p.deadline)
		if s.RecheckTime.IsZero() || p.now.Before(s.RecheckTime) {
			p.result.Rollout = append(p.result.Rollout, *s)
			return
		}
		s.Status = OCMTimeOut
		p.result.TimedOut = append(p.result.TimedOut, *s)
	}
}

// soaksUntil is when the minimum success time of a Succeeded cluster ends; zero if it has ended.
func (p *ocmPass) soaksUntil(s *OCMClusterStatus) time.Time {
	if end := p.after(s, p.soak); p.now.Before(end) {
		return end
	}
	return time.Time{}
}

// after is the end of a duration that began with the last transition; zero if it never ends.
func (p *ocmPass) after(s *OCMClusterStatus, d time.Duration) time.Time {
	switch {
	case d == unlimited:
		return time.Time{}
	case s.LastTransitionTime.IsZero():
		return p.now.Add(d)
	}
	return s.LastTransitionTime.Add(d)
}

// start rolls out to a cluster that has no status yet.
func (p *ocmPass) start(s OCMClusterStatus) {
	s.Status = OCMToApply
	p.result.Rollout = append(p.result.Rollout, s)
}

// finish completes the result with the times and the reasons.
func (p *ocmPass) finish(req *OCMRequest) {
	for i := range p.result.Rollout {
		s := &p.result.Rollout[i]
		if s.RecheckTime.IsZero() {
			continue
		}
		if wait := s.RecheckTime.Sub(p.now); p.result.RecheckAfter == 0 || wait < p.result.RecheckAfter {
			p.result.RecheckAfter = wait
		}
		next := p.result.NextChange
		if !s.LastTransitionTime.IsZero() && placement.HasDate(s.RecheckTime) && (next.IsZero() || s.RecheckTime.Before(next)) {
			p.result.NextChange = s.RecheckTime
		}
	}
	p.explain(req)
}
