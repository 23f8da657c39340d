package step

import (
	"slices"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// rollsBack reports whether the clusters return to the revision from before.
func (c *carried) rollsBack() bool {
	wanted := c.req.Abort || c.req.OnBreach == BreachRollsBack || c.rollingBack
	c.rollingBack = c.breached && wanted && !c.completed
	return c.rollingBack && !c.req.Paused
}

// block are clusters that return together, so many at a time.
type block struct {
	// members are positions of clusters.
	members []int
	limit   int
}

// rollBack returns the clusters that this rollout has moved to the revision from before, in the reverse order of the waves and as
// many at a time as the strategy rolls out. A cluster that was new loses the workload, and takes no place.
func (c *carried) rollBack() error {
	c.nextChange = time.Time{}
	for _, b := range c.blocks() {
		if !c.returns(b) {
			break
		}
	}
	c.drop()
	// The clusters that have not returned yet are still observed.
	back := c.nextChange
	c.look()
	err := c.pass()
	if !back.IsZero() {
		c.changesAt(back)
	}
	return err
}

// returns returns clusters of a block, and reports whether all of them are back.
func (c *carried) returns(b block) (all bool) {
	busy := 0
	for _, i := range b.members {
		if t := &c.tracks[i]; t.state != StateRollingBack {
			continue
		} else if c.isBack(i) {
			t.state = StateRolledBack
		} else {
			busy++
		}
	}
	all = true
	for _, i := range b.members {
		t := &c.tracks[i]
		switch {
		case !t.moved || t.revision != c.req.Revision:
		case t.previous == "":
			t.gone = true
		case busy < b.limit:
			c.move(t, t.previous, StateRollingBack)
			c.isBack(i)
			busy++
		default:
			all = false
		}
	}
	return all && busy == 0
}

// isBack reports whether the revision from before is complete on a cluster that returned to it, or has failed: more than to
// return to it cannot be done.
func (c *carried) isBack(i int) bool {
	of, t := &c.clusters[i], &c.tracks[i]
	of.holds = holdsOther
	of.status, of.since = c.stateOf(of, t)
	back := true
	switch of.status {
	case Progressing, NotAvailable:
		back = false
	case Succeeded:
		if until := of.since.Add(limitsOf(c.strategy).MinSuccessTime.Duration); c.now.Before(until) {
			c.changesAt(until)
			back = false
		}
	case NotTrackable:
		back = c.strategy.Type != rollout.TypeRollingUpdate || c.isReady(of)
	}
	if !t.held {
		// A plan gives a cluster its revision before anything can have become of it.
		c.goesOn = c.goesOn || back
		return false
	}
	return back
}

// blocks are the clusters in the reverse order of the waves. Parts that clusters are divided into by number are one block.
func (c *carried) blocks() []block {
	var blocks []block
	size := c.rollbackSize()
	for i := range slices.Backward(c.waves) {
		wave := &c.waves[i]
		var members []int
		for _, name := range slices.Backward(wave.ClusterNames) {
			if at, ok := c.position(name); ok {
				members = append(members, at)
			}
		}
		n := len(blocks)
		switch {
		case !wave.part():
			blocks = append(blocks, block{members, c.waveSize(i)})
		case n > 0 && i+1 < len(c.waves) && c.waves[i+1].part():
			blocks[n-1].members = append(blocks[n-1].members, members...)
		default:
			blocks = append(blocks, block{members, size})
		}
	}
	return blocks
}

// rollbackSize is how many clusters of the parts return at a time.
func (c *carried) rollbackSize() int {
	size, err := c.partSize(c.divided(c.waves))
	if err != nil {
		return 1 // The pass has reported it.
	}
	return max(size, 1)
}

// waveSize is how many clusters of a decision group or stage return at a time.
func (c *carried) waveSize(wave int) int {
	n := len(c.waves[wave].ClusterNames)
	if c.strategy.Type == rollout.TypeExternal && wave < len(c.strategy.Stages) {
		if limit, failure := c.strategy.Stages[wave].Concurrency(n); failure == nil {
			return limit
		}
	}
	return n
}
