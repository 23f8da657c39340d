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
