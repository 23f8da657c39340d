// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
)

// maxComparedClusters bounds the predictions for placements whose fleet one plan changes: the clusters of all of them together.
// It is some seconds of Open Cluster Management's scheduler.
const maxComparedClusters = 5_000_000

// ImpactUnknownTitle is the title of findings about changes whose impact is not known. It is the same for all of them, so that
// Terraform shows them as one.
const ImpactUnknownTitle = "Changes are not compared with the placements of the hub"

// FleetPlan is what a plan changes in the fleet of a hub, and the placements there that this may move. Terraform plans resources
// in the order of their references and otherwise in any order: what is planned later of an object and a placement reports the
// moves. The zero value is ready to use.
type FleetPlan struct {
	// Impact says what a change of an object moves of all placements that the hub has; nil if the configuration does not ask for
	// that. What names the object in sentences.
	Impact func(ctx context.Context, of hub.Reference, what string) finding.List

	// clusters has the names of the ManagedClusters that are planned to be created or changed.
	clusters sync.Map
	compared atomic.Int64

	mu         sync.Mutex
	placements []PlannedPlacement
	// unknown are the objects of which a part is not known yet, as sentences name them.
	unknown []string
}

// PlannedPlacement is a placement on a hub that the changes of a plan in its fleet may move.
type PlannedPlacement interface {
	// What names the placement in sentences.
	What() string
	// IsLimited reports whether max_moves limits its moves.
	IsLimited() bool
	// Compare predicts what the hub decides with the fleet of the plan. It returns nothing if that is what it would decide without
	// it, or what was reported already.
	Compare(ctx context.Context) (FleetMoves, error)
}

// FleetMoves are the predicted moves of a placement.
type FleetMoves struct {
	Found finding.List
	// Drops says that the placement leaves other clusters than predicted so far, and IsLast that it is not compared any more.
	Drops, IsLast bool
}

// Watch compares a placement with what is planned from now on. With max_moves it warns of what is not known.
func (f *FleetPlan) Watch(placement PlannedPlacement) finding.List {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.placements = append(f.placements, placement)
	if !placement.IsLimited() || len(f.unknown) == 0 {
		return nil
	}
	return notCompared(excerpt.List(f.unknown, ", "), placement.What())
}

// CountCompared counts the clusters of a prediction.
func (f *FleetPlan) CountCompared(clusters int) { f.compared.Add(int64(clusters)) }

// IsTooLarge reports whether the predictions for the plan have had too many clusters.
func (f *FleetPlan) IsTooLarge() bool { return f.compared.Load() > maxComparedClusters }

// notCompared is the warning about an object that is not known well enough to predict decisions.
func notCompared(object, placement string) finding.List {
	return finding.List{finding.Warning("", "max_moves does not limit the effect of a change that is not known yet",
		"Some values are unknown until apply, of: "+object+". What the hub decides after this change cannot be "+
			"predicted for: "+placement+".")}
}

// changes notes that a plan changes an object of the fleet, and reports which placements that moves. Found and after are the
// object before and after that, nil if there is none.
func (f *FleetPlan) changes(
	ctx context.Context, client *hubview.Client, what string, change *hub.Change, found, after *hub.Object,
) (finding.List, error) {
	isNoted, err := client.Plan(ctx, change, found, after)
	if err != nil || !isNoted {
		return nil, err
	}
	return f.report(ctx, change.Reference, what), nil
}

// deletes notes that a plan deletes an object of the fleet, if only to create it again, and reports which placements that moves.
func (f *FleetPlan) deletes(ctx context.Context, client *hubview.Client, what string, of hub.Reference) finding.List {
	if !client.PlanDelete(of) {
		return nil
	}
	return f.report(ctx, of, what)
}

// addCluster notes that the plan creates or changes a ManagedCluster.
func (f *FleetPlan) addCluster(name string) { f.clusters.Store(name, true) }

// hasCluster reports whether the plan creates or changes a cluster, whose namespace the hub creates.
func (f *FleetPlan) hasCluster(name string) bool {
	_, planned := f.clusters.Load(name)
	return planned
}

// report compares the placements that were planned before with a change of the plan, and those of the hub if that is asked for.
// What names the object that changes.
func (f *FleetPlan) report(ctx context.Context, of hub.Reference, what string) (found finding.List) {
	if f.Impact != nil {
		found = f.Impact(ctx, of, what)
	}
	f.mu.Lock()
	placements := slices.Clone(f.placements)
	f.mu.Unlock()
	for _, placement := range placements {
		moves, err := placement.Compare(ctx)
		if err != nil && !errors.Is(err, context.Canceled) {
			found = append(found, finding.Warning("", placement.What()+" is not compared with this change", excerpt.Sentence(err.Error())))
			continue
		}
		for _, move := range moves.Found {
			text := "Reason: the planned change of this object. " + what + " belongs to the fleet of the placement. " + move.Text
			switch {
			case !move.Warning:
				found = append(found, finding.Failure("", move.Title, placement.What()+" moves. "+text))
			case moves.Drops || moves.IsLast:
				found = append(found, finding.Warning("", move.Title, text))
			}
		}
	}
	return found
}

// addUnknown notes an object that is on the hub and of which a part is not known yet.
func (f *FleetPlan) addUnknown(what string) (found finding.List) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.unknown = append(f.unknown, what)
	if f.Impact != nil {
		found = append(found, finding.Warning("", ImpactUnknownTitle, "Some values are unknown until apply, of: "+what+". What it "+
			"moves is compared then, before it is written."))
	}
	for _, placement := range f.placements {
		if placement.IsLimited() {
			found = append(found, notCompared(what, placement.What())...)
		}
	}
	return found
}
