package diff

import (
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// competitors are the clusters that others are compared with to find out why they moved. All of them are empty if there
// is no such cluster.
type competitors struct {
	// lastJoined is the last by rank that is chosen and was not, and bestRisen the best that is still not picked and was
	// not chosen before.
	lastJoined, bestRisen string
	// bestLeft is the best that is not picked any more, and bestPassed the best before that is not picked now as then.
	bestLeft, bestPassed string
	// waiting has for every place in the earlier report how many clusters wait before it: they were not picked, and
	// could be.
	waiting []int
}

func (c *comparison) findCompetitors() {
	for i := range c.after.Clusters {
		at := &c.after.Clusters[i]
		was := c.before.has(at.Name, placement.StageDecided)
		switch {
		case at.Stage == placement.StageDecided && !was:
			c.lastJoined = at.Name
		case at.Stage == placement.StageNotPicked && !was && c.bestRisen == "":
			c.bestRisen = at.Name
		case at.Stage == placement.StageNotPicked && was && c.bestLeft == "":
			c.bestLeft = at.Name
		}
	}
	c.waiting = make([]int, len(c.before.Clusters))
	waiting := 0
	for i := range c.before.Clusters {
		at := &c.before.Clusters[i]
		c.waiting[i] = waiting
		if at.Stage != placement.StageNotPicked {
			continue
		}
		if c.bestPassed == "" && c.after.has(at.Name, placement.StageNotPicked) {
			c.bestPassed = at.Name
		}
		if c.after.isCandidate(at.Name) {
			waiting++
		}
	}
}

// turn is when it is the cluster's turn if places become free and no score changes: 1 is the next one. Clusters that
// are no candidates any more do not wait for their turn.
func (c *comparison) turn(name string) int {
	if !c.before.scored(name) {
		// Nobody has ranked them, so the order of names does.
		at, _ := slices.BinarySearch(c.promoted, name)
		return at + 1
	}
	return c.waiting[c.before.at[name]] + 1
}

// displacer finds the cluster that took the place of one that is not picked any more: of those that join the last by
// rank, or else the best that overtook it.
func (c *comparison) displacer(name string) string {
	if c.lastJoined == "" && c.bestRisen != "" && c.after.at[c.bestRisen] < c.after.at[name] {
		return c.bestRisen
	}
	return c.lastJoined
}

// displaced finds the cluster whose place was taken by one that was not picked before: of those that leave and could
// have stayed the best by rank, or else the best that it overtook.
func (c *comparison) displaced(name string) string {
	if c.bestLeft == "" && c.bestPassed != "" && c.before.at[c.bestPassed] < c.before.at[name] {
		return c.bestPassed
	}
	return c.bestLeft
}
