// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// policyToo ends a sentence about a cluster that may also have moved because of the request.
const policyToo = "; the placement changed too"

// leave finds out why a cluster is no longer chosen.
func (c *comparison) leave(name string) (Cause, string) {
	if cause, reason := c.after.missing(name); cause != "" {
		return cause, reason
	}
	switch {
	case !c.after.isCandidate(name):
		return c.rejected(name)
	case c.after.decided == 0:
		return CausePolicyChanged, c.number()
	case c.otherScheduler():
		return c.schedulerChanged(name)
	case c.fewer(name):
		return CausePolicyChanged, c.number() + c.after.rank(name, "is")
	}
	if better := c.displacer(name); better != "" {
		return c.outranked(better, name, name)
	}
	return c.unexplained(name)
}

// join finds out why a cluster is chosen now.
func (c *comparison) join(name string) (Cause, string) {
	prior := c.before.cluster(name)
	switch {
	case c.before.omits(name):
		return c.unknownCause(name)
	case prior == nil && c.before.mistake != "":
		return CauseMisconfiguration, "the placement was misconfigured before: " + c.before.mistake
	case prior == nil:
		return CauseNewCluster, "the cluster is new in the fleet" + c.after.rank(name, "is")
	case prior.outcome != notPicked:
		return c.admitted(&c.before.outcomes[prior.outcome])
	case c.before.decided == 0:
		return CausePolicyChanged, c.number()
	case c.otherScheduler():
		return c.schedulerChanged(name)
	}
	turn, sure := c.turn(name)
	switch place := c.placeAt(turn, c.unknown); {
	case !sure || place != c.placeAt(turn, 0):
		return c.unknownCause(name)
	case place == placeFreed:
		return CauseFreePlace, fmt.Sprintf("it takes the place of %s, which leaves%s", c.freed[turn-1], c.before.rank(name, "was"))
	case place == placeAdded:
		return CausePolicyChanged, c.number() + c.before.rank(name, "was")
	}
	if worse := c.displaced(name); worse != "" {
		return c.outranked(name, worse, name)
	}
	return c.unexplained(name)
}

// otherScheduler reports whether the two passes are of different dialects, whose scores do not compare.
func (c *comparison) otherScheduler() bool { return c.before.dialect != c.after.dialect }

func (c *comparison) schedulerChanged(name string) (Cause, string) {
	return CausePolicyChanged, fmt.Sprintf("the scheduler changed from %s to %s: %s", c.before.dialect, c.after.dialect,
		c.after.reason(name))
}

// rejected is the cause of a cluster that the later pass rejects. Whether the cluster changed or what the placement asks for is
// not known.
func (c *comparison) rejected(name string) (Cause, string) {
	later, why := &c.after.outcomes[c.after.cluster(name).outcome], c.after.reason(name)
	switch {
	case len(later.kinds) == 0 || later.origin == placement.OriginCluster:
		return later.cause(), why
	case later.origin == placement.OriginRequest && c.policyChanged:
		return CausePolicyChanged, why
	}
	return later.cause(), c.orPolicy(why)
}

// admitted is the cause of a cluster that the earlier pass rejected.
func (c *comparison) admitted(prior *outcome) (Cause, string) {
	why := prior.changed(c.policyChanged) + prior.before()
	if prior.origin == placement.OriginRequest && c.policyChanged {
		return CausePolicyChanged, why
	}
	return prior.cause(), why
}

// alwaysFills reports whether the placement chooses as many clusters as it wants while others are not picked. Advisors can
// leave fewer.
func (c *comparison) alwaysFills() bool {
	return c.policyChanged || c.after.dialect != placement.DialectHybrid
}

// fewer reports whether a cluster that is no longer picked would still be if as many clusters were wanted as before.
func (c *comparison) fewer(name string) bool {
	switch {
	case !c.alwaysFills() || c.after.decided >= c.before.decided:
		return false
	case c.before.candidates == c.before.decided:
		return true // all candidates were taken before
	}
	return c.after.indexes[name] < c.before.decided || !c.after.scored(name)
}

// number says how many clusters the placement has and had.
func (c *comparison) number() string {
	return fmt.Sprintf("the number of chosen clusters %s", fromTo(c.before.decided < c.after.decided,
		fmt.Sprint(c.before.decided), fmt.Sprint(c.after.decided)))
}

// fromTo says how a value changed.
func fromTo(rose bool, prior, later string) string {
	verb := "fell"
	if rose {
		verb = "rose"
	}
	return fmt.Sprintf("%s from %s to %s", verb, prior, later)
}

// unexplained is the cause of a move that neither the cluster nor a competitor explains.
func (c *comparison) unexplained(name string) (Cause, string) {
	if c.policyChanged {
		return CausePolicyChanged, "the placement changed: " + c.after.reason(name)
	}
	return c.unknownCause(name)
}

// unknownCause is what can be said of a move without a cause.
func (c *comparison) unknownCause(name string) (Cause, string) {
	return CauseUnknown, "the cause is not known: " + c.after.reason(name)
}
