// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

const (
	// decidedReads is how often the decisions of a placement are read while the hub is writing them, and betweenReads is the wait
	// between two reads.
	decidedReads = 3
	betweenReads = 300 * time.Millisecond
)

// Decided reads the decisions again from the live source while the hub is writing them.
func (v *view) Decided(ctx context.Context, placement hub.Reference) (*decisions.Decided, error) {
	for read, now := 1, v; ; read++ {
		raw, err := now.get(ctx, placement)
		if raw == nil || err != nil {
			return nil, err
		}
		decided, err := now.readDecided(ctx, placement, raw)
		if err != nil || !decided.Writing || read == decidedReads {
			return decided, err
		}
		if err := hub.Pause(ctx, betweenReads); err != nil {
			return nil, err
		}
		now = &view{v.live, v.live}
	}
}

// readDecided reads once what the hub has decided for a placement.
func (v *view) readDecided(ctx context.Context, placement hub.Reference, raw json.RawMessage) (*decisions.Decided, error) {
	objects := decisions.DecidedObjects{Placement: raw}
	// The decisions are found by a label with the name. A longer name has none, and the API server refuses to look for it.
	if len(validation.IsValidLabelValue(placement.Name)) == 0 {
		if err := v.decidedObjects(ctx, placement, &objects); err != nil {
			return nil, err
		}
	}
	decided, err := decisions.ReadDecided(ctx, objects)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, v.live.Unreadable(placement, err)
	}
	if decided.SpecError != nil {
		decided.SpecError = errors.New(v.live.Readable(decided.SpecError))
	}
	return decided, nil
}

// decidedObjects reads the objects that have the decisions of a placement. A snapshot is read before the bindings, which are
// written before it: so those are at least as new as it says.
func (v *view) decidedObjects(ctx context.Context, placement hub.Reference, into *decisions.DecidedObjects) (err error) {
	dialect := hubobject.DialectOf(placement.Kind)
	if dialect.Snapshots.KindIn(placement.Namespace) != nil {
		if into.Snapshot, err = v.PolicySnapshot(ctx, placement.Namespace, placement.Name); err != nil {
			return err
		}
	}
	if dialect.DecisionsOf == nil {
		return nil
	}
	selected := hub.Selection{Namespace: placement.Namespace, Labels: dialect.DecisionsOf(placement.Name)}
	objects, err := v.list(ctx, dialect.Decisions.KindIn(placement.Namespace), selected)
	into.Decisions = lists.Map(objects, func(o object) json.RawMessage { return o.raw })
	return err
}

// DecidedAll lists the placements, and what has their decisions.
func (v *view) DecidedAll(ctx context.Context, kind *hubobject.Kind) ([]*decisions.Decided, error) {
	placements, err := v.list(ctx, kind, hub.Selection{})
	if err != nil {
		return nil, err
	}
	placements = slices.SortedFunc(slices.Values(placements), func(a, b object) int {
		return cmp.Or(cmp.Compare(a.namespace, b.namespace), cmp.Compare(a.name, b.name))
	})
	divided := &view{&dividedSource{source: v.source}, v.live}
	all := make([]*decisions.Decided, len(placements))
	for i, p := range placements {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if all[i], err = divided.readDecided(ctx, hub.Reference{Kind: kind, Namespace: p.namespace, Name: p.name}, p.raw); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// AllDecided lists the placements of a dialect, or of all, of which the hub has the kinds, and what has their decisions.
func (c *Client) AllDecided(ctx context.Context, dialect placement.Dialect) (all []*decisions.Decided, err error) {
	kinds := hubobject.PlacementKinds
	if dialect != "" {
		kinds = hubobject.Dialects[dialect].Placements.Kinds()
	}
	if kinds, err = c.Installed(ctx, ErrNoPlacementKind, kinds...); err != nil {
		return nil, err
	}
	for _, kind := range kinds {
		decided, err := c.Shared.DecidedAll(ctx, kind)
		if err != nil {
			return nil, err
		}
		all = append(all, decided...)
	}
	return all, nil
}

// dividedSource lists the objects of a kind in all namespaces once, and divides them by namespace.
type dividedSource struct {
	source
	divided map[*hubobject.Kind]map[string][]object
}

func (s *dividedSource) list(ctx context.Context, kind *hubobject.Kind, selected hub.Selection) ([]object, error) {
	if s.divided[kind] == nil {
		objects, err := s.source.list(ctx, kind, hub.Selection{Labels: allOf(kind)})
		if err != nil {
			return nil, err
		}
		if s.divided == nil {
			s.divided = map[*hubobject.Kind]map[string][]object{}
		}
		s.divided[kind] = map[string][]object{}
		for _, o := range objects {
			s.divided[kind][o.namespace] = append(s.divided[kind][o.namespace], o)
		}
	}
	return matching(s.divided[kind][selected.Namespace], selected.Labels)
}

// matching are the objects that a selector selects.
func matching(objects []object, selector string) (selected []object, err error) {
	matches, err := labels.Parse(selector)
	if err != nil {
		return nil, err
	}
	for _, o := range objects {
		if matches.Matches(o.labels) {
			selected = append(selected, o)
		}
	}
	return selected, nil
}
