// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"context"
	"errors"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
)

const (
	// decidedReads is how often the decisions of a placement are read while the hub is writing them, and betweenReads is the wait
	// between two reads.
	decidedReads = 3
	betweenReads = 300 * time.Millisecond
)

// Decided returns what the hub has decided for a placement of a kind, namespace and name until now, or nil if there is no such
// placement. The kind is one of PlacementKinds. Nothing is shared with other readers: each call reads the objects anew. While the
// hub is writing its decisions, they are read a few times more.
func (c *Client) Decided(ctx context.Context, kind *hubobject.Kind, namespace, name string) (*decisions.Decided, error) {
	return c.decided(ctx, kind, namespace, name, c.anew())
}

// DecidedListed returns the same from lists that all readers share until a placement is written: one of the placements of a
// namespace, and one of their decisions. Only while the hub is writing its decisions, they are read anew.
func (c *Client) DecidedListed(ctx context.Context, kind *hubobject.Kind, namespace, name string) (*decisions.Decided, error) {
	return c.decided(ctx, kind, namespace, name, c.fromLists())
}

func (c *Client) decided(
	ctx context.Context, kind *hubobject.Kind, namespace, name string, from reading,
) (*decisions.Decided, error) {
	for read := 1; ; read++ {
		decided, err := c.readDecided(ctx, kind, namespace, name, from)
		if err != nil || decided == nil || !decided.Writing || read == decidedReads {
			return decided, err
		}
		select {
		case <-time.After(betweenReads):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		from = c.anew()
	}
}

// readDecided reads once what the hub has decided.
func (c *Client) readDecided(
	ctx context.Context, kind *hubobject.Kind, namespace, name string, from reading,
) (*decisions.Decided, error) {
	placement, err := from.get(ctx, kind, namespace, name)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	objects := decisions.DecidedObjects{Placement: placement}
	// The decisions are found by a label with the name. A longer name has none, and the API server refuses to look for it.
	if isLabelValue(name) {
		if err := c.decidedObjects(ctx, kind, namespace, name, from, &objects); err != nil {
			return nil, err
		}
	}
	decided, err := decisions.ReadDecided(ctx, objects)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, c.unreadable(kind, namespace, name, err)
	}
	if decided.SpecError != nil {
		decided.SpecError = errors.New(c.readable(decided.SpecError))
	}
	return decided, nil
}

// decidedObjects reads the objects that have the decisions of a placement. A snapshot is read before the bindings, which are
// written before it: so those are at least as new as it says.
func (c *Client) decidedObjects(
	ctx context.Context, kind *hubobject.Kind, namespace, name string, from reading, into *decisions.DecidedObjects,
) (err error) {
	switch kind {
	case hubobject.Placement:
		into.PlacementDecisions, err = from.list(ctx, hubobject.PlacementDecision, namespace, api.DecisionsOf(name))
	case hubobject.ClusterResourcePlacement, hubobject.ResourcePlacement:
		if into.Snapshot, err = c.policySnapshot(ctx, namespace, name, from); err != nil {
			return err
		}
		into.ResourceBindings, err = from.list(ctx, hubobject.KubeFleet.Decisions.KindIn(namespace), namespace, api.BindingsOf(name))
	}
	return err
}

// isLabelValue reports whether a label can have a name as its value.
func isLabelValue(name string) bool { return len(validation.IsValidLabelValue(name)) == 0 }
