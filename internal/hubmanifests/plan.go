// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubmanifests

import (
	"context"
	"errors"
	"maps"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/sharedread"
)

// Plan is what a process plans of the placements and overrides of a hub, and what it has read for that. A change is compared with
// the hub as it is now and with the changes that were planned before it, so that each change is reported once. The zero value is
// ready to use.
type Plan struct {
	kinds sharedread.Results[struct{}, discovered]
	lists sharedread.Results[resources.Listing, listed]

	mu sync.Mutex
	// overrides are those that are planned, nil for one that is deleted, and placements those that are.
	overrides  overrideSet
	placements map[resources.ID]Placement
}

// discovered are the kinds of a hub, and listed is a list of it, or that the credentials may not read it.
type (
	discovered struct {
		kinds     []hub.ServedKind
		forbidden error
	}
	listed struct {
		objects   rendered.Objects
		forbidden error
	}
)

// Placement is a placement with the clusters that it has chosen.
type Placement struct {
	resources.Placement
	ClusterNames []string
}

// reader reads each list once for all changes of the plan.
func (p *Plan) reader(ctx context.Context, client *hubview.Client) (*Reader, error) {
	found, err := p.kinds.Get(ctx, struct{}{}, func(ctx context.Context) (discovered, error) {
		kinds, err := client.ServedKinds(ctx)
		if apierrors.IsForbidden(err) {
			return discovered{forbidden: err}, nil
		}
		return discovered{kinds: kinds}, err
	})
	switch {
	case err != nil:
		return nil, err
	case found.forbidden != nil:
		return nil, found.forbidden
	}
	r := newReader(client, found.kinds)
	r.list = func(ctx context.Context, listing resources.Listing) (rendered.Objects, error) {
		found, err := p.lists.Get(ctx, listing, func(ctx context.Context) (listed, error) {
			objects, err := r.listNow(ctx, listing)
			if apierrors.IsForbidden(err) {
				return listed{forbidden: err}, nil
			}
			return listed{objects: objects}, err
		})
		if err == nil {
			err = found.forbidden
		}
		return found.objects, err
	}
	return r, nil
}

// ChangeOverride notes that an override is planned to be created, changed, renamed or deleted, and warns of the clusters that get
// other manifests. Was is the override on the hub, nil for a new one, and is what it becomes, nil for one that is deleted. What
// names the object in sentences.
func (p *Plan) ChangeOverride(
	ctx context.Context, client *hubview.Client, what string, was, is *hubobject.Override,
) finding.List {
	own := overrideSet{}
	if was != nil {
		of := was.Rendered()
		own[rendered.OverrideID(&of)] = nil
	}
	if is != nil {
		of := is.Rendered()
		own[rendered.OverrideID(&of)] = &of
	}
	c := p.newChange(client, own)
	differences, err := c.override(ctx)
	p.note(func() { maps.Copy(p.overrides, own) })
	return c.findings("", what, differences, err)
}

// ChangePlacement notes a planned placement, and warns of the clusters that it keeps and that get other manifests because it
// selects other resources. Was is the placement on the hub.
func (p *Plan) ChangePlacement(ctx context.Context, client *hubview.Client, what string, was, is *Placement) finding.List {
	c := p.newChange(client, nil)
	differences, err := c.placement(ctx, was, is)
	p.note(func() { p.placements[rendered.PlacementID(&is.Placement)] = *is })
	return c.findings("resourceSelectors", what, differences, err)
}

// newChange is a change after those that were planned until now, which changes the overrides of a set.
func (p *Plan) newChange(client *hubview.Client, own overrideSet) *change {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := &change{plan: p, client: client, own: own, planned: maps.Clone(p.overrides), plannedPlacements: maps.Clone(p.placements)}
	for id := range own {
		delete(c.planned, id)
	}
	return c
}

func (p *Plan) note(set func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.overrides == nil {
		p.overrides, p.placements = overrideSet{}, map[resources.ID]Placement{}
	}
	set()
}

// findings are the warning about the differences, or about what could not be read. Nothing fails because of that.
func (c *change) findings(at, what string, differences []*rendered.Difference, err error) finding.List {
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return nil
	case err != nil:
		return finding.List{finding.Warning(at, "The effect of a change on the manifests of clusters is not known", what+": "+
			excerpt.Sentence(err.Error()))}
	}
	return rendered.Warning(at, what, differences, c.included)
}
