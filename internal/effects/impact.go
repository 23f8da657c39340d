// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package effects

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/sharedread"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// Impact asks which placements of the hub a change of the fleet moves, whether Terraform manages them or not.
type Impact struct {
	FleetQuestion
	// Read reads the placements of the hub and their fleet.
	Read func(ctx context.Context) (*HubPlacements, error)
	Now  func() time.Time
	// Limit is how many clusters may be taken from placements; negative without a limit.
	Limit int

	// prior is the hub before the plan, which is read once, when the first object changes.
	prior sharedread.Results[struct{}, *priorWorld]
	// isRead and isTooLarge say that a change has reported what cannot be compared of the hub, and of the rest of the plan.
	isRead, isTooLarge atomic.Bool
}

// HubPlacements are the placements of a hub, and what they choose from.
type HubPlacements struct {
	Subjects []world.Placement
	Fleet    inventory.Fleet
	// Kinds are those of the fleet.
	Kinds []*hubobject.Kind
	// Skipped are the placements that cannot be compared.
	Skipped []world.Skipped
}

// priorWorld is the hub before a plan, whose moves are those from what it decides without the plan.
type priorWorld struct {
	HubPlacements
	world world.World
	// err says why the hub cannot be compared.
	err error
}

// Ask says what a change moves, if it alone were made. It is an error if the plan moves too much until now.
func (i *Impact) Ask(ctx context.Context, change *Change) (findings finding.List, err error) {
	prior, err := i.prior.Get(ctx, struct{}{}, i.read)
	if err != nil {
		return nil, err
	}
	if !i.isRead.Swap(true) {
		findings, err = notCompared(prior.Skipped), prior.err
	}
	if err != nil || prior.world.Len() == 0 {
		return findings, err
	}
	moves, err := i.compare(ctx, prior, change)
	return append(findings, moves...), err
}

// compare is what a change moves, against the hub before the plan.
func (i *Impact) compare(ctx context.Context, prior *priorWorld, change *Change) (finding.List, error) {
	if change.plan.Count(prior.world.Len() * len(prior.Fleet.Clusters)) {
		if i.isTooLarge.Swap(true) {
			return nil, nil
		}
		return nil, failure(finding.List{finding.Failure("", "The plan is too large", fmt.Sprintf("It changes too many objects for "+
			"%s and %s on the hub. Further changes are not compared.", excerpt.Count(prior.world.Len(), "placement"),
			excerpt.Count(len(prior.Fleet.Clusters), "cluster")))})
	}
	alone := &hubview.Planned{Changes: []hubview.Change{change.Change}}
	outcomes, err := prior.decide(ctx, alone)
	if err != nil {
		return nil, err
	}
	var unread []string
	list, moved, lost := movesOf(outcomes, func(i int, left []string) string {
		line, more := change.leaving(ctx, prior.world.Placements[i].Decided, left)
		if more != "" && !slices.Contains(unread, more) {
			unread = append(unread, more)
		}
		return line
	})
	if moved == 0 {
		return nil, ctx.Err()
	}
	verb := map[bool]string{true: "moves", false: "move"}[moved == 1]
	text := fmt.Sprintf("If this change alone is made, %d of %s on the hub %s:\n%s", moved,
		excerpt.Count(len(outcomes), "placement"), verb, strings.Join(append([]string{list}, unread...), "\n"))
	if i.Limit >= 0 {
		if outcomes, err = prior.decide(ctx, change.After); err != nil {
			return nil, err
		}
		// A change counts even if another one makes up for it: which of them is planned first is not determined.
		_, _, together := movesOf(outcomes, nil)
		if together = max(together, lost); together > i.Limit {
			return finding.List{finding.Failure("", change.What+" moves too many placements of the hub", fmt.Sprintf(
				"%s\n\nWith what this plan changes until now, placements lose %s, and impact_max_moves = %d in the hub of the provider "+
					"allows fewer. If the moves are intended, raise impact_max_moves, or set impact = \"warn\".",
				text, excerpt.Count(together, "cluster"), i.Limit))}, nil
		}
	}
	return finding.List{finding.Warning("", change.What+" moves placements of the hub", text)}, nil
}

