// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
)

// impact is what a plan changes of all placements of a hub. The hub is read once, when the first object changes.
type impact struct {
	hub *managed.Hub
	now func() time.Time
	// limit is how many clusters may be taken from placements; negative without a limit.
	limit int

	mu sync.Mutex
	// world is the hub before the plan; nil until it was read. IsUnreadable says that it cannot be, which was told.
	world        *simulate.World
	isUnreadable bool
	// compared counts the clusters of all decisions.
	compared int
	fleet    inventory.Fleet
	kinds    []*hubobject.Kind
}

// maxCompared bounds the decisions about all changes of a plan: the clusters of all placements together. It is about half a
// minute of Open Cluster Management's scheduler.
const maxCompared = 20_000_000

// NewImpact makes what says which placements of a hub the changes of a plan move; nil if the configuration does not ask for it.
func NewImpact(
	of *managed.Hub, config *hub.Config, now func() time.Time,
) func(ctx context.Context, of hub.Reference, what string) finding.List {
	if config.Impact == "" {
		return nil
	}
	i := &impact{hub: of, now: now, limit: -1}
	if config.Impact == hub.ImpactError {
		i.limit = 0
		if config.ImpactMaxMoves != nil {
			i.limit = int(*config.ImpactMaxMoves)
		}
	}
	return i.of
}

// of is what the change of an object moves, if it alone were made, and the error of a plan that moves too much until now.
func (i *impact) of(ctx context.Context, ref hub.Reference, what string) finding.List {
	world, found := i.before(ctx)
	switch {
	case found.HasError():
		return i.unknown(what, found)
	case world == nil:
		return nil
	}
	return append(found, i.compare(ctx, world, ref, what)...)
}

// compare is what the change of an object moves, against the hub before the plan.
func (i *impact) compare(ctx context.Context, world *simulate.World, ref hub.Reference, what string) finding.List {
	if isMore, isFirst := i.count(world); isMore {
		if !isFirst {
			return nil
		}
		return i.unknown(what, finding.List{finding.Failure("", "The plan is too large", fmt.Sprintf("It changes too many objects for "+
			"%s and %s on the hub. Further changes are not compared.", excerpt.Count(world.Len(), "placement"),
			excerpt.Count(len(i.fleet.Clusters), "cluster")))})
	}
	client := i.hub.Client
	alone := client.WithPlannedAlone(i.fleet, ref)
	outcomes, found := world.WithFleet(&alone).Decide(ctx)
	if found.HasError() {
		return i.unknown(what, found)
	}
	list, moved, lost := movesOf(outcomes)
	if moved == 0 {
		return nil
	}
	text := fmt.Sprintf("If this change alone is made, %d of %s on the hub %s:\n%s", moved,
		excerpt.Count(len(outcomes), "placement"), moves(moved), list)
	if i.limit < 0 {
		return finding.List{finding.Warning("", what+" moves placements of the hub", text)}
	}
	all := client.WithPlanned(i.fleet, i.kinds...)
	if outcomes, found = world.WithFleet(&all).Decide(ctx); found.HasError() {
		return i.unknown(what, found)
	}
	// A change counts even if another one makes up for it: which of them is planned first is not determined.
	_, _, together := movesOf(outcomes)
	if together = max(together, lost); together > i.limit {
		return finding.List{finding.Failure("", what+" moves too many placements of the hub", fmt.Sprintf(
			"%s\n\nWith what this plan changes until now, placements lose %s, and impact_max_moves = %d in the hub of the provider "+
				"allows fewer. If the moves are intended, raise impact_max_moves, or set impact = \"warn\".",
			text, excerpt.Count(together, "cluster"), i.limit))}
	}
	return finding.List{finding.Warning("", what+" moves placements of the hub", text)}
}

// count counts the decisions about one change. IsMore says that they are more than are made for a plan, and isFirst that those
// before were not.
func (i *impact) count(world *simulate.World) (isMore, isFirst bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.compared > maxCompared {
		return true, false
	}
	i.compared += world.Len() * len(i.fleet.Clusters)
	return i.compared > maxCompared, true
}

// moves is the verb for a number of placements.
func moves(count int) string {
	if count == 1 {
		return "moves"
	}
	return "move"
}

// unknown is the finding about a change whose impact is not known.
func (i *impact) unknown(what string, found finding.List) finding.List {
	text := fmt.Sprintf("What the change of %s moves is not known. %s: %s", what, found[0].Title, found[0].Text)
	if i.limit >= 0 {
		return finding.List{finding.Failure("", managed.ImpactUnknownTitle, text+
			" To plan without this check, remove impact from the hub of the provider.")}
	}
	return finding.List{finding.Warning("", managed.ImpactUnknownTitle, text)}
}

