package step

import (
	"maps"
	"slices"
)

// adopt takes the revisions that are given: the clusters have them already.
func (c *carry) adopt() {
	c.times = c.last.Times
	c.givenUp = c.last.GivenUpRevisions
	if c.completed == "" {
		c.completed = c.adopted()
	}
	for i := range c.tracks {
		t := &c.tracks[i]
		if !t.held || t.state != "" {
			continue
		}
		t.state, t.finished = StateSucceeded, true
		if c.isStable(t.revision) {
			t.stable = t.revision
		}
	}
	c.readStatuses()
}

// isStable reports whether clusters may return to a revision with which they were taken over: not to one that was given up, nor
// to one that a rollout is in the middle of.
func (c *carry) isStable(revision string) bool {
	unfinished := c.last.Revision == revision && c.last.CompletedRevision != revision
	return !unfinished && !slices.Contains(c.givenUp, revision)
}

// adopted is the revision that all chosen clusters are taken over with or, apart from the one that is rolled out, most clusters;
// empty if there is none.
func (c *carry) adopted() string {
	if c.allHave(c.req.Revision) && c.isStable(c.req.Revision) {
		return c.req.Revision
	}
	counts := map[string]int{}
	for i := range c.tracks {
		if t := &c.tracks[i]; t.held && t.revision != c.req.Revision && c.isStable(t.revision) {
			counts[t.revision]++
		}
	}
	most := ""
	for _, revision := range slices.Sorted(maps.Keys(counts)) {
		if counts[revision] > counts[most] {
			most = revision
		}
	}
	return most
}

// allHave reports whether there are chosen clusters, and all of them have a revision.
func (c *carry) allHave(revision string) bool {
	chosen := 0
	for i := range c.clusters {
		if c.clusters[i].chosen {
			if chosen++; c.tracks[i].revision != revision {
				return false
			}
		}
	}
	return chosen > 0
}
