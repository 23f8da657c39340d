package diff

import (
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// outranked finds out why one cluster is better than another that it was worse than before. The sentence is about the
// subject, which is one of the two.
func (c *comparison) outranked(winner, loser, subject string) (Cause, string) {
	swings := c.swings(winner, loser)
	if decisive := c.decisive(swings); decisive != nil {
		return c.turned(decisive, winner, loser, subject)
	}
	if swings == nil && subject == loser && !c.before.isCandidate(winner) {
		return c.newcomer(winner, loser)
	}
	return c.unexplained(c.after.cluster(subject))
}

// turned tells what the largest part of a swing is.
func (c *comparison) turned(s *swing, winner, loser, subject string) (Cause, string) {
	cause, name := s.loserIs.cause, s.loserIs.name
	mine, theirs, others := s.loserIs, s.winnerIs, winner
	if subject == winner {
		mine, theirs, others = s.winnerIs, s.loserIs, loser
	}
	own := subject == loser && s.fall >= s.rise || subject == winner && s.rise >= s.fall
	was, is := s.loserWas, s.loserIs
	if own == (subject == winner) {
		was, is = s.winnerWas, s.winnerIs
	}
	switch {
	case s.reweighted > max(s.fall, s.rise):
		return CausePolicyChanged, fmt.Sprintf("the weight of %s is %g instead of %g; the cluster has %s, and %s has %s",
			name, is.weight, was.weight, mine.text, others, theirs.text)
	case own:
		return cause, c.orPolicy(fmt.Sprintf("%s; %s has %s", moved(was, is), others, theirs.text))
	}
	return cause, c.orPolicy(fmt.Sprintf("for %s, %s; the cluster has %s", others, moved(was, is), mine.text))
}

// moved says how a value changed.
func moved(was, is term) string {
	verb := "rose"
	if is.value < was.value {
		verb = "fell"
	}
	name := is.name
	if is.cause == CauseCapacity {
		// The cluster itself may be the same, and another candidate larger or smaller.
		name += ", relative to the other candidates,"
	}
	text := fmt.Sprintf("%s %s from %s to %s", name, verb, was.text, is.text)
	if is.weight < 0 {
		text += fmt.Sprintf(", and its weight is %g", is.weight)
	}
	return text
}

// newcomer tells of a cluster that could not be chosen before and is better than one that was. If that one would still
// be the better with the score that it had, it is its own fall that counts.
func (c *comparison) newcomer(winner, loser string) (Cause, string) {
	was, is, fell := c.ownFall(loser, winner)
	theirs := c.after.terms(winner, loser)
	if fell && c.compareTerms(c.before.terms(loser, loser), theirs) > 0 {
		text := moved(was, is)
		if at := indexOfTerm(theirs, is.name); at >= 0 {
			text += fmt.Sprintf("; %s has %s", winner, theirs[at].text)
		}
		return is.cause, c.orPolicy(text)
	}
	came := "is new in the fleet"
	if c.before.cluster(winner) != nil {
		came = "could not be chosen before"
	}
	return CauseOutranked, fmt.Sprintf("%s %s and %s", winner, came, c.better(winner, loser))
}

// better compares two candidates by the scores that the dialect compares. Where they are from different rounds or
// cycles, the chosen one's need not be the better.
func (c *comparison) better(winner, loser string) string {
	best, worst := string(c.after.cluster(winner).Score), string(c.after.cluster(loser).Score)
	switch byColumn := c.after.Dialect == placement.DialectKubeFleet; {
	case byColumn && (!c.after.scored(winner) || !c.after.scored(loser)):
		return "takes its place"
	case byColumn:
		best, worst = published(c.after.terms(winner, loser)), published(c.after.terms(loser, winner))
		if best == worst && winner > loser {
			return fmt.Sprintf("has the same score, %s, and the larger name", best)
		}
		return fmt.Sprintf("is chosen with %s; the cluster has %s", best, worst)
	case c.after.Dialect == placement.DialectHybrid:
		return fmt.Sprintf("is chosen with rating %s; the cluster has %s", best, worst)
	case best == worst:
		return fmt.Sprintf("has the same score, %s, and comes first by name", best)
	}
	return fmt.Sprintf("has a better score, %s against %s", best, worst)
}

// published are the columns that KubeFleet publishes. Only clusters that were not picked have a score in the other one.
func published(terms []term) string {
	var list []string
	for i := range terms {
		if terms[i].kind != placement.ScorePrevious {
			list = append(list, terms[i].name+" "+terms[i].text)
		}
	}
	return strings.Join(list, " and ")
}

// orPolicy adds to a sentence about scores that the placement has changed as well, if it has.
func (c *comparison) orPolicy(text string) string {
	if c.policyChanged {
		return text + policyToo
	}
	return text
}

// rank says how a candidate of Open Cluster Management compares, whose score decides. The verb is is or was.
func (r *ranking) rank(name, verb string) string {
	if r.Dialect != placement.DialectOCM || r.cluster(name).Score == "" {
		return ""
	}
	return fmt.Sprintf("; it %s rank %d of %d with score %s", verb, r.at[name]+1, r.candidates, r.cluster(name).Score)
}
