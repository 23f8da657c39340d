// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
)

// maxKept limits the size of the objects of clusters that are kept for CEL expressions, in bytes. Those of a larger fleet are
// listed again if an expression reads them: they are larger than all else that is kept of a cluster.
const maxKept = 64 << 20

// fleetKey identifies a list of a fleet: that of a kind, with the whole objects of its clusters whatever their size, or only up
// to maxKept.
type fleetKey struct {
	kind        *hubobject.Kind
	selected    hub.Selection
	withObjects bool
}

// listedFleet are the objects of a kind. LacksObjects says that the clusters do not have their whole objects.
type listedFleet struct {
	inventory.Fleet
	lacksObjects bool
}

// listFleet lists all objects of a kind into the vocabulary.
func (s *liveSource) listFleet(ctx context.Context, key fleetKey) (listedFleet, error) {
	pages := fleetPages{kind: key.kind.Kind, keepsAll: key.withObjects, maxKept: s.maxKept}
	err := s.ListPages(ctx, key.kind, key.selected, &pages)
	return pages.listed, err
}

// fleetPages adds the pages of a list to a fleet.
type fleetPages struct {
	kind     string
	keepsAll bool
	listed   listedFleet
	// kept is the size of the objects that are kept, which is at most maxKept unless all are kept.
	kept, maxKept int
}

// Restart forgets the fleet.
func (p *fleetPages) Restart() { p.listed, p.kept = listedFleet{}, 0 }

// Page reads the objects of a page.
func (p *fleetPages) Page(apiVersion string) (add func(object []byte) error, done func()) {
	reader, err := inventory.NewListReader(apiVersion, p.kind)
	if err != nil {
		return func([]byte) error { return err }, func() {}
	}
	kept, lacksObjects := p.kept, p.listed.lacksObjects
	reader.KeepObjects(func(text []byte) json.RawMessage {
		kept += len(text)
		lacksObjects = lacksObjects || kept > p.maxKept && !p.keepsAll
		if lacksObjects {
			return nil
		}
		return slices.Clip(bytes.Clone(text))
	})
	return reader.Add, func() {
		page := reader.Fleet()
		if p.listed.Join(&page); lacksObjects {
			p.dropObjects()
		}
		p.kept = kept
	}
}

// dropObjects forgets the whole objects of the clusters.
func (p *fleetPages) dropObjects() {
	if p.listed.lacksObjects {
		return
	}
	p.listed.lacksObjects = true
	for i := range p.listed.Clusters {
		p.listed.Clusters[i].Object = nil
	}
}
