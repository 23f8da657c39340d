// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// outranked finds out why one cluster is better than another that it was worse than before. The sentence is about the
// subject, which is one of the two.
func (c *comparison) outranked(winner, loser, subject string) (Cause, string) {
	if c.prior.omits(winner) {
		return c.unknownCause(subject)
	}
	swings := c.swings(winner, loser)
	if decisive := c.decisive(swings); decisive != nil {
		return c.turned(decisive, winner, loser, subject)
	}
	switch {
	case swings == nil && c.prior.unscored:
		return c.unknownCause(subject)
	case swings == nil && subject == loser && !c.prior.isCandidate(winner):
		return c.newcomer(winner, loser)
	}
	return c.unexplained(subject)
}

// turned says what the largest part of a swing is.
func (c *comparison) turned(s *swing, winner, loser, subject string) (Cause, string) {
	cause := s.laterLoser.cause
	mine, theirs, other := s.laterLoser, s.laterWinner, winner
	if subject == winner {
		mine, theirs, other = s.laterWinner, s.laterLoser, loser
	}
	own := subject == loser && s.fall >= s.rise || subject == winner && s.rise >= s.fall
	prior, later := s.priorLoser, s.laterLoser
	if own == (subject == winner) {
		prior, later = s.priorWinner, s.laterWinner
	}
	switch {
	case s.reweighted > max(s.fall, s.rise):
		return CausePolicyChanged, reweighted(prior, later)
	case own:
		return cause, c.orPolicy(fmt.Sprintf("%s; %s has %s", moved(prior, later, ""), other, theirs.text))
	}
	return cause, c.orPolicy(fmt.Sprintf("%s; %s has %s", moved(prior, later, " for "+other), subject, mine.text))
}

// reweighted says how a weight changed. It is about no cluster, so that all that move because of it have one cause.
func reweighted(prior, later term) string {
	switch {
	case later.weight == 0:
		return fmt.Sprintf("%s no longer counts: its weight went from %g to 0", later.name, prior.weight)
	case prior.weight == 0:
		return fmt.Sprintf("%s counts now: its weight went from 0 to %g", later.name, later.weight)
	}
	return fmt.Sprintf("the weight of %s went from %g to %g", later.name, prior.weight, later.weight)
}

// moved says how a value changed, and for which cluster.
func moved(prior, later term, whose string) string {
	name := later.name
	if later.cause == CauseCapacity {
		// The cluster itself may be the same, and another candidate larger or smaller.
		name += ", relative to the other candidates,"
	}
	text := name + " " + fromTo(later.value >= prior.value, prior.text, later.text) + whose
	if later.weight < 0 {
		text += fmt.Sprintf(", and its weight is %g", later.weight)
	}
	return text
}

// newcomer explains a cluster that could not be chosen before and is better than one that was. If that one would still
// be the better with the score that it had, its own fall is the cause.
func (c *comparison) newcomer(winner, loser string) (Cause, string) {
	prior, later, fell := c.ownFall(loser, winner)
	theirs := c.later.terms(winner, loser)
	if fell && c.compareTerms(c.prior.terms(loser, loser), theirs) > 0 {
		text := moved(prior, later, "")
		if index := indexOfTerm(theirs, later.name); index >= 0 {
			text += fmt.Sprintf("; %s has %s", winner, theirs[index].text)
		}
		return later.cause, c.orPolicy(text)
	}
	came := "is new in the fleet"
	if c.prior.cluster(winner) != nil {
		came = "was rejected before"
	}
	return CauseOutranked, fmt.Sprintf("%s %s and %s", winner, came, c.better(winner, loser))
}

// better compares two candidates by the scores that the dialect compares. Where they are from different rounds or
// cycles, the chosen one's need not be the better.
func (c *comparison) better(winner, loser string) string {
	unit, tie := "score ", "and comes first by name"
	best, worst := c.later.result.FormatScore(c.later.cluster(winner).score),
		c.later.result.FormatScore(c.later.cluster(loser).score)
	switch c.later.dialect {
	case placement.DialectKubeFleet:
		if !c.later.scored(winner) || !c.later.scored(loser) {
			return "takes its place"
		}
		unit, tie = "", "and the larger name"
		best, worst = published(c.later.terms(winner, loser)), published(c.later.terms(loser, winner))
		if winner < loser {
			tie = ""
		}
	case placement.DialectHybrid:
		unit, tie = "rating ", ""
	}
	if best == worst && tie != "" {
		return fmt.Sprintf("has the same score, %s, %s", best, tie)
	}
	return fmt.Sprintf("has %s%s; %s has %s", unit, best, loser, worst)
}

// published are the columns that KubeFleet publishes. Only clusters that were not picked have a score in the other one.
func published(terms []term) string {
	list := lists.Filter(terms, func(t term) (string, bool) { return t.name + " " + t.text, t.kind != placement.ScorePrevious })
	return strings.Join(list, " and ")
}

// orPolicy adds to a sentence about scores that the placement changed as well, if it did.
func (c *comparison) orPolicy(text string) string {
	if c.policyChanged {
		return text + policyToo
	}
	return text
}

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