// NotKnown is the finding about a change whose impact is not known. Its title is the same for all of them, so that Terraform
// shows them as one.
func (i *Impact) NotKnown(change *Change, why error) finding.List {
	const title = "Changes are not compared with the placements of the hub"
	text := "What the change of " + change.What + " moves is not known. " + why.Error()
	switch {
	case errors.Is(why, ErrUnknownValues):
		return finding.List{finding.Warning("", title, change.UnknownValues()+"What it moves is compared then, before it is written.")}
	case i.Limit >= 0:
		return finding.List{finding.Failure("", title, text+" To plan without this check, remove impact from the hub of the provider.")}
	}
	return finding.List{finding.Warning("", title, text)}
}

// read reads the hub before the plan, and decides what it decides without the plan. The warnings are about moves that no change
// of the plan makes. A reading that was interrupted is repeated.
func (i *Impact) read(ctx context.Context) (*priorWorld, error) {
	placements, err := i.Read(ctx)
	if err != nil {
		return &priorWorld{err: err}, ctx.Err()
	}
	prior := &priorWorld{HubPlacements: *placements}
	if fleet := &prior.Fleet; len(prior.Subjects) > 0 && len(fleet.Clusters)+len(fleet.Targets) > 0 {
		var findings finding.List
		prior.world, findings = world.New(ctx, planner.Fleet{Manifests: *fleet}, prior.Subjects,
			world.Options{Now: i.Now(), SameNames: true})
		prior.err = failure(findings)
	}
	return prior, ctx.Err()
}

// decide decides the placements with the fleet after changes of the plan.
func (p *priorWorld) decide(ctx context.Context, planned *hubview.Planned) ([]world.Outcome, error) {
	fleet := planned.Apply(p.Fleet, p.Kinds)
	outcomes, findings := p.world.WithFleet(&fleet).Decide(ctx)
	return outcomes, failure(findings)
}

// failure is the first of some findings as an error, if one is.
func failure(findings finding.List) error {
	if !findings.HasError() {
		return nil
	}
	return errors.New(findings[0].Title + ": " + findings[0].Text)
}

// notCompared is the warning about placements that the hub can move without being compared.
func notCompared(skipped []world.Skipped) finding.List {
	all := lists.Filter(skipped, func(s world.Skipped) (string, bool) { return excerpt.Text(s.Name) + ": " + s.Why, s.IsScheduled })
	if len(all) == 0 {
		return nil
	}
	text := "What this plan moves of " + excerpt.Count(len(all), "placement") + " of the hub is not known:\n"
	return finding.List{finding.Warning("", "Placements of the hub are not compared", text+lines(all))}
}

// leaving is what leaves with the first clusters that a placement loses, and what is not known of that.
func (c *Change) leaving(ctx context.Context, decided *decisions.Decided, left []string) (line, unread string) {
	if decided == nil || len(left) == 0 {
		return "", ""
	}
	following, err := c.plan.Client.ConsumersOf(ctx, decided)
	if err != nil || following == nil {
		return "", ""
	}
	return following.Line(left), following.Unread()
}

// movesOf are the first placements that move, as lines with what leaves with their clusters, how many there are, and how many
// clusters they lose together.
func movesOf(outcomes []world.Outcome, leaving func(i int, left []string) string) (list string, moved, lost int) {
	var all []string
	for i := range outcomes {
		o := &outcomes[i]
		changes := o.Moves()
		if planner.Moved(&changes) {
			lost += len(changes.Left)
			line := fmt.Sprintf("%s (%s): %s", excerpt.Text(o.Placement()), o.Dialect(), changes.Line())
			if leaving != nil && len(all) < finding.Shown {
				if more := leaving(i, lists.Map(changes.Left, func(c diff.Change) string { return c.ClusterName })); more != "" {
					line += "; " + more
				}
			}
			all = append(all, line)
		}
	}
	return lines(all), len(all), lost
}

// lines are the first of some lines about placements.
func lines(all []string) string {
	var text strings.Builder
	for _, line := range all[:min(len(all), finding.Shown)] {
		text.WriteString("\n- " + line)
	}
	if more := len(all) - finding.Shown; more > 0 {
		text.WriteString("\n- and " + excerpt.Count(more, "more placement"))
	}
	return text.String()
}
