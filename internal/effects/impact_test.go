// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package effects

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// impactOn asks about the placements of some names on a hub with the ManagedClusters a, b and c. Each chooses the first two of them.
func impactOn(limit int, names ...string) *Impact {
	return &Impact{Limit: limit, Now: time.Now, Read: func(context.Context) (*HubPlacements, error) {
		placements := &HubPlacements{Fleet: clusters("a", "b", "c"), Kinds: []*hubobject.Kind{hubobject.ManagedCluster}}
		for _, name := range names {
			number := int32(2)
			subject := world.Placement{Placement: planner.Placement{Name: "web", OCM: &ocm.Spec{NumberOfClusters: &number}}}
			subject.Name, subject.OCM.PrioritizerPolicy.Mode = name, ocm.ModeExact
			placements.Subjects = append(placements.Subjects, subject)
		}
		return placements, nil
	}}
}

// TestImpact: a change says what it alone moves of the placements of the hub, and a limit is of all changes together.
func TestImpact(t *testing.T) {
	plan := planOf()
	plan.Watch(impactOn(-1, "p", "q"))
	const moves = "If this change alone is made, 2 of 2 placements on the hub move:|- p (ocm): leaves "
	plannertest.WantParts(t, plan.Change(t.Context(), "The cluster a", deleted("a")), "warning : The cluster a moves placements of the hub: "+moves+"a (")
	plannertest.WantParts(t, plan.Change(t.Context(), "The cluster b", deleted("b")), "warning : The cluster b moves placements of the hub: "+moves+"b (")
	plannertest.WantParts(t, plan.Change(t.Context(), "The cluster c", deleted("c")), "")

	plan = planOf()
	plan.Watch(impactOn(2, "p", "q"))
	plannertest.WantParts(t, plan.Change(t.Context(), "The cluster a", deleted("a")), "warning : The cluster a moves placements of the hub: "+moves)
	plannertest.WantParts(t, plan.Change(t.Context(), "The cluster b", deleted("b")), "error : The cluster b moves too many placements of the hub: "+
		moves+"b (|With what this plan changes until now, placements lose 4 clusters, and impact_max_moves = 2")

	plan = planOf()
	plan.Watch(impactOn(0))
	plannertest.WantParts(t, plan.Change(t.Context(), "The cluster a", deleted("a")), "")
}

// TestImpact_notKnown: what cannot be read of the hub, and that a plan is too large, is told once.
func TestImpact_notKnown(t *testing.T) {
	const title = "Changes are not compared with the placements of the hub: "
	for limit, text := range map[int]string{-1: "warning : " + title, 0: "error : " + title} {
		plan := planOf()
		failing := impactOn(limit, "p")
		failing.Read = func(context.Context) (*HubPlacements, error) {
			return nil, errors.New("The hub cannot be read: Forbidden.") //nolint:staticcheck // It is a title and a text.
		}
		plan.Watch(failing)
		plannertest.WantParts(t, plan.Change(t.Context(), "The cluster a", deleted("a")), text+"What the change of The cluster a moves is not known. "+
			"The hub cannot be read: Forbidden.")
		plannertest.WantParts(t, plan.Change(t.Context(), "The cluster c", deleted("c")), "")

		plan = planOf()
		plan.Watch(impactOn(limit, "p"))
		plan.Count(maxCounted + 1)
		plannertest.WantParts(t, plan.Change(t.Context(), "The cluster a", deleted("a")), text+"What the change of The cluster a moves is not known. "+
			"The plan is too large: It changes too many objects for 1 placement and 3 clusters on the hub.")
		plannertest.WantParts(t, plan.Change(t.Context(), "The cluster c", deleted("c")), "")
		plannertest.WantParts(t, plan.Unknown("The cluster b", []*hubobject.Kind{hubobject.ManagedCluster}), "warning : "+title+"Some values are "+
			"unknown until apply, of: The cluster b. What it moves is compared then, before it is written.")
	}
}

// TestImpact_interrupted: a reading of the hub that was interrupted is repeated.
func TestImpact_interrupted(t *testing.T) {
	plan, question := planOf(), impactOn(-1, "p")
	read := question.Read
	interrupted, cancel := context.WithCancel(t.Context())
	question.Read = func(ctx context.Context) (*HubPlacements, error) {
		if cancel(); ctx.Err() == nil {
			<-ctx.Done()
		}
		return nil, ctx.Err()
	}
	plan.Watch(question)
	plannertest.WantParts(t, plan.Change(interrupted, "The cluster a", deleted("a")), "")
	question.Read = read
	plannertest.WantParts(t, plan.Change(t.Context(), "The cluster b", deleted("b")), "The cluster b moves placements of the hub")
}

// TestImpact_many: of many placements that move, and of many that are not compared, the first are shown.
func TestImpact_many(t *testing.T) {
	names := make([]string, 25)
	for i := range names {
		names[i] = "p" + string(rune('a'+i))
	}
	question := impactOn(-1, names...)
	read := question.Read
	question.Read = func(ctx context.Context) (*HubPlacements, error) {
		placements, err := read(ctx)
		placements.Skipped = slices.Repeat([]world.Skipped{{Name: "web", Why: "it is disabled.", IsScheduled: true}},
			finding.Shown+2)
		placements.Skipped[0].IsScheduled = false // The hub does not move it.
		return placements, err
	}
	plan := planOf()
	plan.Watch(question)
	findings := plan.Change(t.Context(), "The cluster a", deleted("a"))
	plannertest.WantParts(t, findings, "warning : Placements of the hub are not compared: What this plan moves of 21 placements of the hub is not "+
		"known:|- web: it is disabled.|- and 1 more placement|25 of 25 placements on the hub move:|- pa (ocm): leaves a (|; joins c (|"+
		"- pt (ocm)|- and 5 more placements")
	if text := plannertest.Texts(findings); strings.Contains(text, "pu (ocm)") || strings.Count(text, "it is disabled") != finding.Shown {
		t.Errorf("all are shown: %s", text)
	}
}
