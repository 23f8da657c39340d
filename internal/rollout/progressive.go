package rollout

import (
	"cmp"
	"fmt"
	"slices"
)

// progressive rolls out to the mandatory groups first. As soon as these have nothing left to do, it rolls out to
// maxConcurrency of the other clusters at a time.
func (p *ocmPass) progressive(config OCMProgressive) error {
	var err error
	if p.deadline, err = parseDeadline(config.ProgressDeadline); err != nil {
		return mistake("progressive.progressDeadline", err)
	}
	p.soak = config.MinSuccessTime.Duration
	// The failures of mandatory groups count as well, so the percentage is one of all clusters.
	maxFailures, err := sizeOf(config.MaxFailures, countClusters(p.visible()), 0)
	if err != nil {
		return mistake("progressive.maxFailures", fmt.Errorf("failed to parse the provided maxFailures: %w", err))
	}
	if p.mandatory(config.MandatoryDecisionGroups) {
		return nil
	}
	rest := p.rest()
	n := countClusters(rest)
	size, err := sizeOf(config.MaxConcurrency, n, n)
	if err != nil {
		return mistake("progressive.maxConcurrency", fmt.Errorf("failed to parse the provided maxConcurrency: %w", err))
	}
	p.perCluster(rest, size, maxFailures)
	return nil
}

// perCluster walks through all clusters with a status by name, and then through the clusters of the groups without one.
// The list of clusters to roll out is complete when it has size entries, at which point it returns at once: later statuses
// are not considered, not even their failures. Every unfinished cluster takes a place: one that is Failed until its deadline,
// one that is Succeeded until minSuccessTime is over.
func (p *ocmPass) perCluster(groups []*ocmGroup, size, maxFailures int) {
	p.blocked = OCMReason{Kind: OCMReasonConcurrency, Limit: size}
	slices.SortStableFunc(p.current, func(a, b OCMClusterStatus) int { return cmp.Compare(a.Cluster, b.Cluster) })
	started := make(map[string]bool, len(p.current))
	failures := 0
	for _, status := range p.current {
		if status.Cluster == "" {
			continue
		}
		started[status.Cluster] = true
		if !p.result.MaxFailureBreach || status.Status != OCMToApply {
			p.evaluate(&status)
		}
		if status.failed() {
			failures++
			p.result.MaxFailureBreach = failures > maxFailures
		}
		if len(p.result.Rollout) >= size {
			p.blocked.Count = len(p.result.Rollout)
			return
		}
	}
	if p.result.MaxFailureBreach {
		p.blocked = OCMReason{Kind: OCMReasonMaxFailures, Limit: maxFailures, Count: failures}
		return
	}
	for _, cluster := range byName(groups) {
		if started[cluster.Cluster] {
			continue
		}
		p.start(cluster)
		if len(p.result.Rollout) >= size {
			p.blocked.Count = len(p.result.Rollout)
			return
		}
	}
}
