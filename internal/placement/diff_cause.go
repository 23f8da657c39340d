package placement

import (
	"fmt"
	"slices"
)

// policyToo ends a sentence about a cluster that may have moved because of the request as well.
const policyToo = "; the placement has changed too, which may be why"

// leave finds out why a cluster is not chosen any more.
func (c *comparison) leave(name string) (Cause, string) {
	is := c.after.cluster(name)
	switch {
	case is == nil && c.after.mistake() != "":
		return CauseMisconfiguration, "nothing is decided: " + c.after.mistake()
	case is == nil:
		return CauseClusterGone, "the cluster is not in the fleet any more"
	case is.Stage != StageNotPicked:
		return c.rejected(is, is.Reason)
	case c.after.decided == 0:
		return CausePolicyChanged, c.number()
	case c.fewer(name):
		return CausePolicyChanged, c.number() + c.after.rank(name, "is")
	}
	if better := c.displacer(name); better != "" {
		return c.outranked(better, name, name)
	}
	return c.untold(is)
}

// join finds out why a cluster is chosen now.
func (c *comparison) join(name string) (Cause, string) {
	was := c.before.cluster(name)
	switch {
	case was == nil && c.before.mistake() != "":
		return CauseMisconfiguration, "nothing was decided before: " + c.before.mistake()
	case was == nil:
		return CauseNewCluster, "the cluster is new in the fleet" + c.after.rank(name, "is")
	case was.Stage != StageNotPicked:
		return c.rejected(was, "what kept it out before holds no more: "+was.Reason)
	}
	turn := c.turn(name)
	switch {
	case c.before.decided == 0:
		return CausePolicyChanged, c.number()
	case turn <= len(c.freed):
		return CauseFreePlace, fmt.Sprintf("it takes the place of %s, which leaves%s", c.freed[turn-1], c.before.rank(name, "was"))
	case c.countsTell() && turn <= len(c.freed)+c.after.decided-c.before.decided:
		return CausePolicyChanged, c.number() + c.before.rank(name, "was")
	}
	if worse := c.displaced(name); worse != "" {
		return c.outranked(name, worse, name)
	}
	return c.untold(c.after.cluster(name))
}

// rejected is the cause of a cluster that is rejected in one of the reports. It cannot be told whether the cluster has
// changed since or before, or what the placement asks for.
func (c *comparison) rejected(at *ReportedCluster, why string) (Cause, string) {
	if len(at.Causes) == 0 {
		return CauseUnknown, why
	}
	switch kind := at.Causes[0]; {
	case kind == MismatchDeletion:
		return Cause(kind), why
	case !c.policyChanged && (kind == MismatchVeto || kind == MismatchRecommendation):
		return CauseAdvisor, why
	case !c.policyChanged:
		return Cause(kind), why
	case kind == MismatchClusterName:
		// A cluster does not change its name, so it is the list that was another one.
		return CausePolicyChanged, why
	case kind == MismatchVeto || kind == MismatchRecommendation:
		return CauseAdvisor, why + policyToo
	default:
		return Cause(kind), why + policyToo
	}
}

// countsTell reports whether a cluster that was not picked means that the placement had as many as it wanted. Advisors
// can leave fewer than that.
func (c *comparison) countsTell() bool {
	return c.policyChanged || len(c.before.Rounds) == 0 && len(c.after.Rounds) == 0
}

// fewer reports whether a cluster that is not picked any more would still be if as many clusters were wanted as before.
func (c *comparison) fewer(name string) bool {
	switch {
	case !c.countsTell() || c.after.decided >= c.before.decided:
		return false
	case c.before.candidates == c.before.decided:
		return true // all candidates were taken before
	}
	return c.after.at[name] < c.before.decided || !c.after.scored(name)
}

// number says how many clusters the placement has and had.
func (c *comparison) number() string {
	return fmt.Sprintf("the placement takes %s instead of %d", clusterCount(c.after.decided), c.before.decided)
}

func clusterCount(n int) string {
	if n == 1 {
		return "1 cluster"
	}
	return fmt.Sprintf("%d clusters", n)
}

// turn is when it is the cluster's turn if places become free and no score changes: 1 is the next one. Clusters that
// are no candidates any more do not wait for their turn.
func (c *comparison) turn(name string) int {
	if !c.before.scored(name) {
		// Nobody has ranked them, so the order of names does.
		return slices.Index(c.promoted, name) + 1
	}
	turn := 1
	for i := range c.before.Clusters[:c.before.at[name]] {
		waits := &c.before.Clusters[i]
		if waits.Stage == StageNotPicked && c.after.isCandidate(waits.Name) {
			turn++
		}
	}
	return turn
}

// displacer finds the cluster that took the place of one that is not picked any more: of those that join the last by
// rank, or else the best that overtook it.
func (c *comparison) displacer(name string) string {
	best, last := "", ""
	for i := range c.after.Clusters[:c.after.at[name]] {
		above := &c.after.Clusters[i]
		switch {
		case c.before.has(above.Name, StageDecided):
		case above.Stage == StageDecided:
			last = above.Name
		case best == "":
			best = above.Name
		}
	}
	if last != "" {
		return last
	}
	return best
}

// displaced finds the cluster whose place was taken by one that was not picked before: of those that leave and could
// have stayed the best by rank, or else the first that it overtook.
func (c *comparison) displaced(name string) string {
	for i := range c.after.Clusters {
		if below := &c.after.Clusters[i]; below.Stage == StageNotPicked && c.before.has(below.Name, StageDecided) {
			return below.Name
		}
	}
	for i := range c.before.Clusters[:c.before.at[name]] {
		above := &c.before.Clusters[i]
		if above.Stage == StageNotPicked && c.after.has(above.Name, StageNotPicked) {
			return above.Name
		}
	}
	return ""
}

// untold is the cause of a move that neither the cluster nor a competitor explains.
func (c *comparison) untold(is *ReportedCluster) (Cause, string) {
	if c.policyChanged {
		return CausePolicyChanged, "the placement has changed: " + is.Reason
	}
	return CauseUnknown, "the scores do not tell what has changed: " + is.Reason
}
