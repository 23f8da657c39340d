// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
)

// fleetList identifies a list of a fleet: that of a kind, with the whole objects of its clusters whatever their size, or only up
// to maxKept.
type fleetList struct {
	kind    *hubobject.Kind
	objects bool
	// selected restricts the list.
	selected Selection
}

// listedFleet are the objects of a kind. LacksObjects says that the clusters do not have their whole objects.
type listedFleet struct {
	inventory.Fleet
	lacksObjects bool
}

// ListClusters returns the clusters of a kind that belongs to no scheduler, such as ClusterProfile, as Fleet does.
func (c *Client) ListClusters(ctx context.Context, kind *hubobject.Kind, selected Selection) (inventory.Fleet, error) {
	of := fleetList{kind: kind, selected: selected}
	listed, err := c.lists.Get(ctx, of, func(ctx context.Context) (listedFleet, error) { return c.listFleet(ctx, of) })
	if err != nil {
		return inventory.Fleet{}, err
	}
	listed.FromHub = true
	return listed.Fleet, nil
}

// listFleet lists all objects of a kind into the vocabulary.
func (c *Client) listFleet(ctx context.Context, of fleetList) (listedFleet, error) {
	found, err := c.find(ctx, of.kind)
	if err != nil {
		return listedFleet{}, err
	}
	set := fleetSet{kind: found, keepsAll: of.objects, maxKept: c.listed.kept}
	if _, err := inventory.NewListReader(found.apiVersion(), of.kind.Kind); err != nil {
		return listedFleet{}, err
	}
	err = c.pages(ctx, found, of.selected, &set)
	return set.listed, err
}

// fleetSet adds objects to a fleet.
type fleetSet struct {
	kind     *served
	keepsAll bool
	listed   listedFleet
	// kept is the size of the objects that are kept, which is at most maxKept unless all are kept.
	kept, maxKept int
}

func (s *fleetSet) restart() { s.listed, s.kept = listedFleet{}, 0 }

func (s *fleetSet) page() (add func(object []byte) error, done func()) {
	reader, _ := inventory.NewListReader(s.kind.apiVersion(), s.kind.Kind.Kind) // listFleet has checked it.
	kept, lacksObjects := s.kept, s.listed.lacksObjects
	reader.KeepObjects(func(text []byte) json.RawMessage {
		kept += len(text)
		lacksObjects = lacksObjects || kept > s.maxKept && !s.keepsAll
		if lacksObjects {
			return nil
		}
		return slices.Clip(bytes.Clone(text))
	})
	return reader.Add, func() {
		page := reader.Fleet()
		if join(&s.listed.Fleet, &page); lacksObjects {
			s.dropObjects()
		}
		s.kept = kept
	}
}

// dropObjects forgets the whole objects of the clusters.
func (s *fleetSet) dropObjects() {
	if s.listed.lacksObjects {
		return
	}
	s.listed.lacksObjects = true
	for i := range s.listed.Clusters {
		s.listed.Clusters[i].Object = nil
	}
}
