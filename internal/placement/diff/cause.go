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
	if cause, reason := c.later.missing(name); cause != "" {
		return cause, reason
	}
	switch {
	case !c.later.isCandidate(name):
		return c.rejected(name)
	case c.later.decided == 0:
		return CausePolicyChanged, c.number()
	case c.otherScheduler():
		return c.schedulerChanged(name)
	case c.fewer(name):
		return CausePolicyChanged, c.number() + c.later.rank(name, "is")
	}
	if better := c.displacer(name); better != "" {
		return c.outranked(better, name, name)
	}
	return c.unexplained(name)
}

// join finds out why a cluster is chosen now.
func (c *comparison) join(name string) (Cause, string) {
	prior := c.prior.cluster(name)
	switch {
	case c.prior.omits(name):
		return c.unknownCause(name)
	case prior == nil && c.prior.mistake != "":
		return CauseMisconfiguration, "the placement was misconfigured before: " + c.prior.mistake
	case prior == nil:
		return CauseNewCluster, "the cluster is new in the fleet" + c.later.rank(name, "is")
	case prior.outcome != notPicked:
		return c.admitted(&c.prior.outcomes[prior.outcome])
	case c.prior.decided == 0:
		return CausePolicyChanged, c.number()
	case c.otherScheduler():
		return c.schedulerChanged(name)
	}
	turn, sure := c.turn(name)
	switch place := c.placeAt(turn, c.unknown); {
	case !sure || place != c.placeAt(turn, 0):
		return c.unknownCause(name)
	case place == placeFreed:
		return CauseFreePlace, fmt.Sprintf("it takes the place of %s, which leaves%s", c.freed[turn-1], c.prior.rank(name, "was"))
	case place == placeAdded:
		return CausePolicyChanged, c.number() + c.prior.rank(name, "was")
	}
	if worse := c.displaced(name); worse != "" {
		return c.outranked(name, worse, name)
	}
	return c.unexplained(name)
}

// otherScheduler reports whether the two passes are of different dialects, whose scores do not compare.
func (c *comparison) otherScheduler() bool { return c.prior.dialect != c.later.dialect }

func (c *comparison) schedulerChanged(name string) (Cause, string) {
	return CausePolicyChanged, fmt.Sprintf("the scheduler changed from %s to %s: %s", c.prior.dialect, c.later.dialect,
		c.later.reason(name))
}

// rejected is the cause of a cluster that the later pass rejects. Whether the cluster changed or what the placement asks for is
// not known.
func (c *comparison) rejected(name string) (Cause, string) {
	later, why := &c.later.outcomes[c.later.cluster(name).outcome], c.later.reason(name)
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
	why := prior.changed(c.policyChanged) + prior.priorReason()
	if prior.origin == placement.OriginRequest && c.policyChanged {
		return CausePolicyChanged, why
	}
	return prior.cause(), why
}

// alwaysFills reports whether the placement chooses as many clusters as it wants while others are not picked. Advisors can
// leave fewer.
func (c *comparison) alwaysFills() bool {
	return c.policyChanged || c.later.dialect != placement.DialectHybrid
}

// fewer reports whether a cluster that is no longer picked would still be if as many clusters were wanted as before.
func (c *comparison) fewer(name string) bool {
	switch {
	case !c.alwaysFills() || c.later.decided >= c.prior.decided:
		return false
	case c.prior.candidates == c.prior.decided:
		return true // all candidates were taken before
	}
	return c.later.indexes[name] < c.prior.decided || !c.later.scored(name)
}

// number says how many clusters the placement has and had.
func (c *comparison) number() string {
	return fmt.Sprintf("the number of chosen clusters %s", fromTo(c.prior.decided < c.later.decided,
		fmt.Sprint(c.prior.decided), fmt.Sprint(c.later.decided)))
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
		return CausePolicyChanged, "the placement changed: " + c.later.reason(name)
	}
	return c.unknownCause(name)
}

// unknownCause is what can be said of a move without a cause.
func (c *comparison) unknownCause(name string) (Cause, string) {
	return CauseUnknown, "the cause is not known: " + c.later.reason(name)
}
