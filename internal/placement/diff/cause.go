package diff

import (
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// policyToo ends a sentence about a cluster that may have moved because of the request as well.
const policyToo = "; the placement has changed too, which may be why"

// clusterGone is the reason of a cluster that has left the fleet.
const clusterGone = "the cluster is not in the fleet any more"

// leave finds out why a cluster is not chosen any more.
func (c *comparison) leave(name string) (Cause, string) {
	is := c.after.cluster(name)
	switch {
	case is == nil && c.after.mistake() != "":
		return CauseMisconfiguration, "nothing is decided: " + c.after.mistake()
	case is == nil:
		return CauseClusterGone, clusterGone
	case is.Stage != placement.StageNotPicked:
		return c.rejected(is, is.Reason)
	case c.after.decided == 0:
		return CausePolicyChanged, c.number()
	case c.anotherScheduler():
		return CausePolicyChanged, "another scheduler decides now: " + is.Reason
	case c.fewer(name):
		return CausePolicyChanged, c.number() + c.after.rank(name, "is")
	}
	if better := c.displacer(name); better != "" {
		return c.outranked(better, name, name)
	}
	return c.unexplained(is)
}

// join finds out why a cluster is chosen now.
func (c *comparison) join(name string) (Cause, string) {
	was := c.before.cluster(name)
	switch {
	case was == nil && c.before.mistake() != "":
		return CauseMisconfiguration, "nothing was decided before: " + c.before.mistake()
	case was == nil:
		return CauseNewCluster, "the cluster is new in the fleet" + c.after.rank(name, "is")
	case was.Stage != placement.StageNotPicked:
		return c.rejected(was, "what kept it out before no longer applies: "+was.Reason)
	}
	// Of the places that are free, some are not wanted any more, and newcomers may take others.
	turn, more := c.turn(name), c.after.decided-c.before.decided
	free := len(c.freed) + min(0, more) - (len(c.joined) - len(c.promoted))
	switch {
	case c.before.decided == 0:
		return CausePolicyChanged, c.number()
	case c.anotherScheduler():
		return CausePolicyChanged, "another scheduler decides now: " + c.after.cluster(name).Reason
	case turn <= free:
		return CauseFreePlace, fmt.Sprintf("it takes the place of %s, which leaves%s", c.freed[turn-1], c.before.rank(name, "was"))
	case c.countsTell() && more > 0 && turn <= free+more:
		return CausePolicyChanged, c.number() + c.before.rank(name, "was")
	}
	if worse := c.displaced(name); worse != "" {
		return c.outranked(name, worse, name)
	}
	return c.unexplained(c.after.cluster(name))
}

// anotherScheduler reports whether the two reports are of different dialects, whose scores do not compare.
func (c *comparison) anotherScheduler() bool {
	return c.before.Dialect != c.after.Dialect
}

// rejected is the cause of a cluster that is rejected in one of the reports. It cannot be told whether the cluster has
// changed since or before, or what the placement asks for.
func (c *comparison) rejected(at *placement.ReportedCluster, why string) (Cause, string) {
	if len(at.Causes) == 0 {
		return CauseUnknown, why
	}
	cause := Cause(at.Causes[0])
	switch {
	case at.Origin == placement.OriginAdvisor:
		cause = CauseAdvisor
	case at.Origin == placement.OriginCluster:
		return cause, why
	case at.Origin == placement.OriginRequest && c.policyChanged:
		return CausePolicyChanged, why
	}
	return cause, c.orPolicy(why)
}

// countsTell reports whether a cluster that was not picked means that the placement had as many as it wanted. Advisors
// can leave fewer than that.
func (c *comparison) countsTell() bool {
	return c.policyChanged || c.after.Dialect != placement.DialectHybrid
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
	return fmt.Sprintf("the placement takes %s instead of %d", excerpt.Count(c.after.decided, "cluster"), c.before.decided)
}

// unexplained is the cause of a move that neither the cluster nor a competitor explains.
func (c *comparison) unexplained(is *placement.ReportedCluster) (Cause, string) {
	if c.policyChanged {
		return CausePolicyChanged, "the placement has changed: " + is.Reason
	}
	return CauseUnknown, "the reports do not show the cause: " + is.Reason
}
