package simulations

import (
	"context"
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
	// world is the hub before the plan; nil until it was read.
	world *simulate.World
	fleet inventory.Fleet
	kinds []*hubobject.Kind
}

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
	if found.HasError() {
		return i.unknown(what, found)
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
	if _, _, together := movesOf(outcomes); max(together, lost) > i.limit {
		return finding.List{finding.Failure("", what+" moves too many placements of the hub", fmt.Sprintf(
			"%s\n\nWith what this plan changes until now, placements lose %s, and impact_max_moves = %d in the hub of the provider "+
				"allows fewer. If the moves are intended, raise impact_max_moves, or set impact = \"warn\".",
			text, excerpt.Count(together, "cluster"), i.limit))}
	}
	return finding.List{finding.Warning("", what+" moves placements of the hub", text)}
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
	text := "What it moves on the hub is not known. " + found[0].Title + ": " + found[0].Text
	if i.limit >= 0 {
		return finding.List{finding.Failure("", what+" is not compared with the placements of the hub", text+
			" To plan without this check, remove impact from the hub of the provider.")}
	}
	return finding.List{finding.Warning("", what+" is not compared with the placements of the hub", text)}
}

// before is the hub before the plan, as if it had decided everything. A reading that was interrupted or failed is not kept.
func (i *impact) before(ctx context.Context) (*simulate.World, finding.List) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.world != nil {
		return i.world, nil
	}
	client := i.hub.Client
	subjects, _, err := subjectsOf(ctx, client, i.hub, "")
	var kinds []*hubobject.Kind
	if err == nil {
		kinds, err = fleetKinds(ctx, client, i.hub, subjects, nil)
	}
	var fleet inventory.Fleet
	if err == nil {
		fleet, err = fleetOf(ctx, client, i.hub, subjects, nil)
	}
	if err != nil {
		d := providerdata.HubDiagnostic(path.Empty(), err)
		return nil, finding.List{finding.Failure("", d.Summary(), d.Detail())}
	}
	world := simulate.World{}
	if len(subjects) > 0 && len(fleet.Clusters)+len(fleet.Targets) > 0 {
		var outcomes []simulate.Outcome
		w, found := simulate.New(ctx, planner.Fleet{Manifests: fleet}, subjects, simulate.Options{Now: i.now()})
		if !found.HasError() {
			outcomes, found = w.Decide(ctx)
		}
		if found.HasError() {
			return nil, found
		}
		world = w.Next(outcomes)
	}
	i.world, i.fleet, i.kinds = &world, fleet, kinds
	return i.world, nil
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
