// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"k8s.io/apimachinery/pkg/labels"

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