// before is the hub before the plan, whose moves are those from what it decides without the plan. The first change gets
// the error if it cannot be read, or the warning about placements that are not compared; the others get neither. A reading that
// was interrupted is repeated.
func (i *impact) before(ctx context.Context) (*simulate.World, finding.List) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.world != nil || i.isUnreadable {
		return i.world, nil
	}
	found := i.readWorld(ctx)
	i.isUnreadable = found.HasError() && ctx.Err() == nil
	return i.world, found
}

// readWorld reads the hub before the plan.
func (i *impact) readWorld(ctx context.Context) finding.List {
	client := i.hub.Client
	subjects, skipped, err := subjectsOf(ctx, client, i.hub, "")
	if errors.Is(err, providerdata.ErrNoPlacementKind) {
		err = nil
	}
	var kinds []*hubobject.Kind
	var fleet inventory.Fleet
	if err == nil {
		fleet, kinds, err = fleetOf(ctx, client, subjects, nil)
	}
	if err != nil {
		d := providerdata.HubDiagnostic(path.Empty(), err)
		return finding.List{finding.Failure("", d.Summary(), d.Detail())}
	}
	world := simulate.World{}
	if len(subjects) > 0 && len(fleet.Clusters)+len(fleet.Targets) > 0 {
		var outcomes []simulate.Outcome
		w, found := simulate.New(ctx, planner.Fleet{Manifests: fleet}, subjects, simulate.Options{
			Now: i.now(), SameNames: true,
		})
		if !found.HasError() {
			outcomes, found = w.Decide(ctx)
		}
		if found.HasError() {
			return found
		}
		world = w.ComparedWith(outcomes)
	}
	i.world, i.fleet, i.kinds = &world, fleet, kinds
	return notCompared(skipped)
}

// notCompared is the warning about placements that the hub can move without being compared.
func notCompared(skipped []skippedPlacement) finding.List {
	var lines []string
	for _, s := range skipped {
		if s.isScheduled {
			lines = append(lines, "\n- "+excerpt.Text(s.name)+": "+s.why)
		}
	}
	if len(lines) == 0 {
		return nil
	}
	text := "What this plan moves of " + excerpt.Count(len(lines), "placement") + " of the hub is not known:\n"
	if more := len(lines) - finding.Shown; more > 0 {
		lines = append(lines[:finding.Shown], "\n- and "+excerpt.Count(more, "more placement"))
	}
	return finding.List{finding.Warning("", "Placements of the hub are not compared", text+strings.Join(lines, ""))}
}

// movesOf are the first placements that move, as lines, how many there are, and how many clusters they lose together.
func movesOf(outcomes []simulate.Outcome) (list string, moved, lost int) {
	var lines strings.Builder
	for i := range outcomes {
		o := &outcomes[i]
		changes := o.Moves()
		if !planner.Moved(&changes) {
			continue
		}
		lost += len(changes.Left)
		if moved++; moved <= finding.Shown {
			fmt.Fprintf(&lines, "\n- %s (%s): %s", excerpt.Text(o.Placement()), o.Dialect(), lineOf(&changes))
		}
	}
	if moved > finding.Shown {
		fmt.Fprintf(&lines, "\n- and %s", excerpt.Count(moved-finding.Shown, "more placement"))
	}
	return lines.String(), moved, lost
}

// lineOf says what moves on one line: the clusters that leave with the reason of the first, and those that join.
func lineOf(changes *diff.Changes) string {
	var parts []string
	if n := len(changes.Left); n > 0 {
		parts = append(parts, fmt.Sprintf("leaves %s (%s)", named(changes.Left), excerpt.Text(changes.Left[0].Reason)))
	}
	if n := len(changes.Joined); n > 0 {
		parts = append(parts, fmt.Sprintf("joins %s (%s)", named(changes.Joined), excerpt.Text(changes.Joined[0].Reason)))
	}
	if n := len(changes.Regrouped); n > 0 {
		parts = append(parts, excerpt.Count(n, "cluster")+" in other groups")
	}
	return strings.Join(parts, "; ")
}

// named are the names of the first clusters.
func named(changes []diff.Change) string {
	names := make([]string, len(changes))
	for i := range changes {
		names[i] = changes[i].ClusterName
	}
	return excerpt.List(names, ", ")
}
