package planner

import (
	"context"
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/finding"
)

// checkPaused refuses to replace a paused placement, whose decisions would be lost.
func (c *Change) checkPaused() Findings {
	switch {
	case !c.Limit.Paused || c.Last != nil:
		return nil
	case c.Replaced != nil:
		return Findings{finding.Failure("paused", "A paused placement cannot be replaced",
			"Terraform would replace the placement, and a replacement does not keep the decisions. Undo the change that forces the "+
				"replacement, or remove paused.")}
	}
	return Findings{finding.Warning("paused", c.Title("has no decisions to keep yet"),
		"There are no decisions to keep yet. The next plan keeps those of this one.")}
}

// stay leaves the decisions of a paused placement as they are, and says what would move. What prevents a decision is a warning.
func (c *Change) stay(answer *Answer, found Findings) (*Outcome, Findings) {
	for i := range found {
		if !found[i].Warning {
			found[i].Warning, found[i].Title = true, c.Title("is paused; without pause: "+found[i].Title)
		}
	}
	outcome := &Outcome{Answer: answer, Stands: true, Fingerprint: c.LastFingerprint}
	if answer == nil {
		return outcome, found
	}
	moves := c.Last.Predecessor(c.Fingerprint.policyChanged(c.LastFingerprint)).moves(&answer.Result)
	if !moved(&moves) {
		return outcome, found
	}
	text := fmt.Sprintf("paused = true keeps the decisions.\n\nWithout it: %s", moves)
	if gone := goneFrom(&moves); len(gone) > 0 {
		text = fmt.Sprintf("No longer in the fleet, but still chosen: %s.\n\n%s", excerpt.List(gone, ", "), text)
	}
	return outcome, append(found, finding.Warning("paused", c.Title("is paused"), text))
}

// goneFrom are the clusters that leave because they are no longer in the fleet.
func goneFrom(moves *diff.Changes) []string {
	var gone []string
	for _, left := range moves.Left {
		if left.Cause == diff.CauseClusterGone {
			gone = append(gone, left.ClusterName)
		}
	}
	return gone
}

// moved reports whether a cluster joined, left or changed its group.
func moved(moves *diff.Changes) bool {
	return len(moves.Joined)+len(moves.Left)+len(moves.Regrouped) > 0
}

// StandingReport is the report of decisions that stay in force: the pass that made them is no longer known, so the clusters
// that were not chosen have the stages and reasons of the present one.
func (c *Change) StandingReport(ctx context.Context, answer *Answer) (string, error) {
	if err := answer.keep(ctx, c.Request, c.PreviousDecisions, c.Last); err != nil {
		return "", err
	}
	return answer.Report()
}

// Known reports whether the decisions of a paused placement stay, although something that they depend on is not known yet.
func (c *Change) Known() bool { return c.Limit.Paused && c.Last != nil }
