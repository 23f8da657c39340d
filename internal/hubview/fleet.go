// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// FleetQuery selects the objects of a fleet.
type FleetQuery struct {
	Kinds []*hubobject.Kind
	// WithObjects says that the clusters have their whole objects, which CEL expressions read.
	WithObjects bool
	// Selected restricts the list of each kind.
	Selected hub.Selection
}

// Fleet lists the kinds at once.
func (v *view) Fleet(ctx context.Context, query FleetQuery) (inventory.Fleet, error) {
	// The order of the objects does not depend on that of the query.
	kinds := slices.SortedFunc(slices.Values(query.Kinds), func(a, b *hubobject.Kind) int {
		return cmp.Compare(slices.Index(hubobject.FleetKinds, a), slices.Index(hubobject.FleetKinds, b))
	})
	kinds = slices.Compact(kinds)
	fleets := make([]inventory.Fleet, len(kinds))
	errs := make([]error, len(kinds))
	var reads sync.WaitGroup
	for i, kind := range kinds {
		reads.Go(func() {
			fleets[i], errs[i] = v.fleet(ctx, fleetKey{kind, query.Selected, query.WithObjects})
		})
	}
	reads.Wait()
	if ctx.Err() != nil {
		return inventory.Fleet{}, fmt.Errorf("reading the hub was interrupted: %w", ctx.Err())
	}
	if err := apiserver.First(errs...); err != nil {
		return inventory.Fleet{}, err
	}
	fleet := inventory.Fleet{FromHub: true}
	for i := range fleets {
		fleet.Join(&fleets[i])
	}
	return fleet, nil
}

// ErrNoClusterKind says that the hub has no clusters of any kind.
var ErrNoClusterKind = fmt.Errorf("the hub has neither %s nor %s: is Open Cluster Management or KubeFleet installed?",
	hubobject.ManagedCluster, hubobject.MemberCluster)

// ErrNoPlacementKind says that the hub has no placements of any kind.
var ErrNoPlacementKind = fmt.Errorf("the hub has none of %s, %s and %s: is Open Cluster Management, KubeFleet or the hybrid "+
	"application operator installed?", hubobject.Placement, hubobject.ResourcePlacement, hubobject.PlacementRule)

// LacksFleet reports whether the hub or the credentials lack what a decision needs, so that nothing can be predicted.
func LacksFleet(err error) bool {
	return apierrors.IsForbidden(err) || hub.IsMissingKind(err) || errors.Is(err, ErrNoClusterKind)
}

// Installed are those of some kinds that the hub has. If it has none of them, the error is none; nil if that is no error.
func (c *Client) Installed(
	ctx context.Context, none error, kinds ...*hubobject.Kind,
) (installed []*hubobject.Kind, err error) {
	for _, kind := range kinds {
		serves, err := c.Serves(ctx, kind)
		if err != nil {
			return nil, err
		}
		if serves {
			installed = append(installed, kind)
		}
	}
	if len(installed) == 0 {
		return nil, none
	}
	return installed, nil
}

// ClusterKinds are the kinds of clusters that the hub has, or only one of them.
func (c *Client) ClusterKinds(ctx context.Context, only placement.ClusterKind) ([]*hubobject.Kind, error) {
	if only != "" {
		isOther := func(kind *hubobject.Kind) bool { return kind.Kind != string(only) }
		return slices.DeleteFunc(slices.Clone(hubobject.ClusterKinds), isOther), nil
	}
	return c.Installed(ctx, ErrNoClusterKind, hubobject.ClusterKinds...)
}

// Demand is what the scheduler of a placement reads of a hub.
type Demand struct {
	dialect *hubobject.Dialect
	// clusters is the kind of clusters for a dialect that places on all of them; empty is every kind that the hub has.
	clusters placement.ClusterKind
	hubobject.Needs
	// WithObjects says that it reads the whole objects of clusters.
	WithObjects bool
}

// DemandOf is that of a placement. The kind of clusters is for a dialect that places on all of them; empty is every kind that the
// hub has.
func DemandOf(p *manifest.Placement, clusters placement.ClusterKind) Demand {
	return Demand{
		dialect: hubobject.Dialects[p.Dialect()], clusters: clusters, WithObjects: p.OCM != nil && p.OCM.ReadsObjects(),
		Needs: hubobject.Needs{Bindings: p.Namespace != "", Scores: readsScores(p)},
	}
}

// FleetFor lists what some schedulers read, and further kinds, as a view has it. It returns the kinds, too.
func (c *Client) FleetFor(
	ctx context.Context, view View, demands []Demand, further ...*hubobject.Kind,
) (fleet inventory.Fleet, kinds []*hubobject.Kind, err error) {
	query, known := FleetQuery{}, map[Demand]bool{}
	for _, demand := range demands {
		if known[demand] {
			continue
		}
		known[demand] = true
		kinds, err := c.fleetKinds(ctx, demand, further...)
		if err != nil {
			return fleet, nil, err
		}
		query.Kinds = append(query.Kinds, kinds...)
		query.WithObjects = query.WithObjects || demand.WithObjects
	}
	fleet, err = view.Fleet(ctx, query)
	return fleet, query.Kinds, err
}

// fleetKinds are the kinds that a scheduler reads, with further ones.
func (c *Client) fleetKinds(ctx context.Context, demand Demand, further ...*hubobject.Kind) ([]*hubobject.Kind, error) {
	dialect := demand.dialect
	kinds, optional := dialect.Fleet(demand.Needs)
	if dialect.Clusters != nil {
		kinds = append(kinds, further...)
	} else {
		optional = append(optional, further...)
	}
	installed, err := c.Installed(ctx, nil, optional...)
	if err != nil || dialect.Clusters != nil {
		return append(kinds, installed...), err
	}
	clusterKinds, err := c.ClusterKinds(ctx, demand.clusters)
	if errors.Is(err, ErrNoClusterKind) && slices.Contains(installed, dialect.Targets) {
		err = nil // Targets alone are a fleet.
	}
	return slices.Concat(kinds, installed, clusterKinds), err
}

// FleetOf is FleetFor of one placement.
func (c *Client) FleetOf(
	ctx context.Context, view View, p *manifest.Placement, clusters placement.ClusterKind, further ...*hubobject.Kind,
) (inventory.Fleet, error) {
	fleet, _, err := c.FleetFor(ctx, view, []Demand{DemandOf(p, clusters)}, further...)
	return fleet, err
}

// fleetKey identifies a list of a fleet: that of a kind, with the whole objects of its clusters or without them. They are larger
// than all else that is kept of a cluster.
type fleetKey struct {
	kind        *hubobject.Kind
	selected    hub.Selection
	withObjects bool
}

// fleet lists all objects of a kind into the vocabulary.
func (s *liveSource) fleet(ctx context.Context, key fleetKey) (fleet inventory.Fleet, err error) {
	keep := func(text []byte) json.RawMessage {
		if !key.withObjects {
			return nil
		}
		return slices.Clip(bytes.Clone(text))
	}
	page := func(apiVersion string) (add func(object []byte) error, done func()) {
		reader, err := inventory.NewListReader(apiVersion, key.kind.Kind)
		if err != nil {
			return func([]byte) error { return err }, func() {}
		}
		reader.KeepObjects(keep)
		return reader.Add, func() {
			more := reader.Fleet()
			fleet.Join(&more)
		}
	}
	err = s.ListPages(ctx, key.kind, key.selected, hub.Pages{Restart: func() { fleet = inventory.Fleet{} }, Page: page})
	return fleet, err
}
