package step

import (
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
	name string
	// labels are nil if the strategy does not look at them.
	labels map[string]string
	// chosen says that the placement has chosen the cluster.
	chosen bool
	holds  holds
	// status is the state of the workload that the cluster has, and since is when it began; zero if that is not known.
	status Status
	since  time.Time
	// statusSince is since regardless of a pause, and reported says that a status counts.
	statusSince time.Time
	reported    bool
	// started says that the cluster is known to have got its revision in this rollout, and not before.
	started bool
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
	// positions are those of the clusters, before any of them left.
	positions map[string]int32
	// next is the position after the cluster that was found last. Clusters are mostly looked for in their order.
	next int
	// groups are those of the chosen clusters.
	groups   []placement.Group
	waves    []Wave
	number   *int
	approved approvals
	// approvalGroups are the names of the decision groups that start with an approval only.
	approvalGroups []string
	now            time.Time
	// stays says that clusters which are no longer chosen are not part of the passes of Open Cluster Management. There, they
	// are reported as removed at once.
	stays bool
	// ocmStrategy is that of a pass of Open Cluster Management if its groups are numbered anew; nil otherwise. Indexes are those
	// of the groups before.
	ocmStrategy *rollout.OCMStrategy
	indexes     []int

	breach string
	// wait is what a staged update run waits for, or a decision group that asks for an approval; empty if it goes on. Held says that it is
	// such a group.
	wait       string
	held       bool
	nextChange time.Time
}

// newWorld has the chosen clusters and those that have a status.
func newWorld(r *Request) (*world, error) {
	w := &world{
		strategy: &r.Strategy, groups: r.groups(), number: r.NumberOfClusters, now: r.Now, approved: approvals{r.Approved},
	}
	names := make([]string, 0, len(r.ClusterStatus))
	for _, g := range w.groups {
		names = append(names, g.Clusters...)
	}
	chosen := len(names)
	for name := range r.ClusterStatus {
		names = append(names, name)
	}
	w.add(names, chosen, r.Fleet)
	var err error
	w.waves, err = w.fresh()
	return w, err
}

// add adds the clusters of these names, of which so many are chosen. The names of these are different and the first ones.
func (w *world) add(names []string, chosen int, fleet []Member) {
	w.positions = make(map[string]int32, len(names))
	for i, name := range names[:chosen] {
		w.positions[name] = int32(i)
	}
	unique := names[:chosen]
	for _, name := range names[chosen:] {
		if _, twice := w.positions[name]; !twice {
			w.positions[name] = int32(len(unique))
			unique = append(unique, name)
		}
	}
	slices.Sort(unique)
	w.clusters = make([]cluster, len(unique))
	for i, name := range unique {
		before := int(w.positions[name])
		if before != i {
			w.positions[name] = int32(i)
		}
		w.clusters[i] = cluster{name: name, chosen: before < chosen}
	}
	if w.strategy.Type != rollout.TypeExternal {
		return
	}
	for i := range fleet {
		if c := w.find(fleet[i].Name); c != nil {
			c.labels = fleet[i].Labels
		}
	}
}

// find is the cluster of a name; nil if there is none.
func (w *world) find(name string) *cluster {
	if at, ok := w.position(name); ok {
		return &w.clusters[at]
	}
	return nil
}

// position is that of the cluster of a name.
func (w *world) position(name string) (at int, ok bool) {
	if w.next < len(w.clusters) && w.clusters[w.next].name == name {
		w.next++
		return w.next - 1, true
	}
	before, ok := w.positions[name]
	if !ok {
		return 0, false
	}
	if at = int(before); at < len(w.clusters) && w.clusters[at].name == name {
		w.next = at + 1
		return at, true
	}
	// Clusters have left since.
	return slices.BinarySearchFunc(w.clusters, name, func(c cluster, name string) int { return strings.Compare(c.name, name) })
}

// pass decides what happens to every cluster.
func (w *world) pass() error {
	w.breach, w.wait, w.held, w.nextChange = "", "", false, time.Time{}
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
