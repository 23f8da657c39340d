// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import "slices"

// competitors are the clusters that others are compared with to find out why they moved. All of them are empty if there
// is no such cluster.
type competitors struct {
	// lastJoined is the last by rank that is chosen and was not, and bestRisen the best that is still not picked and was
	// not chosen before.
	lastJoined, bestRisen string
	// bestLeft is the best that is no longer picked, and bestPassed the best that was not picked before and is not now.
	bestLeft, bestPassed string
	// waiting has for every place in the earlier pass how many clusters wait before it: they were not picked, and
	// could be.
	waiting []int
}

func (c *comparison) findCompetitors() {
	for i := range c.later.clusters[:c.later.candidates] {
		cluster := &c.later.clusters[i]
		wasChosen := c.prior.has(cluster.name, chosen)
		switch {
		case cluster.outcome == chosen && !wasChosen:
			c.lastJoined = cluster.name
		case cluster.outcome == notPicked && !wasChosen && c.bestRisen == "":
			c.bestRisen = cluster.name
		case cluster.outcome == notPicked && wasChosen && c.bestLeft == "":
			c.bestLeft = cluster.name
		}
	}
	c.waiting = make([]int, len(c.prior.clusters))
	waiting := 0
	for i := range c.prior.clusters {
		cluster := &c.prior.clusters[i]
		c.waiting[i] = waiting
		if cluster.outcome != notPicked {
			continue
		}
		if c.bestPassed == "" && c.later.has(cluster.name, notPicked) {
			c.bestPassed = cluster.name
		}
		if c.later.isCandidate(cluster.name) {
			waiting++
		}
	}
}

// turn is when it is the cluster's turn if places become free and no score changes: 1 is the next one. Clusters that
// are no longer candidates do not wait for their turn. It also reports whether that is sure.
func (c *comparison) turn(name string) (turn int, sure bool) {
	if !c.prior.scored(name) {
		// They are not ranked, so the order of names applies.
		index, _ := slices.BinarySearch(c.promoted, name)
		return index + 1, c.unknown == 0
	}
	return c.waiting[c.prior.indexes[name]] + 1, true
}

// A place is why there is a place for a cluster that was not picked before.
type place int

const (
	// placeTaken: there is none but that of a worse cluster.
	placeTaken place = iota
	// placeFreed: another cluster leaves and is no longer a candidate.
	placeFreed
	// placeAdded: the placement takes more clusters.
	placeAdded
)

// placeAt finds the place of the cluster whose turn it is, if a number of the clusters that the earlier pass omits were not
// candidates then. Of the places that are free, some are no longer wanted, and newcomers may take others.
func (c *comparison) placeAt(turn, newcomers int) place {
	more := c.later.decided - c.prior.decided
	newcomers += len(c.joined) - len(c.promoted) - c.unknown
	switch free := len(c.freed) + min(0, more) - newcomers; {
	case turn <= free:
		return placeFreed
	case c.alwaysFills() && more > 0 && turn <= free+more:
		return placeAdded
	}
	return placeTaken
}

// displacer finds the cluster that took the place of one that is no longer picked: of those that join the last by
// rank, or else the best that overtook it.
func (c *comparison) displacer(name string) string {
	if c.lastJoined == "" && c.bestRisen != "" && c.later.indexes[c.bestRisen] < c.later.indexes[name] {
		return c.bestRisen
	}
	return c.lastJoined
}

// displaced finds the cluster whose place was taken by one that was not picked before: of those that leave and could
// have stayed the best by rank, or else the best that it overtook.
func (c *comparison) displaced(name string) string {
	if c.bestLeft == "" && c.bestPassed != "" && c.prior.indexes[c.bestPassed] < c.prior.indexes[name] {
		return c.bestPassed
	}
	return c.bestLeft
}
