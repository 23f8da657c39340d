package step

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// holds says which workload a cluster has.
type holds int8

const (
	// holdsNone: the cluster does not have the workload.
	holdsNone holds = iota
	// holdsOther: it has another revision than the one that is rolled out.
	holdsOther
	// holdsTarget: it has the revision that is rolled out.
	holdsTarget
)

// cluster is what a strategy looks at, and what it decides.
type cluster struct {
	name   string
	labels map[string]string
	// chosen says that the placement has chosen the cluster.
	chosen bool
	holds  holds
	// status is the state of the workload that the cluster has, and since is when it began; zero if that is not known.
	status Status
	since  time.Time
	// wave is the position of its wave.
	wave int

	outcome Outcome
	reason  string
}

// set is the verdict of a pass.
func (c *cluster) set(outcome Outcome, reason string) { c.outcome, c.reason = outcome, reason }

// world is one pass of a strategy.
type world struct {
	strategy *rollout.Strategy
	// clusters are sorted by name.
	clusters []cluster
	// groups are those of the chosen clusters.
	groups   []placement.Group
	waves    []Wave
	number   *int
	approved approvals
	now      time.Time
	// stays says that clusters which are no longer chosen are not part of the passes of Open Cluster Management. There, they
	// are reported as removed at once.
	stays bool
	// ocmStrategy is that of a pass of Open Cluster Management if its groups are numbered anew; nil otherwise. Indexes are those
	// of the groups before.
	ocmStrategy *rollout.OCMStrategy
	indexes     []int
	// given says that the states are given: a cluster that has the revision need not have got it in this rollout.
	given bool

	breach string
	// wait is what a staged update run waits for; empty if it goes on.
	wait       string
	nextChange time.Time
}

// newWorld has the chosen clusters and those that have a status.
func newWorld(r *Request) (*world, error) {
	groups := r.groups()
	w := &world{
		strategy: &r.Strategy, groups: groups, number: r.NumberOfClusters, now: r.Now, approved: approvalsOf(r),
	}
	chosen := map[string]bool{}
	names := slices.Collect(maps.Keys(r.ClusterStatus))
	for _, g := range groups {
		for _, name := range g.Clusters {
			chosen[name] = true
			names = append(names, name)
		}
	}
	w.add(names, chosen, r.Fleet)
	var err error
	w.waves, err = w.fresh()
	return w, err
}

// add adds the clusters of these names.
func (w *world) add(names []string, chosen map[string]bool, fleet []Member) {
	slices.Sort(names)
	names = slices.Compact(names)
	w.clusters = make([]cluster, len(names))
	for i, name := range names {
		w.clusters[i] = cluster{name: name, chosen: chosen[name]}
	}
	for i := range fleet {
		if c := w.find(fleet[i].Name); c != nil {
			c.labels = fleet[i].Labels
		}
	}
}

// find is the cluster of a name; nil if there is none.
func (w *world) find(name string) *cluster {
	at, ok := slices.BinarySearchFunc(w.clusters, name, func(c cluster, name string) int { return strings.Compare(c.name, name) })
	if !ok {
		return nil
	}
	return &w.clusters[at]
}

// pass decides what happens to every cluster.
func (w *world) pass() error {
	w.breach, w.wait, w.nextChange = "", "", time.Time{}
	w.placeInWaves()
	switch w.strategy.Type {
	case rollout.TypeRollingUpdate:
		return w.rollingUpdate()
	case rollout.TypeExternal:
		w.staged()
		return nil
	}
	return w.ocm()
}

// changesAt notes a time at which time alone changes the result.
func (w *world) changesAt(at time.Time) {
	if w.nextChange.IsZero() || at.Before(w.nextChange) {
		w.nextChange = at
	}
}

func (w *world) result() *Result {
	result := &Result{Clusters: make([]Cluster, len(w.clusters)), Waves: w.waves, Breach: w.breach, NextChange: w.nextChange}
	for i := range w.clusters {
		c := &w.clusters[i]
		result.Clusters[i] = Cluster{Name: c.name, Outcome: c.outcome, Status: c.status, Wave: c.wave, Reason: c.reason}
	}
	return result
}
